// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`TemporaryUfs`]: `ufs:` with relative names resolved in a temporary directory.

use std::path::PathBuf;

use seaway_device_api::{Device, DeviceFile, DevicePath, Hints, OpenOptions, Result};
use tempfile::TempDir;

use super::super::UfsDevice;

#[derive(Debug)]
pub(super) struct TemporaryUfs {
    directory: TempDir,
    hints: Hints,
}

impl TemporaryUfs {
    pub(super) fn new() -> Self {
        Self { directory: tempfile::tempdir().unwrap(), hints: Hints::new() }
    }

    /// On a file system in memory, if there is one.
    pub(super) fn in_memory() -> Self {
        let directory = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
        Self { directory, hints: Hints::new() }
    }

    /// Every file is opened with these hints as well.
    pub(super) fn with_hints(mut self, hints: &str) -> Self {
        self.hints = Hints::parse(hints);
        self
    }

    pub(super) fn full_path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn path(&self, path: &DevicePath) -> DevicePath {
        DevicePath::new(self.full_path(path.as_str()).to_str().unwrap())
    }
}

impl Device for TemporaryUfs {
    fn open(&self, path: &DevicePath, options: &OpenOptions) -> Result<Box<dyn DeviceFile>> {
        let options = OpenOptions { hints: options.hints.clone().over(&self.hints), ..options.clone() };
        UfsDevice.open(&self.path(path), &options)
    }

    fn delete(&self, path: &DevicePath) -> Result<()> {
        UfsDevice.delete(&self.path(path))
    }
}
