// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program `seaway`, as a user would call it.

use std::env;
use std::process::{Command, Stdio};

use mpi_tests::{Family, Installation, seaway_library, seaway_program};

/// `seaway ARGUMENTS` with nothing configured, and with what this MPI needs on a machine like the tests'.
pub(crate) fn seaway(installation: &Installation, arguments: &[&str]) -> Command {
    let mut command = Command::new(seaway_program());
    command.args(arguments).stdin(Stdio::null());
    for (name, _) in env::vars().filter(|(name, _)| name.starts_with("SEAWAY_")) {
        command.env_remove(name);
    }
    command.env("SEAWAY_LIBRARY", seaway_library()).env_remove("LD_PRELOAD");
    if let Some(folder) = installation.library_folder() {
        command.env("LD_LIBRARY_PATH", folder);
    }
    match installation.family {
        Family::Mpich => {}
        Family::Intel => drop(command.env("I_MPI_FABRICS", "shm")),
        Family::OpenMpi => {
            command.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
            // A probe for displays that prints warnings where there is none.
            command.env("HWLOC_COMPONENTS", "-gl");
        }
    }
    command
}
