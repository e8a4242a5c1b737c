// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`NullDevice`]: names whose files have a size and nothing else.

use std::sync::{Arc, LazyLock};

use seaway_device::{Device, DeviceFile, DevicePath, OpenFlags, OpenOptions, Result};

use super::file::{NullFile, Size};
use super::options::NullOptions;
use crate::namespace::Namespace;

/// A set of names. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct NullDevice {
    names: Arc<Namespace<Size>>,
}

impl NullDevice {
    /// A device with names of its own.
    pub fn new() -> Self {
        Self::default()
    }

    /// The device whose names all of this process shares.
    pub fn of_this_process() -> Self {
        static SHARED: LazyLock<NullDevice> = LazyLock::new(NullDevice::new);
        SHARED.clone()
    }
}

impl Device for NullDevice {
    fn open(&self, path: &DevicePath, options: &OpenOptions) -> Result<Box<dyn DeviceFile>> {
        // What another rank has found may be a name of another process, and there is nothing in it to miss.
        let is_known = options.flags.contains(OpenFlags::AFTER_ANOTHER);
        let flags = if is_known { options.flags | OpenFlags::CREATE } else { options.flags };
        let size = self.names.open(path, flags)?;
        Ok(Box::new(NullFile::new(path, size, options.flags, NullOptions::from_hints(&options.hints))))
    }

    fn delete(&self, path: &DevicePath) -> Result<()> {
        self.names.delete(path)
    }
}
