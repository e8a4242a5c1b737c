// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program `seaway` under test: what `SEAWAY_PROGRAM` names, else the release build.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use mpi_tests::{Family, Installation, seaway_library, workspace_root};

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

fn seaway_program() -> PathBuf {
    let target =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace_root().join("target"), PathBuf::from);
    let program = env::var_os("SEAWAY_PROGRAM").map_or_else(|| target.join("release/seaway"), PathBuf::from);
    assert!(
        program.is_file(),
        "{} does not exist: run `cargo xtask test-mpi`, which builds it, or set SEAWAY_PROGRAM",
        program.display()
    );
    program
}
