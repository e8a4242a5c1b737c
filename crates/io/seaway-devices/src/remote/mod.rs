// SPDX-License-Identifier: MIT OR Apache-2.0
//! `remote://[user@]host[:port]/path`: files of another machine, served there by `seaway serve`; `remote+tls:` for ways that
//! strangers can listen to.
//!
//! Every rank has one connection to the host (`session/`), shared by its files (`file`). Views travel once as their trees and
//! data as one packed stream; small writes are gathered (`write_behind`), small regular reads foreseen (`read_ahead`). What
//! other programs wrote is seen after a sync, as MPI says. `daemon` finds a daemon or starts one (`route`, `start/`).
//!
//! It cannot map files. Locks are lost with a connection and taken again on the next: in between, others may come first.

mod buffered;
mod connections;
mod daemon;
mod device;
mod facets;
mod file;
mod local;
mod memory;
mod name;
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

use seaway_device::{Device, DeviceName, Hints, Result};

pub use self::device::RemoteDevice;
use self::local::{LocalDevice, is_this_host};
use self::name::RemoteName;
use self::start::StartOptions;

pub fn connect(name: &DeviceName, hints: &Hints) -> Result<Arc<dyn Device>> {
    let RemoteName { target, has_port, .. } = RemoteName::parse(name.scheme(), name.path().as_str(), hints)?;
    let wants_daemon = has_port || target.tls || StartOptions::is_given(hints);
    Ok(if !wants_daemon && is_this_host(&target.host) {
        Arc::new(LocalDevice::new(name.scheme(), hints))
    } else {
        Arc::new(RemoteDevice::new(name.scheme(), hints))
    })
}

/// The name that a plain file name stands for where the hint `seaway_host` says that files are on another host.
pub(crate) fn of_plain_name(name: &str, hints: &Hints) -> Option<String> {
    let named = name::of_plain_name(name, hints)?;
    let (scheme, path) = named.split_once(':')?;
    match RemoteName::parse(scheme, path, hints) {
        // This one: the name means what it always means.
        Ok(RemoteName { target, has_port, .. }) if !has_port && !StartOptions::is_given(hints) => {
            (!is_this_host(&target.host)).then_some(named)
        }
        _ => Some(named),
    }
}
