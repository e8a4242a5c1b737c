// SPDX-License-Identifier: MIT OR Apache-2.0
//! `null:` discards data and keeps the size. A file grows as usual, and reads return zeros up to its size:
//! this measures what remains of a program's time when I/O is free. Names last as long as the process. Ranks
//! in separate processes have separate sizes, each that of its own writes.
//!
//! It cannot return data, and has no facets: there is nothing to lock, map or queue.

mod device;
mod file;
mod options;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use seaway_device_api::{Device, DeviceName, Hints, Result};

pub use device::NullDevice;

pub fn connect(_name: &DeviceName, _hints: &Hints) -> Result<Arc<dyn Device>> {
    Ok(Arc::new(NullDevice::of_this_process()))
}
