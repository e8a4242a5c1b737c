// SPDX-License-Identifier: MIT OR Apache-2.0
//! Hand-written two-phase I/O: threads exchange through shared memory, and each accesses its own part of the
//! file.
//!
//! Each thread owns an equal part of the file, its domain. In a round, threads copy what falls into a window
//! of each domain, enter a barrier, and write their own window; two windows alternate, so that one barrier
//! per round is enough.

use std::fs::File;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::Arc;

use seaway::Rank;

use super::shared_buffer::{SharedBuffer, copy_block};
use super::{Task, open_together};
use crate::contest::Competitor;
use crate::pattern::Pattern;

/// What one thread moves in a round: large enough for the kernel, small enough for the cache.
const WINDOW_BYTES: usize = 512 << 10;

pub(crate) struct TwoPhase {
    pub(crate) rank: Rank,
    pub(crate) path: PathBuf,
    pub(crate) task: Task,
    pub(crate) pattern: Pattern,
    pub(crate) buffer: Vec<u8>,
    pub(crate) windows: Arc<SharedBuffer>,
    pub(crate) file: Option<File>,
}

impl TwoPhase {
    pub(crate) fn windows(ranks: usize) -> Arc<SharedBuffer> {
        Arc::new(SharedBuffer::new(2 * ranks * WINDOW_BYTES))
    }

    fn meet(&self) {
        self.rank.barrier().expect("all ranks take part");
    }

    fn domain_bytes(&self) -> usize {
        self.pattern.total_bytes().div_ceil(self.pattern.ranks)
    }

    /// The part of a domain that a round moves.
    fn window(&self, round: usize, domain: usize) -> Range<usize> {
        let start = domain * self.domain_bytes();
        let end = (start + self.domain_bytes()).min(self.pattern.total_bytes());
        (start + round * WINDOW_BYTES).min(end)..(start + (round + 1) * WINDOW_BYTES).min(end)
    }

    /// Where a round keeps a domain's window.
    fn place(&self, round: usize, domain: usize) -> usize {
        (round % 2 * self.pattern.ranks + domain) * WINDOW_BYTES
    }

    /// Copies between this thread's blocks and the windows of a round.
    fn exchange(&mut self, round: usize) {
        let memory = self.buffer.as_mut_ptr();
        for domain in 0..self.pattern.ranks {
            let window = self.window(round, domain);
            let place = self.place(round, domain);
            for piece in self.pattern.pieces(self.rank.rank(), window.clone()) {
                // SAFETY: pieces lie inside the buffer and the window, and threads have disjoint ones.
                unsafe {
                    let shared = self.windows.address().add(place + piece.file - window.start);
                    let memory = memory.add(piece.memory);
                    match self.task {
                        Task::Read => copy_block(shared, memory, piece.bytes),
                        Task::WriteNew | Task::Rewrite => copy_block(memory, shared, piece.bytes),
                    }
                }
            }
        }
    }

    fn access(&self, round: usize) {
        let Some(file) = &self.file else { return };
        let window = self.window(round, self.rank.rank());
        let place = self.place(round, self.rank.rank());
        let range = place..place + window.len();
        let moved = if self.task == Task::Read {
            // SAFETY: between two barriers only its owner accesses a domain's window.
            file.read_exact_at(unsafe { self.windows.slice_mut(range) }, window.start as u64)
        } else {
            // SAFETY: as above.
            file.write_all_at(unsafe { self.windows.slice(range) }, window.start as u64)
        };
        moved.expect("the file can be accessed");
    }
}

impl Competitor for TwoPhase {
    fn prepare(&mut self) {
        self.file = Some(open_together(&self.rank, &self.path, self.task));
    }

    fn lap(&mut self) {
        for round in 0..self.domain_bytes().div_ceil(WINDOW_BYTES) {
            if self.task == Task::Read {
                self.access(round);
                self.meet();
                self.exchange(round);
            } else {
                self.exchange(round);
                self.meet();
                self.access(round);
            }
        }
    }
}
