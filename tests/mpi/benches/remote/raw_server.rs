// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`RawServer`]: only sockets and memory, or sockets and a file: the baseline for a daemon.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use mpi_tests::{Installation, program_source};

use crate::MPI;

pub(crate) const PORT: u16 = 7118;
/// For the one that stores the bytes in a file.
pub(crate) const PORT_TO_FILE: u16 = 7119;

/// Killed on drop.
pub(crate) struct RawServer(Child);

impl RawServer {
    /// `enter` turns a program into a command, on any host. Clients retry until it listens.
    pub(crate) fn start(enter: impl FnOnce(PathBuf) -> Command, bytes: usize) -> Self {
        let mut command = enter(server_program());
        command.args([PORT.to_string(), bytes.to_string()]).stdin(Stdio::null());
        Self(command.spawn().expect("a program can be started"))
    }

    pub(crate) fn start_with_file(path: &Path, bytes: usize) -> Self {
        let mut command = Command::new(server_program());
        command.args([PORT_TO_FILE.to_string(), bytes.to_string()]).arg(path).stdin(Stdio::null());
        Self(command.spawn().expect("a program can be started"))
    }
}

impl Drop for RawServer {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn server_program() -> PathBuf {
    Installation::named(MPI).compile_c("mxn/file_server.c", &["-O2", "-pthread"])
}

/// The program that writes and reads, over sockets or by a file.
pub(crate) fn raw_program() -> PathBuf {
    let folders = ["bench", "mxn"].map(|folder| format!("-I{}", program_source(folder).display()));
    Installation::named(MPI).compile_c("remote/raw.c", &["-O2", &folders[0], &folders[1]])
}
