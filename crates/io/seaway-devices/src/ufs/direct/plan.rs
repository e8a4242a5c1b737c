// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Alignment`] and [`Plan`]: which pieces of a transfer may bypass the page cache.

use std::os::fd::OwnedFd;

use rustix::fs::{self, AtFlags, StatxFlags};

use super::super::ring::RingTransfer;
use seaway_device_api::pieces::Slice;

/// Longest single transfer: a long extent becomes several in flight, which disks handle better than one.
const PART_BYTES: usize = 1 << 20;

/// A file's requirements on direct transfers. Both are powers of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Alignment {
    /// Of offsets and lengths; at least a page.
    pub(in super::super) file: usize,
    /// Of addresses; at most `file`.
    pub(in super::super) memory: usize,
}

/// The pieces of a transfer by method.
pub(super) struct Plan<M> {
    pub(super) direct: Vec<RingTransfer<M>>,
    /// Whole pages of the file, but unaligned memory.
    pub(super) misaligned: Vec<RingTransfer<M>>,
    /// Ends of extents.
    pub(super) edges: Vec<RingTransfer<M>>,
}

impl<M> Plan<M> {
    /// All pieces, sorted by offset.
    pub(super) fn in_order(&mut self) -> impl Iterator<Item = &mut RingTransfer<M>> {
        let Self { direct, misaligned, edges } = self;
        let mut parts: Vec<_> = direct.iter_mut().chain(misaligned).chain(edges).collect();
        parts.sort_unstable_by_key(|part| part.offset);
        parts.into_iter()
    }
}

impl Alignment {
    /// `None` if the file does not support direct transfers.
    pub(super) fn of(fd: &OwnedFd) -> Option<Self> {
        let page = rustix::param::page_size();
        let status = fs::statx(fd, c"", AtFlags::EMPTY_PATH, StatxFlags::DIOALIGN).ok();
        // Before Linux 6.1 the kernel does not tell; a page has always been enough.
        let Some(status) = status.filter(|status| status.stx_mask & StatxFlags::DIOALIGN.bits() != 0) else {
            return Some(Self { file: page, memory: page });
        };
        let power_of_two = |bytes: u32| usize::try_from(bytes).ok().filter(|bytes| bytes.is_power_of_two());
        // 0 means unsupported, and is not a power of two.
        let (file, memory) =
            (power_of_two(status.stx_dio_offset_align)?, power_of_two(status.stx_dio_mem_align)?);
        Some(Self { file: file.max(memory).max(page), memory })
    }

    pub(super) fn plan<M: Slice>(self, pieces: impl Iterator<Item = (u64, M)>) -> Plan<M> {
        let mut plan = Plan { direct: Vec::new(), misaligned: Vec::new(), edges: Vec::new() };
        for (offset, memory) in pieces {
            let (head, middle) = self.split(offset, memory.len());
            let (edge, rest) = memory.split(head);
            let (pages, tail) = rest.split(middle);
            let start = offset + head as u64;
            plan.edges.extend(part(offset, edge));
            plan.edges.extend(part(start + middle as u64, tail));
            let way = if pages.is_aligned_to(self.memory) { &mut plan.direct } else { &mut plan.misaligned };
            push_parts(way, start, pages);
        }
        plan
    }

    /// Bytes before the first whole page of the file, and bytes in whole pages.
    pub(in super::super) fn split(self, offset: u64, len: usize) -> (usize, usize) {
        let into_page = self.into_page(offset);
        let head = if into_page == 0 { 0 } else { (self.file - into_page).min(len) };
        (head, (len - head) / self.file * self.file)
    }

    /// Offset of `offset` within its page.
    pub(in super::super) fn into_page(self, offset: u64) -> usize {
        usize::try_from(offset % self.file as u64).expect("a remainder is less than the usize divided by")
    }
}

fn push_parts<M: Slice>(parts: &mut Vec<RingTransfer<M>>, mut offset: u64, mut memory: M) {
    while memory.len() > PART_BYTES {
        let (now, later) = memory.split(PART_BYTES);
        parts.extend(part(offset, now));
        offset += PART_BYTES as u64;
        memory = later;
    }
    parts.extend(part(offset, memory));
}

fn part<M: Slice>(offset: u64, memory: M) -> Option<RingTransfer<M>> {
    (memory.len() > 0).then_some(RingTransfer { offset, memory, done: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_pages_go_directly() {
        let alignment = Alignment { file: 4096, memory: 512 };
        let check =
            |offset, len, expected| assert_eq!(alignment.split(offset, len), expected, "{len} at {offset}");
        check(0, 4096, (0, 4096));
        check(0, 4095, (0, 0));
        check(1, 8191, (4095, 4096));
        check(4095, 10_000, (1, 8192));
        check(10, 5, (5, 0));
    }

    #[test]
    fn pieces_in_order_are_the_whole() {
        let memory = vec![0; 5 << 20];
        let mut plan = Alignment { file: 4096, memory: 1 }.plan([(1000, &memory[..])].into_iter());
        assert_eq!((plan.edges.len(), plan.direct.len()), (2, 5));
        let mut offset = 1000;
        for part in plan.in_order() {
            assert_eq!(part.offset, offset);
            offset += part.memory.len() as u64;
        }
        assert_eq!(offset, 1000 + (5 << 20));
    }
}
