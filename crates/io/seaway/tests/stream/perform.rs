// SPDX-License-Identifier: MIT OR Apache-2.0
//! Carries out one rank's share of a program and logs what it saw: a line for each call.

use std::fmt::Display;
use std::hash::{DefaultHasher, Hasher};

use seaway::{AccessMode, Datatype, Error, File, Group, GroupError, Hints, Named, Rank, Result, Whence};

use crate::calls::{Memory, Started, start_read, start_write};
use crate::log::{Line, Log};
use crate::program::{Accesses, Direction, Form, Mistake, Positioning, Program, Share, Step};
use crate::records;

/// Runs `program` on a file of this name.
pub(crate) fn run(program: &Program, name: &str) -> Result<Log, GroupError> {
    let group = Group::of(program.ranks);
    let group = if program.shared_memory { group } else { group.without_shared_memory() };
    group.run(|rank| run_rank(&rank, program, name)).map(Log)
}

fn run_rank(rank: &Rank, program: &Program, name: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let file = match File::open(rank, name, program.mode, &program.hints) {
        Ok(file) => file,
        Err(error) => return vec![Line::failed("open", &error)],
    };
    let mut actor = Actor { rank, file: &file, mode: program.mode, lines: &mut lines, step: 0, records: 0 };
    for (number, step) in program.steps.iter().enumerate() {
        actor.step = number;
        actor.perform(step);
    }
    let closed = file.close();
    lines.push(Line::of("close", closed.map(|()| "")));
    lines
}

struct Actor<'r> {
    rank: &'r Rank,
    file: &'r File,
    mode: AccessMode,
    lines: &'r mut Vec<Line>,
    step: usize,
    /// Written by this rank so far.
    records: usize,
}

impl Actor<'_> {
    fn note(&mut self, what: &str, seen: Result<impl Display>) {
        self.lines.push(Line::of(&format!("step {} {what}", self.step), seen));
    }

    /// One of several lines that any rank may have written.
    fn note_for_anybody(&mut self, what: &str, seen: Result<impl Display>) {
        self.lines.push(Line::of(&format!("step {} {what}", self.step), seen).anybodys());
    }

    fn barrier(&mut self) {
        if let Err(error) = self.rank.barrier() {
            self.note("barrier", Err::<&str, Error>(error));
        }
    }

    fn perform(&mut self, step: &Step) {
        let me = self.rank.rank();
        match step {
            Step::SetView(views, representation) => {
                let mine = &views[me];
                let displacement = i64::try_from(mine.displacement).unwrap();
                let (etype, filetype) = (&mine.etype.datatype, &mine.filetype.datatype);
                let set = self.file.set_view(displacement, etype, filetype, representation, &Hints::new());
                self.note("set_view", set.map(|()| ""));
                self.barrier();
            }
            Step::Accesses(accesses) => self.take_turns(accesses),
            Step::Draw { times, share } => self.draw(*times, share),
            Step::WriteRecords { times, record_bytes, nonblocking } => {
                self.write_records(*times, *record_bytes, *nonblocking);
            }
            Step::ReadRecords { accesses, record_bytes } => self.read_records(accesses, *record_bytes),
            Step::Seek(targets) => {
                let (offset, whence) = targets[me];
                let sought = self.file.seek(offset, whence).and_then(|()| self.file.position());
                self.note("seek", sought);
            }
            Step::SeekShared(offset, whence) => {
                let sought = self.file.seek_shared(*offset, *whence);
                self.barrier();
                self.note("seek_shared", sought.and_then(|()| self.file.position_shared()));
                self.barrier();
            }
            Step::Size => self.size(),
            Step::SetSize(size) => {
                let set = self.file.set_size(i64::try_from(*size).unwrap());
                self.note("set_size", set.map(|()| ""));
            }
            Step::Preallocate(size) => {
                let set = self.file.preallocate(i64::try_from(*size).unwrap());
                self.note("preallocate", set.map(|()| ""));
            }
            Step::SetAtomicity(atomic) => {
                let set = self.file.set_atomicity(*atomic);
                self.note("set_atomicity", set.map(|()| self.file.atomicity()));
            }
            Step::Sync => {
                let synced = self.file.sync();
                self.note("sync", synced.map(|()| ""));
            }
            Step::Positions => self.positions(),
            Step::Mistake(mistake) => self.make(*mistake),
            Step::Pause(times) => (0..times[me]).for_each(|_| std::thread::yield_now()),
        }
    }

    /// MPI-5.0 "File Consistency": sync, barrier, sync.
    fn size(&mut self) {
        if self.mode.can_write() {
            let synced = self.file.sync();
            self.note("sync", synced.map(|()| ""));
            self.barrier();
        }
        let size = self.file.size();
        self.note("size", size);
        self.barrier();
    }

    fn positions(&mut self) {
        self.barrier();
        let position = self.file.position();
        self.note(
            "byte offset",
            position
                .as_ref()
                .map_err(Error::clone)
                .and_then(|&position| self.file.byte_offset(i64::try_from(position).unwrap())),
        );
        self.note("position", position);
        let shared = self.file.position_shared();
        self.note("shared position", shared);
        self.barrier();
    }

    fn take_turns(&mut self, accesses: &Accesses) {
        if accesses.positioning == Positioning::Shared {
            self.barrier();
        }
        if !accesses.in_turn {
            return self.access(accesses);
        }
        for turn in 0..self.rank.size() {
            if turn == self.rank.rank() {
                self.access(accesses);
            }
            self.barrier();
        }
    }

    fn access(&mut self, accesses: &Accesses) {
        let me = self.rank.rank();
        let shares: Vec<&Share> = accesses.shares.iter().map(|shares| &shares[me]).collect();
        let (memories, outcomes) = self.carry_out(accesses, &shares);
        let what = format!("{:?} {:?} {:?}", accesses.direction, accesses.positioning, accesses.form);
        for (memory, outcome) in memories.iter().zip(outcomes) {
            let seen = outcome.map(|bytes| describe(bytes, &memory.bytes));
            self.note(&what, seen);
        }
    }

    /// Starts all, then completes all. Returns the memory afterwards, and how many bytes each moved.
    fn carry_out(&self, accesses: &Accesses, shares: &[&Share]) -> (Vec<Memory>, Vec<Result<u64>>) {
        let way = (accesses.positioning, accesses.form);
        let mut memories: Vec<Memory> = shares.iter().map(|share| Memory::new(share)).collect();
        let started: Vec<Started<'_>> = match accesses.direction {
            Direction::Read => {
                let pairs = memories.iter_mut().zip(shares);
                pairs.map(|(memory, share)| start_read(self.file, way, memory, share)).collect()
            }
            Direction::Write => {
                for (memory, share) in memories.iter_mut().zip(shares) {
                    memory.put(share, &share.data());
                }
                let pairs = memories.iter().zip(shares);
                pairs.map(|(memory, share)| start_write(self.file, way, memory, share)).collect()
            }
        };
        let finish =
            |started: Started<'_>| started.finish(self.file, accesses.polled).map(|status| status.bytes);
        let outcomes = if accesses.last_first {
            let mut outcomes: Vec<_> = started.into_iter().rev().map(finish).collect();
            outcomes.reverse();
            outcomes
        } else {
            started.into_iter().map(finish).collect()
        };
        (memories, outcomes)
    }

    fn draw(&mut self, times: usize, share: &Share) {
        self.barrier();
        for _ in 0..times {
            let mut memory = Memory::new(share);
            let way = (Positioning::Shared, Form::Independent);
            let outcome = start_read(self.file, way, &mut memory, share).finish(self.file, false);
            self.note_for_anybody("draw", outcome.map(|status| describe(status.bytes, &memory.bytes)));
        }
        self.barrier();
    }

    fn write_records(&mut self, times: usize, record_bytes: usize, nonblocking: bool) {
        let me = self.rank.rank();
        let numbers = self.records..self.records + times;
        self.records += times;
        let records: Vec<Vec<u8>> = numbers.map(|number| records::record(me, number, record_bytes)).collect();
        let outcomes: Vec<Result<u64>> = if nonblocking {
            let requests: Vec<_> =
                records.iter().map(|record| self.file.iwrite_shared(&record[..])).collect();
            requests.into_iter().map(|request| request.wait().map(|status| status.bytes)).collect()
        } else {
            let write = |record: &Vec<u8>| self.file.write_shared(&record[..]).map(|status| status.bytes);
            records.iter().map(write).collect()
        };
        for outcome in outcomes {
            self.note("write record", outcome);
        }
    }

    fn read_records(&mut self, accesses: &Accesses, record_bytes: usize) {
        self.barrier();
        let share = &accesses.shares[0][self.rank.rank()];
        let (memories, outcomes) = self.carry_out(accesses, &[share]);
        for (memory, outcome) in memories.iter().zip(outcomes) {
            match outcome {
                Ok(bytes) => {
                    if accesses.positioning == Positioning::Explicit || accesses.form.is_collective() {
                        self.note("read records", Ok(bytes));
                    }
                    for found in memory.get(share, bytes).chunks(record_bytes) {
                        // The step in which it appears is open, too.
                        self.lines.push(Line::of("found", Ok(records::describe(found))).anybodys());
                    }
                }
                Err(error) => self.note("read records", Err::<&str, _>(error)),
            }
        }
        self.barrier();
    }

    fn make(&mut self, mistake: Mistake) {
        let file = self.file;
        let seen: Result<u64> = match mistake {
            Mistake::WrongDirection if self.mode.can_write() => {
                file.read_shared(&mut [0_u8; 4]).map(|status| status.bytes)
            }
            Mistake::WrongDirection => file.write_shared(&[0_u8; 4]).map(|status| status.bytes),
            Mistake::NegativeOffset if self.mode.can_write() => {
                file.write_at(-1, &[0_u8; 4]).map(|status| status.bytes)
            }
            Mistake::NegativeOffset => file.read_at(-1, &mut [0_u8; 4]).map(|status| status.bytes),
            Mistake::SeekBeforeStart => file.seek(-1, Whence::Set).map(|()| 0),
            Mistake::UnknownRepresentation => {
                let byte = Datatype::named(Named::Byte);
                file.set_view(0, &byte, &byte, "unheard-of", &Hints::new()).map(|()| 0)
            }
            Mistake::EndWithoutBegin if self.mode.can_write() => {
                file.write_all_end().map(|status| status.bytes)
            }
            Mistake::EndWithoutBegin => file.read_all_end().map(|status| status.bytes),
            Mistake::NegativeSize => file.set_size(-1).map(|()| 0),
        };
        self.note(&format!("{mistake:?}"), seen);
    }
}

/// Bytes moved, and a digest of all memory passed: also of what must not have changed.
fn describe(bytes: u64, memory: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(memory);
    format!("{bytes} bytes, memory {:016x}", hasher.finish())
}
