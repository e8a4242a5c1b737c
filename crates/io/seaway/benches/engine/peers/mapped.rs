// SPDX-License-Identifier: MIT OR Apache-2.0
//! Each thread maps the file and copies its blocks to or from it.

use std::fs::File;
use std::path::PathBuf;
use std::ptr;

use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};
use seaway::Rank;

use super::shared_buffer::copy_block;
use super::{Task, open_together};
use crate::contest::Competitor;
use crate::pattern::Pattern;

pub(crate) struct MappedScatter {
    pub(crate) rank: Rank,
    pub(crate) path: PathBuf,
    pub(crate) task: Task,
    pub(crate) pattern: Pattern,
    pub(crate) buffer: Vec<u8>,
    pub(crate) file: Option<File>,
}

impl Competitor for MappedScatter {
    fn prepare(&mut self) {
        self.file = Some(open_together(&self.rank, &self.path, self.task));
    }

    fn lap(&mut self) {
        let Some(file) = &self.file else { return };
        let total = self.pattern.total_bytes();
        if self.task == Task::WriteNew {
            if self.rank.rank() == 0 {
                file.set_len(total as u64).expect("the file can grow");
            }
            self.rank.barrier().expect("all ranks map");
        }
        let protection = match self.task {
            Task::Read => ProtFlags::READ,
            Task::WriteNew | Task::Rewrite => ProtFlags::READ | ProtFlags::WRITE,
        };
        // SAFETY: a new mapping; the file is long enough and is not truncated.
        let mapped = unsafe { mmap(ptr::null_mut(), total, protection, MapFlags::SHARED, file, 0) };
        let mapped: *mut u8 = mapped.expect("the file can be mapped").cast();
        self.copy(mapped);
        // SAFETY: the mapping made above.
        unsafe { munmap(mapped.cast(), total) }.expect("what was mapped can be unmapped");
    }
}

impl MappedScatter {
    fn copy(&mut self, mapped: *mut u8) {
        let memory = self.buffer.as_mut_ptr();
        for piece in self.pattern.pieces(self.rank.rank(), 0..self.pattern.total_bytes()) {
            // SAFETY: pieces lie inside the buffer and the mapping, and ranks have disjoint ones.
            unsafe {
                let (memory, file) = (memory.add(piece.memory), mapped.add(piece.file));
                match self.task {
                    Task::Read => copy_block(file, memory, piece.bytes),
                    Task::WriteNew | Task::Rewrite => copy_block(memory, file, piece.bytes),
                }
            }
        }
    }
}
