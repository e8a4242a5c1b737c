// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway serve` and `seaway relay` as processes, with a secret of their own.

use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;

use seaway_testkit::service_process::{ServiceProcess, make_secret};

use crate::raw_client::Client;

pub(crate) struct Server {
    process: ServiceProcess,
    folder: tempfile::TempDir,
}

impl Server {
    pub(crate) fn serve() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("data")).unwrap();
        let export = folder.path().join("data");
        Self::start(folder, |seaway| {
            seaway.arg("serve").arg("--export").arg(export);
        })
    }

    pub(crate) fn relay() -> Self {
        Self::start(tempfile::tempdir().unwrap(), |seaway| {
            seaway.args(["relay", "--allow", "127.0.0.1:*"]);
        })
    }

    fn start(folder: tempfile::TempDir, arguments: impl FnOnce(&mut Command)) -> Self {
        make_secret(folder.path());
        let mut seaway = Command::new(env!("CARGO_BIN_EXE_seaway"));
        arguments(&mut seaway);
        let process = ServiceProcess::start(seaway.args(["--listen", "127.0.0.1:0"]), folder.path());
        Self { process, folder }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.process.address
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.child.id()
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub(crate) fn connect(&self) -> Client {
        Client::connect(self.process.address)
    }
}
