// SPDX-License-Identifier: MIT OR Apache-2.0
//! A daemon in this process that serves a directory of its own.
#![allow(dead_code, reason = "each test uses some of it")]

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use seaway_daemon::{Activity, Door, Exports, Service, Store};
use seaway_devices::Secret;
use tempfile::TempDir;

/// Serves until dropped.
pub(crate) struct Daemon {
    door: Arc<Door>,
    pub(crate) address: SocketAddr,
    folder: TempDir,
}

impl Daemon {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir_in("/dev/shm").unwrap();
        let exports = Exports::new(&[folder.path().to_path_buf()], false).unwrap();
        let services: Vec<Arc<dyn Service>> = vec![Arc::new(Store::new(exports, Arc::<Activity>::default()))];
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let door = Door::new(listener, Secret::load().unwrap(), None, services);
        door.open().unwrap();
        Self { door, address, folder }
    }

    /// The remote name of the file `name` in the daemon's directory.
    pub(crate) fn name(&self, name: &str) -> String {
        self.name_at(self.address, name)
    }

    /// The same, through a relay or tap.
    pub(crate) fn name_at(&self, address: SocketAddr, name: &str) -> String {
        format!("remote://{address}{}/{name}", self.folder.path().display())
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        self.door.close(Duration::ZERO);
    }
}
