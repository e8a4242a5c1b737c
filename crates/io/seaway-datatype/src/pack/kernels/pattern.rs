// SPDX-License-Identifier: MIT OR Apache-2.0
//! Small patterns of runs, repeated: arrays of structures.
//!
//! Copying structure by structure would choose how to move each field every time. Copying a few fields at a
//! time, over a batch of structures that stays in the L1 cache, chooses once per batch.

use super::direction::Direction;
use super::fields::{FUSED, FieldMove, Structures, cut_field};
use super::rows::Row;
use super::{length, offset};
use crate::tree::{Form, Node};

/// Not worthwhile for patterns with more runs or moves.
const MAX_RUNS: u64 = 16;
const MAX_MOVES: usize = 24;
/// Not worthwhile for fewer repeats.
const MIN_REPEATS: u64 = 4;
/// Memory and stream of a batch together stay below this.
const BATCH_BYTES: u64 = 16 << 10;
/// Longer runs are copied by calls, row by row.
const SHORT_RUN: u64 = 64;

/// The moves of one pattern: short moves and long runs, each in stream order.
#[derive(Debug)]
pub(super) struct Pattern {
    moves: List<FieldMove>,
    long_runs: List<FieldMove>,
    size: u64,
    batch: u64,
}

impl Pattern {
    /// The pattern of `count` copies of `node` at a stride, if it pays off and copying field by field gives
    /// the same result.
    pub(super) fn of<D: Direction>(node: &Node<()>, count: u64, stride: i64) -> Option<Pattern> {
        let facts = &node.facts;
        let width = facts.high.abs_diff(facts.low);
        // Overlapping fields must be written in order, for the last to win.
        let is_reorderable = !D::WRITES_MEMORY || (facts.monotone && stride.unsigned_abs() >= width);
        if count < MIN_REPEATS || facts.runs > MAX_RUNS || node.is_run() || !is_reorderable {
            return None;
        }
        let mut pattern =
            Pattern { moves: List::default(), long_runs: List::default(), size: node.size(), batch: 0 };
        pattern.add(node, 0, 0)?;
        let passes = pattern.moves.count.div_ceil(FUSED) + pattern.long_runs.count;
        let footprint = width.max(stride.unsigned_abs()) + node.size();
        pattern.batch = if passes == 1 { u64::MAX } else { (BATCH_BYTES / footprint).max(1) };
        Some(pattern)
    }

    /// # Safety
    /// All bytes of `count` copies of the pattern lie in their memory and stream.
    pub(super) unsafe fn copy<D: Direction>(
        &self,
        memory: *mut u8,
        stride: i64,
        stream: *mut u8,
        count: u64,
    ) {
        let (mut memory, mut stream, mut left) = (memory, stream, count);
        while left > 0 {
            let count = left.min(self.batch);
            let stream_stride = length(self.size);
            let batch = Structures { memory, memory_stride: stride, stream, stream_stride, count };
            // SAFETY: as the caller promises.
            unsafe { self.copy_batch::<D>(batch) };
            memory = memory.wrapping_offset(offset(stride.wrapping_mul(count.cast_signed())));
            stream = stream.wrapping_add(length(self.size * count));
            left -= count;
        }
    }

    /// # Safety
    /// As for `copy`.
    unsafe fn copy_batch<D: Direction>(&self, batch: Structures) {
        let Structures { memory_stride, stream_stride, count, .. } = batch;
        for run in self.long_runs.as_slice() {
            let memory = batch.memory.wrapping_offset(offset(run.memory));
            let stream = batch.stream.wrapping_add(length(run.stream));
            let row = Row { memory, memory_stride, stream, stream_stride, count };
            // SAFETY: as the caller promises.
            unsafe { row.copy::<D>(length(run.width)) };
        }
        for moves in self.moves.as_slice().chunks(FUSED) {
            let mut fused = [FieldMove::default(); FUSED];
            fused[..moves.len()].copy_from_slice(moves);
            // SAFETY: as the caller promises; empty moves touch nothing.
            unsafe { batch.copy::<D>(fused) };
        }
    }

    /// Appends the runs of a node, the first of which is at `position` of the stream. `None` if they are too many.
    fn add(&mut self, node: &Node<()>, base: i64, position: u64) -> Option<()> {
        let child_at = |index: u64, first: i64, stride: i64| {
            first.wrapping_add(stride.wrapping_mul(index.cast_signed()))
        };
        match &node.form {
            Form::Run => self.add_run(base, position, node.size()),
            Form::Strided { count, stride, child } => (0..*count).try_for_each(|index| {
                self.add(child, child_at(index, base, *stride), position + index * child.size())
            }),
            Form::Scattered { offsets, child } => {
                (0..).zip(offsets).try_for_each(|(index, offset): (u64, _)| {
                    self.add(child, base.wrapping_add(*offset), position + index * child.size())
                })
            }
            Form::Indexed(indexed) => (0..indexed.offsets.len()).try_for_each(|block| {
                let child = &indexed.child;
                let first = base.wrapping_add(indexed.offsets[block]);
                let position = position + indexed.starts[block] * child.size();
                if indexed.has_run_blocks() {
                    return self.add_run(first, position, indexed.count(block) * child.size());
                }
                (0..indexed.count(block)).try_for_each(|index| {
                    self.add(child, child_at(index, first, indexed.stride), position + index * child.size())
                })
            }),
            Form::Listed(listed) => (0..listed.children.len()).try_for_each(|index| {
                let position = position + listed.starts[index].bytes;
                self.add(&listed.children[index], base.wrapping_add(listed.offsets[index]), position)
            }),
        }
    }

    fn add_run(&mut self, memory: i64, stream: u64, len: u64) -> Option<()> {
        if len > SHORT_RUN {
            return self.long_runs.push(FieldMove { memory, stream, width: len });
        }
        let mut fits = Some(());
        cut_field(memory, stream, len, |field| fits = fits.and_then(|()| self.moves.push(field)));
        fits
    }
}

/// A short list on the stack.
#[derive(Debug)]
struct List<T> {
    entries: [T; MAX_MOVES],
    count: usize,
}

impl<T: Copy + Default> Default for List<T> {
    fn default() -> Self {
        List { entries: [T::default(); MAX_MOVES], count: 0 }
    }
}

impl<T> List<T> {
    /// `None` if the list is full.
    fn push(&mut self, entry: T) -> Option<()> {
        *self.entries.get_mut(self.count)? = entry;
        self.count += 1;
        Some(())
    }

    fn as_slice(&self) -> &[T] {
        &self.entries[..self.count]
    }
}
