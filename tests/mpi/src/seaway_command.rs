// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program `seaway`, as a user would call it.

use std::env;
use std::process::{Command, Stdio};

use crate::installation::Installation;
use crate::places::{seaway_library, seaway_program};

/// `seaway ARGUMENTS` without configuration, and with what this MPI needs on a test machine.
pub fn seaway(installation: &Installation, arguments: &[&str]) -> Command {
    let mut command = Command::new(seaway_program());
    command.args(arguments).stdin(Stdio::null());
    for (name, _) in env::vars().filter(|(name, _)| name.starts_with("SEAWAY_")) {
        command.env_remove(name);
    }
    command.env("SEAWAY_LIBRARY", seaway_library()).env_remove("LD_PRELOAD");
    if let Some(folder) = installation.library_folder() {
        command.env("LD_LIBRARY_PATH", folder);
    }
    command.envs(installation.launcher_environment());
    command
}
