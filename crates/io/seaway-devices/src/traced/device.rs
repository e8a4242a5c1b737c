// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`TracedDevice`]: a device whose opens and deletes are recorded, and whose files are traced.

use std::sync::Arc;

use seaway_device_api::{
    Device, DeviceFile, DeviceName, DevicePath, OpenOptions, OpenTogether, Ranks, Result,
};
use seaway_trace_format::{Call, StringKind};

use super::file::TracedFile;
use super::recorder::Recorder;
use super::traced_name;

#[derive(Debug)]
pub(super) struct TracedDevice {
    device: Arc<dyn Device>,
    scheme: String,
    recorder: &'static Recorder,
}

/// The file that events are about, and the recorder that gets them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Watch {
    pub(super) recorder: &'static Recorder,
    /// Numbers of strings.
    pub(super) file: u32,
    pub(super) device: u32,
}

impl TracedDevice {
    pub(super) fn new(device: Arc<dyn Device>, scheme: &str, recorder: &'static Recorder) -> Self {
        Self { device, scheme: scheme.to_owned(), recorder }
    }

    fn watch(&self, path: &DevicePath) -> Watch {
        let name = DeviceName::parse(&format!("{}:{path}", self.scheme), &[&self.scheme]);
        Watch {
            recorder: self.recorder,
            file: self.recorder.string(StringKind::Path, &traced_name(&name)),
            device: self.recorder.string(StringKind::Device, &self.scheme),
        }
    }

    fn opened(
        &self,
        path: &DevicePath,
        open: impl FnOnce() -> Result<Box<dyn DeviceFile>>,
    ) -> Result<Box<dyn DeviceFile>> {
        let watch = self.watch(path);
        let file = watch.tell(Call::DeviceOpen, 0, open)?;
        Ok(Box::new(TracedFile::new(file, watch)))
    }
}

impl Device for TracedDevice {
    fn open(&self, path: &DevicePath, options: &OpenOptions) -> Result<Box<dyn DeviceFile>> {
        self.opened(path, || self.device.open(path, options))
    }

    fn delete(&self, path: &DevicePath) -> Result<()> {
        self.watch(path).tell(Call::DeviceDelete, 0, || self.device.delete(path))
    }

    fn together(&self) -> Option<&dyn OpenTogether> {
        self.device.together().map(|_| self as &dyn OpenTogether)
    }
}

impl OpenTogether for TracedDevice {
    fn open_together(
        &self,
        path: &DevicePath,
        options: &OpenOptions,
        ranks: &dyn Ranks,
    ) -> Result<Box<dyn DeviceFile>> {
        let device = self.device.together().expect("it was there when the wrapper was asked");
        self.opened(path, || device.open_together(path, options, ranks))
    }
}
