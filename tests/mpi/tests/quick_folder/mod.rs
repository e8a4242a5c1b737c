// SPDX-License-Identifier: MIT OR Apache-2.0
//! A temporary directory where syncs cost nothing: programs here sync a lot, and a disk is slow.

use std::path::Path;

pub(crate) fn quick_folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    folder.expect("there is a folder for temporary files")
}
