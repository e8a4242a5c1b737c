// SPDX-License-Identifier: MIT OR Apache-2.0
//! Two agents of one space in this process, as if they were two nodes.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use seaway_daemon::{Agent, AgentOptions, Network, RegistryPlace};
use seaway_device_api::{Device, DeviceFile, DeviceName, DevicePath, Hints, OpenOptions, Result};
use seaway_devices::Secret;
use seaway_devices::thing::SpaceName;
use tempfile::TempDir;

use super::line::Line;

const MEMORY: u64 = 8 << 30;

/// Programs are on the node `left`; the registry is held there, too.
#[derive(Debug)]
pub(crate) struct Pair {
    pub(crate) space: SpaceName,
    pub(crate) left: Option<Arc<Agent>>,
    pub(crate) right: Option<Arc<Agent>>,
    pub(crate) registry: SocketAddr,
    /// How the node on the right is reached.
    pub(crate) line: Line,
    folder: TempDir,
    hints: Hints,
    device: Arc<dyn Device>,
}

impl Pair {
    /// `hints` are those of programs on the left.
    pub(crate) fn new(hints: &str) -> Self {
        Self::with_lease(hints, Duration::from_secs(10))
    }

    pub(crate) fn with_lease(hints: &str, lease: Duration) -> Self {
        Self::with(hints, lease, MEMORY)
    }

    /// Each node may use so much memory.
    #[allow(dead_code, reason = "not every test needs it")]
    pub(crate) fn with_memory(hints: &str, memory: u64) -> Self {
        Self::with(hints, Duration::from_secs(10), memory)
    }

    fn with(hints: &str, lease: Duration, memory: u64) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let space = SpaceName::parse(&format!("pair-{}-{number}", std::process::id())).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let (left, line) = start(&space, "left", folder.path(), None, (lease, memory));
        let registry = line.address;
        let (right, line) = start(&space, "right", folder.path(), Some(registry), (lease, memory));
        let hints = Hints::parse(hints).with("seaway_space", space.as_str()).with("seaway_node", "left");
        let device = device(&hints);
        Self { space, left: Some(left), right: Some(right), registry, line, folder, hints, device }
    }

    /// The device of a program on the right.
    pub(crate) fn on_the_right(&self) -> (Arc<dyn Device>, Hints) {
        let hints = self.hints.clone().with("seaway_node", "right");
        (device(&hints), hints)
    }

    /// Another agent in place of the one on the right.
    pub(crate) fn restart_right(&mut self) {
        stop(self.right.take());
        let lease = Duration::from_secs(10);
        let (right, line) =
            start(&self.space, "right", self.folder.path(), Some(self.registry), (lease, MEMORY));
        (self.right, self.line) = (Some(right), line);
    }
}

impl Device for Pair {
    fn open(&self, path: &DevicePath, options: &OpenOptions) -> Result<Box<dyn DeviceFile>> {
        let options = OpenOptions { hints: options.hints.clone().over(&self.hints), ..options.clone() };
        self.device.open(path, &options)
    }

    fn delete(&self, path: &DevicePath) -> Result<()> {
        self.device.delete(path)
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        // The registry goes last.
        stop(self.right.take());
        stop(self.left.take());
    }
}

fn start(
    space: &SpaceName,
    node: &str,
    folder: &Path,
    join: Option<SocketAddr>,
    (lease, memory): (Duration, u64),
) -> (Arc<Agent>, Line) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let line = Line::to(listener.local_addr().unwrap());
    let address = line.address;
    let secret = Secret::load().unwrap();
    let registry = join.map_or(RegistryPlace::Here, |registry| RegistryPlace::Agent(registry.to_string()));
    let network = Network { listeners: vec![listener], addresses: vec![address], registry, secret };
    let (folder, idle) = (folder.join(node), None);
    let options =
        AgentOptions { space: space.clone(), node: Some(node.to_owned()), folder, memory, idle, lease };
    let agent = Agent::start_among(options, Some(network)).unwrap();
    (agent.expect("no other test has this space"), line)
}

fn device(hints: &Hints) -> Arc<dyn Device> {
    let name = DeviceName::parse("thing:x", seaway_devices::schemes());
    seaway_devices::connect(&name, hints).unwrap()
}

fn stop(agent: Option<Arc<Agent>>) {
    if let Some(agent) = agent {
        agent.stop(Duration::ZERO);
        agent.wait();
    }
}
