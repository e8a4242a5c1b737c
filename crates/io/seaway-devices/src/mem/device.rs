// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`MemDevice`]: names and the files behind them.

use std::sync::{Arc, LazyLock};

use seaway_device_api::{
    Device, DeviceFile, DevicePath, Error, ErrorKind, OpenFlags, OpenOptions, Operation, Result,
};

use super::file::{MemFile, Shared};
use super::options::MemOptions;
use crate::namespace::Namespace;

/// A set of names, shared by clones.
#[derive(Debug, Clone, Default)]
pub struct MemDevice {
    names: Arc<Namespace<Shared>>,
}

impl MemDevice {
    /// A device with its own set of names.
    pub fn new() -> Self {
        Self::default()
    }

    /// The device with the names that this whole process shares.
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
                .with_detail("the name after \"mem:\" is empty"));
        }
        let shared = self.names.open(path, options.flags).map_err(|error| {
            if !options.flags.contains(OpenFlags::AFTER_ANOTHER) {
                return error;
            }
            error.with_detail(
                "a mem: file exists in one process only, and rank 0 is another process; use a file in /dev/shm to share it within a node",
            )
        })?;
        Ok(Box::new(MemFile::new(path, shared, options.flags, MemOptions::from_hints(&options.hints))))
    }

    fn delete(&self, path: &DevicePath) -> Result<()> {
        self.names.delete(path)
    }
}
