// SPDX-License-Identifier: MIT OR Apache-2.0
//! A temporary folder where synchronising costs nothing: programs here do that a lot, and a disk takes long.

use std::path::Path;

pub(crate) fn quick_folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    folder.expect("there is a folder for temporary files")
}
