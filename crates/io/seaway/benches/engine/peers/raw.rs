// SPDX-License-Identifier: MIT OR Apache-2.0
//! One pwrite or pread for each piece.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

use seaway::Rank;

use super::{Task, open_together};
use crate::contest::Competitor;

/// Consecutive calls of equal length, from the rank's own part of the file.
pub(crate) struct RawCalls {
    pub(crate) rank: Rank,
    pub(crate) path: PathBuf,
    pub(crate) task: Task,
    pub(crate) call_bytes: usize,
    pub(crate) start: u64,
    pub(crate) buffer: Vec<u8>,
    pub(crate) file: Option<File>,
}

impl Competitor for RawCalls {
    fn prepare(&mut self) {
        self.file = Some(open_together(&self.rank, &self.path, self.task));
    }

    fn lap(&mut self) {
        let Some(file) = &self.file else { return };
        let mut offset = self.start;
        for piece in self.buffer.chunks_mut(self.call_bytes) {
            match self.task {
                Task::Read => file.read_exact_at(piece, offset),
                Task::WriteNew | Task::Rewrite => file.write_all_at(piece, offset),
            }
            .expect("the file can be accessed");
            offset += piece.len() as u64;
        }
    }
}
