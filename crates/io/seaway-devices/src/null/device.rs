// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`NullDevice`]: names whose files have a size and no data.

use std::sync::{Arc, LazyLock};

use seaway_device_api::{Device, DeviceFile, DevicePath, OpenFlags, OpenOptions, Result};

use super::file::{NullFile, Size};
use super::options::NullOptions;
use crate::namespace::Namespace;

/// A set of names, shared by clones.
#[derive(Debug, Clone, Default)]
pub struct NullDevice {
    names: Arc<Namespace<Size>>,
}

impl NullDevice {
    /// A device with its own set of names.
    pub fn new() -> Self {
        Self::default()
    }

    /// The device with the names that this whole process shares.
    pub fn of_this_process() -> Self {
        static SHARED: LazyLock<NullDevice> = LazyLock::new(NullDevice::new);
        SHARED.clone()
    }
}

impl Device for NullDevice {
    fn open(&self, path: &DevicePath, options: &OpenOptions) -> Result<Box<dyn DeviceFile>> {
        // A file found by another rank may be a name in another process; there is no data in it that could be
        // missing.
        let is_known = options.flags.contains(OpenFlags::AFTER_ANOTHER);
        let flags = if is_known { options.flags | OpenFlags::CREATE } else { options.flags };
        let size = self.names.open(path, flags)?;
        Ok(Box::new(NullFile::new(path, size, options.flags, NullOptions::from_hints(&options.hints))))
    }

    fn delete(&self, path: &DevicePath) -> Result<()> {
        self.names.delete(path)
    }
}
