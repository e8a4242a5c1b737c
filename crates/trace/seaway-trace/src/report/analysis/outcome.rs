// SPDX-License-Identifier: MIT OR Apache-2.0
//! The result of one pass, or of several combined.

use seaway_trace_format::Call;

use super::access::traits;
use super::chain::{Chain, Chains};
use super::files::{FileFigures, FileTable, LaneFigures, LaneShare};
use super::layers::Layers;
use super::nature::Nature;
use super::slowest::{SlowCall, Slowest};
use super::tally::grow;

/// Unfinished calls beyond this number are only counted.
const MOST_UNFINISHED: usize = 100;

#[derive(Debug)]
pub(in crate::report) struct Outcome {
    pub(in crate::report) files: FileTable,
    pub(in crate::report) lanes: Vec<LaneFigures>,
    /// Indexed by call.
    pub(in crate::report) calls: Vec<CallFigures>,
    pub(in crate::report) unfinished: Vec<Unfinished>,
    pub(in crate::report) unfinished_count: u64,
    pub(in crate::report) events: u64,
    pub(in crate::report) layers: Layers,
    pub(super) chains: Chains,
    pub(super) slowest: Slowest,
}

/// All calls of one kind, nested or not.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::report) struct CallFigures {
    pub(in crate::report) calls: u64,
    pub(in crate::report) failures: u64,
    pub(in crate::report) bytes: u64,
    pub(in crate::report) time: u64,
    pub(in crate::report) longest: u64,
}

/// A call that had not returned when its process ended, or when the trace was read.
#[derive(Debug, Clone, Copy)]
pub(in crate::report) struct Unfinished {
    pub(in crate::report) lane: u32,
    pub(in crate::report) process: u32,
    pub(in crate::report) call: Call,
    pub(in crate::report) file: Option<u32>,
    pub(in crate::report) start: u64,
    /// Its minimum duration.
    pub(in crate::report) lasted: u64,
}

impl Outcome {
    pub(in crate::report) fn new(lanes: usize) -> Self {
        Self {
            files: FileTable::default(),
            lanes: vec![LaneFigures::default(); lanes],
            calls: vec![CallFigures::default(); 256],
            unfinished: Vec::new(),
            unfinished_count: 0,
            events: 0,
            layers: Layers::new(lanes),
            chains: Chains::default(),
            slowest: Slowest::default(),
        }
    }

    pub(in crate::report) fn merge(&mut self, other: Self) {
        self.files.merge_all(&other.files);
        self.lanes.iter_mut().zip(other.lanes).for_each(|(mine, theirs)| mine.merge(theirs));
        for (mine, theirs) in self.calls.iter_mut().zip(other.calls) {
            grow(&mut mine.calls, theirs.calls);
            grow(&mut mine.failures, theirs.failures);
            grow(&mut mine.bytes, theirs.bytes);
            grow(&mut mine.time, theirs.time);
            mine.longest = mine.longest.max(theirs.longest);
        }
        self.unfinished_count += other.unfinished_count;
        self.unfinished.extend(other.unfinished);
        self.unfinished.sort_by_key(|call| (std::cmp::Reverse(call.lasted), call.process));
        self.unfinished.truncate(MOST_UNFINISHED);
        self.events += other.events;
        self.layers.merge(other.layers);
        self.chains.merge(&other.chains);
        self.slowest.merge(other.slowest);
    }

    pub(super) fn add_unfinished(&mut self, call: Unfinished) {
        self.unfinished_count += 1;
        if self.unfinished.len() < MOST_UNFINISHED {
            self.unfinished.push(call);
        }
    }

    /// Calls that were only counted, because the quota was exhausted.
    pub(in crate::report) fn add_counted(
        &mut self,
        lane: u32,
        file: Option<(u32, Nature)>,
        call: Call,
        counted: CallFigures,
    ) {
        let mut traits = traits()[call as usize];
        let nature = file.map_or(Nature::File, |(_, nature)| nature);
        traits.kind = nature.kind(traits.kind, traits.class);
        let traits = &traits;
        let CallFigures { calls, failures, bytes, time, .. } = counted;
        let of_call = &mut self.calls[call as usize];
        grow(&mut of_call.calls, calls);
        grow(&mut of_call.failures, failures);
        grow(&mut of_call.bytes, if traits.kind.moves_bytes() { bytes } else { 0 });
        grow(&mut of_call.time, time);
        if nature == Nature::NoFile {
            return;
        }
        if let Some(lane) = self.lanes.get_mut(lane as usize) {
            lane.tally.add_counted(traits, calls, failures, bytes, time);
            grow(&mut lane.calls, calls);
            if let Some(layer) =
                lane.layers.get_mut(traits.layer as usize).filter(|_| nature != Nature::System)
            {
                layer.add(traits.kind, calls, bytes, time);
            }
        }
        let Some((file, _)) = file else { return };
        let mut figures = FileFigures { is_of_system: nature == Nature::System, ..FileFigures::default() };
        figures.tally.add_counted(traits, calls, failures, bytes, time);
        figures.lanes.push(LaneShare {
            lane,
            calls,
            opens: figures.tally.opens,
            looks: figures.tally.looks,
            read_bytes: figures.tally.read_bytes,
            written_bytes: figures.tally.written_bytes,
            time,
            write_time: figures.tally.write_time,
            ..LaneShare::default()
        });
        self.files.merge(file, &figures);
    }

    pub(in crate::report) fn take_chains(&mut self) -> Vec<Chain> {
        std::mem::take(&mut self.chains).sorted()
    }

    /// Longest first.
    pub(in crate::report) fn take_slowest(&mut self) -> Vec<SlowCall> {
        std::mem::take(&mut self.slowest).sorted()
    }
}
