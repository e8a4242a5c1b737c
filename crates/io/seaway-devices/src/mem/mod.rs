// SPDX-License-Identifier: MIT OR Apache-2.0
//! `mem:` keeps files in the memory of this process, shared by all who open the name: embedded ranks, and one part
//! of a program that hands data to another.
//!
//! Another process sees nothing of it, and the files are gone when the process ends. There is no mapping facet: a
//! transfer already is one copy and no system call, and without raw pointers into the storage it stays safe code.

mod device;
mod file;
mod options;
mod range_table;
mod storage;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use seaway_device::{Device, DeviceName, Hints, Result};

pub use device::MemDevice;

pub fn connect(_name: &DeviceName, _hints: &Hints) -> Result<Arc<dyn Device>> {
    Ok(Arc::new(MemDevice::of_this_process()))
}
