// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages of the store service: files of another machine.
//!
//! The client chooses the ids; answers carry them and come in any order. Requests start in the order in which they were
//! sent, and a write has been applied, or has failed, before what was sent behind it starts: a sync sent behind writes
//! covers them, without waiting for their answers.

use crate::mxn::MAX_RANGES;
use crate::range::{Range, check_end};
use crate::wire::{Body, Field, WireError, choice, impossible, messages, text};

/// The most bytes behind one `Chunk`.
pub const MAX_CHUNK: u64 = 1 << 20;
/// The longest tree of one `Shape`, and of all the shapes that a connection has at a time. What is longer goes as ranges.
pub const MAX_TREE: usize = 256 << 10;
pub const MAX_TREES: usize = 1 << 20;
/// Shapes and open files that one connection may have at a time.
pub const MAX_SHAPES: usize = 64;
pub const MAX_OPEN_FILES: usize = 1024;
/// The bits that `Open` may have; what they mean is the devices' business.
const OPEN_FLAGS: u8 = 0x0f;

messages! {
    /// What a client asks of the files of another machine, and what it is answered.
    pub enum StoreMessage {
        /// A path that is not absolute is relative to `directory`, and that to the home of who serves.
        0x0001 Open { id: u64, path: String, directory: String, flags: u8 as open_flags },
        0x0002 Close { id: u64, file: u32 },
        0x0003 Delete { id: u64, path: String, directory: String },
        0x0004 Stat { id: u64, path: String, directory: String },

        /// The bytes of `place` come in chunks, before another write.
        0x0010 Write { id: u64, file: u32, place: Place },
        0x0011 Read { id: u64, file: u32, place: Place },
        /// Bytes of a write or of an answer to a read, in the order of the place; `len` bytes follow the frame.
        0x0012 Chunk { id: u64, len: u64 as chunk_bytes },
        /// From now on `shape` stands for `tree`, an encoded datatype, repeated from `displacement` on. Is not answered: who
        /// uses a shape that cannot be, is told then.
        0x0013 Shape { shape: u32, displacement: u64, tree: Vec<u8> as tree },
        0x0014 DropShape { shape: u32 },

        0x0020 Size { id: u64, file: u32 },
        0x0021 SetSize { id: u64, file: u32, size: u64 },
        0x0022 Preallocate { id: u64, file: u32, size: u64 },
        /// `durable`: the bytes survive a crash of the machine; else others see them.
        0x0023 Sync { id: u64, file: u32, durable: bool },
        /// Answered when nobody else has a lock in the way. Locks end with the file, and that with the connection.
        0x0024 Lock { id: u64, file: u32, range: Range, exclusive: bool },
        0x0025 Unlock { id: u64, file: u32, range: Range },
        /// The answer is not wanted any more: it comes all the same, and may be `Failed`. No more chunks of a write
        /// follow; what had come is written.
        0x0026 Cancel { id: u64 },

        /// `device` and `inode` tell whether it is the file that was open before the connection was lost.
        0x0040 Opened { id: u64, file: u32, size: u64, device: u64, inode: u64 },
        0x0041 Written { id: u64 },
        /// Behind the chunks of a read: `bytes` were sent, less than asked for only at the end of the file.
        0x0042 ReadEnd { id: u64, bytes: u64 },
        0x0043 SizeIs { id: u64, size: u64 },
        /// `modified` in seconds since 1970.
        0x0044 StatIs { id: u64, size: u64, kind: StatKind, modified: u64 },
        0x0045 Done { id: u64 },
        /// `kind` is the number of an error kind, which this crate does not know. A write may fail before all its chunks were
        /// sent; the rest is dropped.
        0x0046 Failed { id: u64, kind: u16, text: String as text },

        /// Both ways: so many more bytes behind chunks may be sent. Both begin with none.
        0x0050 Credit { bytes: u64 },
        0x0051 Ping { number: u64 },
        0x0052 Pong { number: u64 },
        /// The sender leaves in order; nothing follows.
        0x0053 Bye,
    }
}

impl StoreMessage {
    /// How many raw bytes follow the frame.
    pub fn payload(&self) -> u64 {
        match self {
            StoreMessage::Chunk { len, .. } => *len,
            _ => 0,
        }
    }
}

/// Where bytes are in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// One behind the other, sorted, disjoint, none of them empty. At most `MAX_RANGES`: who has more sends several
    /// requests.
    Extents(Vec<Range>),
    /// The bytes of a shape from `position` on, as the packed stream that a view shows.
    Shaped { shape: u32, position: u64, len: u64 },
}

impl Place {
    /// How many bytes it has.
    pub fn bytes(&self) -> u64 {
        match self {
            // They are disjoint, and end within 64 bits.
            Place::Extents(ranges) => ranges.iter().map(|range| range.len).sum(),
            Place::Shaped { len, .. } => *len,
        }
    }

    fn check(&self) -> Result<(), WireError> {
        match self {
            Place::Extents(ranges) if ranges.len() > MAX_RANGES => {
                Err(WireError::ListTooLong { items: ranges.len(), limit: MAX_RANGES })
            }
            Place::Extents(ranges) => {
                let mut end = 0;
                for range in ranges {
                    if range.len == 0 {
                        return Err(impossible("the length of a range", 0u8));
                    }
                    if range.offset < end {
                        return Err(impossible("the start of a range that follows another", range.offset));
                    }
                    end = check_end(range.offset, range.len)?;
                }
                Ok(())
            }
            Place::Shaped { position, len, .. } => check_end(*position, *len).map(|_| ()),
        }
    }
}

impl Field for Place {
    const LEAST_BYTES: usize = 1 + 4;
    fn put(&self, out: &mut Vec<u8>) -> Result<(), WireError> {
        self.check()?;
        match self {
            Place::Extents(ranges) => {
                1u8.put(out)?;
                ranges.put(out)
            }
            Place::Shaped { shape, position, len } => {
                2u8.put(out)?;
                shape.put(out)?;
                position.put(out)?;
                len.put(out)
            }
        }
    }
    fn take(body: &mut Body<'_>) -> Result<Self, WireError> {
        let place = match u8::take(body)? {
            1 => Place::Extents(Vec::take(body)?),
            2 => {
                let (shape, position, len) = (u32::take(body)?, u64::take(body)?, u64::take(body)?);
                Place::Shaped { shape, position, len }
            }
            other => return Err(impossible("a place", other)),
        };
        place.check()?;
        Ok(place)
    }
}

/// What a path leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatKind {
    File,
    Directory,
    Other,
}
choice!(StatKind, "a kind of file", { File = 1, Directory = 2, Other = 3 });

/// Only flags that there are.
mod open_flags {
    use super::{Body, Field, OPEN_FLAGS, WireError, impossible};

    pub(super) fn put(flags: &u8, out: &mut Vec<u8>) -> Result<(), WireError> {
        check(*flags)?.put(out)
    }

    pub(super) fn take(body: &mut Body<'_>) -> Result<u8, WireError> {
        check(u8::take(body)?)
    }

    fn check(flags: u8) -> Result<u8, WireError> {
        if flags & !OPEN_FLAGS == 0 { Ok(flags) } else { Err(impossible("the flags of an open", flags)) }
    }
}

/// A chunk has bytes, and not too many.
mod chunk_bytes {
    use super::{Body, Field, MAX_CHUNK, WireError, impossible};

    pub(super) fn put(bytes: &u64, out: &mut Vec<u8>) -> Result<(), WireError> {
        check(*bytes)?.put(out)
    }

    pub(super) fn take(body: &mut Body<'_>) -> Result<u64, WireError> {
        check(u64::take(body)?)
    }

    fn check(bytes: u64) -> Result<u64, WireError> {
        if (1..=MAX_CHUNK).contains(&bytes) {
            Ok(bytes)
        } else {
            Err(impossible("the length of a chunk", bytes))
        }
    }
}

/// Length (u32) and bytes.
mod tree {
    use super::{Body, Field, MAX_TREE, WireError};

    pub(super) fn put(tree: &[u8], out: &mut Vec<u8>) -> Result<(), WireError> {
        let fits = u32::try_from(tree.len()).ok().filter(|_| tree.len() <= MAX_TREE);
        fits.ok_or(too_long(tree.len()))?.put(out)?;
        out.extend_from_slice(tree);
        Ok(())
    }

    pub(super) fn take(body: &mut Body<'_>) -> Result<Vec<u8>, WireError> {
        let bytes = usize::try_from(u32::take(body)?).unwrap_or(usize::MAX);
        if bytes > MAX_TREE {
            return Err(too_long(bytes));
        }
        Ok(body.bytes(bytes)?.to_vec())
    }

    fn too_long(items: usize) -> WireError {
        WireError::ListTooLong { items, limit: MAX_TREE }
    }
}
