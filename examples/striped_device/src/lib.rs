// SPDX-License-Identifier: MIT OR Apache-2.0
//! An example of a custom device: `striped:NAME` spreads a file over several directories, which may be on different
//! disks. Block 0 goes to the first directory, block 1 to the second, and so on, in turn. `docs/write-a-device.md` goes
//! through this code.
#![forbid(unsafe_code)]

mod device;
mod file;

use std::sync::Arc;

use seaway_device_api::{Device, DeviceName, Error, ErrorKind, Hints, Operation, Result};

pub use device::StripedDevice;

/// The device behind `striped:NAME`. The hint `striped_over` names the directories, with commas between them.
pub fn connect(name: &DeviceName, hints: &Hints) -> Result<Arc<dyn Device>> {
    let directories: Vec<&str> =
        hints.get("striped_over").into_iter().flat_map(|list| list.split(',')).map(str::trim).collect();
    if directories.is_empty() || directories.contains(&"") {
        return Err(Error::new(ErrorKind::Argument, Operation::Open)
            .with_path(name.to_string())
            .with_detail("set the hint striped_over to a list of directories, such as /disk0,/disk1"));
    }
    Ok(Arc::new(StripedDevice::new(directories)))
}
