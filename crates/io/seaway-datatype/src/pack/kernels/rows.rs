// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rows of blocks of one length.

use std::marker::PhantomData;

use super::direction::Direction;
use super::machine;
use super::moves::{Move, MoveVisitor, with_move};
use super::offset;

/// Hardware prefetchers follow a stride only within a page. From this stride on, which leaves few blocks per
/// page, prefetch in software.
const WIDE_STRIDE: u64 = 1024;
const BLOCKS_AHEAD: isize = 8;

/// Equal blocks at one stride in memory and another in the stream.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    pub(super) memory: *mut u8,
    pub(super) memory_stride: i64,
    pub(super) stream: *mut u8,
    pub(super) stream_stride: usize,
    pub(super) count: u64,
}

impl Row {
    /// Copies blocks of `len` bytes.
    ///
    /// # Safety
    /// All blocks lie in their memory and in their stream.
    pub(super) unsafe fn copy<D: Direction>(self, len: usize) {
        with_move(len, RowCopy::<D> { row: self, direction: PhantomData });
    }

    #[inline(always)]
    fn each(self, copy: impl Fn(*mut u8, *mut u8)) {
        let stride = offset(self.memory_stride);
        let (mut memory, mut stream) = (self.memory, self.stream);
        // Past the last block pointers may point outside of the memory, which wrapping arithmetic allows.
        for _ in 0..self.count / 4 {
            for index in 0..4_u8 {
                let step = stride.wrapping_mul(isize::from(index));
                copy(
                    memory.wrapping_offset(step),
                    stream.wrapping_add(self.stream_stride * usize::from(index)),
                );
            }
            memory = memory.wrapping_offset(stride.wrapping_mul(4));
            stream = stream.wrapping_add(self.stream_stride * 4);
        }
        for _ in 0..self.count % 4 {
            copy(memory, stream);
            memory = memory.wrapping_offset(stride);
            stream = stream.wrapping_add(self.stream_stride);
        }
    }
}

/// Copies blocks of `len` bytes at `offsets` from `base` to consecutive places in the stream.
///
/// # Safety
/// All blocks lie in their memory and in their stream.
pub(super) unsafe fn copy_scattered<D: Direction>(
    base: *mut u8,
    offsets: &[i64],
    stream: *mut u8,
    len: usize,
) {
    with_move(len, ScatteredCopy::<D> { base, offsets, stream, len, direction: PhantomData });
}

// The visitors below are created only by the unsafe functions above, whose callers guarantee that all blocks
// lie in their memory and stream.

struct RowCopy<D> {
    row: Row,
    direction: PhantomData<D>,
}

impl<D: Direction> MoveVisitor for RowCopy<D> {
    fn visit(self, how: impl Move) {
        // SAFETY: promised to `Row::copy`.
        let copy = |memory, stream| unsafe { how.go::<D>(memory, stream) };
        if self.row.memory_stride.unsigned_abs() < WIDE_STRIDE {
            return self.row.each(copy);
        }
        let ahead = offset(self.row.memory_stride).wrapping_mul(BLOCKS_AHEAD);
        self.row.each(|memory, stream| {
            machine::prefetch(memory.wrapping_offset(ahead));
            copy(memory, stream);
        });
    }
}

struct ScatteredCopy<'a, D> {
    base: *mut u8,
    offsets: &'a [i64],
    stream: *mut u8,
    len: usize,
    direction: PhantomData<D>,
}

impl<D: Direction> MoveVisitor for ScatteredCopy<'_, D> {
    fn visit(self, how: impl Move) {
        let mut stream = self.stream;
        for &at in self.offsets {
            // SAFETY: promised to `copy_scattered`.
            unsafe { how.go::<D>(self.base.wrapping_offset(offset(at)), stream) };
            stream = stream.wrapping_add(self.len);
        }
    }
}
