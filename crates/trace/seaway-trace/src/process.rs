// SPDX-License-Identifier: MIT OR Apache-2.0
//! One process of a trace, or rather one program in it: exec begins a new one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use seaway_trace_format::{Call, Flags};

use crate::names::Numbers;
use crate::read::clock::TimeLine;
use crate::read::contents::Block;
use crate::read::source::Source;
use crate::{Error, FileId, Record, Records, Result};

#[derive(Debug)]
pub struct Process {
    pub id: u32,
    pub parent: u32,
    pub host: String,
    /// In an MPI program.
    pub rank: Option<u32>,
    pub ranks: Option<u32>,
    /// As it was started; bytes that are no UTF-8 are replaced.
    pub program: String,
    pub arguments: Vec<String>,
    pub directory: String,
    /// In nanoseconds on the time line of the trace.
    pub began: u64,
    /// Bits of [`Flags`].
    pub flags: u32,
    /// What could not be recorded, in sentences.
    pub unseen: Vec<String>,
    /// What is known of calls for which there was no room.
    pub counters: Vec<Counters>,
    /// Where it was read from.
    pub path: PathBuf,
    pub(crate) boot: [u8; 16],
    pub(crate) source: Source,
    pub(crate) blocks: Vec<Block>,
    pub(crate) line: TimeLine,
    pub(crate) clock_shift: u32,
    pub(crate) numbers: Numbers,
}

/// All calls of one kind on one file for which there was no room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counters {
    /// Nothing where there was no room for the file either.
    pub file: Option<FileId>,
    pub call: Call,
    pub calls: u64,
    pub failures: u64,
    pub bytes: u64,
    /// In nanoseconds, all calls together.
    pub duration: u64,
}

impl Process {
    /// Whether somebody saw what became of its calls: who records from outside sees them begin.
    pub fn knows_outcomes(&self) -> bool {
        self.flags & Flags::FROM_OUTSIDE == 0
    }

    /// How long a call took, and its error, as far as they are known.
    pub(crate) fn outcome(&self, record: &Record) -> (Option<u64>, Option<u8>) {
        match self.knows_outcomes() {
            true => (record.duration, Some(record.error)),
            false => (None, None),
        }
    }

    /// Its calls, by the time at which they began.
    pub fn records(&self) -> Result<Records<'_>> {
        let reader = self.source.open().map_err(Error::read(&self.path))?;
        Ok(Records::new(reader, &self.blocks, self.line, self.clock_shift, &self.numbers))
    }

    /// Those that made calls, and how many events each may have: an upper limit, for the last chunk is not full.
    pub fn threads(&self) -> BTreeMap<u32, u64> {
        let mut threads = BTreeMap::new();
        for block in &self.blocks {
            *threads.entry(block.thread).or_default() += block.events();
        }
        threads
    }

    /// Was there no room for all events?
    pub fn is_full(&self) -> bool {
        self.flags & Flags::FULL != 0
    }

    pub fn has_ended(&self) -> bool {
        self.flags & Flags::ENDED != 0
    }

    /// How people call it: `rank 3`, or `cp (pid 7)`.
    pub fn title(&self) -> String {
        match self.rank {
            Some(rank) => format!("rank {rank}"),
            None => {
                let name = Path::new(&self.program).file_name();
                let name = name.map_or("?".into(), |name| name.to_string_lossy());
                format!("{name} (pid {})", self.id)
            }
        }
    }

    pub(crate) fn event_room(&self) -> u64 {
        self.blocks.iter().map(Block::events).sum()
    }
}
