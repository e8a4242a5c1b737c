// SPDX-License-Identifier: MIT OR Apache-2.0
//! Small patterns of runs, repeated: arrays of structures.
//!
//! Copying structure by structure would decide for each field anew how to move it. Copying field by field, over a
//! batch of structures that stays in the fastest cache, decides once per batch.

use super::direction::Direction;
use super::length;
use super::rows::Row;
use crate::tree::{Form, Node};

/// Patterns with more runs are not worth the list.
const MAX_RUNS: usize = 24;
/// Fewer repeats are not worth the list either.
const MIN_REPEATS: u64 = 4;
/// Memory and stream of a batch together stay below this.
const BATCH_BYTES: u64 = 16 << 10;

/// The runs of one pattern: offset in memory, position in the stream, length.
#[derive(Debug)]
pub(super) struct Pattern {
    runs: [(i64, u64, usize); MAX_RUNS],
    count: usize,
    size: u64,
    batch: u64,
}

impl Pattern {
    /// The pattern of `count` copies of `node` at a stride, if it pays and field by field gives the same result.
    pub(super) fn of<D: Direction>(node: &Node<()>, count: u64, stride: i64) -> Option<Pattern> {
        let facts = &node.facts;
        let width = facts.high.abs_diff(facts.low);
        // Copies that overlap must be written one after the other, for the last to win.
        let is_reorderable = !D::WRITES_MEMORY || stride.unsigned_abs() >= width;
        if count < MIN_REPEATS || facts.runs > MAX_RUNS as u64 || node.is_run() || !is_reorderable {
            return None;
        }
        let footprint = width.max(stride.unsigned_abs()) + node.size();
        let batch = (BATCH_BYTES / footprint).max(1);
        let mut pattern = Pattern { runs: [(0, 0, 0); MAX_RUNS], count: 0, size: node.size(), batch };
        pattern.add(node, 0).then_some(pattern)
    }

    /// # Safety
    /// As for [`Row::copy`], for `count` copies of the pattern.
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
            for &(offset, position, len) in &self.runs[..self.count] {
                let row = Row {
                    memory: memory.wrapping_offset(super::offset(offset)),
                    memory_stride: stride,
                    stream: stream.wrapping_add(length(position)),
                    stream_stride: length(self.size),
                    count,
                };
                // SAFETY: as the caller promises.
                unsafe { row.copy::<D>(len) };
            }
            memory = memory.wrapping_offset(super::offset(stride.wrapping_mul(count.cast_signed())));
            stream = stream.wrapping_add(length(self.size * count));
            left -= count;
        }
    }

    /// Appends the runs of a node. False if they are too many after all: touching runs were counted as one.
    fn add(&mut self, node: &Node<()>, base: i64) -> bool {
        match &node.form {
            Form::Run => self.push(base, node.size()),
            Form::Strided { count, stride, child } => (0..count.cast_signed())
                .all(|index| self.add(child, base.wrapping_add(stride.wrapping_mul(index)))),
            Form::Scattered { offsets, child } => {
                offsets.iter().all(|offset| self.add(child, base.wrapping_add(*offset)))
            }
            Form::Indexed(indexed) if indexed.has_run_blocks() => (0..indexed.offsets.len()).all(|block| {
                self.push(
                    base.wrapping_add(indexed.offsets[block]),
                    indexed.count(block) * indexed.child.size(),
                )
            }),
            Form::Indexed(indexed) => (0..indexed.offsets.len()).all(|block| {
                let first = base.wrapping_add(indexed.offsets[block]);
                (0..indexed.count(block).cast_signed()).all(|index| {
                    self.add(&indexed.child, first.wrapping_add(indexed.stride.wrapping_mul(index)))
                })
            }),
            Form::Listed(listed) => (0..listed.offsets.len())
                .all(|index| self.add(&listed.children[index], base.wrapping_add(listed.offsets[index]))),
        }
    }

    fn push(&mut self, offset: i64, len: u64) -> bool {
        let position = match self.count.checked_sub(1).map(|last| self.runs[last]) {
            Some((_, position, len)) => position + len as u64,
            None => 0,
        };
        if self.count == MAX_RUNS {
            return false;
        }
        self.runs[self.count] = (offset, position, length(len));
        self.count += 1;
        true
    }
}
