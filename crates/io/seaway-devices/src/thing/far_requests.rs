// SPDX-License-Identifier: MIT OR Apache-2.0
//! How the places of an access are cut and put together into requests to a home on another node.

use seaway_messages::{MAX_RESERVED_RANGES, MAX_THING_BYTES, Range};

/// Cuts a piece into parts that one request can move.
pub(super) fn cut(offset: u64, len: usize, mut part: impl FnMut(u64, std::ops::Range<usize>)) {
    let most = usize::try_from(MAX_THING_BYTES).unwrap_or(usize::MAX);
    let mut start = 0;
    while start < len {
        let end = len.min(start + most);
        part(offset + start as u64, start..end);
        start = end;
    }
}

/// Which places go into one request each: as many as fit.
pub(super) fn requests(places: &[(u64, usize)]) -> Vec<std::ops::Range<usize>> {
    let (mut all, mut start, mut bytes) = (Vec::new(), 0, 0_u64);
    for (index, (_, len)) in places.iter().enumerate() {
        let len = *len as u64;
        if index > start && (bytes + len > MAX_THING_BYTES || index - start >= MAX_RESERVED_RANGES) {
            all.push(start..index);
            (start, bytes) = (index, 0);
        }
        bytes += len;
    }
    if start < places.len() {
        all.push(start..places.len());
    }
    all
}

/// Places that follow each other are one range.
pub(super) fn ranges_of(places: &[(u64, usize)]) -> Vec<Range> {
    let mut ranges: Vec<Range> = Vec::with_capacity(places.len());
    for &(offset, len) in places {
        match ranges.last_mut().filter(|last| last.offset + last.len == offset) {
            Some(last) => last.len += len as u64,
            None => ranges.push(Range { offset, len: len as u64 }),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_fill_requests() {
        let most = usize::try_from(MAX_THING_BYTES).unwrap();
        assert_eq!(requests(&[]), []);
        assert_eq!(requests(&[(0, most), (5, 1)]), [0..1, 1..2]);
        assert_eq!(requests(&[(0, 1), (5, most - 1), (9, 1)]), [0..2, 2..3]);
        let many: Vec<(u64, usize)> = (0..5000).map(|place| (place * 2, 1)).collect();
        assert_eq!(requests(&many), [0..MAX_RESERVED_RANGES, MAX_RESERVED_RANGES..5000]);
        let mut parts = Vec::new();
        cut(7, most + 3, |at, range| parts.push((at, range.len())));
        assert_eq!(parts, [(7, most), (7 + MAX_THING_BYTES, 3)]);
        assert_eq!(
            ranges_of(&[(0, 2), (2, 3), (9, 1)]),
            [Range { offset: 0, len: 5 }, Range { offset: 9, len: 1 }]
        );
    }
}
