// SPDX-License-Identifier: MIT OR Apache-2.0
//! `remote:` passes the device suite, and sends little.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

mod between;
mod cuts;
#[path = "../daemon_here/mod.rs"]
mod daemon_here;
mod own_hints;
mod wire;
mod wiretap;

use std::sync::Arc;

use daemon_here::Daemon;
use seaway_device_api::{Device, DeviceFile, DeviceName, DevicePath, Hints, OpenOptions, Result};

/// A device whose plain paths are files of a daemon.
#[derive(Debug)]
struct Far {
    device: Arc<dyn Device>,
    prefix: String,
    hints: Hints,
    _daemon: Kept,
}

struct Kept(#[allow(dead_code, reason = "serves as long as it is kept")] Daemon);

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Daemon")
    }
}

impl Far {
    fn new(hints: &str) -> Self {
        let daemon = Daemon::start();
        let hints = Hints::parse(hints);
        let name = DeviceName::parse(&daemon.name("x"), seaway_devices::schemes());
        let device = seaway_devices::connect(&name, &hints).unwrap();
        let prefix = name.path().as_str().trim_end_matches('x').to_owned();
        Self { device, prefix, hints, _daemon: Kept(daemon) }
    }

    fn path(&self, path: &DevicePath) -> DevicePath {
        DevicePath::new(format!("{}{path}", self.prefix))
    }
}

impl Device for Far {
    fn open(&self, path: &DevicePath, options: &OpenOptions) -> Result<Box<dyn DeviceFile>> {
        let options = OpenOptions { hints: options.hints.clone().over(&self.hints), ..options.clone() };
        self.device.open(&self.path(path), &options)
    }

    fn delete(&self, path: &DevicePath) -> Result<()> {
        self.device.delete(&self.path(path))
    }
}

mod with_buffers {
    use super::Far;
    seaway_testkit::device_suite!(|| Far::new(""));
}

mod without_buffers {
    use super::Far;
    seaway_testkit::device_suite!(|| Far::new("seaway_write_behind=disable;seaway_read_ahead=disable"));
}

mod with_tiny_buffers {
    use super::Far;
    seaway_testkit::device_suite!(|| Far::new("seaway_write_behind=2k;seaway_read_ahead=1k"));
}
