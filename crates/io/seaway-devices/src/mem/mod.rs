// SPDX-License-Identifier: MIT OR Apache-2.0
//! `mem:` keeps files in the memory of this process, shared by everything in it that opens the name: embedded
//! ranks, or parts of a program that pass data to each other.
//!
//! Other processes cannot see the files, and they vanish when the process ends. There is no mapping facet: a
//! transfer is already one copy and no system call, and without raw pointers into the storage it stays safe
//! code.

mod device;
mod file;
mod options;
mod range_table;
mod storage;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use seaway_device_api::{Device, DeviceName, Hints, Result};

pub use device::MemDevice;

pub fn connect(_name: &DeviceName, _hints: &Hints) -> Result<Arc<dyn Device>> {
    Ok(Arc::new(MemDevice::of_this_process()))
}
