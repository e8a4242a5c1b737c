// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages of `mxn:`, between the ranks that write a stream and the ranks that read it.

use crate::contact::Contact;
use crate::range::{Range, check_end};
use crate::wire::{Body, Field, WireError, choice, impossible, messages, record, text};

/// Maximum number of ranges or pieces in one `Want`, `Here`, `Done` or `Skip`: a sender with more sends
/// several.
pub const MAX_RANGES: usize = 1 << 14;

messages! {
    /// Messages between the ends of a link.
    pub enum MxnMessage {
        /// First on each link, from both sides: the sender's contact, a word in its memory that the peer may
        /// try to read, and the size of its window, whose descriptor is passed with this message.
        0x0001 Introduce { contact: Contact, probe: Option<Probe>, window: Option<u64> },
        /// From the side that connected: how bytes move on this link.
        0x0002 CopyMethod { way: CopyMethod },
        /// A group of readers, through its rank 0, asks to read. `once`: data it has read may be discarded.
        0x8003 Attach { contacts: Vec<Contact>, policy: Policy, once: bool },
        /// The group's number, and all writers.
        0x8004 Attached { reader: u32, contacts: Vec<Contact> },
        /// `kind` is the number of an error kind, which this crate does not know.
        0x0005 Refused { kind: u16, text: String as text },
        /// First from a reader rank on a new link: the group it belongs to.
        0x0006 Join { reader: u32 },

        /// A reader requests bytes of the file. `once`: they may be discarded when every group has taken
        /// them. `expected`: the reader only expects this writer to have them; if it does not, the reply is
        /// `Steps` with the same id.
        0x0010 Want { id: u64, once: bool, expected: bool, ranges: Vec<Range> },
        /// Bytes of a want, in the writer's memory; they stay there until `Done`.
        0x0011 Here { id: u64, pieces: Vec<Piece> },
        /// Bytes of a want; `len` bytes follow the frame.
        0x0012 Data { id: u64, offset: u64, len: u64 },
        /// The reader has copied these.
        0x0013 Done { id: u64, pieces: Vec<Range> },
        /// The writers have closed, this writer has no more data for the want, and the file has `size` bytes.
        0x0014 End { id: u64, size: u64 },
        /// Requested, but already discarded.
        0x0015 Gone { id: u64, range: Range },
        /// The want is satisfied or abandoned.
        0x0016 Cancel { id: u64 },
        /// The want was sent to the wrong writer: only data already in flight may still arrive.
        0x0017 Retract { id: u64 },
        /// Sent after the last data in flight.
        0x0018 Retracted { id: u64 },

        /// Requests the ordered writes from `offset` on. Answered when there is one, or when there will be
        /// none.
        0x0020 StepsFrom { id: u64, offset: u64 },
        /// `ordered`: all writes so far were ordered. `end`: the writers have closed, at this size.
        0x8021 Steps { id: u64, steps: Vec<Step>, ordered: bool, end: Option<u64> },
        /// `last`: the size when all writers have closed; otherwise the current size.
        0x0022 SizeWanted { id: u64, last: bool },
        0x0023 Size { id: u64, size: u64 },
        /// A writer has made a write that is not ordered.
        0x0024 Unordered,
        /// The reader will not read these ranges.
        0x0025 Skip { ranges: Vec<Range> },
        /// The sender has discarded everything below.
        0x0026 Kept { below: u64 },

        0x0030 Ping { number: u64 },
        0x0031 Pong { number: u64 },
        /// To rank 0 of a group: check all ranks, one may be lost.
        0x0032 Suspect,
        /// A rank of a program is lost, and with it the stream.
        0x0033 Failed { program: String as text, rank: u32, host_name: String as text, offset: u64, text: String as text },
        /// Orderly shutdown; nothing follows.
        0x0034 Bye,
    }
}

impl MxnMessage {
    /// How many raw bytes follow the frame.
    pub fn payload(&self) -> u64 {
        match self {
            MxnMessage::Data { len, .. } => *len,
            _ => 0,
        }
    }
}

/// Bytes of the file, and where they are: at `address` in the writer's memory and, if in its window, at `window`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    pub offset: u64,
    pub len: u64,
    pub address: u64,
    pub window: Option<u64>,
}

impl Piece {
    fn check(&self) -> Result<(), WireError> {
        let starts = [self.offset, self.address, self.window.unwrap_or(0)];
        starts.iter().try_for_each(|&start| check_end(start, self.len).map(|_| ()))
    }
}

impl Field for Piece {
    const LEAST_BYTES: usize = 8 + 8 + 8 + 1;
    fn put(&self, out: &mut Vec<u8>) -> Result<(), WireError> {
        self.check()?;
        [self.offset, self.len, self.address].iter().try_for_each(|number| number.put(out))?;
        self.window.put(out)
    }
    fn take(body: &mut Body<'_>) -> Result<Self, WireError> {
        let (offset, len, address) = (u64::take(body)?, u64::take(body)?, u64::take(body)?);
        let piece = Piece { offset, len, address, window: Field::take(body)? };
        piece.check()?;
        Ok(piece)
    }
}

/// A word in the sender's memory, and what it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Probe {
    pub address: u64,
    pub value: u64,
}
record!(Probe { address: u64, value: u64 });

/// How bytes get from a writer's memory to a reader's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyMethod {
    SameProcess,
    ProcessMemory,
    Window,
    Socket,
}
choice!(CopyMethod, "a copy method", { SameProcess = 1, ProcessMemory = 2, Window = 3, Socket = 4 });

/// Which steps of the stream a group of readers gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    All,
    /// Each n-th; n is not zero.
    Every(u32),
    Latest,
}

impl Field for Policy {
    const LEAST_BYTES: usize = 1;
    fn put(&self, out: &mut Vec<u8>) -> Result<(), WireError> {
        match self {
            Policy::All => 1u8.put(out),
            Policy::Every(0) => Err(impossible("the n of every=n", 0u8)),
            Policy::Every(count) => {
                2u8.put(out)?;
                count.put(out)
            }
            Policy::Latest => 3u8.put(out),
        }
    }
    fn take(body: &mut Body<'_>) -> Result<Self, WireError> {
        match u8::take(body)? {
            1 => Ok(Policy::All),
            2 => match u32::take(body)? {
                0 => Err(impossible("the n of every=n", 0u8)),
                count => Ok(Policy::Every(count)),
            },
            3 => Ok(Policy::Latest),
            other => Err(impossible("a policy", other)),
        }
    }
}

/// One ordered write: where it starts, and how much each rank wrote, run-length encoded. It ends at most at
/// the largest `u64`, and the number of ranks fits a `u32`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub start: u64,
    pub lengths: Vec<(u64, u32)>,
}

impl Step {
    /// Encoded size in a `Steps`, for senders that limit the size of a frame.
    pub fn encoded_bytes(&self) -> usize {
        Step::LEAST_BYTES + self.lengths.len() * <(u64, u32)>::LEAST_BYTES
    }

    fn check(&self) -> Result<(), WireError> {
        let (mut end, mut ranks) = (self.start, 0u32);
        for &(length, times) in &self.lengths {
            let bytes = length.checked_mul(times.into());
            end = bytes.and_then(|bytes| end.checked_add(bytes)).ok_or(WireError::RangeOverflow)?;
            ranks = ranks.checked_add(times).ok_or(impossible("a number of ranks", u64::MAX))?;
        }
        Ok(())
    }
}

impl Field for Step {
    const LEAST_BYTES: usize = 8 + 4;
    fn put(&self, out: &mut Vec<u8>) -> Result<(), WireError> {
        self.check()?;
        self.start.put(out)?;
        self.lengths.put(out)
    }
    fn take(body: &mut Body<'_>) -> Result<Self, WireError> {
        let step = Step { start: u64::take(body)?, lengths: Vec::take(body)? };
        step.check()?;
        Ok(step)
    }
}

impl Field for (u64, u32) {
    const LEAST_BYTES: usize = 12;
    fn put(&self, out: &mut Vec<u8>) -> Result<(), WireError> {
        self.0.put(out)?;
        self.1.put(out)
    }
    fn take(body: &mut Body<'_>) -> Result<Self, WireError> {
        Ok((u64::take(body)?, u32::take(body)?))
    }
}
