// SPDX-License-Identifier: MIT OR Apache-2.0
//! One process of a trace, more precisely one program in it: exec begins a new one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use seaway_trace_format::{Call, Flags};

use crate::mounts::Mount;
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
    /// As it was started; invalid UTF-8 is replaced.
    pub program: String,
    pub arguments: Vec<String>,
    pub directory: String,
    /// The name of the user, or the id if the recorder knew no name.
    pub user: Option<String>,
    /// The batch job, by its id.
    pub job: Option<Job>,
    /// The mounts on its host, if it recorded them: one process of each node does.
    pub mounts: Vec<Mount>,
    /// In nanoseconds on the time line of the trace.
    pub began: u64,
    /// Bits of [`Flags`].
    pub flags: u32,
    /// What could not be recorded, in sentences.
    pub unseen: Vec<String>,
    /// Counts of calls that did not fit as events.
    pub counters: Vec<Counters>,
    /// The file that it was read from.
    pub path: PathBuf,
    pub(crate) boot: [u8; 16],
    pub(crate) source: Source,
    pub(crate) blocks: Vec<Block>,
    pub(crate) line: TimeLine,
    pub(crate) clock_shift: u32,
    pub(crate) numbers: Numbers,
}

/// A batch job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// The variable that names it and so identifies the batch system: `SLURM_JOB_ID`.
    pub variable: String,
    pub number: String,
}

/// All calls of one kind on one file that did not fit as events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counters {
    /// `None` if there was no room for the file either.
    pub file: Option<FileId>,
    pub call: Call,
    pub calls: u64,
    pub failures: u64,
    pub bytes: u64,
    /// In nanoseconds, all calls together.
    pub duration: u64,
}

impl Process {
    /// Whether the outcomes of its calls are known: recording from outside sees only their beginning.
    pub fn knows_outcomes(&self) -> bool {
        self.flags & Flags::FROM_OUTSIDE == 0
    }

    /// Duration and error of a call, as far as they are known.
    pub(crate) fn outcome(&self, record: &Record) -> (Option<u64>, Option<u8>) {
        match self.knows_outcomes() {
            true => (record.duration, Some(record.error)),
            false => (None, None),
        }
    }

    /// Its calls, ordered by start time.
    pub fn records(&self) -> Result<Records<'_>> {
        let reader = self.source.open().map_err(Error::read(&self.path))?;
        Ok(Records::new(reader, &self.blocks, self.line, self.clock_shift, &self.numbers))
    }

    /// Threads that made calls, and the maximum number of events of each: the last chunk is not full.
    pub fn threads(&self) -> BTreeMap<u32, u64> {
        let mut threads = BTreeMap::new();
        for block in &self.blocks {
            *threads.entry(block.thread).or_default() += block.events();
        }
        threads
    }

    /// Whether the trace had no room for all events.
    pub fn is_full(&self) -> bool {
        self.flags & Flags::FULL != 0
    }

    pub fn has_ended(&self) -> bool {
        self.flags & Flags::ENDED != 0
    }

    /// Its name in reports: `rank 3`, or `cp (pid 7)`.
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
