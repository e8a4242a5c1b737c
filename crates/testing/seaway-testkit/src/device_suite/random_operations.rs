// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random operations on a device and on a vector of bytes: both must agree after each. A failure prints its seed.

use std::io::{IoSlice, IoSliceMut};

use fastrand::Rng;
use seaway_device_api::{Device, DeviceFile, Extent, Segments, SegmentsMut};

use super::fixture::{open, path};

const SEEDS: u64 = 12;
const STEPS: usize = 60;
/// Beyond a chunk of `mem:` and many blocks of a disk.
const LARGEST_OFFSET: u64 = 700_000;

pub fn random_operations_match_a_vector(device: &dyn Device) {
    for seed in 0..SEEDS {
        let file = open(device);
        let mut model = Model { bytes: Vec::new(), random: Rng::with_seed(seed), seed };
        for step in 0..STEPS {
            let operation = model.step(&*file);
            let agreed = file.size().unwrap() == model.bytes.len() as u64;
            assert!(agreed, "seed {seed}, step {step}: {operation} left another size than the vector's");
        }
        model.check_all(&*file);
        drop(file);
        device.delete(&path()).unwrap();
    }
}

struct Model {
    bytes: Vec<u8>,
    random: Rng,
    seed: u64,
}

impl Model {
    fn step(&mut self, file: &dyn DeviceFile) -> &'static str {
        match self.random.u8(..20) {
            0 => self.set_size(file),
            1 => self.preallocate(file),
            2..12 => self.write(file),
            _ => self.read(file),
        }
    }

    fn set_size(&mut self, file: &dyn DeviceFile) -> &'static str {
        let size = self.random.u64(..LARGEST_OFFSET);
        file.set_size(size).unwrap();
        self.bytes.resize(usize::try_from(size).unwrap(), 0);
        "set_size"
    }

    fn preallocate(&mut self, file: &dyn DeviceFile) -> &'static str {
        let size = self.random.u64(..LARGEST_OFFSET);
        file.preallocate(size).unwrap();
        self.grow(size);
        "preallocate"
    }

    fn write(&mut self, file: &dyn DeviceFile) -> &'static str {
        let extents = self.extents();
        let mut source = vec![0; total(&extents)];
        self.random.fill(&mut source);
        let cuts = self.cuts(source.len());
        let segments: Vec<_> = cuts.windows(2).map(|cut| IoSlice::new(&source[cut[0]..cut[1]])).collect();
        file.write(&extents, &Segments::new(&segments)).unwrap();
        self.grow(extents.last().map_or(0, Extent::end));
        let mut rest = &source[..];
        for extent in &extents {
            let (piece, after) = rest.split_at(usize::try_from(extent.len).unwrap());
            let start = usize::try_from(extent.offset).unwrap();
            self.bytes[start..start + piece.len()].copy_from_slice(piece);
            rest = after;
        }
        "write"
    }

    fn read(&mut self, file: &dyn DeviceFile) -> &'static str {
        let extents = self.extents();
        let mut target = vec![0xEE; total(&extents)];
        let cuts = self.cuts(target.len());
        let mut segments = Vec::new();
        let mut rest = &mut target[..];
        for cut in cuts.windows(2) {
            let (piece, after) = rest.split_at_mut(cut[1] - cut[0]);
            segments.push(IoSliceMut::new(piece));
            rest = after;
        }
        let read = file.read(&extents, &mut SegmentsMut::new(&mut segments)).unwrap();
        let expected: Vec<u8> = extents.iter().flat_map(|extent| self.known(extent)).copied().collect();
        assert_eq!(read, expected.len() as u64, "seed {}: bytes read from {extents:?}", self.seed);
        assert!(target[..expected.len()] == expected, "seed {}: bytes of {extents:?}", self.seed);
        "read"
    }

    fn check_all(&self, file: &dyn DeviceFile) {
        let bytes = super::fixture::read_extent(file, Extent::new(0, self.bytes.len() as u64 + 1));
        assert!(bytes == self.bytes, "seed {}: the file is not the vector", self.seed);
    }

    /// Sorted and disjoint; some touch each other, as the extents of a view may.
    fn extents(&mut self) -> Vec<Extent> {
        let count = if self.random.bool() { 1 } else { self.random.usize(1..200) };
        let longest = [5, 100, 10_000][self.random.usize(..3)];
        let mut next = self.random.u64(..LARGEST_OFFSET);
        let mut extents = Vec::new();
        while extents.len() < count && next < LARGEST_OFFSET {
            let extent = Extent::new(next, self.random.u64(1..=longest));
            next = extent.end() + if self.random.u8(..4) == 0 { 0 } else { self.random.u64(..longest * 2) };
            extents.push(extent);
        }
        extents
    }

    /// Where segments begin and end; some are empty.
    fn cuts(&mut self, len: usize) -> Vec<usize> {
        let count = if self.random.bool() { 0 } else { self.random.usize(..50) };
        let mut cuts: Vec<_> = (0..count).map(|_| self.random.usize(..=len)).chain([0, len]).collect();
        cuts.sort_unstable();
        cuts
    }

    fn grow(&mut self, size: u64) {
        let size = usize::try_from(size).unwrap();
        if self.bytes.len() < size {
            self.bytes.resize(size, 0);
        }
    }

    fn known(&self, extent: &Extent) -> &[u8] {
        let end = usize::try_from(extent.end()).unwrap().min(self.bytes.len());
        self.bytes.get(usize::try_from(extent.offset).unwrap()..end).unwrap_or_default()
    }
}

fn total(extents: &[Extent]) -> usize {
    usize::try_from(extents.iter().map(|extent| extent.len).sum::<u64>()).unwrap()
}
