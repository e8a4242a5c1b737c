// SPDX-License-Identifier: MIT OR Apache-2.0
//! Objects: a large file by itself, small files and everything without content together.

use std::ops::Range;

use seaway_messages::{EntryKind, MAX_ENTRIES, MAX_RING_CHUNK};
use seaway_roles::ring::chunk_bytes;

use crate::listing::Listed;

/// Larger files are objects of their own.
const SMALL_FILE: u64 = 64 << 10;
/// A pack is one chunk.
const PACK_BYTES: u64 = MAX_RING_CHUNK as u64;
const PACK_ENTRIES: usize = 1024;
const _: () = assert!(PACK_ENTRIES <= MAX_ENTRIES);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// Of the listing.
    pub entries: Range<usize>,
    pub size: u64,
    pub chunk_bytes: u32,
}

impl Object {
    pub fn chunks(&self) -> u64 {
        self.size.div_ceil(u64::from(self.chunk_bytes))
    }

    /// Where a chunk begins, and how long it is.
    pub fn place(&self, index: u64) -> (u64, usize) {
        place(self.size, self.chunk_bytes, index)
    }
}

pub(crate) fn place(size: u64, chunk_bytes: u32, index: u64) -> (u64, usize) {
    let offset = index * u64::from(chunk_bytes);
    let len = size.saturating_sub(offset).min(u64::from(chunk_bytes));
    (offset, usize::try_from(len).unwrap_or(0))
}

/// In the order of the listing.
pub fn objects_of(entries: &[Listed], nodes: u32) -> Vec<Object> {
    let mut objects = Vec::new();
    let mut pack = 0..0;
    let mut bytes = 0;
    let close = |objects: &mut Vec<Object>, pack: &Range<usize>, bytes: u64| {
        if !pack.is_empty() {
            let chunk_bytes = u32::try_from(bytes.max(1)).unwrap_or(MAX_RING_CHUNK);
            objects.push(Object { entries: pack.clone(), size: bytes, chunk_bytes });
        }
    };
    for (index, listed) in entries.iter().enumerate() {
        let size = if listed.entry.kind == EntryKind::File { listed.entry.size } else { 0 };
        if size > SMALL_FILE {
            close(&mut objects, &pack, bytes);
            objects.push(Object { entries: index..index + 1, size, chunk_bytes: chunk_bytes(size, nodes) });
            (pack, bytes) = (index + 1..index + 1, 0);
            continue;
        }
        if bytes + size > PACK_BYTES || pack.len() >= PACK_ENTRIES {
            close(&mut objects, &pack, bytes);
            (pack, bytes) = (index..index, 0);
        }
        pack.end = index + 1;
        bytes += size;
    }
    close(&mut objects, &pack, bytes);
    objects
}

#[cfg(test)]
mod tests {
    use seaway_messages::Entry;

    use super::*;

    fn file(size: u64) -> Listed {
        let entry = Entry {
            name: b"x".to_vec(),
            kind: EntryKind::File,
            mode: 0,
            seconds: 0,
            nanoseconds: 0,
            size,
            sparse: false,
            link: Vec::new(),
            attributes: Vec::new(),
        };
        Listed { entry, open: None }
    }

    #[test]
    fn small_files_share_an_object_and_large_ones_do_not() {
        let sizes = [4096, 0, 65_536, 65_537, 1, 64 << 20];
        let entries: Vec<Listed> = sizes.into_iter().map(file).collect();
        let found: Vec<_> = objects_of(&entries, 8)
            .into_iter()
            .map(|object| (object.entries.clone(), object.chunks()))
            .collect();
        assert_eq!(found, [(0..3, 1), (3..4, 2), (4..5, 1), (5..6, 801)]);
    }

    #[test]
    fn packs_are_one_chunk_and_cover_all() {
        let entries: Vec<Listed> = (0..10_000).map(|index| file(index % 9_000)).collect();
        let objects = objects_of(&entries, 1);
        assert!(objects.iter().all(|object| object.chunks() <= 1 && object.size <= PACK_BYTES));
        assert!(objects.windows(2).all(|pair| pair[0].entries.end == pair[1].entries.start));
        assert_eq!(
            (objects[0].entries.start, objects.last().map(|object| object.entries.end)),
            (0, Some(10_000))
        );
        assert!(objects_of(&[], 1).is_empty());
    }
}
