// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where the bench keeps its files: memory and disk.

use std::io;
use std::path::Path;

use tempfile::TempDir;

pub(crate) struct FileSystem {
    pub(crate) name: &'static str,
    directory: TempDir,
}

impl FileSystem {
    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }
}

/// The directories go with the values.
pub(crate) fn all() -> io::Result<Vec<FileSystem>> {
    let target = env!("CARGO_TARGET_TMPDIR");
    let make =
        |(name, parent)| Ok(FileSystem { name, directory: TempDir::with_prefix_in("seaway-", parent)? });
    [("tmpfs", "/dev/shm"), ("disk", target)].into_iter().map(make).collect()
}
