// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway be-watched`: asks the kernel to stop its opens, and becomes the program. Internal.

use std::ffi::OsString;
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, anyhow};
use clap::Args;

use super::{descriptors, sys};
use crate::commands::run::not_started;

/// Become a program that is watched
#[derive(Debug, Args)]
pub(crate) struct BeWatched {
    /// Where the watcher listens
    socket: i32,

    /// A variable for the program
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<OsString>,

    /// The file of the program, and all its words
    #[arg(required = true, num_args = 2.., trailing_var_arg = true, allow_hyphen_values = true)]
    line: Vec<OsString>,
}

impl BeWatched {
    /// Returns only if the program could not be started.
    pub(crate) fn run(&self) -> Result<()> {
        let file = PathBuf::from(&self.line[0]);
        let mut command = Command::new(&file);
        command.arg0(&self.line[1]).args(&self.line[2..]);
        for variable in &self.set {
            let bytes = variable.as_bytes();
            let middle = bytes.iter().position(|byte| *byte == b'=').context("a variable is NAME=VALUE")?;
            let part = |bytes: &[u8]| std::ffi::OsStr::from_bytes(bytes).to_owned();
            command.env(part(&bytes[..middle]), part(&bytes[middle + 1..]));
        }
        let mut socket =
            UnixStream::from(sys::inherited(self.socket).context("the watcher's socket is missing")?);
        let listener = sys::install().map_err(|error| refusal(&error))?;
        descriptors::send(socket.as_fd(), listener.as_fd()).context("cannot reach the watcher")?;
        drop(listener);
        socket.read_exact(&mut [0]).context("the watcher has ended")?;
        drop(socket);
        Err(not_started(&file, &command.exec()).into())
    }
}

fn refusal(error: &io::Error) -> anyhow::Error {
    let reason = match error.raw_os_error() {
        Some(libc::EBUSY) => "another tool already watches this program with seccomp".to_owned(),
        Some(libc::EINVAL | libc::ENOSYS) => {
            "this kernel has no seccomp user notification (needs Linux 5.5)".to_owned()
        }
        Some(libc::EACCES | libc::EPERM) => "it is not allowed here".to_owned(),
        _ => error.to_string(),
    };
    anyhow!("--seccomp is not available: {reason}; without it, the opens of static programs are not recorded")
}
