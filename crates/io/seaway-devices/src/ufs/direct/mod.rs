// SPDX-License-Identifier: MIT OR Apache-2.0
//! Transfers that bypass the page cache (O_DIRECT), by hint only. Offset, length and memory must be aligned.
//! Whole pages of the file are transferred directly, if necessary through aligned memory; the remainder at
//! both ends of an extent goes through the page cache. The two never share a page within one call, so the
//! kernel keeps both coherent.
//!
//! What direct transfers leave undone (the end of the file, a short transfer, an error) is finished or
//! reported through the page cache.

mod plan;

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::fs::{self, Mode, OFlags};
use rustix::io::retry_on_intr;
use seaway_device_api::{DevicePath, Extent, Segments, SegmentsMut};

pub(super) use self::plan::Alignment;
use super::aligned_buffer::AlignedBuffer;
use super::ring::{RingTransfer, SharedRing};
use super::transfer::{Stopped, read_contiguous, write_contiguous};
use seaway_device_api::pieces::{Slice, pieces, pieces_mut};

/// Aligned memory for bytes in unaligned memory: enough to keep a disk busy.
const WINDOW_BYTES: usize = 16 << 20;

#[derive(Debug)]
pub(super) struct Direct {
    fd: OwnedFd,
    alignment: Alignment,
    ring: Option<SharedRing>,
}

impl Direct {
    /// Opens the file again with O_DIRECT. `None` if the file system does not support it. `with_ring`:
    /// batches use io_uring if available.
    pub(super) fn open(
        path: &DevicePath,
        fd: BorrowedFd<'_>,
        access: OFlags,
        with_ring: bool,
    ) -> Option<Self> {
        let flags = access | OFlags::DIRECT | OFlags::CLOEXEC | OFlags::NOCTTY;
        let direct = retry_on_intr(|| fs::open(path.as_str(), flags, Mode::empty())).ok()?;
        let alignment = Alignment::of(&direct)?;
        let ring = with_ring.then(SharedRing::default);
        is_same_file(fd, direct.as_fd()).then_some(Self { fd: direct, alignment, ring })
    }

    pub(super) fn fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }

    pub(super) fn alignment(&self) -> Alignment {
        self.alignment
    }

    /// Reads all extents in order, up to the end of the file. Returns the bytes read.
    pub(super) fn read(
        &self,
        cached: BorrowedFd<'_>,
        extents: &[Extent],
        target: &mut SegmentsMut<'_, '_>,
    ) -> Result<u64, Stopped> {
        let mut plan = self.alignment.plan(pieces_mut(extents, target));
        self.read_parts(&mut plan.direct);
        self.read_misaligned(&mut plan.misaligned);
        let mut total = 0;
        for part in plan.in_order() {
            part.done +=
                read_contiguous(cached, part.offset + part.done as u64, &mut part.memory[part.done..])?;
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
        self.write_parts(&mut plan.direct);
        self.write_misaligned(&mut plan.misaligned);
        plan.in_order().try_for_each(|part| {
            write_contiguous(cached, part.offset + part.done as u64, &part.memory[part.done..])
        })
    }

    fn read_misaligned(&self, parts: &mut [RingTransfer<&mut [u8]>]) {
        let Some(mut memory) = self.window_memory(parts) else { return };
        for window in windows(parts) {
            let mut rest = memory.bytes_mut();
            let mut copies = Vec::with_capacity(window.len());
            for part in &*window {
                let (memory, after) = rest.split_at_mut(part.memory.len());
                copies.push(RingTransfer { offset: part.offset, memory, done: 0 });
                rest = after;
            }
            self.read_parts(&mut copies);
            for (part, copy) in window.iter_mut().zip(copies) {
                part.done = copy.done;
                part.memory[..copy.done].copy_from_slice(&copy.memory[..copy.done]);
            }
        }
    }

    fn write_misaligned(&self, parts: &mut [RingTransfer<&[u8]>]) {
        let Some(mut memory) = self.window_memory(parts) else { return };
        for window in windows(parts) {
            let mut end = 0;
            for part in &*window {
                memory.bytes_mut()[end..end + part.memory.len()].copy_from_slice(part.memory);
                end += part.memory.len();
            }
            let mut rest = memory.bytes();
            let mut copies = Vec::with_capacity(window.len());
            for part in &*window {
                let (memory, after) = rest.split_at(part.memory.len());
                copies.push(RingTransfer { offset: part.offset, memory, done: 0 });
                rest = after;
            }
            self.write_parts(&mut copies);
            window.iter_mut().zip(copies).for_each(|(part, copy)| part.done = copy.done);
        }
    }

    /// Aligned memory for the largest window. If it cannot be allocated, the page cache is used.
    fn window_memory<M: Slice>(&self, parts: &[RingTransfer<M>]) -> Option<AlignedBuffer> {
        let total: usize = parts.iter().map(|part| part.memory.len()).sum();
        if total == 0 {
            return None;
        }
        AlignedBuffer::zeroed(total.min(WINDOW_BYTES), self.alignment.file).ok()
    }

    fn read_parts(&self, parts: &mut [RingTransfer<&mut [u8]>]) {
        if self.through_ring(parts, |ring, parts| ring.read(self.fd(), parts)).is_none() {
            for part in parts {
                part.done = read_contiguous(self.fd(), part.offset, part.memory).unwrap_or(0);
            }
        }
    }

    fn write_parts(&self, parts: &mut [RingTransfer<&[u8]>]) {
        if self.through_ring(parts, |ring, parts| ring.write(self.fd(), parts)).is_none() {
            for part in parts {
                let written = write_contiguous(self.fd(), part.offset, part.memory);
                part.done = written.map_or(0, |()| part.memory.len());
            }
        }
    }

    /// `None` if no ring is available at the moment. A single transfer gains nothing from it.
    fn through_ring<P>(
        &self,
        parts: &mut [P],
        work: impl FnOnce(&mut super::ring::Ring, &mut [P]),
    ) -> Option<()> {
        self.ring.as_ref().filter(|_| parts.len() > 1)?.try_with(|ring| work(ring, parts))
    }
}

/// Adjacent transfers that fit into one window.
fn windows<M: Slice>(mut parts: &mut [RingTransfer<M>]) -> impl Iterator<Item = &mut [RingTransfer<M>]> {
    std::iter::from_fn(move || {
        let mut bytes = 0;
        let mut fits = |part: &RingTransfer<M>| {
            bytes += part.memory.len();
            bytes <= WINDOW_BYTES
        };
        let count = parts.iter().take_while(|part| fits(part)).count();
        parts.split_off_mut(..count).filter(|window| !window.is_empty())
    })
}

/// Another file may have been renamed to the path in between.
fn is_same_file(one: BorrowedFd<'_>, other: BorrowedFd<'_>) -> bool {
    let identity = |fd| fs::fstat(fd).map(|status| (status.st_dev, status.st_ino)).ok();
    identity(one).is_some() && identity(one) == identity(other)
}
