// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`MemDevice`]: names and the files behind them.

use std::sync::{Arc, LazyLock};

use seaway_device::{
    Device, DeviceFile, DevicePath, Error, ErrorKind, OpenFlags, OpenOptions, Operation, Result,
};

use super::file::{MemFile, Shared};
use super::options::MemOptions;
use crate::namespace::Namespace;

/// A set of names. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct MemDevice {
    names: Arc<Namespace<Shared>>,
}

impl MemDevice {
    /// A device with names of its own.
    pub fn new() -> Self {
        Self::default()
    }

    /// The device whose names all of this process shares.
    pub fn of_this_process() -> Self {
        static SHARED: LazyLock<MemDevice> = LazyLock::new(MemDevice::new);
        SHARED.clone()
    }
}

impl Device for MemDevice {
    fn open(&self, path: &DevicePath, options: &OpenOptions) -> Result<Box<dyn DeviceFile>> {
        if path.as_str().is_empty() {
            return Err(Error::new(ErrorKind::BadFileName, Operation::Open)
                .with_path("mem:")
                .with_detail("a name must follow the colon"));
        }
        let shared = self.names.open(path, options.flags).map_err(|error| {
            if !options.flags.contains(OpenFlags::AFTER_ANOTHER) {
                return error;
            }
            error.with_detail(
                "mem: is the memory of one process, and rank 0 is another; a file in /dev/shm is for all of a node",
            )
        })?;
        Ok(Box::new(MemFile::new(path, shared, options.flags, MemOptions::from_hints(&options.hints))))
    }

    fn delete(&self, path: &DevicePath) -> Result<()> {
        self.names.delete(path)
    }
}
