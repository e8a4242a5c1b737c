// SPDX-License-Identifier: MIT OR Apache-2.0
//! `ufs:` keeps every promise on whatever file system the temporary directory is.

use super::UfsDevice;
use seaway_device::{Device, DeviceFile, DevicePath, OpenOptions, Result};
use tempfile::TempDir;

seaway_testkit::device_suite!(|| TemporaryUfs::new());

/// `ufs:` with a directory of its own that relative names start from.
#[derive(Debug)]
struct TemporaryUfs {
    directory: TempDir,
}

impl TemporaryUfs {
    fn new() -> Self {
        Self { directory: tempfile::tempdir().unwrap() }
    }

    fn path(&self, path: &DevicePath) -> DevicePath {
        match path.as_str() {
            "" => path.clone(),
            name => DevicePath::new(self.directory.path().join(name).to_str().unwrap()),
        }
    }
}

impl Device for TemporaryUfs {
    fn open(&self, path: &DevicePath, options: &OpenOptions) -> Result<Box<dyn DeviceFile>> {
        UfsDevice.open(&self.path(path), options)
    }

    fn delete(&self, path: &DevicePath) -> Result<()> {
        UfsDevice.delete(&self.path(path))
    }
}
