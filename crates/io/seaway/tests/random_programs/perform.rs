// SPDX-License-Identifier: MIT OR Apache-2.0
//! Carries out one rank's share of a step through Seaway and compares it with the model.

use seaway::{AccessMode, File, Hints, Rank, ReadBuffer, Result, Source, Status, Target, WriteBuffer};

use crate::model::Model;
use crate::plain_type::PlainType;
use crate::program::{Access, Direction, Form, Positioning, Share, Step};

/// One rank with its file and its copy of the model, which covers all ranks.
pub(crate) struct Actor<'r> {
    pub(crate) rank: &'r Rank,
    pub(crate) name: &'r str,
    pub(crate) hints: &'r Hints,
    /// Empty only while it is reopened.
    file: Option<File>,
    pub(crate) model: Model,
}

impl<'r> Actor<'r> {
    pub(crate) fn new(rank: &'r Rank, name: &'r str, hints: &'r Hints) -> Result<Self> {
        let mode = AccessMode::CREATE | AccessMode::EXCLUSIVE | AccessMode::READ_WRITE;
        let file = Some(File::open(rank, name, mode, hints)?);
        Ok(Self { rank, name, hints, file, model: Model::new(rank.size()) })
    }

    fn file(&self) -> &File {
        self.file.as_ref().unwrap()
    }

    pub(crate) fn close(&mut self) -> Result<()> {
        self.file.take().unwrap().close()
    }

    fn reopen(&mut self, append: bool) -> Result<()> {
        self.close()?;
        let way = if append { AccessMode::APPEND } else { AccessMode::empty() };
        self.file = Some(File::open(self.rank, self.name, AccessMode::READ_WRITE | way, self.hints)?);
        self.model.reopen(append);
        Ok(())
    }

    pub(crate) fn perform(&mut self, step: &Step) -> Result<()> {
        let me = self.rank.rank();
        match step {
            Step::SetView(views) => {
                let mine = &views[me];
                let displacement = i64::try_from(mine.displacement).unwrap();
                let representation = if mine.reversed { "external32" } else { "native" };
                let (etype, filetype) = (&mine.etype.datatype, &mine.filetype.datatype);
                self.file().set_view(displacement, etype, filetype, representation, &Hints::new())?;
                self.model.set_view(views);
            }
            Step::Access(access) => self.access(access)?,
            Step::Seek(targets) => {
                let (offset, whence) = targets[me];
                self.file().seek(offset, whence)?;
                for (rank, &(offset, whence)) in targets.iter().enumerate() {
                    self.model.seek(rank, offset, whence);
                }
            }
            Step::SeekShared(offset, whence) => {
                self.file().seek_shared(*offset, *whence)?;
                self.model.seek_shared(*offset, *whence);
            }
            Step::SetSize(size) => {
                self.file().set_size(i64::try_from(*size).unwrap())?;
                self.model.set_size(*size);
            }
            Step::Preallocate(size) => {
                self.file().preallocate(i64::try_from(*size).unwrap())?;
                self.model.preallocate(*size);
            }
            Step::SetAtomicity(atomic) => self.file().set_atomicity(*atomic)?,
            Step::Sync => self.file().sync()?,
            Step::Reopen { append } => self.reopen(*append)?,
        }
        self.settle()?;
        self.compare_positions()
    }

    /// MPI-5.0 "File Consistency": sync, barrier, sync; in atomic mode the barrier alone.
    fn settle(&self) -> Result<()> {
        if self.file().atomicity() {
            return self.rank.barrier();
        }
        self.file().sync()?;
        self.rank.barrier()?;
        self.file().sync()
    }

    fn compare_positions(&self) -> Result<()> {
        let state = &self.model.ranks[self.rank.rank()];
        assert_eq!(self.file().size()?, self.model.bytes.len() as u64, "size of the file");
        assert_eq!(self.file().position()?, state.pointer, "individual pointer");
        assert_eq!(self.file().position_shared()?, self.model.shared_pointer, "shared pointer");
        let place = state.view.place(state.pointer * state.view.etype.size());
        let pointer = i64::try_from(state.pointer).unwrap();
        assert_eq!(self.file().byte_offset(pointer)?, place, "byte offset of the pointer");
        self.rank.barrier()
    }

    fn access(&mut self, access: &Access) -> Result<()> {
        let offsets = access.offsets(&self.model);
        if access.direction == Direction::Write {
            for (rank, (share, &offset)) in access.shares.iter().zip(&offsets).enumerate() {
                self.model.write(rank, offset, &share.data());
            }
        }
        for turn in 0..self.rank.size() {
            let my_turn = turn == self.rank.rank();
            if (access.in_turn && my_turn) || (!access.in_turn && turn == 0) {
                self.access_now(access, offsets[self.rank.rank()])?;
            }
            if access.in_turn {
                self.settle()?;
            }
        }
        access.move_pointers(&mut self.model);
        Ok(())
    }

    fn access_now(&self, access: &Access, offset: u64) -> Result<()> {
        let me = self.rank.rank();
        let share = &access.shares[me];
        let explicit = i64::try_from(share.offset).unwrap();
        let mut memory = Memory::new(&share.memory, share.count);
        match access.direction {
            Direction::Write => {
                memory.put(share, &share.data());
                let status = write(self.file(), access, explicit, &memory, share)?;
                assert_eq!(status.bytes, share.bytes(), "bytes written");
            }
            Direction::Read => {
                let expected = self.model.read(me, offset, share.bytes());
                let mut expected_memory = memory.clone();
                expected_memory.put(share, &expected);
                let status = read(self.file(), access, explicit, &mut memory, share)?;
                assert_eq!(status.bytes, expected.len() as u64, "bytes read at etype {offset}");
                assert!(memory.bytes == expected_memory.bytes, "data read at etype {offset}, or around it");
            }
        }
        Ok(())
    }
}

fn write(file: &File, access: &Access, offset: i64, memory: &Memory, share: &Share) -> Result<Status> {
    use {Form::*, Positioning::*};
    let source = Source::from_slice(&memory.bytes).with_origin_moved(memory.origin);
    let buffer = WriteBuffer::new(source, share.count, &share.memory.datatype)?;
    match (access.positioning, access.form) {
        (Explicit, Independent) => file.write_at(offset, buffer),
        (Explicit, IndependentNonblocking) => file.iwrite_at(offset, buffer).wait(),
        (Explicit, Collective) => file.write_at_all(offset, buffer),
        (Explicit, CollectiveNonblocking) => file.iwrite_at_all(offset, buffer).wait(),
        (Explicit, Split) => {
            file.write_at_all_begin(offset, buffer)?;
            file.write_at_all_end()
        }
        (Individual, Independent) => file.write(buffer),
        (Individual, IndependentNonblocking) => file.iwrite(buffer).wait(),
        (Individual, Collective) => file.write_all(buffer),
        (Individual, CollectiveNonblocking) => file.iwrite_all(buffer).wait(),
        (Individual, Split) => {
            file.write_all_begin(buffer)?;
            file.write_all_end()
        }
        (Shared, Independent) => file.write_shared(buffer),
        (Shared, IndependentNonblocking) => file.iwrite_shared(buffer).wait(),
        (Shared, Collective | CollectiveNonblocking) => file.write_ordered(buffer),
        (Shared, Split) => {
            file.write_ordered_begin(buffer)?;
            file.write_ordered_end()
        }
    }
}

fn read(file: &File, access: &Access, offset: i64, memory: &mut Memory, share: &Share) -> Result<Status> {
    use {Form::*, Positioning::*};
    let target = Target::from_slice(&mut memory.bytes).with_origin_moved(memory.origin);
    let buffer = ReadBuffer::new(target, share.count, &share.memory.datatype)?;
    match (access.positioning, access.form) {
        (Explicit, Independent) => file.read_at(offset, buffer),
        (Explicit, IndependentNonblocking) => file.iread_at(offset, buffer).wait(),
        (Explicit, Collective) => file.read_at_all(offset, buffer),
        (Explicit, CollectiveNonblocking) => file.iread_at_all(offset, buffer).wait(),
        (Explicit, Split) => {
            file.read_at_all_begin(offset, buffer)?;
            file.read_at_all_end()
        }
        (Individual, Independent) => file.read(buffer),
        (Individual, IndependentNonblocking) => file.iread(buffer).wait(),
        (Individual, Collective) => file.read_all(buffer),
        (Individual, CollectiveNonblocking) => file.iread_all(buffer).wait(),
        (Individual, Split) => {
            file.read_all_begin(buffer)?;
            file.read_all_end()
        }
        (Shared, Independent) => file.read_shared(buffer),
        (Shared, IndependentNonblocking) => file.iread_shared(buffer).wait(),
        (Shared, Collective | CollectiveNonblocking) => file.read_ordered(buffer),
        (Shared, Split) => {
            file.read_ordered_begin(buffer)?;
            file.read_ordered_end()
        }
    }
}

/// A buffer with margins around the data, so that a stray byte is noticed.
#[derive(Clone)]
struct Memory {
    bytes: Vec<u8>,
    /// Where the datatype's offset 0 lies.
    origin: i64,
}

const MARGIN: i64 = 9;

impl Memory {
    fn new(datatype: &PlainType, count: u64) -> Self {
        let reach = datatype.extent * i64::try_from(count).unwrap();
        let low = datatype.bytes.iter().copied().min().unwrap_or(0).min(0);
        let high = datatype.bytes.iter().copied().max().unwrap_or(0).max(0) + reach;
        let bytes = vec![0xa5; usize::try_from(high - low + 2 * MARGIN).unwrap()];
        Self { bytes, origin: MARGIN - low }
    }

    /// Scatters packed data to the offsets of the datatype.
    fn put(&mut self, share: &Share, data: &[u8]) {
        let places = (0..).flat_map(|item| {
            let by = self.origin + item * share.memory.extent;
            share.memory.bytes.iter().map(move |&byte| usize::try_from(byte + by).unwrap())
        });
        for (place, &byte) in places.zip(data) {
            self.bytes[place] = byte;
        }
    }
}
