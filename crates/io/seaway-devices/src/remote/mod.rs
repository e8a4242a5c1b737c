// SPDX-License-Identifier: MIT OR Apache-2.0
//! `remote://[user@]host[:port]/path`: files on another machine, served there by `seaway serve`;
//! `remote+tls:` for networks that others can eavesdrop on.
//!
//! Every rank has one connection to the host (`session/`), shared by its files (`file`). Views are sent once
//! as trees, and data as one packed stream; small writes are coalesced (`write_behind`), small regular reads
//! prefetched (`read_ahead`). Writes of other programs become visible after a sync, as in MPI. `daemon` finds
//! or starts a daemon (`route`, `start/`).
//!
//! It cannot map files. Locks are lost with a connection and taken again on the next: in between, others may
//! take them first.

mod buffered;
mod connections;
mod daemon;
mod device;
mod facets;
mod file;
mod local;
mod memory;
mod name;
mod node_daemon;
mod options;
mod read_ahead;
mod route;
mod session;
mod start;
mod sys;
mod target;
mod transfer;
mod write_behind;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use seaway_device_api::{Device, DeviceName, Hints, Result};

pub use self::device::RemoteDevice;
use self::local::{LocalDevice, is_this_host};
use self::name::RemoteName;
pub use self::node_daemon::NodeDaemon;
use self::start::StartOptions;

pub fn connect(name: &DeviceName, hints: &Hints) -> Result<Arc<dyn Device>> {
    Ok(if is_local(name, hints)? {
        Arc::new(LocalDevice::new(name.scheme(), hints))
    } else {
        Arc::new(RemoteDevice::new(name.scheme(), hints))
    })
}

/// Renames a file, in one step. `FileExists` where there is one of the new name, unless it is to be replaced. False: the two
/// names are on different machines.
pub fn rename(from: &DeviceName, to: &DeviceName, hints: &Hints, replace: bool) -> Result<bool> {
    match (is_local(from, hints)?, is_local(to, hints)?) {
        (true, true) => {
            LocalDevice::new(from.scheme(), hints).rename(from.path(), to.path(), replace).map(|()| true)
        }
        (false, false) => device::rename(from, to, hints, replace),
        _ => Ok(false),
    }
}

fn is_local(name: &DeviceName, hints: &Hints) -> Result<bool> {
    let RemoteName { target, has_port, .. } = RemoteName::parse(name.scheme(), name.path().as_str(), hints)?;
    let wants_daemon =
        has_port || target.tls || target.another_user().is_some() || StartOptions::is_given(hints);
    Ok(!wants_daemon && is_this_host(&target.host))
}

/// The remote name of a plain file name if the hint `seaway_host` says that files are on another host.
pub(crate) fn of_plain_name(name: &str, hints: &Hints) -> Option<String> {
    let named = name::of_plain_name(name, hints)?;
    let (scheme, path) = named.split_once(':')?;
    match RemoteName::parse(scheme, path, hints) {
        // This host: the name keeps its usual meaning.
        Ok(RemoteName { target, has_port, .. })
            if !has_port && target.another_user().is_none() && !StartOptions::is_given(hints) =>
        {
            (!is_this_host(&target.host)).then_some(named)
        }
        _ => Some(named),
    }
}
