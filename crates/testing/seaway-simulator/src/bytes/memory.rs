// SPDX-License-Identifier: MIT OR Apache-2.0
//! The memory of simulated ranks, byte by byte, and violations in accessing it: bytes delivered twice, or
//! into memory that the program has got back.

use seaway_roles::stream::bytes::Memory;

/// Content of memory that its program has reused.
const FREED: u8 = 0xee;

/// A run of bytes in a buffer of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cells {
    pub(super) buffer: usize,
    pub(super) from: u64,
    pub(super) len: u64,
}

impl Memory for Cells {
    fn part(self, from: u64, len: u64) -> Self {
        let from = from.min(self.len);
        Self { buffer: self.buffer, from: self.from + from, len: len.min(self.len - from) }
    }
}

impl Cells {
    fn index(self) -> std::ops::Range<usize> {
        super::plan::index(seaway_device_api::Extent::new(self.from, self.len))
    }

    /// The address as sent to a peer.
    pub(super) fn address(self) -> u64 {
        ((self.buffer as u64) << 32) | self.from
    }

    pub(super) fn at(address: u64, len: u64) -> Self {
        let buffer = usize::try_from(address >> 32).unwrap_or(usize::MAX);
        Self { buffer, from: address & 0xffff_ffff, len }
    }
}

/// Buffers of a writer: what is written, until the call returns.
#[derive(Debug, Default)]
pub(super) struct Sources(Vec<Vec<u8>>);

impl Sources {
    pub(super) fn add(&mut self, bytes: Vec<u8>) -> Cells {
        let len = bytes.len() as u64;
        self.0.push(bytes);
        Cells { buffer: self.0.len() - 1, from: 0, len }
    }

    pub(super) fn read(&self, cells: Cells) -> Vec<u8> {
        self.0[cells.buffer][cells.index()].to_vec()
    }

    /// The call has returned: the program reuses the memory.
    pub(super) fn free(&mut self, cells: Cells) {
        self.0[cells.buffer].fill(FREED);
    }
}

/// Buffers of a reader.
#[derive(Debug, Default)]
pub(super) struct Targets(Vec<Target>);

#[derive(Debug)]
struct Target {
    bytes: Vec<Option<u8>>,
    is_lent: bool,
}

impl Targets {
    pub(super) fn add(&mut self, len: u64) -> Cells {
        let bytes = vec![None; usize::try_from(len).unwrap_or(0)];
        self.0.push(Target { bytes, is_lent: true });
        Cells { buffer: self.0.len() - 1, from: 0, len }
    }

    /// Bytes arrive.
    pub(super) fn put(&mut self, cells: Cells, bytes: &[u8]) -> Result<(), String> {
        let target = &mut self.0[cells.buffer];
        if !target.is_lent {
            return Err("bytes are copied into the memory of a read that has returned".into());
        }
        for (place, byte) in target.bytes[cells.index()].iter_mut().zip(bytes) {
            if place.replace(*byte).is_some() {
                return Err("bytes of a read are delivered twice".into());
            }
        }
        Ok(())
    }

    /// The call returns: the content of its memory.
    pub(super) fn take_back(&mut self, cells: Cells) -> Vec<Option<u8>> {
        let target = &mut self.0[cells.buffer];
        target.is_lent = false;
        std::mem::take(&mut target.bytes)
    }
}
