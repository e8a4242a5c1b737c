// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway serve` as a process that can be killed, stopped, and started again at the same port.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::process::{Pid, Signal, kill_process};
use seaway_testkit::service_process::{ServiceProcess, make_secret};

pub(crate) struct Daemon {
    process: ServiceProcess,
    folder: PathBuf,
}

impl Daemon {
    /// Serves `data` in `folder`.
    pub(crate) fn start(folder: &Path) -> Self {
        make_secret(folder);
        fs::create_dir(folder.join("data")).unwrap();
        Self { process: serve(folder, "127.0.0.1:0"), folder: folder.to_owned() }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.process.address
    }

    pub(crate) fn kill(&mut self) {
        self.process.kill();
    }

    pub(crate) fn start_again(&mut self) {
        self.process = serve(&self.folder, &self.process.address.to_string());
    }

    pub(crate) fn stop(&self) {
        kill_process(Pid::from_child(&self.process.child), Signal::STOP).unwrap();
    }

    pub(crate) fn go_on(&self) {
        kill_process(Pid::from_child(&self.process.child), Signal::CONT).unwrap();
    }

    /// Whether it has ended by itself.
    pub(crate) fn has_crashed(&mut self) -> bool {
        self.process.child.try_wait().unwrap().is_some()
    }
}

fn serve(folder: &Path, listen: &str) -> ServiceProcess {
    let mut seaway = Command::new(env!("CARGO_BIN_EXE_seaway"));
    seaway.args(["serve", "--listen", listen, "--export"]).arg(folder.join("data"));
    ServiceProcess::start(&mut seaway, folder)
}
