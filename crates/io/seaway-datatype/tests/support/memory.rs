// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory around an origin, with guard bytes on both sides that must not be touched.

use seaway_datatype::{Run, Source, Target};

const GUARD: i64 = 64;

/// Bytes `low..high`, all random, between guards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    bytes: Vec<u8>,
    low: i64,
    high: i64,
}

impl Memory {
    /// Room for `offsets`.
    pub fn around(rng: &mut fastrand::Rng, offsets: &[i64]) -> Memory {
        let low = offsets.iter().copied().min().unwrap_or(0);
        let high = offsets.iter().map(|offset| offset + 1).max().unwrap_or(0);
        let len = usize::try_from(high - low + 2 * GUARD).expect("test memory is small");
        let mut bytes = vec![0; len];
        rng.fill(&mut bytes);
        Memory { bytes, low, high }
    }

    pub fn get(&self, offset: i64) -> u8 {
        self.bytes[self.index(offset)]
    }

    pub fn set(&mut self, offset: i64, byte: u8) {
        let index = self.index(offset);
        self.bytes[index] = byte;
    }

    pub fn run(&self, run: Run) -> &[u8] {
        let len = usize::try_from(run.len).expect("test memory is small");
        &self.bytes[self.index(run.offset)..][..len]
    }

    pub fn run_mut(&mut self, run: Run) -> &mut [u8] {
        let (start, len) = (self.index(run.offset), usize::try_from(run.len).expect("test memory is small"));
        &mut self.bytes[start..][..len]
    }

    /// Only the bytes between the guards.
    pub fn source(&self) -> Source<'_> {
        let guard = usize::try_from(GUARD).expect("small");
        Source::from_slice(&self.bytes[guard..self.bytes.len() - guard]).with_origin_moved(-self.low)
    }

    /// Only the bytes between the guards.
    pub fn target(&mut self) -> Target<'_> {
        let guard = usize::try_from(GUARD).expect("small");
        let end = self.bytes.len() - guard;
        Target::from_slice(&mut self.bytes[guard..end]).with_origin_moved(-self.low)
    }

    fn index(&self, offset: i64) -> usize {
        assert!((self.low..self.high).contains(&offset), "the oracle asks for byte {offset}");
        usize::try_from(offset - self.low + GUARD).expect("checked above")
    }
}
