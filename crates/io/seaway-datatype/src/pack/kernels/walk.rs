// SPDX-License-Identifier: MIT OR Apache-2.0
//! Down the tree, to the widest kernel that fits: a partial child at each end of a range, whole ones between.

use std::marker::PhantomData;
use std::ops::Range;

use super::direction::Direction;
use super::indexed::Blocks;
use super::long_rows::{LARGE_TRANSFER, LONG_BLOCK};
use super::pattern::Pattern;
use super::rows::{Row, copy_scattered};
use super::{length, offset};
use crate::tree::{Form, Indexed, Listed, Node};

/// A copy in progress: the current stream position.
///
/// # Safety
/// Of all unsafe methods: the bytes that the node names at the given positions lie in mapped memory, and the
/// stream holds at least as many bytes as the positions.
#[derive(Debug)]
pub(super) struct Transfer<D> {
    stream: *mut u8,
    end: *mut u8,
    /// Whether the whole transfer exceeds the caches.
    is_large: bool,
    direction: PhantomData<D>,
}

impl<D: Direction> Transfer<D> {
    pub(super) fn new(stream: Range<*mut u8>) -> Self {
        let is_large = stream.end.addr() - stream.start.addr() >= LARGE_TRANSFER;
        Transfer { stream: stream.start, end: stream.end, is_large, direction: PhantomData }
    }

    /// Positions of copies of `node`, `stride` bytes apart, as many as the positions reach.
    pub(super) unsafe fn repeated(
        &mut self,
        node: &Node<()>,
        first: *mut u8,
        stride: i64,
        positions: Range<u64>,
    ) {
        let size = node.size();
        if node.is_run() && u64::try_from(stride) == Ok(size) {
            // Contiguous instances, of a byte perhaps: one run.
            // SAFETY: passed on.
            return unsafe {
                self.run(first.wrapping_add(length(positions.start)), positions.end - positions.start)
            };
        }
        let at = |index: u64| first.wrapping_offset(offset(stride.wrapping_mul(index.cast_signed())));
        let (mut index, within) = (positions.start / size, positions.start % size);
        let (last, rest) = (positions.end / size, positions.end % size);
        // SAFETY: these are the requested positions, split at the boundaries of copies.
        unsafe {
            if index == last {
                return self.range(node, at(index), within..rest);
            }
            if within > 0 {
                self.range(node, at(index), within..size);
                index += 1;
            }
            self.whole_copies(node, at(index), last - index, stride);
            self.range(node, at(last), 0..rest);
        }
    }

    /// Some positions of one node.
    unsafe fn range(&mut self, node: &Node<()>, base: *mut u8, positions: Range<u64>) {
        if positions.is_empty() {
            return;
        }
        // SAFETY: each arm passes on the requested positions.
        unsafe {
            if positions == (0..node.size()) {
                return self.whole(node, base);
            }
            match &node.form {
                Form::Run => {
                    self.run(base.wrapping_add(length(positions.start)), positions.end - positions.start);
                }
                Form::Strided { stride, child, .. } => self.repeated(child, base, *stride, positions),
                Form::Scattered { offsets, child } => self.scattered_range(offsets, child, base, positions),
                Form::Indexed(indexed) => self.indexed_range(indexed, base, positions),
                Form::Listed(listed) => self.listed_range(listed, base, positions),
            }
        }
    }

    unsafe fn scattered_range(
        &mut self,
        offsets: &[i64],
        child: &Node<()>,
        base: *mut u8,
        positions: Range<u64>,
    ) {
        let size = child.size();
        let (first, last) = (length(positions.start / size), length(positions.end / size));
        let (within, rest) = (positions.start % size, positions.end % size);
        let at = |index: usize| base.wrapping_offset(offset(offsets[index]));
        // SAFETY: these are the requested positions, split at the boundaries of children.
        unsafe {
            if first == last {
                return self.range(child, at(first), within..rest);
            }
            let whole = first + usize::from(within > 0);
            if within > 0 {
                self.range(child, at(first), within..size);
            }
            self.whole_scattered(&offsets[whole..last], child, base);
            if rest > 0 {
                self.range(child, at(last), 0..rest);
            }
        }
    }

    unsafe fn indexed_range(&mut self, indexed: &Indexed<()>, base: *mut u8, positions: Range<u64>) {
        let size = indexed.child.size();
        let first = indexed.block_of(positions.start / size);
        let last = indexed.block_of((positions.end - 1) / size);
        let block = |index: usize| indexed.starts[index] * size..indexed.starts[index + 1] * size;
        let is_whole =
            |index: usize| positions.start <= block(index).start && block(index).end <= positions.end;
        let whole = first + usize::from(!is_whole(first));
        let whole_end = if is_whole(last) { last + 1 } else { last };
        // SAFETY: these are the requested positions, split at the boundaries of blocks.
        unsafe {
            if whole > first {
                self.block_range(indexed, first, base, &positions);
            }
            if whole < whole_end {
                self.whole_blocks(indexed, whole..whole_end, base);
            }
            if whole_end <= last && last > first {
                self.block_range(indexed, last, base, &positions);
            }
        }
    }

    /// What lies in one block of the positions of the node.
    unsafe fn block_range(
        &mut self,
        indexed: &Indexed<()>,
        block: usize,
        base: *mut u8,
        positions: &Range<u64>,
    ) {
        let size = indexed.child.size();
        let (start, end) = (indexed.starts[block] * size, indexed.starts[block + 1] * size);
        let positions = positions.start.max(start) - start..positions.end.min(end) - start;
        let first = base.wrapping_offset(offset(indexed.offsets[block]));
        // SAFETY: passed on.
        unsafe { self.repeated(&indexed.child, first, indexed.stride, positions) }
    }

    unsafe fn listed_range(&mut self, listed: &Listed<()>, base: *mut u8, positions: Range<u64>) {
        let first = listed.starts.partition_point(|start| start.bytes <= positions.start) - 1;
        for index in first..listed.children.len() {
            let start = listed.starts[index].bytes;
            if start >= positions.end {
                return;
            }
            let child = &listed.children[index];
            let within = positions.start.max(start) - start..(positions.end - start).min(child.size());
            // SAFETY: these are the requested positions, split at the boundaries of children.
            unsafe { self.range(child, base.wrapping_offset(offset(listed.offsets[index])), within) };
        }
    }

    unsafe fn whole(&mut self, node: &Node<()>, base: *mut u8) {
        // SAFETY: each arm passes on all positions of the node.
        unsafe {
            match &node.form {
                Form::Run => self.run(base, node.size()),
                Form::Strided { count, stride, child } => self.whole_copies(child, base, *count, *stride),
                Form::Scattered { offsets, child } => self.whole_scattered(offsets, child, base),
                Form::Indexed(indexed) => self.whole_blocks(indexed, 0..indexed.offsets.len(), base),
                Form::Listed(listed) => {
                    for (child, &at) in listed.children.iter().zip(&listed.offsets) {
                        self.whole(child, base.wrapping_offset(offset(at)));
                    }
                }
            }
        }
    }

    unsafe fn whole_copies(&mut self, node: &Node<()>, base: *mut u8, count: u64, stride: i64) {
        // SAFETY: all copies are requested, and the stream holds them.
        unsafe {
            if node.is_run() {
                let len = length(node.size());
                let row = Row {
                    memory: base,
                    memory_stride: stride,
                    stream: self.stream,
                    stream_stride: len,
                    count,
                };
                if self.is_large && len >= LONG_BLOCK {
                    row.copy_long::<D>(len);
                } else {
                    row.copy::<D>(len);
                }
                return self.advance(node.size() * count);
            }
            if let Some(pattern) = Pattern::of::<D>(node, count, stride) {
                pattern.copy::<D>(base, stride, self.stream, count);
                return self.advance(node.size() * count);
            }
            for index in 0..count.cast_signed() {
                self.whole(node, base.wrapping_offset(offset(stride.wrapping_mul(index))));
            }
        }
    }

    unsafe fn whole_scattered(&mut self, offsets: &[i64], child: &Node<()>, base: *mut u8) {
        // SAFETY: all children are requested, and the stream holds them.
        unsafe {
            if child.is_run() {
                copy_scattered::<D>(base, offsets, self.stream, length(child.size()));
                return self.advance(child.size() * offsets.len() as u64);
            }
            for &at in offsets {
                self.whole(child, base.wrapping_offset(offset(at)));
            }
        }
    }

    unsafe fn whole_blocks(&mut self, indexed: &Indexed<()>, blocks: Range<usize>, base: *mut u8) {
        let offsets = &indexed.offsets[blocks.clone()];
        let starts = &indexed.starts[blocks.start..=blocks.end];
        // SAFETY: all these blocks are requested, and the stream holds them.
        unsafe {
            if indexed.has_run_blocks() {
                let unit = length(indexed.child.size());
                Blocks { base, offsets, starts, unit }.copy::<D>(self.stream, self.stream_left());
                return self.advance((starts[offsets.len()] - starts[0]) * indexed.child.size());
            }
            for (&at, pair) in offsets.iter().zip(starts.windows(2)) {
                let first = base.wrapping_offset(offset(at));
                self.whole_copies(&indexed.child, first, pair[1] - pair[0], indexed.stride);
            }
        }
    }

    unsafe fn run(&mut self, base: *mut u8, len: u64) {
        // SAFETY: as the caller promises.
        unsafe { D::bytes(base, self.stream, length(len)) };
        self.advance(len);
    }

    fn advance(&mut self, len: u64) {
        self.stream = self.stream.wrapping_add(length(len));
    }

    /// Bytes up to the end of the stream.
    fn stream_left(&self) -> usize {
        self.end.addr() - self.stream.addr()
    }
}
