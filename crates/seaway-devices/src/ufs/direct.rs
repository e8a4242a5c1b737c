// SPDX-License-Identifier: MIT OR Apache-2.0
//! Transfers around the page cache (O_DIRECT), by hint only. Offset, length and memory must be aligned for it. Whole
//! pages of the file go directly, if need be through an aligned buffer; what is left at both ends of an extent goes
//! through the page cache. Page and direct transfers of one call never share a page, so the kernel keeps both right.
//!
//! Whatever the direct way leaves undone (the end of the file, a short transfer, an error) the page cache finishes,
//! or reports.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::fs::{self, AtFlags, Mode, OFlags, StatxFlags};
use rustix::io::retry_on_intr;
use seaway_device::{DevicePath, Extent, Segments, SegmentsMut};

use super::aligned_buffer::AlignedBuffer;
use super::ring::{Part, SharedRing};
use super::transfer::{Stopped, read_contiguous, write_contiguous};
use crate::pieces::{Slice, pieces, pieces_mut};

/// Longest single transfer: a long extent becomes several in flight, which a disk likes better than one.
const PART_BYTES: usize = 1 << 20;

#[derive(Debug)]
pub(super) struct Direct {
    fd: OwnedFd,
    alignment: Alignment,
    ring: Option<SharedRing>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Alignment {
    /// Of offsets and lengths; at least a page.
    pub(super) file: usize,
    pub(super) memory: usize,
}

impl Direct {
    /// Opens the file once more with O_DIRECT. `None` where the file system does not know how. `with_ring`: batches
    /// go through the kernel's ring if there is one.
    pub(super) fn open(path: &DevicePath, fd: BorrowedFd<'_>, access: OFlags, with_ring: bool) -> Option<Self> {
        let flags = access | OFlags::DIRECT | OFlags::CLOEXEC | OFlags::NOCTTY;
        let direct = retry_on_intr(|| fs::open(path.as_str(), flags, Mode::empty())).ok()?;
        let alignment = Alignment::of(&direct)?;
        is_same_file(fd, direct.as_fd()).then_some(Self { fd: direct, alignment, ring: with_ring.then(SharedRing::default) })
    }

    pub(super) fn fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }

    pub(super) fn alignment(&self) -> Alignment {
        self.alignment
    }

    /// Reads all extents in order, up to the end of the file. Gives the bytes read.
    pub(super) fn read(
        &self,
        cached: BorrowedFd<'_>,
        extents: &[Extent],
        target: &mut SegmentsMut<'_, '_>,
    ) -> Result<u64, Stopped> {
        let mut plan = self.alignment.plan(pieces_mut(extents, target));
        self.batch(&mut plan.direct, |ring, parts| ring.read(self.fd(), parts), |part| {
            read_contiguous(self.fd(), part.offset, part.memory).unwrap_or(0)
        });
        let mut buffer = self.alignment.buffer(&plan.misaligned);
        for part in &mut plan.misaligned {
            let Some(buffer) = &mut buffer else { break };
            let buffer = &mut buffer.bytes_mut()[..part.memory.len()];
            part.done = read_contiguous(self.fd(), part.offset, buffer).unwrap_or(0);
            part.memory[..part.done].copy_from_slice(&buffer[..part.done]);
        }
        let mut total = 0;
        for part in plan.in_order() {
            part.done += read_contiguous(cached, part.offset + part.done as u64, &mut part.memory[part.done..])?;
            total += part.done as u64;
            if part.done < part.memory.len() {
                break;
            }
        }
        Ok(total)
    }

    /// Writes all extents.
    pub(super) fn write(
        &self,
        cached: BorrowedFd<'_>,
        extents: &[Extent],
        source: &Segments<'_>,
    ) -> Result<(), Stopped> {
        let mut plan = self.alignment.plan(pieces(extents, source));
        self.batch(&mut plan.direct, |ring, parts| ring.write(self.fd(), parts), |part| {
            write_contiguous(self.fd(), part.offset, part.memory).map_or(0, |()| part.memory.len())
        });
        let mut buffer = self.alignment.buffer(&plan.misaligned);
        for part in &mut plan.misaligned {
            let Some(buffer) = &mut buffer else { break };
            let buffer = &mut buffer.bytes_mut()[..part.memory.len()];
            buffer.copy_from_slice(part.memory);
            part.done = write_contiguous(self.fd(), part.offset, buffer).map_or(0, |()| buffer.len());
        }
        plan.in_order().try_for_each(|part| {
            write_contiguous(cached, part.offset + part.done as u64, &part.memory[part.done..])
        })
    }

    fn batch<M>(
        &self,
        parts: &mut [Part<M>],
        through_ring: impl FnOnce(&mut super::ring::Ring, &mut [Part<M>]),
        by_call: impl Fn(&mut Part<M>) -> usize,
    ) {
        let ring = self.ring.as_ref().filter(|_| parts.len() > 1);
        if ring.and_then(|ring| ring.try_with(|ring| through_ring(ring, parts))).is_none() {
            for part in parts {
                part.done = by_call(part);
            }
        }
    }
}

/// The parts of a transfer by the way they go.
struct Plan<M> {
    direct: Vec<Part<M>>,
    /// Whole pages of the file, but memory that is not aligned.
    misaligned: Vec<Part<M>>,
    /// Ends of extents.
    edges: Vec<Part<M>>,
}

impl<M> Plan<M> {
    /// All parts, sorted by offset.
    fn in_order(&mut self) -> impl Iterator<Item = &mut Part<M>> {
        let Self { direct, misaligned, edges } = self;
        let mut parts: Vec<_> = direct.iter_mut().chain(misaligned).chain(edges).collect();
        parts.sort_unstable_by_key(|part| part.offset);
        parts.into_iter()
    }
}

impl Alignment {
    fn of(fd: &OwnedFd) -> Option<Self> {
        let page = rustix::param::page_size();
        let status = fs::statx(fd, c"", AtFlags::EMPTY_PATH, StatxFlags::DIOALIGN).ok();
        // Before Linux 6.1 nobody says; a page has always been enough.
        let Some(status) = status.filter(|status| status.stx_mask & StatxFlags::DIOALIGN.bits() != 0) else {
            return Some(Self { file: page, memory: page });
        };
        let power_of_two = |bytes: u32| usize::try_from(bytes).ok().filter(|bytes| bytes.is_power_of_two());
        // 0 means that this file knows no direct transfers.
        let (file, memory) = (power_of_two(status.stx_dio_offset_align)?, power_of_two(status.stx_dio_mem_align)?);
        Some(Self { file: file.max(page), memory })
    }

    fn plan<M: Slice>(self, pieces: impl Iterator<Item = (u64, M)>) -> Plan<M> {
        let mut plan = Plan { direct: Vec::new(), misaligned: Vec::new(), edges: Vec::new() };
        for (offset, memory) in pieces {
            let (head, middle) = self.split(offset, memory.len());
            let (edge, rest) = memory.split(head);
            let (mut pages, tail) = rest.split(middle);
            let mut start = offset + head as u64;
            plan.edges.extend([part(offset, edge), part(start + middle as u64, tail)].into_iter().flatten());
            let way = if pages.is_aligned_to(self.memory) { &mut plan.direct } else { &mut plan.misaligned };
            while pages.len() > 0 {
                let (now, later) = { let len = pages.len().min(PART_BYTES); pages.split(len) };
                let len = now.len();
                way.extend(part(start, now));
                start += len as u64;
                pages = later;
            }
        }
        plan
    }

    /// Bytes before the first whole page of the file, and bytes of whole pages.
    pub(super) fn split(self, offset: u64, len: usize) -> (usize, usize) {
        // The remainder is less than `file`, so nothing is cut off.
        #[allow(clippy::cast_possible_truncation, reason = "a remainder of a division by a usize")]
        let into_page = (offset % self.file as u64) as usize;
        let head = if into_page == 0 { 0 } else { (self.file - into_page).min(len) };
        (head, (len - head) / self.file * self.file)
    }

    fn buffer<M: Slice>(self, parts: &[Part<M>]) -> Option<AlignedBuffer> {
        let longest = parts.iter().map(|part| part.memory.len()).max()?;
        // Without memory for it the page cache does the work.
        AlignedBuffer::zeroed(longest, self.memory).ok()
    }
}

fn part<M: Slice>(offset: u64, memory: M) -> Option<Part<M>> {
    (memory.len() > 0).then_some(Part { offset, memory, done: 0 })
}

/// Somebody may have renamed another file to the path in between.
fn is_same_file(one: BorrowedFd<'_>, other: BorrowedFd<'_>) -> bool {
    let identity = |fd| fs::fstat(fd).map(|status| (status.st_dev, status.st_ino)).ok();
    identity(one).is_some() && identity(one) == identity(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_pages_go_directly() {
        let alignment = Alignment { file: 4096, memory: 512 };
        let check = |offset, len, expected| assert_eq!(alignment.split(offset, len), expected, "{len} at {offset}");
        check(0, 4096, (0, 4096));
        check(0, 4095, (0, 0));
        check(1, 8191, (4095, 4096));
        check(4095, 10_000, (1, 8192));
        check(10, 5, (5, 0));
    }
}
