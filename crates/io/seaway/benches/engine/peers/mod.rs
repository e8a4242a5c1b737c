// SPDX-License-Identifier: MIT OR Apache-2.0
//! The baselines: the same work by system calls, mappings and copies, in plain Rust.

pub(crate) mod mapped;
pub(crate) mod memory_copy;
pub(crate) mod raw;
pub(crate) mod shared_buffer;
pub(crate) mod two_phase;

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use seaway::Rank;

/// What happens to the file before and in a lap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    /// Into an empty file.
    WriteNew,
    /// Overwrites existing bytes.
    Rewrite,
    Read,
}

impl Task {
    pub(crate) const ALL: [Task; 3] = [Task::WriteNew, Task::Rewrite, Task::Read];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::WriteNew => "new",
            Self::Rewrite => "rewrite",
            Self::Read => "read",
        }
    }
}

/// Before a contest, every contender finds its file in the same state: the state of a file's pages in the
/// kernel determines the cost of small writes. Collective.
pub(crate) fn lay_out(rank: &Rank, paths: &[PathBuf], task: Task, bytes: usize) {
    if rank.rank() == 0 {
        for path in paths {
            // A missing file need not be removed.
            let _ = std::fs::remove_file(path);
            let content = if task == Task::WriteNew { Vec::new() } else { vec![3; bytes] };
            std::fs::write(path, content).expect("the place can be written");
        }
    }
    rank.barrier().expect("all ranks enter");
}

/// All ranks open the file; one truncates it first if it is to be new.
pub(super) fn open_together(rank: &Rank, path: &Path, task: Task) -> File {
    let open = || OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    if rank.rank() == 0 && task == Task::WriteNew {
        open().and_then(|file| file.set_len(0)).expect("the place can be written");
    }
    rank.barrier().expect("all ranks open");
    open().expect("the place can be written")
}
