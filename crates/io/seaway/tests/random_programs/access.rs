// SPDX-License-Identifier: MIT OR Apache-2.0
//! What an access of a random program is like, and each rank's share in it.

use fastrand::Rng;

use crate::plain_type::PlainType;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Read,
    Write,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Positioning {
    Explicit,
    Individual,
    Shared,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Independent,
    IndependentNonblocking,
    Collective,
    CollectiveNonblocking,
    Split,
}

/// What one rank does in an access.
#[derive(Debug, Clone)]
pub(crate) struct Share {
    /// For explicit offsets, in etypes.
    pub(crate) offset: u64,
    pub(crate) memory: PlainType,
    pub(crate) count: u64,
    pub(crate) seed: u64,
}

impl Share {
    pub(crate) fn bytes(&self) -> u64 {
        self.count * self.memory.size()
    }

    pub(crate) fn data(&self) -> Vec<u8> {
        let mut random = Rng::with_seed(self.seed);
        (0..self.bytes()).map(|_| random.u8(..)).collect()
    }
}

impl Form {
    pub(crate) fn is_collective(self) -> bool {
        matches!(self, Self::Collective | Self::CollectiveNonblocking | Self::Split)
    }

    pub(crate) fn is_nonblocking(self) -> bool {
        matches!(self, Self::IndependentNonblocking | Self::CollectiveNonblocking)
    }
}
