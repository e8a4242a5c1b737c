// SPDX-License-Identifier: MIT OR Apache-2.0
//! The guarantees of every device, checked on this one.

use seaway_device_api::{Device, DeviceFile, DevicePath, OpenOptions, Result};
use striped_device::StripedDevice;
use tempfile::TempDir;

seaway_testkit::device_suite!(|| TemporaryDevice::new());

/// A device over three directories that are removed with it.
#[derive(Debug)]
struct TemporaryDevice {
    device: StripedDevice,
    _directories: [TempDir; 3],
}

impl TemporaryDevice {
    fn new() -> Self {
        let directories = [(); 3].map(|()| tempfile::tempdir().expect("temporary files can be made"));
        let device = StripedDevice::new(directories.iter().map(TempDir::path));
        Self { device, _directories: directories }
    }
}

impl Device for TemporaryDevice {
    fn open(&self, path: &DevicePath, options: &OpenOptions) -> Result<Box<dyn DeviceFile>> {
        self.device.open(path, options)
    }

    fn delete(&self, path: &DevicePath) -> Result<()> {
        self.device.delete(path)
    }
}
