// SPDX-License-Identifier: MIT OR Apache-2.0
//! An agent in this process, for a space that no other test has.
#![allow(dead_code, reason = "each test uses some of it")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use seaway_daemon::{Agent, AgentOptions};
use seaway_devices::thing::SpaceName;
use tempfile::TempDir;

const LEASE: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(crate) struct AgentHere {
    pub(crate) agent: Arc<Agent>,
    space: SpaceName,
    folder: TempDir,
}

impl AgentHere {
    pub(crate) fn start(memory: u64) -> Self {
        Self::with_lease(memory, LEASE)
    }

    pub(crate) fn with_lease(memory: u64, lease: Duration) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let space = SpaceName::parse(&format!("test-{}-{number}", std::process::id())).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let agent = Self::agent(&space, folder.path(), memory, lease);
        Self { agent, space, folder }
    }

    fn agent(space: &SpaceName, folder: &Path, memory: u64, lease: Duration) -> Arc<Agent> {
        let (space, folder) = (space.clone(), folder.to_owned());
        let options = AgentOptions { space, node: None, folder, memory, idle: None, lease };
        Agent::start(options).unwrap().expect("no other test has this space")
    }

    pub(crate) fn space(&self) -> &str {
        self.space.as_str()
    }

    /// Ends it and starts another for the same space.
    pub(crate) fn restart(&mut self) {
        self.agent.stop(Duration::ZERO);
        self.agent.wait();
        self.agent = Self::agent(&self.space, self.folder.path(), 8 << 30, LEASE);
    }
}

impl Drop for AgentHere {
    fn drop(&mut self) {
        self.agent.stop(Duration::ZERO);
        self.agent.wait();
    }
}
