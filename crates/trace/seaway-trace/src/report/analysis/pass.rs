// SPDX-License-Identifier: MIT OR Apache-2.0
//! One pass over the calls of a process. This code runs for each of millions of calls: no allocation, no hash
//! table, nothing that grows with them.

use seaway_trace_format::{Class, Layer};

use super::access::{Access, AccessKind, ProcessFacts, Traits, traits};
use super::common_sizes::SizeBuffer;
use super::files::{FileFigures, Heat, LaneShare};
use super::layers::{self, LayerHeats, Layers};
use super::nature::Nature;
use super::nesting::{Frame, Nesting};
use super::outcome::{Outcome, Unfinished};
use super::pattern::Cursor;
use super::sample::Point;
use super::slowest::SlowCall;
use super::tally::grow;
use super::time_bins::TimeBins;

/// Files of a process in the tables; beyond this number all are moved to the outcome and the tables are
/// cleared.
const FILES_AT_ONCE: usize = 1 << 13;

/// Processes one process after the other.
#[derive(Debug)]
pub(in crate::report) struct Pass<'t> {
    traits: Box<[Traits; 256]>,
    bins: TimeBins,
    /// By file.
    natures: &'t [Nature],
    /// By file: its index in `current`, plus one.
    places: Vec<u32>,
    current: Vec<Current>,
    nesting: Nesting,
    heat: Heat,
    layer_heats: LayerHeats,
    outcome: Outcome,
}

/// A file while a process is analysed.
#[derive(Debug)]
struct Current {
    file: u32,
    cursor: Cursor,
    share: LaneShare,
    figures: FileFigures,
    sizes: SizeBuffer,
}

/// What a call is nested in.
#[derive(Debug, Clone, Copy)]
struct Depth {
    is_inner: bool,
    /// Another call of the same layer.
    is_inner_of_layer: bool,
}

impl<'t> Pass<'t> {
    /// `natures` has an entry for every file.
    pub(in crate::report) fn new(bins: TimeBins, lanes: usize, natures: &'t [Nature]) -> Self {
        Self {
            traits: traits(),
            bins,
            natures,
            places: vec![0; natures.len()],
            current: Vec::new(),
            nesting: Nesting::default(),
            heat: Heat::default(),
            layer_heats: LayerHeats::default(),
            outcome: Outcome::new(lanes),
        }
    }

    pub(in crate::report) fn process(
        &mut self,
        facts: &ProcessFacts,
        accesses: impl Iterator<Item = Access>,
    ) {
        let mut last = facts.ended.max(facts.began);
        for (number, access) in (u64::from(facts.number) << 32..).zip(accesses) {
            last = last.max(access.end().unwrap_or(access.start));
            self.add(facts, number, &access);
        }
        self.flush();
        let lane = &mut self.outcome.lanes[facts.lane as usize];
        let threads = self.nesting.threads().max(1) as u64;
        if facts.knows_outcomes {
            grow(&mut lane.available, last.saturating_sub(facts.began).saturating_mul(threads));
        }
        lane.heat.get_or_insert_default().merge(&self.heat);
        self.heat = Heat::default();
        self.outcome.layers.add_heats(facts.lane, &mut self.layer_heats);
        self.nesting = Nesting::default();
    }

    pub(in crate::report) fn outcome(self) -> Outcome {
        self.outcome
    }

    #[inline]
    fn add(&mut self, facts: &ProcessFacts, number: u64, access: &Access) {
        let mut traits = self.traits[access.call as usize];
        if traits.class == Class::Mark {
            return;
        }
        let nature = match access.file {
            Some(file) => self.nature(file),
            None if traits.kind.moves_bytes() => Nature::NoFile,
            None => Nature::File,
        };
        traits.kind = nature.kind(traits.kind, traits.class);
        self.outcome.events += 1;
        let time = access.duration.unwrap_or(0);
        let bytes = if traits.kind.moves_bytes() { access.length } else { 0 };
        self.count_call(access, bytes, time);
        let outer = self.nesting.enter(access.thread, access.start);
        let chain = self.follow(facts, access, &traits, outer, bytes, time);
        let (around, own) = (outer.map_or(0, |frame| frame.layers), 1 << traits.layer as u8);
        let depth = Depth { is_inner: outer.is_some(), is_inner_of_layer: around & own != 0 };
        self.push(access, chain, around | own);
        if access.duration.is_none() {
            self.add_unfinished(facts, access, &traits);
        }
        if let Some(second) = access.second.filter(|_| traits.class == Class::Transfer) {
            self.count_arrival(facts, number, second, access, &traits, depth);
        }
        if nature == Nature::NoFile || traits.kind == AccessKind::Nothing {
            return;
        }
        let is_shown = nature != Nature::System;
        if is_shown && access.duration.is_some() && facts.knows_outcomes {
            self.outcome.slowest.offer(time, || SlowCall {
                duration: time,
                start: access.start,
                lane: facts.lane,
                call: access.call,
                file: access.file,
                length: bytes,
                inside: outer.map(|frame| frame.call),
            });
        }
        if outer.is_none() {
            self.count_for_lane(facts, access, &traits, bytes, time);
        }
        if is_shown && !depth.is_inner_of_layer {
            self.count_for_layer(facts, access, &traits, time);
        }
        if let Some(file) = access.file {
            self.count_for_file(facts, number, file, access, &traits, depth);
        }
    }

    #[inline]
    fn nature(&self, file: u32) -> Nature {
        self.natures.get(file as usize).copied().unwrap_or(Nature::NoFile)
    }

    /// The other end of a transfer: what is read from one file is written to another, by the same call and at
    /// the same time.
    fn count_arrival(
        &mut self,
        facts: &ProcessFacts,
        number: u64,
        file: u32,
        access: &Access,
        traits: &Traits,
        depth: Depth,
    ) {
        let nature = self.nature(file);
        if nature == Nature::NoFile {
            return;
        }
        let time = access.duration.unwrap_or(0);
        let arrival = Access { file: Some(file), offset: None, duration: Some(0), ..*access };
        let traits = Traits { kind: AccessKind::Write, ..*traits };
        if nature != Nature::System && !depth.is_inner_of_layer {
            self.count_for_layer(facts, &Access { duration: access.duration, ..arrival }, &traits, 0);
        }
        if !depth.is_inner {
            self.outcome.lanes[facts.lane as usize].tally.add(&arrival, &traits, 0);
            let end = access.start.saturating_add(time);
            self.bins.spread(&mut self.heat.written, access.start, end, access.length);
        }
        self.count_for_file(facts, number, file, &arrival, &traits, depth);
    }

    #[inline]
    fn count_call(&mut self, access: &Access, bytes: u64, time: u64) {
        let figures = &mut self.outcome.calls[access.call as usize];
        figures.calls += 1;
        figures.failures += u64::from(access.error != 0);
        grow(&mut figures.bytes, bytes);
        grow(&mut figures.time, time);
        figures.longest = figures.longest.max(time);
    }

    /// The chain that the call begins or belongs to.
    #[inline]
    fn follow(
        &mut self,
        facts: &ProcessFacts,
        access: &Access,
        traits: &Traits,
        outer: Option<Frame>,
        bytes: u64,
        time: u64,
    ) -> Option<u32> {
        if let Some(chain) = outer.and_then(|frame| frame.chain) {
            self.outcome.chains.add(chain, access, traits, bytes, time);
            return Some(chain);
        }
        if !matches!(traits.layer, Layer::MpiIo | Layer::Device) {
            return None;
        }
        let chain = self.outcome.chains.begin(access, bytes, time, facts.number);
        if traits.layer == Layer::Device {
            self.outcome.chains.add(chain, access, traits, bytes, time);
        }
        Some(chain)
    }

    /// A call that never returned counts as an outer one only if it is of a kind that calls others: after
    /// other kinds the thread may have jumped elsewhere.
    #[inline]
    fn push(&mut self, access: &Access, chain: Option<u32>, layers: u8) {
        let end = access.end().or_else(|| chain.is_some().then_some(u64::MAX));
        if let Some(end) = end.filter(|end| *end > access.start) {
            let frame = Frame { end, call: access.call, chain, layers };
            self.nesting.push(access.thread, frame);
        }
    }

    fn add_unfinished(&mut self, facts: &ProcessFacts, access: &Access, traits: &Traits) {
        // Programs end by `exec` and `_exit`, and wait for others in `system`.
        if traits.class != Class::Process {
            self.outcome.add_unfinished(Unfinished {
                lane: facts.lane,
                process: facts.number,
                call: access.call,
                file: access.file,
                start: access.start,
                lasted: facts.ended.saturating_sub(access.start),
            });
        }
    }

    #[inline]
    fn count_for_lane(
        &mut self,
        facts: &ProcessFacts,
        access: &Access,
        traits: &Traits,
        bytes: u64,
        time: u64,
    ) {
        let lane = &mut self.outcome.lanes[facts.lane as usize];
        lane.calls += 1;
        lane.tally.add(access, traits, time);
        let end = access.start.saturating_add(time);
        self.bins.spread(&mut self.heat.time, access.start, end, time);
        match traits.kind {
            AccessKind::Read => self.bins.spread(&mut self.heat.read, access.start, end, bytes),
            AccessKind::Write => self.bins.spread(&mut self.heat.written, access.start, end, bytes),
            _ => {}
        }
    }

    /// Independent of the caller.
    #[inline]
    fn count_for_layer(&mut self, facts: &ProcessFacts, access: &Access, traits: &Traits, time: u64) {
        let lane = &mut self.outcome.lanes[facts.lane as usize];
        if let Some(layer) = lane.layers.get_mut(traits.layer as usize) {
            layer.add(traits.kind, 1, access.length, time);
        }
        layers::spread(&mut self.layer_heats, &self.bins, access, traits);
    }

    #[inline]
    fn count_for_file(
        &mut self,
        facts: &ProcessFacts,
        number: u64,
        file: u32,
        access: &Access,
        traits: &Traits,
        depth: Depth,
    ) {
        let place = self.place(file, facts.lane);
        let most_points = self.outcome.files.points_of_a_file;
        let current = &mut self.current[place];
        if !depth.is_inner_of_layer {
            current.count_size(access, traits, &mut self.outcome.layers);
        }
        current.figures.touched.add(access, traits.kind, depth.is_inner);
        let tally = &mut current.figures.tally;
        if depth.is_inner {
            tally.add_inner(access, traits);
            return;
        }
        let time = access.duration.unwrap_or(0);
        tally.add(access, traits, time);
        // How the file was used is not known.
        grow(&mut tally.other_uses, u64::from(!facts.knows_outcomes));
        let share = &mut current.share;
        share.calls += 1;
        grow(&mut share.time, time);
        if traits.class == Class::Open && access.error != 0 {
            current.figures.add_open_error(access.error, 1);
        } else if traits.class == Class::Open {
            // After a reopen, the first access is not a jump.
            current.cursor = Cursor::default();
        }
        let Some(offset) = access.offset.filter(|_| traits.kind.moves_bytes() && access.error == 0) else {
            return mark_writing(share, &self.bins, access, traits, time);
        };
        if traits.kind == AccessKind::Read && access.length > 0 {
            share.read_part.add(offset, offset.saturating_add(access.length));
        }
        current.cursor.step(offset, access.length, &mut current.figures.tally.order);
        let writes = traits.kind == AccessKind::Write;
        current.figures.sample.add(number, most_points, || Point {
            time: access.start,
            offset,
            length: access.length,
            lane: facts.lane,
            writes,
        });
        mark_writing(share, &self.bins, access, traits, time);
    }

    #[inline]
    fn place(&mut self, file: u32, lane: u32) -> usize {
        let place = self.places[file as usize];
        if place != 0 {
            return place as usize - 1;
        }
        if self.current.len() >= FILES_AT_ONCE {
            self.flush();
        }
        self.current.push(Current {
            file,
            cursor: Cursor::default(),
            share: LaneShare { lane, ..LaneShare::default() },
            figures: FileFigures {
                is_of_system: self.nature(file) == Nature::System,
                ..FileFigures::default()
            },
            sizes: SizeBuffer::default(),
        });
        let place = self.current.len();
        self.places[file as usize] = u32::try_from(place).unwrap_or(0);
        place - 1
    }

    fn flush(&mut self) {
        for mut current in self.current.drain(..) {
            self.places[current.file as usize] = 0;
            current.hand_on_sizes(&mut self.outcome.layers);
            let tally = &current.figures.tally;
            current.share.opens = tally.opens;
            current.share.looks = tally.looks;
            current.share.read_bytes = tally.read_bytes;
            current.share.written_bytes = tally.written_bytes;
            current.share.write_time = tally.write_time;
            if current.share.calls > 0 {
                current.figures.lanes.push(current.share);
            }
            self.outcome.files.merge(current.file, &current.figures);
        }
    }
}

impl Current {
    #[inline]
    fn count_size(&mut self, access: &Access, traits: &Traits, layers: &mut Layers) {
        let is_counted = traits.kind.moves_bytes() && access.error == 0 && access.length > 0;
        if is_counted && !self.sizes.add(traits.layer, access.length) {
            self.hand_on_sizes(layers);
            self.sizes.add(traits.layer, access.length);
        }
    }

    fn hand_on_sizes(&mut self, layers: &mut Layers) {
        // What is not shown is not included in the sizes of a layer either.
        let layers = if self.figures.is_of_system { Default::default() } else { &mut layers.sizes[..] };
        self.sizes.drain(&mut self.figures.sizes, layers);
    }
}

/// The bins of the time line in which it wrote.
#[inline]
fn mark_writing(share: &mut LaneShare, bins: &TimeBins, access: &Access, traits: &Traits, time: u64) {
    if traits.kind != AccessKind::Write || access.length == 0 {
        return;
    }
    let last = bins.bin(access.start.saturating_add(time));
    for bin in bins.bin(access.start)..=last {
        share.writing[bin / 64] |= 1 << (bin % 64);
    }
}
