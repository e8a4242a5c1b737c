// SPDX-License-Identifier: MIT OR Apache-2.0
//! Figures of files and lanes, accumulated from processes. Their number is bounded, whatever the trace
//! contains.

use std::collections::HashMap;

use super::access::{Access, AccessKind};
use super::common_sizes::FileSizes;
use super::layers::{LAYERS, LayerTally};
use super::sample::Sample;
use super::tally::{Tally, grow};
use super::time_bins::BINS;

/// Files beyond this number are summed.
const MOST_FILES: usize = 1 << 16;

/// Shares of lanes in files beyond this number are not distinguished.
const MOST_SHARES: usize = 1 << 19;

/// Points of all samples together.
const MOST_POINTS: usize = 1 << 19;

/// Points of one file.
const POINTS_OF_A_FILE: usize = 1000;

#[derive(Debug, Clone, Default)]
pub(in crate::report) struct FileFigures {
    pub(in crate::report) tally: Tally,
    pub(in crate::report) lanes: Vec<LaneShare>,
    pub(in crate::report) sample: Sample,
    /// Why it could not be opened: `errno`, and how often.
    pub(in crate::report) open_errors: Vec<(u8, u64)>,
    /// The sizes of its accesses.
    pub(in crate::report) sizes: FileSizes,
    pub(in crate::report) touched: Touched,
    /// It is counted in sums, and not shown.
    pub(in crate::report) is_of_system: bool,
}

/// The range of a file that was touched, by the program itself or inside other calls.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::report) struct Touched {
    /// End of the last byte that was read or written.
    pub(in crate::report) end: u64,
    pub(in crate::report) inner_reads: bool,
    pub(in crate::report) inner_writes: bool,
}

impl Touched {
    #[inline]
    pub(super) fn add(&mut self, access: &Access, kind: AccessKind, is_inner: bool) {
        if !kind.moves_bytes() || access.error != 0 || access.length == 0 {
            return;
        }
        self.inner_reads |= is_inner && kind == AccessKind::Read;
        self.inner_writes |= is_inner && kind == AccessKind::Write;
        self.end = self.end.max(access.offset.map_or(0, |offset| offset.saturating_add(access.length)));
    }

    fn merge(&mut self, other: Self) {
        self.end = self.end.max(other.end);
        self.inner_reads |= other.inner_reads;
        self.inner_writes |= other.inner_writes;
    }
}

/// What one lane did with one file.
#[derive(Debug, Clone, Default)]
pub(in crate::report) struct LaneShare {
    pub(in crate::report) lane: u32,
    pub(in crate::report) opens: u64,
    pub(in crate::report) looks: u64,
    pub(in crate::report) calls: u64,
    pub(in crate::report) read_bytes: u64,
    pub(in crate::report) written_bytes: u64,
    pub(in crate::report) time: u64,
    pub(in crate::report) write_time: u64,
    pub(in crate::report) read_part: ByteSpan,
    /// The bins of the time line in which it wrote.
    pub(in crate::report) writing: TimeBits,
}

pub(in crate::report) type TimeBits = [u64; BINS / 64];

/// From the first to the last touched byte of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::report) struct ByteSpan {
    pub(in crate::report) begin: u64,
    pub(in crate::report) end: u64,
}

impl Default for ByteSpan {
    fn default() -> Self {
        Self { begin: u64::MAX, end: 0 }
    }
}

impl ByteSpan {
    #[inline]
    pub(in crate::report) fn add(&mut self, begin: u64, end: u64) {
        self.begin = self.begin.min(begin);
        self.end = self.end.max(end);
    }

    pub(in crate::report) const fn bytes(&self) -> u64 {
        self.end.saturating_sub(self.begin)
    }
}

/// Totals of one lane: a rank, or a process without one.
#[derive(Debug, Clone, Default)]
pub(in crate::report) struct LaneFigures {
    pub(in crate::report) tally: Tally,
    pub(in crate::report) calls: u64,
    /// Indexed by layer.
    pub(in crate::report) layers: [LayerTally; LAYERS.len()],
    /// The run times of its processes, for each thread that made calls.
    pub(in crate::report) available: u64,
    pub(in crate::report) heat: Option<Box<Heat>>,
}

/// Along the time line.
#[derive(Debug, Clone)]
pub(in crate::report) struct Heat {
    pub(in crate::report) read: [u64; BINS],
    pub(in crate::report) written: [u64; BINS],
    pub(in crate::report) time: [u64; BINS],
}

impl Default for Heat {
    fn default() -> Self {
        Self { read: [0; BINS], written: [0; BINS], time: [0; BINS] }
    }
}

impl Heat {
    pub(in crate::report) fn merge(&mut self, other: &Self) {
        let add = |mine: &mut [u64; BINS], theirs: &[u64; BINS]| {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| grow(mine, *theirs));
        };
        add(&mut self.read, &other.read);
        add(&mut self.written, &other.written);
        add(&mut self.time, &other.time);
    }
}

impl LaneFigures {
    pub(super) fn merge(&mut self, other: Self) {
        self.tally.merge(&other.tally);
        grow(&mut self.calls, other.calls);
        grow(&mut self.available, other.available);
        self.layers.iter_mut().zip(&other.layers).for_each(|(mine, theirs)| mine.merge(theirs));
        match (&mut self.heat, other.heat) {
            (Some(mine), Some(theirs)) => mine.merge(&theirs),
            (mine @ None, theirs) => *mine = theirs,
            (Some(_), None) => {}
        }
    }
}

/// All files, of which some may be summed.
#[derive(Debug)]
pub(in crate::report) struct FileTable {
    files: HashMap<u32, FileFigures>,
    /// Those beyond the bound, together.
    pub(in crate::report) rest: FileFigures,
    pub(in crate::report) has_rest: bool,
    shares: usize,
    points: usize,
    pub(super) points_of_a_file: usize,
}

impl Default for FileTable {
    fn default() -> Self {
        Self {
            files: HashMap::new(),
            rest: FileFigures::default(),
            has_rest: false,
            shares: 0,
            points: 0,
            points_of_a_file: POINTS_OF_A_FILE,
        }
    }
}

impl FileTable {
    pub(super) fn merge(&mut self, file: u32, figures: &FileFigures) {
        let is_full = self.files.len() >= MOST_FILES && !self.files.contains_key(&file);
        let most = self.points_of_a_file;
        if is_full {
            self.has_rest = true;
            self.rest.merge(figures, 0, false);
            return;
        }
        let mine = self.files.entry(file).or_default();
        let before = (mine.lanes.len(), mine.sample.len());
        mine.merge(figures, most, self.shares < MOST_SHARES);
        self.shares += mine.lanes.len() - before.0;
        self.points = self.points + mine.sample.len() - before.1;
        if self.points > MOST_POINTS {
            self.thin_out();
        }
    }

    pub(super) fn merge_all(&mut self, other: &Self) {
        for (file, figures) in &other.files {
            self.merge(*file, figures);
        }
        self.has_rest |= other.has_rest;
        self.rest.merge(&other.rest, 0, false);
    }

    pub(in crate::report) fn get(&self, file: u32) -> Option<&FileFigures> {
        self.files.get(&file)
    }

    pub(in crate::report) fn iter(&self) -> impl Iterator<Item = (u32, &FileFigures)> {
        self.files.iter().map(|(file, figures)| (*file, figures))
    }

    pub(in crate::report) fn len(&self) -> usize {
        self.files.len()
    }

    fn thin_out(&mut self) {
        self.points_of_a_file /= 2;
        let most = self.points_of_a_file;
        self.files.values_mut().for_each(|file| file.sample.shrink(most));
        self.points = self.files.values().map(|file| file.sample.len()).sum();
    }
}

impl FileFigures {
    fn merge(&mut self, other: &Self, most_points: usize, with_new_lanes: bool) {
        self.tally.merge(&other.tally);
        for (error, count) in &other.open_errors {
            self.add_open_error(*error, *count);
        }
        self.sizes.merge(&other.sizes);
        self.touched.merge(other.touched);
        self.is_of_system |= other.is_of_system;
        self.sample.merge(&other.sample, most_points);
        for share in &other.lanes {
            match self.lanes.iter_mut().rev().find(|mine| mine.lane == share.lane) {
                Some(mine) => mine.merge(share),
                None if with_new_lanes => self.lanes.push(share.clone()),
                None => {}
            }
        }
    }

    pub(super) fn add_open_error(&mut self, error: u8, count: u64) {
        match self.open_errors.iter_mut().find(|(known, _)| *known == error) {
            Some((_, known)) => grow(known, count),
            None => self.open_errors.push((error, count)),
        }
    }
}

impl LaneShare {
    pub(in crate::report) const fn bytes(&self) -> u64 {
        self.read_bytes.saturating_add(self.written_bytes)
    }

    pub(in crate::report) fn merge(&mut self, other: &Self) {
        grow(&mut self.opens, other.opens);
        grow(&mut self.looks, other.looks);
        grow(&mut self.calls, other.calls);
        grow(&mut self.read_bytes, other.read_bytes);
        grow(&mut self.written_bytes, other.written_bytes);
        grow(&mut self.time, other.time);
        grow(&mut self.write_time, other.write_time);
        if other.read_part.bytes() > 0 {
            self.read_part.add(other.read_part.begin, other.read_part.end);
        }
        self.writing.iter_mut().zip(other.writing).for_each(|(mine, theirs)| *mine |= theirs);
    }
}
