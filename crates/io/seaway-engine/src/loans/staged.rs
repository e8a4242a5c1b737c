// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`StagedParts`]: parts of one access, several at a time, each in a buffer of its own.

use std::collections::VecDeque;
use std::io::{IoSlice, IoSliceMut};
use std::ops::Range;

use seaway_device_api::{Region, Result, Shaped, Ticket};
use seaway_memory::{Lent, LentMut};

use crate::independent::length;

/// Transfers in borrowed buffers. Dropping it waits for them. It is a local variable of the calls that use it, and never
/// forgotten.
pub(crate) struct StagedParts<'b> {
    facet: &'b dyn Shaped,
    buffers: Vec<&'b mut [u8]>,
    /// The oldest first, with the bytes of the access that they move. Their buffers follow each other.
    under_way: VecDeque<(Ticket, Range<u64>)>,
    started: usize,
}

impl<'b> StagedParts<'b> {
    pub(crate) fn new(facet: &'b dyn Shaped, staging: &'b mut [u8], part_bytes: usize) -> Self {
        let buffers = staging.chunks_mut(part_bytes).collect();
        Self { facet, buffers, under_way: VecDeque::new(), started: 0 }
    }

    /// Whether all buffers are in use.
    pub(crate) fn is_full(&self) -> bool {
        self.under_way.len() >= self.buffers.len()
    }

    /// Fills a free buffer by `pack` and writes it to `place`.
    pub(crate) fn start_write(
        &mut self,
        part: Range<u64>,
        place: Region,
        pack: impl FnOnce(&mut [u8]) -> Result<()>,
    ) -> Result<()> {
        let buffer = self.free_buffer(&part);
        pack(buffer)?;
        // SAFETY: the buffer is not touched until `first` or `drop` has waited for the transfer.
        let lent = unsafe { Lent::new(&[IoSlice::new(buffer)]) };
        let ticket = self.facet.start_write(place, lent)?;
        self.note(ticket, part);
        Ok(())
    }

    /// Reads `place` into a free buffer.
    pub(crate) fn start_read(&mut self, part: Range<u64>, place: Region) -> Result<()> {
        let buffer = self.free_buffer(&part);
        // SAFETY: as in `start_write`.
        let lent = unsafe { LentMut::new(&mut [IoSliceMut::new(buffer)]) };
        let ticket = self.facet.start_read(place, lent, false)?;
        self.note(ticket, part);
        Ok(())
    }

    /// Waits for the oldest part: which it is, and the bytes that moved.
    pub(crate) fn first(&mut self) -> Result<Option<(Range<u64>, &[u8])>> {
        let oldest = self.started - self.under_way.len();
        let Some((ticket, part)) = self.under_way.pop_front() else { return Ok(None) };
        let moved = self.facet.wait(ticket)?;
        let buffer = &*self.buffers[oldest % self.buffers.len()];
        Ok(Some((part, &buffer[..length(&(0..moved)).min(buffer.len())])))
    }

    fn free_buffer(&mut self, part: &Range<u64>) -> &mut [u8] {
        assert!(!self.is_full(), "a buffer is free");
        let next = self.started % self.buffers.len();
        &mut self.buffers[next][..length(part)]
    }

    fn note(&mut self, ticket: Ticket, part: Range<u64>) {
        self.under_way.push_back((ticket, part));
        self.started += 1;
    }
}

impl Drop for StagedParts<'_> {
    fn drop(&mut self) {
        for (ticket, _) in self.under_way.drain(..) {
            // The first error has been reported.
            let _ = self.facet.wait(ticket);
        }
    }
}
