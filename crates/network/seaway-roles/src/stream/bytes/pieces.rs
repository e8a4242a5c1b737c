// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bytes of the file beside the memory they go to or come from.

use std::fmt::Debug;

use seaway_device_api::Extent;
use seaway_memory::Spot;

/// Where bytes of a caller are. The machines hand it around and never look inside.
pub trait Memory: Copy + Debug + PartialEq {
    /// The `len` bytes from byte `from` on, as far as they are in it.
    #[must_use]
    fn part(self, from: u64, len: u64) -> Self;
}

impl Memory for Spot {
    fn part(self, from: u64, len: u64) -> Self {
        let number = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
        Spot::part(&self, number(from), number(len))
    }
}

/// A run of bytes that is one piece in the file and one in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed<M> {
    pub extent: Extent,
    pub memory: M,
}

impl<M: Memory> Placed<M> {
    /// The part that lies in `extent`.
    pub fn part(&self, extent: Extent) -> Option<Self> {
        let part = self.extent.intersection(&extent)?;
        let memory = self.memory.part(part.offset - self.extent.offset, part.len);
        Some(Self { extent: part, memory })
    }
}

/// The parts of sorted `placed` that lie in `extent`.
pub fn parts<M: Memory>(placed: &[Placed<M>], extent: Extent) -> impl Iterator<Item = Placed<M>> {
    let first = placed.partition_point(|piece| piece.extent.end() <= extent.offset);
    placed[first..].iter().map_while(move |piece| piece.part(extent))
}

/// From the first byte to the last of sorted `placed`.
pub fn hull<M>(placed: &[Placed<M>]) -> Option<Extent> {
    let (first, last) = (placed.first()?, placed.last()?);
    Some((first.extent.offset..last.extent.end()).into())
}
