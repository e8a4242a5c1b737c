// SPDX-License-Identifier: MIT OR Apache-2.0
//! Starts a daemon where none is running: by the user's own `ssh`, or a command in its place. The daemon gets
//! the secret of this session on its standard input and prints its address on standard output, or that of a
//! daemon that is already running. It ends when its standard input closes: when the session ends, or when the
//! starting process dies.

mod failure;
mod options;
mod words;

use std::fmt;
use std::time::{Duration, Instant};

use seaway_channel::{Announcement, Serves, SessionRequest};
use seaway_device_api::Result;

use self::failure::not_started;
pub(super) use self::options::StartOptions;
use super::target::Target;
use crate::launch::Process;

/// How long a daemon may take to shut down.
const END_WITHIN: Duration = Duration::from_secs(5);

/// A daemon that was started for one session. It ends when this is dropped.
pub(super) struct Started {
    /// Addresses to try in order. Never empty.
    pub(super) targets: Vec<Target>,
    /// Set if it was already running: what it serves. Then it knows the user's secret, otherwise the one in
    /// the request.
    pub(super) running: Option<Serves>,
    /// The certificate that it presents in TLS.
    pub(super) certificate: Option<String>,
    process: Process,
}

/// Starts a daemon on the host of `target`, and waits until it listens.
pub(super) fn start(
    target: &Target,
    options: &StartOptions,
    request: &SessionRequest,
    deadline: Instant,
) -> Result<Started> {
    let words = options.command_for(target)?;
    let failed = |error| not_started(target, &words, error);
    let mut process = Process::start(&words, request.to_line().as_bytes()).map_err(failed)?;
    let said = process.announcement(deadline).map_err(failed)?;
    let targets = places(target, &said);
    Ok(Started { targets, running: said.running, certificate: said.certificate, process })
}

/// The name that the user gave, then the daemon's own addresses: the name may be an alias known to `ssh`
/// only.
fn places(target: &Target, said: &Announcement) -> Vec<Target> {
    let others = said.addresses.iter().map(ToString::to_string);
    let hosts = [target.host.clone()].into_iter().chain(others);
    hosts.map(|host| Target { host, port: said.port, ..target.clone() }).collect()
}

impl Drop for Started {
    fn drop(&mut self) {
        self.process.end(END_WITHIN);
    }
}

impl fmt::Debug for Started {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Started").field("targets", &self.targets).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
