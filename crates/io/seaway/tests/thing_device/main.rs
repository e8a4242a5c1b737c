// SPDX-License-Identifier: MIT OR Apache-2.0
//! `thing:` keeps the promises of every device, in memory and on disk, with an agent in this process.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

mod agent_here;
mod far;
mod homes;
mod line;
mod migration;
mod pair;
mod waiting;

use std::sync::Arc;

use agent_here::AgentHere;
use seaway_device_api::{Device, DeviceFile, DeviceName, DevicePath, Hints, OpenOptions, Result};

/// The device of a space of its own.
#[derive(Debug)]
struct Space {
    device: Arc<dyn Device>,
    hints: Hints,
    agent: AgentHere,
}

impl Space {
    fn new(hints: &str) -> Self {
        Self::with_memory(hints, 8 << 30)
    }

    fn with_memory(hints: &str, memory: u64) -> Self {
        let agent = AgentHere::start(memory);
        let hints = Hints::parse(hints).with("seaway_space", agent.space());
        let name = DeviceName::parse("thing:x", seaway_devices::schemes());
        let device = seaway_devices::connect(&name, &hints).unwrap();
        Self { device, hints, agent }
    }
}

impl Device for Space {
    fn open(&self, path: &DevicePath, options: &OpenOptions) -> Result<Box<dyn DeviceFile>> {
        let options = OpenOptions { hints: options.hints.clone().over(&self.hints), ..options.clone() };
        self.device.open(path, &options)
    }

    fn delete(&self, path: &DevicePath) -> Result<()> {
        self.device.delete(path)
    }
}

mod memory {
    use super::Space;
    seaway_testkit::device_suite!(|| Space::new(""));
}

mod disk {
    use super::Space;
    seaway_testkit::device_suite!(|| Space::new("seaway_thing_kind=disk"));
}
