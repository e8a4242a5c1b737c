// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs unmodified programs under real MPIs: the [`Installation`]s, compiling programs for them, [`Launch`],
//! which starts ranks with or without libseaway, and [`Daemon`], which they may connect to. `cargo xtask
//! test-mpi` prepares the MPIs in `target/mpi/`; a test that does not find one fails and says so.
//!
//! Panics instead of returning errors, as test helpers do.
#![forbid(unsafe_code)]

mod compile;
mod daemon;
mod installation;
mod launch;
mod places;
mod report;
mod seaway_command;

pub use daemon::{Daemon, SecretFile};
pub use installation::{Abi, Family, Installation};
pub use launch::{Launch, Output};
pub use places::{
    adapter_library, environment_folder, folder_in_memory, posix_library, program_source, programs_in,
    seaway_library, seaway_program, workspace_root,
};
pub use report::Report;
pub use seaway_command::seaway;
