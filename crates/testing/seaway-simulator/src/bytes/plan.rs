// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the programs of a schedule do, and the resulting content of the stream.

use std::ops::Range;

use seaway_device_api::Extent;
use seaway_messages::Policy;
use seaway_roles::stream::bytes::{Late, Lost};

use crate::core::{Choices, MILLISECOND, SECOND, Time};

/// A call of the writing program, on all of its ranks.
#[derive(Debug, Clone)]
pub(super) enum Write {
    /// In rank order, with these lengths.
    Ordered { start: u64, lengths: Vec<u64> },
    /// Each rank its own extents.
    Own(Vec<Vec<Extent>>),
    /// Ends a step.
    Mark,
}

#[derive(Debug, Clone)]
pub(super) struct ReaderProgram {
    pub(super) ranks: usize,
    pub(super) policy: Policy,
    pub(super) start: Time,
    /// Each rank reads anywhere, and may read bytes again; otherwise all read in rank order, each byte once.
    pub(super) looks: bool,
    /// Number of reads before it closes; ordered reads that reach the end stop there.
    pub(super) reads: u64,
    /// Longest piece of one rank in a read.
    pub(super) longest: u64,
    /// Sometimes it skips bytes.
    pub(super) jumps: bool,
}

#[derive(Debug, Clone)]
pub(super) struct Plan {
    pub(super) writers: usize,
    pub(super) programs: Vec<ReaderProgram>,
    pub(super) window_bytes: u64,
    pub(super) late: Late,
    pub(super) lost: Lost,
    pub(super) visible_at_close: bool,
    /// Links of a reader to a writer, where bytes go through sockets.
    pub(super) links: usize,
    pub(super) writes: Vec<Write>,
    /// The steps, in order; without empty ones.
    pub(super) steps: Vec<Extent>,
    /// Whether each byte was written. Its length is the size of the file.
    pub(super) written: Vec<bool>,
}

impl Plan {
    pub(super) fn new(choices: &mut Choices) -> Self {
        let count = 1 + choices.index(2);
        let programs: Vec<ReaderProgram> = (0..count).map(|_| reader_program(choices)).collect();
        let has_policy = programs.iter().any(|program| program.policy != Policy::All);
        let mut plan = Self {
            writers: 1 + choices.index(3),
            programs,
            window_bytes: 16 << choices.below(5),
            late: [Late::Wait, Late::Keep, Late::Drop][choices.index(3)],
            lost: if choices.once_in(8) { Lost::Wait } else { Lost::Fail },
            visible_at_close: choices.once_in(8),
            links: if choices.once_in(3) { 2 + choices.index(2) } else { 1 },
            writes: Vec::new(),
            steps: Vec::new(),
            written: Vec::new(),
        };
        // A reader that selects steps before the first is complete gets the answer that there are none.
        let is_ordered = has_policy || !choices.once_in(4);
        let mut pattern = lengths(plan.writers, choices);
        let mut start = 0;
        for _ in 0..choices.below(9) {
            if choices.once_in(5) {
                pattern = lengths(plan.writers, choices);
            }
            start = match is_ordered {
                true => plan.write_in_order(start, pattern.clone()),
                false => plan.write_anywhere(start, choices),
            };
            start += if choices.once_in(8) { choices.below(5) } else { 0 };
        }
        plan
    }

    fn write_in_order(&mut self, start: u64, lengths: Vec<u64>) -> u64 {
        let step = Extent::new(start, lengths.iter().sum());
        self.write(step);
        self.steps.extend((!step.is_empty()).then_some(step));
        self.writes.push(Write::Ordered { start, lengths });
        step.end()
    }

    fn write_anywhere(&mut self, start: u64, choices: &mut Choices) -> u64 {
        let mut own = vec![Vec::new(); self.writers];
        let mut at = start;
        for _ in 0..1 + choices.below(6) {
            let cell = Extent::new(at, 1 + choices.below(12));
            // Some bytes are never written.
            if !choices.once_in(10) {
                own[choices.index(self.writers)].push(cell);
                self.write(cell);
            }
            at = cell.end();
        }
        self.writes.push(Write::Own(own));
        if choices.once_in(2) {
            self.writes.push(Write::Mark);
            let before = self.steps.last().map_or(0, Extent::end);
            let step = Extent::from(before..self.size());
            self.steps.extend((!step.is_empty()).then_some(step));
        }
        at
    }

    fn write(&mut self, extent: Extent) {
        if extent.is_empty() {
            return;
        }
        let bytes = index(extent);
        self.written.resize(self.written.len().max(bytes.end), false);
        self.written[bytes].fill(true);
    }

    pub(super) fn size(&self) -> u64 {
        self.written.len() as u64
    }

    /// The file's byte at an offset; `None` beyond its end.
    pub(super) fn byte_at(&self, offset: u64) -> Option<u8> {
        let is_written = self.written.get(usize::try_from(offset).ok()?)?;
        Some(if *is_written { pattern(offset) } else { 0 })
    }
}

fn reader_program(choices: &mut Choices) -> ReaderProgram {
    let policy = match choices.below(6) {
        0 => Policy::Every(1 + u32::try_from(choices.below(3)).unwrap_or(0)),
        1 => Policy::Latest,
        _ => Policy::All,
    };
    let looks = policy == Policy::All && choices.once_in(4);
    let leaves_early = choices.once_in(4);
    let most = if looks { 6 } else { 3 };
    ReaderProgram {
        ranks: 1 + choices.index(3),
        policy,
        start: if choices.once_in(3) { choices.below(SECOND) } else { choices.below(20 * MILLISECOND) },
        looks,
        reads: if leaves_early || looks { choices.below(most) } else { u64::MAX },
        longest: 4 << choices.below(4),
        jumps: policy == Policy::All && choices.once_in(6),
    }
}

fn lengths(writers: usize, choices: &mut Choices) -> Vec<u64> {
    (0..writers).map(|_| if choices.once_in(5) { 0 } else { choices.below(24) }).collect()
}

/// What writers write at an offset: neither zero nor the content of freed memory.
pub(super) fn pattern(offset: u64) -> u8 {
    u8::try_from(1 + offset.wrapping_mul(31) % 199).unwrap_or(1)
}

pub(super) fn index(extent: Extent) -> Range<usize> {
    let number = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
    number(extent.offset)..number(extent.end())
}
