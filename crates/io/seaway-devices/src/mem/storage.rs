// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Storage`]: the bytes of a file, in chunks that are allocated when first written.
//!
//! Two levels of locks. The outer one guards the list of chunks: transfers share it; only a transfer that
//! needs a new chunk, and a change of size, take it exclusively. Each chunk has its own lock, so that writers
//! of different chunks do not wait for each other. A transfer holds one chunk at a time, and keeps it if its
//! next piece lies in the same one.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use seaway_device_api::{Error, ErrorKind, Extent, Operation, Result, Segments, SegmentsMut};

use seaway_device_api::pieces::{pieces, pieces_mut};

/// Large enough that a lock per chunk is negligible beside the copy, small enough that ranks rarely contend
/// for one.
pub(super) const CHUNK_BYTES: u64 = CHUNK_CAPACITY as u64;
const CHUNK_CAPACITY: usize = 256 << 10;

#[derive(Debug, Default)]
pub(super) struct Storage {
    layout: RwLock<Layout>,
}

#[derive(Debug, Default)]
struct Layout {
    /// Under a shared lock it only grows.
    size: AtomicU64,
    chunks: BTreeMap<u64, Chunk>,
}

/// The bytes of a chunk up to the last one written; the rest reads as zero. Thus a new chunk written from
/// front to back is never zeroed first.
type Chunk = RwLock<Vec<u8>>;

impl Storage {
    pub(super) fn size(&self) -> u64 {
        self.layout().size.load(Ordering::Acquire)
    }

    pub(super) fn read(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> u64 {
        let layout = self.layout();
        let size = layout.size.load(Ordering::Acquire);
        let mut held: Option<(u64, RwLockReadGuard<'_, Vec<u8>>)> = None;
        let mut total = 0;
        for (offset, piece) in pieces_mut(extents, target).cut_at_multiples_of(CHUNK_BYTES) {
            let len = piece.len().min(usize::try_from(size.saturating_sub(offset)).unwrap_or(usize::MAX));
            if len == 0 {
                break;
            }
            let (index, within) = place(offset);
            if held.as_ref().is_none_or(|(held, _)| *held != index) {
                drop(held.take());
                held = layout.chunks.get(&index).map(|chunk| (index, read_lock(chunk)));
            }
            let bytes = held.as_ref().map_or(&[][..], |(_, chunk)| chunk);
            copy_out(bytes, within, &mut piece[..len]);
            total += len as u64;
        }
        total
    }

    /// If it fails, it has written nothing.
    pub(super) fn write(&self, extents: &[Extent], source: &Segments<'_>, limit: Option<u64>) -> Result<()> {
        loop {
            let layout = self.layout();
            if layout.has_chunks_of(extents) {
                layout.copy_in(extents, source);
                return Ok(());
            }
            drop(layout);
            // The file may be truncated before the lock is taken again: hence the loop.
            self.layout_alone().add_chunks(extents, limit)?;
        }
    }

    pub(super) fn set_size(&self, size: u64) {
        let mut layout = self.layout_alone();
        if size < *layout.size.get_mut() {
            layout.cut(size);
        }
        *layout.size.get_mut() = size;
    }

    /// Extends to `size` unless the file is longer. Others may write beyond it concurrently.
    pub(super) fn grow(&self, size: u64) {
        self.layout().size.fetch_max(size, Ordering::Release);
    }

    fn layout(&self) -> RwLockReadGuard<'_, Layout> {
        self.layout.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn layout_alone(&self) -> RwLockWriteGuard<'_, Layout> {
        self.layout.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Layout {
    fn has_chunks_of(&self, extents: &[Extent]) -> bool {
        chunk_indices(extents).all(|index| self.chunks.contains_key(&index))
    }

    fn add_chunks(&mut self, extents: &[Extent], limit: Option<u64>) -> Result<()> {
        for index in chunk_indices(extents) {
            if self.chunks.contains_key(&index) {
                continue;
            }
            let wanted = (self.chunks.len() as u64 + 1) * CHUNK_BYTES;
            if let Some(limit) = limit.filter(|&limit| wanted > limit) {
                return Err(Error::new(ErrorKind::NoSpace, Operation::Write)
                    .with_detail(format!("the hint seaway_mem_limit limits the file to {limit} bytes")));
            }
            let mut bytes = Vec::new();
            bytes
                .try_reserve_exact(CHUNK_CAPACITY)
                .map_err(|error| Error::new(ErrorKind::NoMemory, Operation::Write).with_source(error))?;
            self.chunks.insert(index, RwLock::new(bytes));
        }
        Ok(())
    }

    fn copy_in(&self, extents: &[Extent], source: &Segments<'_>) {
        let mut held: Option<(u64, RwLockWriteGuard<'_, Vec<u8>>)> = None;
        for (offset, piece) in pieces(extents, source).cut_at_multiples_of(CHUNK_BYTES) {
            let (index, within) = place(offset);
            if held.as_ref().is_none_or(|(held, _)| *held != index) {
                // Release before taking the next, or two transfers could deadlock.
                drop(held.take());
                held = self.chunks.get(&index).map(|chunk| (index, write_lock(chunk)));
            }
            if let Some((_, chunk)) = &mut held {
                overwrite(chunk, within, piece);
            }
        }
        let end = extents.last().map_or(0, Extent::end);
        self.size.fetch_max(end, Ordering::Release);
    }

    fn cut(&mut self, size: u64) {
        let (index, within) = place(size);
        self.chunks.split_off(&size.div_ceil(CHUNK_BYTES));
        if let Some(chunk) = self.chunks.get_mut(&index) {
            chunk.get_mut().unwrap_or_else(PoisonError::into_inner).truncate(within);
        }
    }
}

/// The chunks touched by the sorted `extents`, each once.
fn chunk_indices(extents: &[Extent]) -> impl Iterator<Item = u64> {
    let mut next = 0;
    extents.iter().filter(|extent| !extent.is_empty()).flat_map(move |extent| {
        let indices = next.max(extent.offset / CHUNK_BYTES)..extent.end().div_ceil(CHUNK_BYTES);
        next = indices.end.max(next);
        indices
    })
}

/// Chunk and offset within it.
fn place(offset: u64) -> (u64, usize) {
    // Less than CHUNK_BYTES, so nothing is truncated.
    (offset / CHUNK_BYTES, (offset % CHUNK_BYTES) as usize)
}

fn overwrite(chunk: &mut Vec<u8>, within: usize, piece: &[u8]) {
    if chunk.len() < within {
        chunk.resize(within, 0);
    }
    let known = piece.len().min(chunk.len() - within);
    chunk[within..within + known].copy_from_slice(&piece[..known]);
    chunk.extend_from_slice(&piece[known..]);
}

fn copy_out(chunk: &[u8], within: usize, piece: &mut [u8]) {
    let known = chunk.get(within..).unwrap_or_default();
    let len = piece.len().min(known.len());
    piece[..len].copy_from_slice(&known[..len]);
    piece[len..].fill(0);
}

fn read_lock(chunk: &Chunk) -> RwLockReadGuard<'_, Vec<u8>> {
    chunk.read().unwrap_or_else(PoisonError::into_inner)
}

fn write_lock(chunk: &Chunk) -> RwLockWriteGuard<'_, Vec<u8>> {
    chunk.write().unwrap_or_else(PoisonError::into_inner)
}
