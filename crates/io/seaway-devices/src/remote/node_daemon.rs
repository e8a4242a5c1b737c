// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`NodeDaemon`]: a daemon on another host that takes part in rings. It is found or started as for a file.

use std::time::Instant;

use seaway_channel::Channel;
use seaway_device_api::{Error, ErrorKind, Hints, Operation, Result};
use seaway_messages::Service;

use super::daemon::{Daemon, Search};
use super::name::RemoteName;
use super::options::RemoteOptions;

/// If this program has started the daemon, it ends when this is dropped.
#[derive(Debug)]
pub struct NodeDaemon {
    daemon: Daemon,
}

impl NodeDaemon {
    /// `place` is `[user@]host[:port]`; `path` is a file or directory there that it must serve.
    pub fn find(place: &str, path: &str, writes: bool, hints: &Hints) -> Result<Self> {
        let path = path.trim_start_matches('/');
        let path = if path.is_empty() { "." } else { path };
        let name = RemoteName::parse("remote", &format!("//{place}/{path}"), hints)?;
        let options = RemoteOptions::from_hints(hints)?;
        let (daemon, _channel) = Daemon::find(&Search { name: &name, writes, options: &options })?;
        Ok(Self { daemon })
    }

    /// A new connection to its ring service.
    pub fn connect(&self, deadline: Instant) -> Result<Channel> {
        self.daemon.connect_to(Service::Ring, deadline)
    }

    /// What another host needs to connect: with a key derived for this purpose, never the secret.
    pub fn directions(&self) -> Result<String> {
        self.daemon.to_text()
    }

    /// Connects as [`Self::directions`] say.
    pub fn connect_by(directions: &str, deadline: Instant) -> Result<Channel> {
        let daemon = Daemon::from_text(directions).ok_or_else(|| {
            Error::new(ErrorKind::Argument, Operation::Open)
                .with_detail("the directions to a node are not readable")
        })?;
        daemon.connect_to(Service::Ring, deadline)
    }
}
