// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway let-go`: lets processes that outlive `seaway run` keep opening files. Internal.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use clap::Args;
use rustix::event::{PollFd, PollFlags, poll};

use super::sys;

/// Let watched processes continue after the watcher has ended
#[derive(Debug, Args)]
pub(crate) struct LetGo {}

/// Hands the listener to a process that stays.
pub(super) fn go_on(listener: OwnedFd) -> Result<()> {
    let mut command =
        Command::new(std::env::current_exe().context("cannot determine the path of this program")?);
    command.arg("let-go").stdin(listener).stdout(Stdio::null()).stderr(Stdio::null());
    // Its own process group: signals of the terminal are not for it.
    command
        .process_group(0)
        .current_dir("/")
        .spawn()
        .context("cannot serve the processes that the program leaves behind")?;
    Ok(())
}

impl LetGo {
    pub(crate) fn run(&self) -> Result<()> {
        let listener = io::stdin().as_fd().try_clone_to_owned().context("no process is watched")?;
        loop {
            let mut waits = [PollFd::new(&listener, PollFlags::IN)];
            match poll(&mut waits, None) {
                Ok(_) => {}
                Err(rustix::io::Errno::INTR) => continue,
                Err(error) => return Err(error.into()),
            }
            let found = waits[0].revents();
            if !found.contains(PollFlags::IN) {
                return Ok(());
            }
            if let Some(waiting) = sys::next(listener.as_fd())? {
                sys::let_go(listener.as_fd(), waiting.id)?;
            }
        }
    }
}
