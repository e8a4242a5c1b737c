// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`ReadAhead`]: prefetches small reads that follow each other at a constant stride. The next bytes are
//! requested while the program uses those it has; they never exceed a limit, and are discarded at every write
//! and sync of this rank.

use std::collections::VecDeque;

use seaway_device_api::Extent;

/// Consecutive reads at the same stride before the next ones are prefetched.
const SEEN_BEFORE: u32 = 2;
/// How many reads the first request prefetches; each further one doubles it.
const FIRST_READS: u64 = 8;
const MOST_EXTENTS: u64 = 1024;

#[derive(Debug)]
pub(super) struct ReadAhead {
    /// Bytes that may be buffered.
    limit: u64,
    last: Option<Extent>,
    stride: u64,
    seen: u32,
    reads: u64,
    /// Where the bytes not yet requested begin.
    next: u64,
    /// The last fetch reached the end of the file.
    has_ended: bool,
    batches: VecDeque<Batch>,
}

/// What one request fetches.
#[derive(Debug)]
struct Batch {
    extents: Vec<Extent>,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// The number of the request.
    UnderWay(u64),
    /// Shorter than the extents if the file ended.
    Here(Vec<u8>),
}

/// Where the bytes of a read are.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Not fetched.
    Nowhere,
    /// In flight, in this request.
    UnderWay(u64),
    Here,
}

impl ReadAhead {
    pub(super) fn new(limit: u64) -> Self {
        let batches = VecDeque::new();
        Self { limit, last: None, stride: 0, seen: 0, reads: 0, next: 0, has_ended: false, batches }
    }

    /// Looks for `extent`. Bytes before it are not needed any more: their requests are added to `forgotten`.
    pub(super) fn find(&mut self, extent: Extent, forgotten: &mut Vec<u64>) -> Found {
        let has = |batch: &Batch| batch.extents.iter().any(|whole| is_within(extent, *whole));
        let Some(place) = self.batches.iter().position(has) else { return Found::Nowhere };
        for batch in self.batches.drain(..place) {
            forgotten.extend(batch.under_way());
        }
        match &self.batches[0].content {
            Content::UnderWay(id) => Found::UnderWay(*id),
            Content::Here(_) => Found::Here,
        }
    }

    /// Stores the bytes that request `id` fetched.
    pub(super) fn arrived(&mut self, id: u64, bytes: Vec<u8>) {
        let by_id = |batch: &&mut Batch| batch.under_way() == Some(id);
        if let Some(batch) = self.batches.iter_mut().find(by_id) {
            let wanted: u64 = batch.extents.iter().map(|extent| extent.len).sum();
            self.has_ended |= (bytes.len() as u64) < wanted;
            batch.content = Content::Here(bytes);
        }
    }

    /// The bytes of `extent`, if they were fetched completely. At a former end of file, more may exist by
    /// now.
    pub(super) fn bytes(&self, extent: Extent) -> Option<&[u8]> {
        let batch = self.batches.front()?;
        let Content::Here(bytes) = &batch.content else { return None };
        let mut start = 0;
        for whole in &batch.extents {
            if is_within(extent, *whole) {
                let from = usize::try_from(start + extent.offset - whole.offset).ok()?;
                return bytes.get(from..from + usize::try_from(extent.len).ok()?);
            }
            start += whole.len;
        }
        None
    }

    /// Records a read. Returns what should be prefetched for the next ones.
    pub(super) fn note(&mut self, extent: Extent) -> Option<Vec<Extent>> {
        let last = self.last.replace(extent)?;
        let stride = extent.offset.checked_sub(last.offset).filter(|&stride| stride >= extent.len);
        match stride.filter(|_| last.len == extent.len) {
            Some(stride) if stride == self.stride => self.seen = self.seen.saturating_add(1),
            other => {
                (self.stride, self.seen, self.reads, self.next) = (other.unwrap_or(0), 1, 0, 0);
                self.has_ended = false;
                return None;
            }
        }
        let is_regular = self.seen >= SEEN_BEFORE && !self.has_ended && self.limit > 0;
        // One batch is used while the next is in flight.
        (is_regular && self.batches.len() < 2).then(|| self.prefetch(extent)).flatten()
    }

    fn prefetch(&mut self, extent: Extent) -> Option<Vec<Extent>> {
        let most = (self.limit / 2 / extent.len.max(1)).min(MOST_EXTENTS);
        self.reads = if self.reads == 0 { FIRST_READS } else { self.reads * 2 }.min(most);
        let first = self.next.max(extent.offset.checked_add(self.stride)?);
        let span = self.stride.checked_mul(self.reads)?;
        self.next = first.checked_add(span).filter(|&end| i64::try_from(end).is_ok())?;
        if self.reads == 0 {
            return None;
        }
        if self.stride == extent.len {
            return Some(vec![Extent::new(first, span)]);
        }
        Some((0..self.reads).map(|read| Extent::new(first + read * self.stride, extent.len)).collect())
    }

    pub(super) fn asked(&mut self, extents: Vec<Extent>, id: u64) {
        self.batches.push_back(Batch { extents, content: Content::UnderWay(id) });
    }

    /// Discards all prefetched bytes; returns the requests in flight.
    pub(super) fn forget(&mut self) -> Vec<u64> {
        (self.last, self.stride, self.seen, self.reads, self.next) = (None, 0, 0, 0, 0);
        self.has_ended = false;
        self.batches.drain(..).filter_map(|batch| batch.under_way()).collect()
    }
}

impl Batch {
    fn under_way(&self) -> Option<u64> {
        match self.content {
            Content::UnderWay(id) => Some(id),
            Content::Here(_) => None,
        }
    }
}

fn is_within(part: Extent, whole: Extent) -> bool {
    part.offset >= whole.offset && part.end() <= whole.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads `len` bytes at each offset of a file of `size` bytes with counting content; returns the number
    /// of requests, by reads and by prefetching.
    fn reads(limit: u64, size: u64, offsets: impl Iterator<Item = u64>, len: u64) -> (usize, usize) {
        let file: Vec<u8> = (0..size).map(|place| (place % 251).to_le_bytes()[0]).collect();
        let fetch = |extents: &[Extent]| -> Vec<u8> {
            let bytes = |extent: &Extent| {
                let end = extent.end().min(size);
                (extent.offset.min(end)..end).map(|place| file[usize::try_from(place).unwrap()])
            };
            extents.iter().flat_map(bytes).collect()
        };
        let (mut ahead, mut asked, mut prefetched) = (ReadAhead::new(limit), 0, Vec::new());
        for offset in offsets {
            let extent = Extent::new(offset, len);
            if let Found::UnderWay(id) = ahead.find(extent, &mut Vec::new()) {
                let extents: &Vec<Extent> = &prefetched[usize::try_from(id).unwrap()];
                ahead.arrived(id, fetch(extents));
            }
            match ahead.bytes(extent) {
                Some(bytes) => assert_eq!(bytes, fetch(&[extent]), "at {offset}"),
                None => asked += 1,
            }
            if let Some(extents) = ahead.note(extent) {
                let held: u64 = extents.iter().map(|extent| extent.len).sum();
                assert!(held <= limit / 2, "{held} bytes ahead of {limit}");
                ahead.asked(extents.clone(), prefetched.len() as u64);
                prefetched.push(extents);
            }
        }
        (asked, prefetched.len())
    }

    #[test]
    fn sequential_and_strided_reads_are_prefetched() {
        let sequential = reads(1 << 20, 1 << 20, (0..1000).map(|read| read * 100), 100);
        assert!(sequential.0 <= 4 && sequential.1 <= 10, "{sequential:?}");
        let strided = reads(1 << 20, 1 << 24, (0..1000).map(|read| 5 + read * 10_000), 100);
        assert!(strided.0 <= 4 && strided.1 <= 10, "{strided:?}");
    }

    #[test]
    fn random_reads_are_not_prefetched() {
        let mut random = fastrand::Rng::with_seed(7);
        let offsets: Vec<u64> = (0..500).map(|_| random.u64(..1 << 20)).collect();
        assert_eq!(reads(1 << 20, 1 << 21, offsets.into_iter(), 100), (500, 0));
    }

    #[test]
    fn nothing_is_prefetched_without_a_buffer() {
        assert_eq!(reads(0, 1 << 20, (0..100).map(|read| read * 100), 100), (100, 0));
        // Less than a single read.
        assert_eq!(reads(150, 1 << 20, (0..100).map(|read| read * 100), 100), (100, 0));
    }

    #[test]
    fn end_of_file_is_requested_each_time() {
        let (asked, prefetched) = reads(1 << 20, 5000, (0..100).map(|read| read * 100), 100);
        assert!(asked >= 50, "bytes past the end may have been written since: {asked}");
        assert!(prefetched <= 6, "{prefetched}");
    }

    #[test]
    fn discarded_bytes_are_fetched_again() {
        let mut ahead = ReadAhead::new(1 << 20);
        for read in 0..4 {
            if let Some(extents) = ahead.note(Extent::new(read * 10, 10)) {
                ahead.asked(extents, 70 + read);
            }
        }
        assert_eq!(ahead.find(Extent::new(40, 10), &mut Vec::new()), Found::UnderWay(72));
        assert_eq!(ahead.forget(), [72, 73]);
        assert_eq!(ahead.find(Extent::new(40, 10), &mut Vec::new()), Found::Nowhere);
    }
}
