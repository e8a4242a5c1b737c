// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages of the store service: access to files of another machine.
//!
//! The client chooses the ids; replies carry them and come in any order. Requests start in the order in which
//! they were sent, and a write has been applied, or has failed, before any later request starts: a sync
//! covers all writes sent before it, without waiting for their replies.
//!
//! A client's session outlives its connections. `Begin` is the first message of each and names the session; a
//! newer connection fences the older ones before it is answered. Modifying requests are applied once: one
//! that is resent under its old id gets its first outcome.

use crate::mxn::MAX_RANGES;
use crate::range::{Range, check_end};
use crate::wire::{Body, Field, WireError, choice, impossible, messages, text};

/// Maximum number of bytes after one `Chunk`.
pub const MAX_CHUNK: u64 = 1 << 20;
/// Maximum size of the tree of one `Shape`, and of all shapes of a connection together. Longer ones are sent
/// as ranges.
pub const MAX_TREE: usize = 256 << 10;
pub const MAX_TREES: usize = 1 << 20;
/// Maximum number of shapes and of open files of one connection.
pub const MAX_SHAPES: usize = 64;
pub const MAX_OPEN_FILES: usize = 1024;
/// The bits that `Open` may have; devices define their meaning.
const OPEN_FLAGS: u8 = 0x0f;

messages! {
    /// Requests of a client for files of another machine, and their replies.
    pub enum StoreMessage {
        /// A relative path is relative to `directory`, and that to the home of the serving user.
        0x0001 Open { id: u64, path: String, directory: String, flags: u8 as open_flags },
        /// Answered when the file is closed, with the error from closing it.
        0x0002 Close { id: u64, file: u32 },
        0x0003 Delete { id: u64, path: String, directory: String },
        0x0004 Stat { id: u64, path: String, directory: String },

        /// In one step, within one exported directory. `replace`: whatever has the name `to` is deleted.
        0x0007 Rename { id: u64, path: String, to: String, directory: String, replace: bool },

        /// First on every connection. `epoch` increases with each connection of a session; `grace`: for this
        /// many milliseconds after a connection is lost the session's open files, locks and outcomes are
        /// kept. Nothing else is sent before the reply.
        0x0005 Begin { session: [u8; 16], epoch: u64, grace: u64 },
        /// The client has received the outcomes of all changes up to this id.
        0x0006 Heard { id: u64 },

        /// The bytes of `place` follow in chunks, before another write.
        0x0010 Write { id: u64, file: u32, place: Region },
        0x0011 Read { id: u64, file: u32, place: Region },
        /// Bytes of a write or of the reply to a read, in the order of the place; `len` bytes follow the
        /// frame.
        0x0012 Chunk { id: u64, len: u64 as chunk_bytes },
        /// Defines `shape` as `tree`, an encoded datatype, repeated from `displacement` on. Not answered: an
        /// invalid shape is reported to the requests that use it.
        0x0013 Shape { shape: u32, displacement: u64, tree: Vec<u8> as tree },
        0x0014 DropShape { shape: u32 },

        0x0020 Size { id: u64, file: u32 },
        0x0021 SetSize { id: u64, file: u32, size: u64 },
        0x0022 Preallocate { id: u64, file: u32, size: u64 },
        /// `durable`: the bytes survive a crash of the machine; otherwise they become visible to others.
        0x0023 Sync { id: u64, file: u32, durable: bool },
        /// Answered when no conflicting lock is held. Locks end with the file, and that with the session.
        0x0024 Lock { id: u64, file: u32, range: Range, exclusive: bool },
        0x0025 Unlock { id: u64, file: u32, range: Range },
        /// The reply is no longer wanted: it is still sent, and may be `Failed`. No more chunks of a write
        /// follow; those received are written.
        0x0026 Cancel { id: u64 },

        /// `device` and `inode` identify the file, to check after a reconnect that it is still the same.
        0x0040 Opened { id: u64, file: u32, size: u64, device: u64, inode: u64 },
        0x0041 Written { id: u64 },
        /// After the chunks of a read: `bytes` were sent, fewer than requested only at the end of the file.
        0x0042 ReadEnd { id: u64, bytes: u64 },
        0x0043 SizeIs { id: u64, size: u64 },
        /// `modified` in seconds since 1970.
        0x0044 StatIs { id: u64, size: u64, kind: StatKind, modified: u64 },
        0x0045 Done { id: u64 },
        /// `kind` is the number of an error kind, which this crate does not know. A write may fail before all
        /// its chunks were sent; the rest is discarded.
        0x0046 Failed { id: u64, kind: u16, text: String as text },

        /// Older connections of the session are fenced. `verifier` changes when the daemon restarts:
        /// acknowledged writes that were not synced may be lost then. `incarnation` changes when the daemon
        /// no longer has the session's open files, locks and outcomes. The client compares them, so that a
        /// lost reply cannot hide a change.
        0x0047 Began { verifier: u64, incarnation: u64 },

        /// In both directions: this many more bytes of chunks may be sent. The initial credit is zero.
        0x0050 Credit { bytes: u64 },
        0x0051 Ping { number: u64 },
        0x0052 Pong { number: u64 },
        /// Orderly shutdown; nothing follows.
        0x0053 Bye,
        /// First and only message of a daemon to a client that it cannot serve now, and the reason. `kind` as
        /// in `Failed`.
        0x0054 Refused { kind: u16, text: String as text },
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
pub enum Region {
    /// Consecutive ranges, sorted, disjoint, none of them empty. At most `MAX_RANGES`: a client with more
    /// sends several requests.
    Extents(Vec<Range>),
    /// The bytes of a shape from `position` on, in the packed stream of the view.
    Shaped { shape: u32, position: u64, len: u64 },
}

impl Region {
    /// How many bytes it has.
    pub fn bytes(&self) -> u64 {
        match self {
            // They are disjoint, and end within 64 bits.
            Region::Extents(ranges) => ranges.iter().map(|range| range.len).sum(),
            Region::Shaped { len, .. } => *len,
        }
    }

    fn check(&self) -> Result<(), WireError> {
        match self {
            Region::Extents(ranges) if ranges.len() > MAX_RANGES => {
                Err(WireError::ListTooLong { items: ranges.len(), limit: MAX_RANGES })
            }
            Region::Extents(ranges) => {
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
            Region::Shaped { position, len, .. } => check_end(*position, *len).map(|_| ()),
        }
    }
}

impl Field for Region {
    const LEAST_BYTES: usize = 1 + 4;
    fn put(&self, out: &mut Vec<u8>) -> Result<(), WireError> {
        self.check()?;
        match self {
            Region::Extents(ranges) => {
                1u8.put(out)?;
                ranges.put(out)
            }
            Region::Shaped { shape, position, len } => {
                2u8.put(out)?;
                shape.put(out)?;
                position.put(out)?;
                len.put(out)
            }
        }
    }
    fn take(body: &mut Body<'_>) -> Result<Self, WireError> {
        let place = match u8::take(body)? {
            1 => Region::Extents(Vec::take(body)?),
            2 => {
                let (shape, position, len) = (u32::take(body)?, u64::take(body)?, u64::take(body)?);
                Region::Shaped { shape, position, len }
            }
            other => return Err(impossible("a place", other)),
        };
        place.check()?;
        Ok(place)
    }
}

/// The type of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatKind {
    File,
    Directory,
    Other,
}
choice!(StatKind, "a kind of file", { File = 1, Directory = 2, Other = 3 });

/// Accepts only known flags.
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

/// A chunk is neither empty nor too long.
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
