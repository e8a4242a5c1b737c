// SPDX-License-Identifier: MIT OR Apache-2.0
//! The call that carries out an access, and its memory.

use seaway::{File, ReadBuffer, Request, Result, Source, Status, Target, WriteBuffer};

use crate::plain_type::PlainType;
use crate::program::{Form, Positioning, Share};

/// A call that may still be in progress.
pub(crate) enum Started<'a> {
    Ended(Result<Status>),
    Going(Request<'a>),
    /// Between the two halves of a split collective call.
    Split(Result<()>, fn(&seaway_engine::File) -> Result<Status>),
}

pub(crate) fn start_write<'a>(
    file: &File,
    (positioning, form): (Positioning, Form),
    memory: &'a Memory,
    share: &Share,
) -> Started<'a> {
    use {Form::*, Positioning::*, Started::*};
    let offset = i64::try_from(share.offset).unwrap();
    let source = Source::from_slice(&memory.bytes).with_origin_moved(memory.origin);
    let buffer = match WriteBuffer::new(source, share.count, &share.memory.datatype) {
        Ok(buffer) => buffer,
        Err(error) => return Ended(Err(error)),
    };
    match (positioning, form) {
        (Explicit, Independent) => Ended(file.write_at(offset, buffer)),
        (Explicit, IndependentNonblocking) => Going(file.iwrite_at(offset, buffer)),
        (Explicit, Collective) => Ended(file.write_at_all(offset, buffer)),
        (Explicit, CollectiveNonblocking) => Going(file.iwrite_at_all(offset, buffer)),
        (Explicit, Form::Split) => {
            Started::Split(file.write_at_all_begin(offset, buffer), seaway_engine::File::write_at_all_end)
        }
        (Individual, Independent) => Ended(file.write(buffer)),
        (Individual, IndependentNonblocking) => Going(file.iwrite(buffer)),
        (Individual, Collective) => Ended(file.write_all(buffer)),
        (Individual, CollectiveNonblocking) => Going(file.iwrite_all(buffer)),
        (Individual, Form::Split) => {
            Started::Split(file.write_all_begin(buffer), seaway_engine::File::write_all_end)
        }
        (Shared, Independent) => Ended(file.write_shared(buffer)),
        (Shared, IndependentNonblocking) => Going(file.iwrite_shared(buffer)),
        (Shared, Collective | CollectiveNonblocking) => Ended(file.write_ordered(buffer)),
        (Shared, Form::Split) => {
            Started::Split(file.write_ordered_begin(buffer), seaway_engine::File::write_ordered_end)
        }
    }
}

pub(crate) fn start_read<'a>(
    file: &File,
    (positioning, form): (Positioning, Form),
    memory: &'a mut Memory,
    share: &Share,
) -> Started<'a> {
    use {Form::*, Positioning::*, Started::*};
    let offset = i64::try_from(share.offset).unwrap();
    let target = Target::from_slice(&mut memory.bytes).with_origin_moved(memory.origin);
    let buffer = match ReadBuffer::new(target, share.count, &share.memory.datatype) {
        Ok(buffer) => buffer,
        Err(error) => return Ended(Err(error)),
    };
    match (positioning, form) {
        (Explicit, Independent) => Ended(file.read_at(offset, buffer)),
        (Explicit, IndependentNonblocking) => Going(file.iread_at(offset, buffer)),
        (Explicit, Collective) => Ended(file.read_at_all(offset, buffer)),
        (Explicit, CollectiveNonblocking) => Going(file.iread_at_all(offset, buffer)),
        (Explicit, Form::Split) => {
            Started::Split(file.read_at_all_begin(offset, buffer), seaway_engine::File::read_at_all_end)
        }
        (Individual, Independent) => Ended(file.read(buffer)),
        (Individual, IndependentNonblocking) => Going(file.iread(buffer)),
        (Individual, Collective) => Ended(file.read_all(buffer)),
        (Individual, CollectiveNonblocking) => Going(file.iread_all(buffer)),
        (Individual, Form::Split) => {
            Started::Split(file.read_all_begin(buffer), seaway_engine::File::read_all_end)
        }
        (Shared, Independent) => Ended(file.read_shared(buffer)),
        (Shared, IndependentNonblocking) => Going(file.iread_shared(buffer)),
        (Shared, Collective | CollectiveNonblocking) => Ended(file.read_ordered(buffer)),
        (Shared, Form::Split) => {
            Started::Split(file.read_ordered_begin(buffer), seaway_engine::File::read_ordered_end)
        }
    }
}

impl Started<'_> {
    pub(crate) fn finish(self, file: &File, polled: bool) -> Result<Status> {
        match self {
            Self::Ended(outcome) => outcome,
            Self::Split(begun, end) => begun.and_then(|()| end(file)),
            Self::Going(request) if !polled => request.wait(),
            Self::Going(mut request) => loop {
                if let Some(status) = request.test()? {
                    return Ok(status);
                }
                std::thread::yield_now();
            },
        }
    }
}

/// A buffer with margins around the data, so that a stray byte is noticed.
#[derive(Clone)]
pub(crate) struct Memory {
    pub(crate) bytes: Vec<u8>,
    /// Where the datatype's offset 0 lies.
    origin: i64,
}

const MARGIN: i64 = 9;

impl Memory {
    pub(crate) fn new(share: &Share) -> Self {
        let PlainType { bytes, extent, .. } = &share.memory;
        let reach = extent * i64::try_from(share.count).unwrap();
        let low = bytes.iter().copied().min().unwrap_or(0).min(0);
        let high = bytes.iter().copied().max().unwrap_or(0).max(0) + reach;
        let memory = vec![0xa5; usize::try_from(high - low + 2 * MARGIN).unwrap()];
        Self { bytes: memory, origin: MARGIN - low }
    }

    /// Scatters packed data to the offsets of the datatype.
    pub(crate) fn put(&mut self, share: &Share, data: &[u8]) {
        for (place, &byte) in self.places(share).zip(data) {
            self.bytes[place] = byte;
        }
    }

    /// The first `length` bytes of data.
    pub(crate) fn get(&self, share: &Share, length: u64) -> Vec<u8> {
        self.places(share).take(usize::try_from(length).unwrap()).map(|place| self.bytes[place]).collect()
    }

    fn places<'s>(&self, share: &'s Share) -> impl Iterator<Item = usize> + use<'s> {
        let origin = self.origin;
        (0..).flat_map(move |item| {
            let by = origin + item * share.memory.extent;
            share.memory.bytes.iter().map(move |&byte| usize::try_from(byte + by).unwrap())
        })
    }
}
