// SPDX-License-Identifier: MIT OR Apache-2.0
//! Devices whose calls are recorded in a trace: [`traced`] wraps a `Device` in a `Device` if the process is
//! traced.
//!
//! The recorder is a separate library (libseaway-posix.so) that `seaway run --trace` preloads; this module
//! only finds and calls it. Without it devices are not wrapped.

mod device;
mod error_number;
mod facets;
mod file;
mod recorder;
mod sys;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use seaway_device_api::{Device, DeviceName};

use self::device::TracedDevice;
pub use self::error_number::error_number;
pub use self::recorder::{Detail, Ended, Event, Recorder, recorder};

/// The same device, wrapped if this process is traced.
pub(crate) fn traced(device: Arc<dyn Device>, name: &DeviceName) -> Arc<dyn Device> {
    match recorder() {
        Some(recorder) => Arc::new(TracedDevice::new(device, name.scheme(), recorder)),
        None => device,
    }
}

/// The name of a file in a trace: its full path, or its name with the scheme.
pub fn traced_name(name: &DeviceName) -> String {
    if name.scheme() != "ufs" {
        return name.to_string();
    }
    let path = name.path().as_str();
    std::path::absolute(path).map_or_else(|_| path.to_owned(), |path| path.to_string_lossy().into_owned())
}
