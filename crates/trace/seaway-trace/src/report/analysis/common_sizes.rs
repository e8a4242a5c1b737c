// SPDX-License-Identifier: MIT OR Apache-2.0
//! The most common exact sizes, by layer. The number of distinguished sizes is bounded.

use std::cmp::Reverse;
use std::collections::HashMap;

use seaway_trace_format::Layer;

use super::tally::grow;

/// Sizes of one file that are buffered for a process.
const BUFFERED: usize = 64;

/// Sizes distinguished for a file, and for all files of a layer.
const OF_A_FILE: usize = 32;
const OF_A_LAYER: usize = 1 << 16;

/// How many of them a report shows.
pub(in crate::report) const SHOWN: usize = 4;

/// A layer and a size, which saturates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Key(u64);

const LARGEST: u64 = (1 << 61) - 1;

impl Key {
    #[inline]
    fn new(layer: Layer, size: u64) -> Self {
        Self((layer as u64) << 61 | size.min(LARGEST))
    }

    fn layer(self) -> usize {
        usize::try_from(self.0 >> 61).unwrap_or(0)
    }

    fn size(self) -> u64 {
        self.0 & LARGEST
    }
}

/// For one file, while the calls of a process are counted: most calls have the size of the previous one.
#[derive(Debug, Default)]
pub(super) struct SizeBuffer {
    keys: Vec<Key>,
    counts: Vec<u64>,
    last: usize,
}

impl SizeBuffer {
    /// False if it is full: then `drain` it, and add again.
    #[inline]
    pub(super) fn add(&mut self, layer: Layer, size: u64) -> bool {
        let key = Key::new(layer, size);
        if self.keys.get(self.last) != Some(&key) {
            self.last = match self.keys.iter().position(|known| *known == key) {
                Some(place) => place,
                None if self.keys.len() < BUFFERED => {
                    self.keys.push(key);
                    self.counts.push(0);
                    self.keys.len() - 1
                }
                None => return false,
            };
        }
        self.counts[self.last] += 1;
        true
    }

    pub(super) fn drain(&mut self, file: &mut FileSizes, layers: &mut [LayerSizes]) {
        for (key, count) in self.keys.drain(..).zip(self.counts.drain(..)) {
            file.add(key, count);
            if let Some(layer) = layers.get_mut(key.layer()) {
                layer.add(key.size(), count);
            }
        }
        file.forget_rare();
        self.last = 0;
    }
}

/// For one file, all layers.
#[derive(Debug, Clone, Default)]
pub(in crate::report) struct FileSizes {
    counts: Vec<(Key, u64)>,
    /// Rare ones were dropped: counts are lower bounds.
    has_forgotten: bool,
}

impl FileSizes {
    pub(super) fn merge(&mut self, other: &Self) {
        other.counts.iter().for_each(|(key, count)| self.add(*key, *count));
        self.has_forgotten |= other.has_forgotten;
        self.forget_rare();
    }

    /// The most common of a layer.
    pub(in crate::report) fn common(&self, layer: Layer) -> CommonSizes {
        let of_layer = self.counts.iter().filter(|(key, _)| key.layer() == layer as usize);
        most(of_layer.map(|(key, count)| (key.size(), *count)).collect(), !self.has_forgotten)
    }

    fn add(&mut self, key: Key, count: u64) {
        match self.counts.iter_mut().find(|(known, _)| *known == key) {
            Some((_, known)) => grow(known, count),
            None => self.counts.push((key, count)),
        }
    }

    fn forget_rare(&mut self) {
        if self.counts.len() > OF_A_FILE {
            self.counts.sort_unstable_by_key(|(key, count)| (Reverse(*count), *key));
            self.counts.truncate(OF_A_FILE);
            self.has_forgotten = true;
        }
    }
}

/// For all files of a layer.
#[derive(Debug, Default)]
pub(in crate::report) struct LayerSizes {
    counts: HashMap<u64, u64>,
    has_forgotten: bool,
}

impl LayerSizes {
    pub(super) fn merge(&mut self, other: &Self) {
        other.counts.iter().for_each(|(size, count)| self.add(*size, *count));
        self.has_forgotten |= other.has_forgotten;
    }

    pub(in crate::report) fn common(&self) -> CommonSizes {
        let counts = self.counts.iter().map(|(size, count)| (*size, *count));
        most(counts.collect(), !self.has_forgotten)
    }

    fn add(&mut self, size: u64, count: u64) {
        if self.counts.len() >= OF_A_LAYER && !self.counts.contains_key(&size) {
            self.has_forgotten = true;
            return;
        }
        grow(self.counts.entry(size).or_default(), count);
    }
}

/// The most common sizes, in descending order of frequency.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::report) struct CommonSizes {
    /// Size in bytes, and number of accesses.
    pub(in crate::report) sizes: Vec<(u64, u64)>,
    /// Otherwise there were too many different sizes, and counts are lower bounds.
    pub(in crate::report) is_exact: bool,
}

fn most(mut sizes: Vec<(u64, u64)>, is_exact: bool) -> CommonSizes {
    sizes.sort_unstable_by_key(|(size, count)| (Reverse(*count), *size));
    sizes.truncate(SHOWN);
    CommonSizes { sizes, is_exact }
}

#[cfg(test)]
mod tests {
    use super::super::layers::LAYERS;
    use super::*;

    fn count(accesses: impl Iterator<Item = (Layer, u64)>) -> (FileSizes, [LayerSizes; LAYERS.len()]) {
        let (mut buffer, mut file) = (SizeBuffer::default(), FileSizes::default());
        let mut layers: [LayerSizes; LAYERS.len()] = Default::default();
        for (layer, size) in accesses {
            if !buffer.add(layer, size) {
                buffer.drain(&mut file, &mut layers);
                assert!(buffer.add(layer, size));
            }
        }
        buffer.drain(&mut file, &mut layers);
        (file, layers)
    }

    #[test]
    fn the_four_most_common_sizes_of_each_layer_are_exact() {
        let posix = [(4096, 9), (80, 7), (17, 5), (64, 3), (1 << 40, 2)];
        let posix = posix.into_iter().flat_map(|(size, times)| vec![(Layer::Posix, size); times]);
        let (file, layers) = count(posix.chain([(Layer::MpiIo, 1 << 20); 4]));
        let expected = CommonSizes { sizes: vec![(4096, 9), (80, 7), (17, 5), (64, 3)], is_exact: true };
        assert_eq!(file.common(Layer::Posix), expected);
        assert_eq!(layers[Layer::Posix as usize].common(), expected);
        assert_eq!(file.common(Layer::MpiIo).sizes, [(1 << 20, 4)]);
        assert!(file.common(Layer::Device).sizes.is_empty());
    }

    #[test]
    fn many_sizes_are_distinguished_for_a_layer_and_bounded_for_a_file() {
        let odd = |number: u64| (Layer::Posix, if number.is_multiple_of(3) { 512 } else { 1000 + number });
        let (file, layers) = count((0..3000).map(odd));
        let common = layers[Layer::Posix as usize].common();
        assert_eq!((common.sizes[0], common.sizes[1], common.is_exact), ((512, 1000), (1001, 1), true));
        let common = file.common(Layer::Posix);
        assert!(common.sizes[0] == (512, 1000) && !common.is_exact, "{common:?}");
        assert!(file.counts.len() <= OF_A_FILE);
    }

    #[test]
    fn merging_adds_what_both_have() {
        let (mut left, layers) = count([(Layer::Stdio, 7), (Layer::Stdio, 7)].into_iter());
        let (right, more) = count([(Layer::Stdio, 7), (Layer::Stdio, u64::MAX)].into_iter());
        left.merge(&right);
        assert_eq!(left.common(Layer::Stdio).sizes, [(7, 3), (LARGEST, 1)]);
        let [_, mut layer, ..] = layers;
        layer.merge(&more[Layer::Stdio as usize]);
        assert_eq!(layer.common().sizes, [(7, 3), (LARGEST, 1)]);
    }
}
