// SPDX-License-Identifier: MIT OR Apache-2.0
//! Buffers for records between a connection and its users: received ones ([`IncomingRecords`]), and those
//! being sent ([`RecordBuffer`]). Both keep their memory; neither performs I/O.

use std::io::{self, IoSlice, IoSliceMut};
use std::ops::Range;

use seaway_messages::{MAX_RECORD, Opener, RECORD_HEADER_BYTES, RECORD_OVERHEAD, RecordError, Sealer};

/// How much to read ahead while records are short: many of them come in one call.
const AHEAD_BYTES: usize = 16 << 10;
/// Maximum size of several records that are sent by one call: they are still in the cache then.
const SENT_TOGETHER: usize = MAX_RECORD + (16 << 10);
const HALF_A_RECORD: &str = "the connection ended in the middle of a record";

/// Received bytes of records. Memory grows to the longest record, and no further.
#[derive(Debug, Default)]
pub struct IncomingRecords {
    buffer: Vec<u8>,
    /// Received, and not yet opened.
    raw: Range<usize>,
    /// Payload of a verified record, not yet taken. It lies before `raw`.
    plain: Range<usize>,
}

impl IncomingRecords {
    /// Whether there is neither raw nor plain data.
    pub fn is_empty(&self) -> bool {
        self.raw.is_empty() && self.plain.is_empty()
    }

    /// The rest of the payload of the last opened record.
    pub fn plain(&self) -> &[u8] {
        &self.buffer[self.plain.clone()]
    }

    /// Shrinks the memory to the bytes held.
    pub(crate) fn release(&mut self) {
        if self.plain.is_empty() {
            self.buffer = self.buffer[self.raw.clone()].to_vec();
            (self.raw, self.plain) = (0..self.buffer.len(), 0..0);
        }
    }

    /// Discards bytes of [`Self::plain`].
    pub fn consume(&mut self, bytes: usize) {
        self.plain.start = self.plain.end.min(self.plain.start + bytes);
    }

    /// Copies bytes of [`Self::plain`].
    pub fn take(&mut self, into: &mut [IoSliceMut<'_>]) -> usize {
        let taken = scatter(&self.buffer[self.plain.clone()], into);
        self.consume(taken);
        taken
    }

    /// Makes bytes received outside of records available as they are. False: there are none.
    pub(crate) fn open_raw(&mut self) -> bool {
        let has_some = !self.raw.is_empty();
        if has_some {
            self.plain = self.raw.clone();
            self.raw.start = self.raw.end;
        }
        has_some
    }

    /// No records follow. Fails if something is left of the last one.
    pub(crate) fn end(&self) -> io::Result<()> {
        if self.plain.is_empty() { Ok(()) } else { Err(io::ErrorKind::InvalidData.into()) }
    }

    /// Opens the next record if it is complete. Only when nothing is left of the previous one.
    pub fn open(&mut self, opener: &mut Opener) -> io::Result<bool> {
        debug_assert!(self.plain.is_empty(), "the rest of a record would be lost");
        let Some(len) = self.next_bytes()?.filter(|len| *len <= self.raw.len()) else { return Ok(false) };
        let start = self.raw.start;
        self.raw.start += len;
        opener.open(&mut self.buffer[start..start + len]).map_err(forged)?;
        self.plain = start + RECORD_HEADER_BYTES..start + len - (RECORD_OVERHEAD - RECORD_HEADER_BYTES);
        Ok(true)
    }

    /// Receives more with `receive`, which returns 0 at the end: false then. Only when nothing is left to
    /// open or take.
    pub fn fill(&mut self, receive: impl FnOnce(&mut [u8]) -> io::Result<usize>) -> io::Result<bool> {
        let wanted = self.next_bytes()?.unwrap_or(RECORD_HEADER_BYTES);
        // Including the next header: then the bytes after it come in one call, too.
        let room = (wanted + RECORD_HEADER_BYTES).max(AHEAD_BYTES);
        if self.raw.start + room > self.buffer.len() {
            self.buffer.copy_within(self.raw.clone(), 0);
            self.raw = 0..self.raw.len();
            self.plain = 0..0;
        }
        if self.buffer.len() < room {
            self.buffer.resize(room, 0);
        }
        let space = self.raw.end..self.raw.start + room;
        match receive(&mut self.buffer[space])? {
            0 if self.raw.is_empty() => Ok(false),
            0 => Err(io::Error::new(io::ErrorKind::UnexpectedEof, HALF_A_RECORD)),
            more => {
                self.raw.end += more;
                Ok(true)
            }
        }
    }

    /// As [`Self::fill`], for bytes outside of records.
    pub(crate) fn fill_raw(
        &mut self,
        receive: impl FnOnce(&mut [u8]) -> io::Result<usize>,
    ) -> io::Result<bool> {
        self.buffer.resize(MAX_RECORD.max(self.buffer.len()), 0);
        self.plain = 0..0;
        self.raw = 0..receive(&mut self.buffer)?;
        Ok(!self.raw.is_empty())
    }

    /// The length of the next record, if its header has been received.
    fn next_bytes(&self) -> io::Result<Option<usize>> {
        let header = self.buffer[self.raw.clone()].first_chunk();
        header.map(|header| Opener::record_bytes(*header).map_err(forged)).transpose()
    }
}

/// Records being created or sent.
#[derive(Debug, Default)]
pub struct RecordBuffer {
    bytes: Vec<u8>,
    /// Records not yet sent.
    unsent: Range<usize>,
    /// Bytes of the message in the last records.
    carried: usize,
}

impl RecordBuffer {
    /// Creates the next records of a message, to be sent together. `rest` are the pieces that are not sent
    /// completely, `gone` is how much of the first is sent; both are advanced. False: everything is sent.
    ///
    /// Of a message that takes several records the first is the odd-sized one: the data after a frame is then
    /// cut at round offsets, as files are.
    pub fn seal(
        &mut self,
        sealer: &mut Sealer,
        rest: &mut &[IoSlice<'_>],
        gone: &mut usize,
    ) -> io::Result<bool> {
        self.seal_some(sealer, rest, gone, usize::MAX)
    }

    /// As [`Self::seal`], limited to the next `most` bytes: encrypted data that cannot be sent has to be
    /// buffered.
    pub(crate) fn seal_some(
        &mut self,
        sealer: &mut Sealer,
        rest: &mut &[IoSlice<'_>],
        gone: &mut usize,
        most: usize,
    ) -> io::Result<bool> {
        let all = most.min(rest.iter().map(|piece| piece.len()).sum::<usize>() - *gone);
        let (mut left, mut used) = (all, 0);
        while left > 0 {
            let len = match left % MAX_RECORD {
                0 => MAX_RECORD,
                odd => odd,
            };
            let whole = len + RECORD_OVERHEAD;
            if used > 0 && used + whole > SENT_TOGETHER {
                break;
            }
            if self.bytes.len() < used + whole {
                self.bytes.resize(used + whole, 0);
            }
            let record = &mut self.bytes[used..used + whole];
            gather(&mut record[RECORD_HEADER_BYTES..][..len], rest, gone);
            sealer.seal(record).map_err(io::Error::other)?;
            (left, used) = (left - len, used + whole);
        }
        (self.unsent, self.carried) = (0..used, all - left);
        Ok(used > 0)
    }

    /// The unsent part of the last records.
    pub fn unsent(&self) -> &[u8] {
        &self.bytes[self.unsent.clone()]
    }

    /// Bytes of [`Self::unsent`] were sent.
    pub fn sent(&mut self, bytes: usize) {
        self.unsent.start = self.unsent.end.min(self.unsent.start.saturating_add(bytes));
    }

    /// Shrinks the memory to the bytes held.
    pub(crate) fn release(&mut self) {
        self.bytes = self.unsent().to_vec();
        self.unsent = 0..self.bytes.len();
    }

    /// How many bytes of the message the last records carry.
    pub fn carried(&self) -> usize {
        self.carried
    }
}

/// Fills `place` with the next bytes, of which there are enough.
fn gather(mut place: &mut [u8], rest: &mut &[IoSlice<'_>], gone: &mut usize) {
    while let Some((first, behind)) = rest.split_first() {
        let some = &first[*gone..];
        let some = &some[..some.len().min(place.len())];
        let (here, later) = place.split_at_mut(some.len());
        here.copy_from_slice(some);
        place = later;
        *gone += some.len();
        if *gone < first.len() {
            return;
        }
        (*rest, *gone) = (behind, 0);
    }
}

fn scatter(mut bytes: &[u8], into: &mut [IoSliceMut<'_>]) -> usize {
    let all = bytes.len();
    for slice in into {
        let (here, later) = bytes.split_at(bytes.len().min(slice.len()));
        slice[..here.len()].copy_from_slice(here);
        bytes = later;
    }
    all - bytes.len()
}

fn forged(error: RecordError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}
