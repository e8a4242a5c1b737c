// SPDX-License-Identifier: MIT OR Apache-2.0
//! Seaway's entries in the contests.

use std::path::PathBuf;

use seaway::{AccessMode, Datatype, File, Hints, Rank};

use crate::contest::Competitor;
use crate::pattern::Pattern;
use crate::peers::Task;

/// Whether the calls are collective.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    Independent,
    Collective,
}

impl Manner {
    pub(crate) const BOTH: [Manner; 2] = [Manner::Independent, Manner::Collective];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Independent => "independent",
            Self::Collective => "collective",
        }
    }
}

/// Consecutive calls of equal length at explicit offsets, in the rank's own part of the file.
pub(crate) struct OffsetCalls {
    pub(crate) rank: Rank,
    pub(crate) path: PathBuf,
    pub(crate) task: Task,
    pub(crate) manner: Manner,
    pub(crate) call_bytes: usize,
    pub(crate) start: u64,
    pub(crate) buffer: Vec<u8>,
    pub(crate) file: Option<File>,
}

impl Competitor for OffsetCalls {
    fn prepare(&mut self) {
        reopen(&mut self.file, &self.rank, &self.path, self.task);
    }

    fn lap(&mut self) {
        let Some(file) = &self.file else { return };
        let mut offset = i64::try_from(self.start).expect("the file is small");
        for piece in self.buffer.chunks_mut(self.call_bytes) {
            let moved = match (self.task, self.manner) {
                (Task::Read, Manner::Independent) => file.read_at(offset, &mut piece[..]),
                (Task::Read, Manner::Collective) => file.read_at_all(offset, &mut piece[..]),
                (_, Manner::Independent) => file.write_at(offset, &piece[..]),
                (_, Manner::Collective) => file.write_at_all(offset, &piece[..]),
            };
            let moved = moved.expect("the file can be accessed").bytes;
            assert_eq!(moved, piece.len() as u64);
            offset += i64::try_from(moved).expect("the file is small");
        }
    }
}

/// One call through a view of the rank's own blocks.
pub(crate) struct ViewCall {
    pub(crate) rank: Rank,
    pub(crate) path: PathBuf,
    pub(crate) task: Task,
    pub(crate) manner: Manner,
    pub(crate) pattern: Pattern,
    /// Of this rank.
    pub(crate) filetype: Datatype,
    pub(crate) buffer: Vec<u8>,
    pub(crate) file: Option<File>,
}

impl Competitor for ViewCall {
    fn prepare(&mut self) {
        reopen(&mut self.file, &self.rank, &self.path, self.task);
        let Some(file) = &self.file else { return };
        file.set_view(0, &Datatype::bytes(), &self.filetype, "native", &Hints::new())
            .expect("the view is a valid one");
    }

    fn lap(&mut self) {
        let Some(file) = &self.file else { return };
        let moved = match (self.task, self.manner) {
            (Task::Read, Manner::Independent) => file.read_at(0, &mut self.buffer),
            (Task::Read, Manner::Collective) => file.read_at_all(0, &mut self.buffer),
            (_, Manner::Independent) => file.write_at(0, &self.buffer),
            (_, Manner::Collective) => file.write_at_all(0, &self.buffer),
        };
        assert_eq!(moved.expect("the file can be accessed").bytes, self.pattern.bytes_per_rank() as u64);
    }
}

fn reopen(file: &mut Option<File>, rank: &Rank, path: &std::path::Path, task: Task) {
    if let Some(old) = file.take() {
        old.close().expect("what was opened can be closed");
    }
    let name = path.to_string_lossy();
    let mode = AccessMode::CREATE | AccessMode::READ_WRITE;
    let opened = File::open(rank, &name, mode, &Hints::new()).expect("the place can be written");
    if task == Task::WriteNew {
        opened.set_size(0).expect("the file can be emptied");
    }
    *file = Some(opened);
}
