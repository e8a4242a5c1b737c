// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages of the ring service: files travel from a head along links between nodes.
//!
//! The head has a connection to each node, on which it opens a run and says whom the node feeds. Content
//! travels on links: connections from a feeder to a node, on which objects (one large file, or many small
//! ones) are offered, sent in chunks and committed.

use crate::wire::{Body, Field, WireError, choice, impossible, messages, record, text};

/// Chunks are at most this long.
pub const MAX_RING_CHUNK: u32 = 1 << 20;
/// Maximum length of a path, in bytes.
pub const MAX_PATH: usize = 4096;
/// Maximum number of entries of one object.
pub const MAX_ENTRIES: usize = 4096;

messages! {
    /// Messages between a head and its nodes, and along the links of a ring.
    pub enum RingMessage {
        /// First on the head's connection: a run begins at a node.
        0x8001 Begin { run: [u8; 16], terms: RunTerms },
        0x0002 Begun,
        /// Feed the node that `to` leads to, over a link of this number.
        0x0003 Feed { link: u64, to: String },
        0x0004 EndFeed { link: u64 },
        /// What the node has; `complete`: it lacks nothing. Sent regularly: silence means that the node is lost.
        0x0005 Progress { bytes: u64, objects: u64, complete: bool },
        /// This node cannot feed its successor over this link any more.
        0x0006 LinkLost { link: u64, text: String as text },
        /// A file could not be stored. `kind` is the number of an error kind, which this crate does not know.
        0x0007 Failed { name: Vec<u8> as path, kind: u16, text: String as text },
        /// A file was removed because the source does not have it.
        0x0008 Removed { name: Vec<u8> as path },
        /// All objects are durable and visible under their names, but for those that have failed.
        0x0009 Arrived { files: u64, bytes: u64, failed: u64 },
        /// The run cannot go on at this node.
        0x000a Refused { kind: u16, text: String as text },
        /// Something could not be stored at this node, so it has nothing to feed others with.
        0x000b CannotForward,

        /// First on a link. With several connections, each begins with this.
        0x0010 Link { run: [u8; 16], link: u64 },
        0x0011 Linked,
        /// A newer version of an object replaces all of the older one.
        0x8012 Offer { object: u64, version: u32, chunk_bytes: u32 as chunk_length, entries: Vec<Entry> as entry_list },
        0x8013 Wanted { object: u64, version: u32, want: Want },
        /// The checksums of all chunks of an object.
        0x8014 Sums { object: u64, version: u32, sums: Vec<[u8; 32]> },
        /// `len` bytes of an object follow the frame; none if all of them are zero.
        0x0015 Chunk { object: u64, version: u32, index: u64, len: u32 as chunk_length, zero: bool, sum: [u8; 32] },
        /// The source had this content from the first chunk to the last: it may become visible.
        0x0016 Commit { object: u64, version: u32 },
        /// No object from this number on.
        0x0017 Last { objects: u64 },

        /// Asks for files of a node, over this connection, which becomes a link: the node offers.
        0x8020 Fetch { paths: Vec<Vec<u8>> as path_list, terms: RunTerms },
        /// What follows, in all.
        0x0021 Listed { files: u64, bytes: u64 },
    }
}

impl RingMessage {
    /// How many raw bytes follow the frame.
    pub fn payload(&self) -> u32 {
        match self {
            RingMessage::Chunk { len, zero: false, .. } => *len,
            _ => 0,
        }
    }
}

/// What holds for a whole run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunTerms {
    /// Where the files go; of a fetch: empty.
    pub target: Vec<u8>,
    /// The target is a directory, which is created if it does not exist.
    pub directory: bool,
    /// How many nodes there are.
    pub nodes: u32,
    /// Files that are there with the same size and time of change are kept, and partial ones continued.
    pub resume: bool,
    /// Files that are there are compared by content.
    pub checksum: bool,
    /// Remove what the source does not have.
    pub delete: bool,
    /// Extended attributes, too.
    pub attributes: bool,
    /// Whole directories.
    pub recursive: bool,
    pub filters: Vec<Filter>,
}
record!(RunTerms {
    target: Vec<u8>, directory: bool, nodes: u32, resume: bool, checksum: bool, delete: bool, attributes: bool,
    recursive: bool, filters: Vec<Filter>
});

/// Which names are copied: the first filter that matches decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    pub include: bool,
    pub pattern: Vec<u8>,
}
record!(Filter { include: bool, pattern: Vec<u8> });

/// What a node lacks of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Want {
    /// Not even a commit.
    Nothing,
    Everything,
    /// The chunks whose bits are set, lowest bit first.
    Chunks(Vec<u8>),
    /// It has something of that name: the checksums show what differs.
    Sums,
}

impl Field for Want {
    const LEAST_BYTES: usize = 1;
    fn put(&self, out: &mut Vec<u8>) -> Result<(), WireError> {
        match self {
            Want::Nothing => 1u8.put(out),
            Want::Everything => 2u8.put(out),
            Want::Chunks(bits) => {
                3u8.put(out)?;
                bits.put(out)
            }
            Want::Sums => 4u8.put(out),
        }
    }
    fn take(body: &mut Body<'_>) -> Result<Self, WireError> {
        Ok(match u8::take(body)? {
            1 => Want::Nothing,
            2 => Want::Everything,
            3 => Want::Chunks(Vec::take(body)?),
            4 => Want::Sums,
            other => return Err(impossible("what a node wants", other)),
        })
    }
}

/// One name and what it stands for. The content of an object is that of its files, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Relative, without `.` and `..`.
    pub name: Vec<u8>,
    pub kind: EntryKind,
    /// Permissions.
    pub mode: u32,
    /// Time of the last change, in seconds since 1970, which may be negative, and nanoseconds.
    pub seconds: i64,
    pub nanoseconds: u32,
    /// Of a file.
    pub size: u64,
    /// It has holes, or may have.
    pub sparse: bool,
    /// Of a symbolic link: where it leads. Of a hard link: the other name.
    pub link: Vec<u8>,
    pub attributes: Vec<Attribute>,
}

impl Field for Entry {
    const LEAST_BYTES: usize = 4 + 1 + 4 + 8 + 4 + 8 + 1 + 4 + 4;
    fn put(&self, out: &mut Vec<u8>) -> Result<(), WireError> {
        relative::put(&self.name, out)?;
        self.kind.put(out)?;
        self.mode.put(out)?;
        self.seconds.cast_unsigned().put(out)?;
        self.nanoseconds.put(out)?;
        self.size.put(out)?;
        self.sparse.put(out)?;
        path::put(&self.link, out)?;
        self.attributes.put(out)
    }
    fn take(body: &mut Body<'_>) -> Result<Self, WireError> {
        let entry = Entry {
            name: relative::take(body)?,
            kind: EntryKind::take(body)?,
            mode: u32::take(body)?,
            seconds: u64::take(body)?.cast_signed(),
            nanoseconds: u32::take(body)?,
            size: u64::take(body)?,
            sparse: bool::take(body)?,
            link: path::take(body)?,
            attributes: Vec::take(body)?,
        };
        if entry.nanoseconds >= 1_000_000_000 {
            return Err(impossible("a number of nanoseconds", entry.nanoseconds));
        }
        if entry.kind == EntryKind::HardLink {
            relative::check(&entry.link)?;
        }
        Ok(entry)
    }
}

/// An extended attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    pub name: Vec<u8>,
    pub value: Vec<u8>,
}
record!(Attribute { name: Vec<u8>, value: Vec<u8> });

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    File,
    Directory,
    Symlink,
    /// Another name of a file of this run.
    HardLink,
}
choice!(EntryKind, "the kind of an entry", { File = 1, Directory = 2, Symlink = 3, HardLink = 4 });

/// Whether a node may create this name beneath a directory.
pub fn is_relative_name(name: &[u8]) -> bool {
    let is_plain = |part: &[u8]| !matches!(part, b"" | b"." | b"..");
    !name.is_empty()
        && name.len() <= MAX_PATH
        && !name.contains(&0)
        && name.split(|&byte| byte == b'/').all(is_plain)
}

mod relative {
    use super::{Body, Field, WireError, impossible, is_relative_name};

    pub(super) fn put(name: &Vec<u8>, out: &mut Vec<u8>) -> Result<(), WireError> {
        check(name)?;
        name.put(out)
    }

    pub(super) fn take(body: &mut Body<'_>) -> Result<Vec<u8>, WireError> {
        let name = Vec::take(body)?;
        check(&name)?;
        Ok(name)
    }

    pub(super) fn check(name: &[u8]) -> Result<(), WireError> {
        let length = u64::try_from(name.len()).unwrap_or(u64::MAX);
        if is_relative_name(name) {
            Ok(())
        } else {
            Err(impossible("the length or a part of a name", length))
        }
    }
}

mod path {
    use super::{Body, Field, MAX_PATH, WireError, impossible};

    pub(super) fn put(path: &Vec<u8>, out: &mut Vec<u8>) -> Result<(), WireError> {
        check(path)?;
        path.put(out)
    }

    pub(super) fn take(body: &mut Body<'_>) -> Result<Vec<u8>, WireError> {
        let path = Vec::take(body)?;
        check(&path)?;
        Ok(path)
    }

    fn check(path: &[u8]) -> Result<(), WireError> {
        let length = u64::try_from(path.len()).unwrap_or(u64::MAX);
        if path.len() <= MAX_PATH { Ok(()) } else { Err(impossible("the length of a path", length)) }
    }
}

mod path_list {
    use super::{Body, Field, MAX_ENTRIES, MAX_PATH, WireError, impossible};

    pub(super) fn put(paths: &Vec<Vec<u8>>, out: &mut Vec<u8>) -> Result<(), WireError> {
        check(paths)?;
        paths.put(out)
    }

    pub(super) fn take(body: &mut Body<'_>) -> Result<Vec<Vec<u8>>, WireError> {
        let paths = Vec::take(body)?;
        check(&paths)?;
        Ok(paths)
    }

    fn check(paths: &[Vec<u8>]) -> Result<(), WireError> {
        let (items, limit) = (paths.len(), MAX_ENTRIES);
        if items > limit {
            return Err(WireError::ListTooLong { items, limit });
        }
        let long = paths.iter().find(|path| path.len() > MAX_PATH);
        long.map_or(Ok(()), |path| {
            Err(impossible("the length of a path", u64::try_from(path.len()).unwrap_or(u64::MAX)))
        })
    }
}

mod entry_list {
    use super::{Body, Entry, Field, MAX_ENTRIES, WireError};

    pub(super) fn put(entries: &Vec<Entry>, out: &mut Vec<u8>) -> Result<(), WireError> {
        check(entries)?;
        entries.put(out)
    }

    pub(super) fn take(body: &mut Body<'_>) -> Result<Vec<Entry>, WireError> {
        let entries = Vec::take(body)?;
        check(&entries)?;
        Ok(entries)
    }

    fn check(entries: &[Entry]) -> Result<(), WireError> {
        let (items, limit) = (entries.len(), MAX_ENTRIES);
        if items > limit {
            return Err(WireError::ListTooLong { items, limit });
        }
        let total = entries.iter().try_fold(0_u64, |total, entry| total.checked_add(entry.size));
        total.map(|_| ()).ok_or(WireError::RangeOverflow)
    }
}

mod chunk_length {
    use super::{Body, Field, MAX_RING_CHUNK, WireError, impossible};

    pub(super) fn put(len: &u32, out: &mut Vec<u8>) -> Result<(), WireError> {
        check(*len)?.put(out)
    }

    pub(super) fn take(body: &mut Body<'_>) -> Result<u32, WireError> {
        check(u32::take(body)?)
    }

    fn check(len: u32) -> Result<u32, WireError> {
        if (1..=MAX_RING_CHUNK).contains(&len) {
            Ok(len)
        } else {
            Err(impossible("the length of a chunk", len))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_elsewhere_are_no_names() {
        for name in ["a", "a/b", "-r", "a\nb", "..a", "...", "a b/\u{fffd}"] {
            assert!(is_relative_name(name.as_bytes()), "{name:?}");
        }
        assert!(is_relative_name(b"\xff\xfe"));
        for name in ["", "/", "/a", "a/", "a//b", ".", "..", "a/..", "../a", "a/./b", "a\0b"] {
            assert!(!is_relative_name(name.as_bytes()), "{name:?}");
        }
        assert!(!is_relative_name(&vec![b'a'; MAX_PATH + 1]));
    }
}
