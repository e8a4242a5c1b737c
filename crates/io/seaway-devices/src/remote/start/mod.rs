// SPDX-License-Identifier: MIT OR Apache-2.0
//! Starting a daemon where none listens: by the user's own `ssh`, or by whatever stands in for it. The daemon gets the
//! secret of this one session on its standard input and says on its standard output where it listens. It ends when its
//! standard input does: at close, or when whoever started it dies.

mod environment;
mod failure;
mod options;
mod process;
mod sys;
mod words;

use std::fmt;
use std::time::{Duration, Instant};

use seaway_device::Result;
use seaway_wire::{Announcement, Secret, secret_line};

use self::failure::not_started;
pub(super) use self::options::StartOptions;
use self::process::Process;
use super::target::Target;

/// How long a daemon may take to end by itself.
const END_WITHIN: Duration = Duration::from_secs(5);

/// A daemon that was started for one session. It ends when this is dropped.
pub(super) struct Started {
    /// Where to connect: in turn, until one answers. Never empty.
    pub(super) targets: Vec<Target>,
    /// What this daemon and its clients know, and nobody else.
    pub(super) secret: Secret,
    /// The certificate that it shows in TLS.
    pub(super) certificate: Option<String>,
    process: Process,
}

/// Starts a daemon on the host of `target`, and waits until it listens.
pub(super) fn start(target: &Target, options: &StartOptions, deadline: Instant) -> Result<Started> {
    let words = options.command_for(target)?;
    let secret = Secret::fresh()?;
    let failed = |error| not_started(target, &words, error);
    let mut process = Process::start(&words, secret_line(&secret).as_bytes()).map_err(failed)?;
    let said = process.announcement(deadline).map_err(failed)?;
    let targets = places(target, &said);
    Ok(Started { targets, secret, certificate: said.certificate, process })
}

/// The name that the user gave, then what the daemon says: the name may mean something to `ssh` alone.
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
