// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program under test, apart from libraries that may have been built beside it, where it would search for
//! them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Copies the program into `folder`.
pub(crate) fn program_in(folder: &Path) -> PathBuf {
    let (built, program) = (env!("CARGO_BIN_EXE_seaway"), folder.join("seaway"));
    // Copied by another process: while one of ours has a program open for writing, a child of another test
    // may hold it open, and then it cannot be started.
    if fs::hard_link(built, &program).is_err() {
        assert!(Command::new("cp").arg(built).arg(&program).status().unwrap().success());
    }
    program
}
