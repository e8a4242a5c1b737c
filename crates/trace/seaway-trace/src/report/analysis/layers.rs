// SPDX-License-Identifier: MIT OR Apache-2.0
//! The same bytes pass several layers: MPI-IO, a device, the C library. Each is counted separately here,
//! whatever called it; calls of a layer inside the same layer are not counted again.

use seaway_trace_format::Layer;

use super::access::{Access, AccessKind, Traits};
use super::common_sizes::LayerSizes;
use super::tally::grow;
use super::time_bins::{BINS, TimeBins};

/// In the order of their numbers.
pub(in crate::report) const LAYERS: [Layer; 4] = [Layer::Posix, Layer::Stdio, Layer::MpiIo, Layer::Device];

/// From the program down to the system, as shown in reports.
pub(in crate::report) const TOP_DOWN: [Layer; 4] = [Layer::MpiIo, Layer::Device, Layer::Stdio, Layer::Posix];

pub(in crate::report) const fn name_of(layer: Layer) -> &'static str {
    match layer {
        Layer::Posix => "POSIX",
        Layer::Stdio => "STDIO",
        Layer::MpiIo => "MPI-IO",
        Layer::Device => "device",
        Layer::Trace => "trace",
    }
}

/// Rows of the layers' heat maps; more lanes share them.
pub(in crate::report) const MAP_ROWS: usize = 64;

/// What one lane did in one layer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::report) struct LayerTally {
    pub(in crate::report) reads: u64,
    pub(in crate::report) writes: u64,
    pub(in crate::report) read_bytes: u64,
    pub(in crate::report) written_bytes: u64,
    /// In all its calls, except for waiting for other programs.
    pub(in crate::report) time: u64,
}

impl LayerTally {
    pub(super) fn add(&mut self, kind: AccessKind, calls: u64, bytes: u64, time: u64) {
        match kind {
            AccessKind::Read => {
                grow(&mut self.reads, calls);
                grow(&mut self.read_bytes, bytes);
            }
            AccessKind::Write => {
                grow(&mut self.writes, calls);
                grow(&mut self.written_bytes, bytes);
            }
            AccessKind::Partner | AccessKind::Nothing => return,
            AccessKind::Sync | AccessKind::Metadata | AccessKind::Wait => {}
        }
        grow(&mut self.time, time);
    }

    pub(in crate::report) fn merge(&mut self, other: &Self) {
        grow(&mut self.reads, other.reads);
        grow(&mut self.writes, other.writes);
        grow(&mut self.read_bytes, other.read_bytes);
        grow(&mut self.written_bytes, other.written_bytes);
        grow(&mut self.time, other.time);
    }

    pub(in crate::report) const fn bytes(&self) -> u64 {
        self.read_bytes.saturating_add(self.written_bytes)
    }
}

/// Bytes of one layer along the time line.
#[derive(Debug, Clone)]
pub(in crate::report) struct LayerHeat {
    pub(in crate::report) read: [u64; BINS],
    pub(in crate::report) written: [u64; BINS],
}

impl Default for LayerHeat {
    fn default() -> Self {
        Self { read: [0; BINS], written: [0; BINS] }
    }
}

impl LayerHeat {
    fn merge(&mut self, other: &Self) {
        let add = |mine: &mut [u64; BINS], theirs: &[u64; BINS]| {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| grow(mine, *theirs));
        };
        add(&mut self.read, &other.read);
        add(&mut self.written, &other.written);
    }
}

/// One for each layer that moves bytes.
pub(in crate::report) type LayerHeats = [Option<Box<LayerHeat>>; LAYERS.len()];

#[inline]
pub(super) fn spread(heats: &mut LayerHeats, bins: &TimeBins, access: &Access, traits: &Traits) {
    let Some(heat) = heats.get_mut(traits.layer as usize) else { return };
    let end = access.end().unwrap_or(access.start);
    match traits.kind {
        AccessKind::Read => {
            bins.spread(&mut heat.get_or_insert_default().read, access.start, end, access.length)
        }
        AccessKind::Write => {
            bins.spread(&mut heat.get_or_insert_default().written, access.start, end, access.length);
        }
        _ => {}
    }
}

/// All lanes together, except for the heat maps.
#[derive(Debug)]
pub(in crate::report) struct Layers {
    pub(in crate::report) sizes: [LayerSizes; LAYERS.len()],
    /// By row of the heat map.
    pub(in crate::report) maps: Vec<LayerHeats>,
    /// Number of lanes that share a row.
    pub(in crate::report) together: usize,
}

impl Layers {
    pub(super) fn new(lanes: usize) -> Self {
        let together = lanes.div_ceil(MAP_ROWS).max(1);
        let maps = (0..lanes.div_ceil(together)).map(|_| LayerHeats::default()).collect();
        Self { sizes: Default::default(), maps, together }
    }

    pub(super) fn add_heats(&mut self, lane: u32, heats: &mut LayerHeats) {
        if let Some(row) = self.maps.get_mut(lane as usize / self.together) {
            merge_heats(row, heats);
        }
    }

    pub(super) fn merge(&mut self, mut other: Self) {
        self.sizes.iter_mut().zip(&other.sizes).for_each(|(mine, theirs)| mine.merge(theirs));
        self.maps.iter_mut().zip(&mut other.maps).for_each(|(mine, theirs)| merge_heats(mine, theirs));
    }
}

/// Adds `theirs`.
fn merge_heats(mine: &mut LayerHeats, theirs: &mut LayerHeats) {
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        match (mine.as_mut(), theirs.take()) {
            (Some(mine), Some(theirs)) => mine.merge(&theirs),
            (None, theirs) => *mine = theirs,
            (Some(_), None) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_stand_at_their_numbers() {
        assert!(LAYERS.iter().enumerate().all(|(number, layer)| *layer as usize == number));
        assert!(TOP_DOWN.iter().all(|layer| LAYERS.contains(layer)));
    }

    #[test]
    fn many_lanes_share_rows_and_no_byte_is_lost() {
        let mut layers = Layers::new(1000);
        assert!(layers.maps.len() <= MAP_ROWS);
        for lane in 0..1000 {
            let mut heats = LayerHeats::default();
            heats[Layer::Posix as usize].get_or_insert_default().read[7] = 3;
            layers.add_heats(lane, &mut heats);
        }
        let rows = layers.maps.iter().filter_map(|row| row[Layer::Posix as usize].as_ref());
        assert_eq!(rows.map(|row| row.read[7]).sum::<u64>(), 3000);
    }
}
