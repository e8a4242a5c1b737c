// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Reservation`]: which pages of a thing have their memory. Memory is reserved before it is written, so that
//! a full node is an error of a request and not the end of a program.

use seaway_device_api::Extent;

use crate::stream::bytes::RangeSet;

pub const PAGE_BYTES: u64 = 4096;
/// A thing that grows gets some more than it asks for, so that appending small pieces needs few requests.
const MOST_AHEAD: u64 = 8 << 20;

#[derive(Debug, Clone, Default)]
pub struct Reservation {
    pages: RangeSet,
}

/// What a request needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// Not reserved yet.
    pub missing: Vec<Extent>,
    pub bytes: u64,
}

impl Reservation {
    /// What `extents` need beyond what is reserved, and with `ahead` some more at the end. Whole pages.
    pub fn needs(&self, extents: &[Extent], ahead: bool) -> Grant {
        let mut wanted = RangeSet::new();
        for &extent in extents {
            wanted.insert(page_extent(extent));
        }
        if ahead && let Some(more) = self.more(extents) {
            wanted.insert(more);
        }
        let missing: Vec<Extent> = wanted.iter().flat_map(|extent| self.pages.missing(extent)).collect();
        let bytes = missing.iter().map(|extent| extent.len).sum();
        Grant { missing, bytes }
    }

    /// The memory of `grant` has been reserved.
    pub fn add(&mut self, grant: &Grant) {
        grant.missing.iter().for_each(|&extent| self.pages.insert(extent));
    }

    /// The reserved ranges around `extents`.
    pub fn around(&self, extents: &[Extent]) -> Vec<Extent> {
        let mut found = RangeSet::new();
        let around = extents.iter().filter_map(|extent| self.pages.around(extent.offset));
        around.for_each(|extent| found.insert(extent));
        found.iter().collect()
    }

    /// Releases the pages behind `size`, and returns how many bytes that are.
    pub fn cut(&mut self, size: u64) -> u64 {
        let before = self.pages.total_bytes();
        let kept = size.next_multiple_of(PAGE_BYTES);
        self.pages.remove(Extent::new(kept, u64::MAX - kept));
        before - self.pages.total_bytes()
    }

    pub fn bytes(&self) -> u64 {
        self.pages.total_bytes()
    }

    /// Half of what it has, if it grows at its end.
    fn more(&self, extents: &[Extent]) -> Option<Extent> {
        let end = page_extent(*extents.last()?).end();
        let last = self.pages.iter().last()?;
        let grows = extents.first()?.offset <= last.end() && end > last.end();
        let bytes = (self.pages.total_bytes() / 2).min(MOST_AHEAD) / PAGE_BYTES * PAGE_BYTES;
        (grows && bytes > 0).then(|| Extent::new(end, bytes.min(u64::MAX / 2 - end)))
    }
}

/// The whole pages that `extent` touches.
pub fn page_extent(extent: Extent) -> Extent {
    let start = extent.offset / PAGE_BYTES * PAGE_BYTES;
    let end = extent.end().checked_next_multiple_of(PAGE_BYTES).unwrap_or(u64::MAX / PAGE_BYTES * PAGE_BYTES);
    Extent::new(start, end.saturating_sub(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_take_no_memory() {
        let mut reservation = Reservation::default();
        let grant = reservation.needs(&[Extent::new(5, 10), Extent::new(5 << 30, 4097)], true);
        assert_eq!(grant.missing, [Extent::new(0, 4096), Extent::new(5 << 30, 8192)]);
        reservation.add(&grant);
        assert_eq!(reservation.bytes(), 3 * 4096);
        assert_eq!(reservation.needs(&[Extent::new(0, 4096)], true).bytes, 0);
        assert_eq!(reservation.around(&[Extent::new(7, 1)]), [Extent::new(0, 4096)]);
        assert_eq!(reservation.cut(5 << 30), 8192);
        assert_eq!(reservation.cut(1), 0);
        assert_eq!(reservation.cut(0), 4096);
    }

    #[test]
    fn appending_small_pieces_needs_few_requests() {
        let (mut reservation, mut requests, mut reserved) = (Reservation::default(), 0, 0);
        for piece in 0..100_000 {
            let extent = Extent::new(piece * 100, 100);
            if reservation.needs(&[extent], false).bytes > 0 {
                let grant = reservation.needs(&[extent], true);
                reservation.add(&grant);
                (requests, reserved) = (requests + 1, reserved + grant.bytes);
            }
        }
        assert!(requests < 50, "{requests}");
        assert_eq!(reserved, reservation.bytes());
        assert!((10_000_000..20_000_000).contains(&reserved), "{reserved}");
    }
}
