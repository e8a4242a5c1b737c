// SPDX-License-Identifier: MIT OR Apache-2.0
//! `ufs:` files on any mounted file system: its guarantees are found by asking it, never by the prefix of the
//! name.
//!
//! Reads and writes go through the page cache with as few system calls as their shape allows (`transfer.rs`),
//! and bypass it by hint. What the file system or the kernel does not support is a facet that is absent.

mod aligned_buffer;
mod copies;
mod device;
mod direct;
mod early_flush;
mod entry;
mod failure;
mod file;
mod file_system;
mod hot;
mod locks;
mod lustre;
mod mapping;
mod options;
mod preallocate;
mod queue;
mod read_ahead;
mod ring;
mod skewed_read;
mod sys;
#[cfg(test)]
mod tests;
mod transfer;

use std::sync::Arc;

use seaway_device_api::{Device, DeviceName, Hints, Result};

pub use device::UfsDevice;
pub(crate) use mapping::data_end;

pub fn connect(_name: &DeviceName, _hints: &Hints) -> Result<Arc<dyn Device>> {
    Ok(Arc::new(UfsDevice))
}
