// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Room`]: which bytes of a window are free.
//!
//! Places are handed out one behind the other and around again, as in a ring: a stream gives them back in about the
//! order in which it took them, so the free bytes stay in few pieces.

use seaway_device_api::Extent;

use super::ranges::RangeSet;

#[derive(Debug)]
pub(super) struct Room {
    free: RangeSet,
    bytes: u64,
    /// Where the last place that was taken ends: the search starts here.
    next: u64,
}

impl Room {
    pub(super) fn new(bytes: u64) -> Self {
        Self { free: [Extent::new(0, bytes)].into_iter().collect(), bytes, next: 0 }
    }

    /// A free place of `len` bytes in one piece.
    pub(super) fn take(&mut self, len: u64) -> Option<u64> {
        if len == 0 || len > self.free.total_bytes() {
            return None;
        }
        let found = self.behind_the_last().find(|place| place.len >= len)?.offset;
        self.occupy(Extent::new(found, len));
        Some(found)
    }

    /// A free place of `len` bytes, or else the largest that there is.
    pub(super) fn take_up_to(&mut self, len: u64) -> Option<(u64, u64)> {
        if let Some(offset) = self.take(len) {
            return Some((offset, len));
        }
        let largest = self.free.iter().max_by_key(|place| place.len).filter(|_| len > 0)?;
        let place = Extent::new(largest.offset, largest.len.min(len));
        self.occupy(place);
        Some((place.offset, place.len))
    }

    /// The place, or any part of it, is free again. The caller took it before.
    pub(super) fn give_back(&mut self, offset: u64, len: u64) {
        let place = Extent::new(offset, len);
        debug_assert!(self.free.overlap(place).is_empty(), "{place} given back twice");
        debug_assert!(place.end() <= self.bytes, "{place} was never in the window");
        self.free.insert(place);
        if self.free.total_bytes() == self.bytes {
            // All free: start over, so that a stream of small steps stays in the pages it has touched already.
            self.next = 0;
        }
    }

    #[cfg(test)]
    pub(super) fn free_bytes(&self) -> u64 {
        self.free.total_bytes()
    }

    /// The free places from the last one taken on, then those before it.
    fn behind_the_last(&self) -> impl Iterator<Item = Extent> {
        let behind = self.free.overlapping((self.next..self.bytes).into());
        // From the start to the end: a place that reaches across `next` counts in one piece the second time.
        behind.chain(self.free.iter())
    }

    fn occupy(&mut self, place: Extent) {
        self.free.remove(place);
        self.next = place.end() % self.bytes.max(1);
    }
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation, reason = "the model is small")]
mod tests {
    use super::*;

    #[test]
    fn places_follow_each_other_and_wrap_around() {
        let mut room = Room::new(100);
        assert_eq!((room.take(40), room.take(40)), (Some(0), Some(40)));
        room.give_back(0, 40);
        assert_eq!(room.take(15), Some(80));
        assert_eq!(room.take(15), Some(0), "five bytes at the end are too few");
    }

    #[test]
    fn a_window_that_is_all_free_is_used_from_the_start() {
        let mut room = Room::new(100);
        for _ in 0..3 {
            assert_eq!(room.take(30), Some(0));
            room.give_back(0, 10);
            room.give_back(10, 20);
        }
    }

    #[test]
    fn a_place_across_the_last_one_is_found() {
        let mut room = Room::new(100);
        assert_eq!((room.take(50), room.take(40)), (Some(0), Some(50)));
        room.give_back(0, 50);
        room.give_back(50, 30);
        assert_eq!(room.take(70), Some(0));
    }

    #[test]
    fn the_largest_place_serves_when_none_is_large_enough() {
        let mut room = Room::new(100);
        assert_eq!((room.take(20), room.take(50)), (Some(0), Some(20)));
        room.give_back(0, 20);
        assert_eq!(room.take_up_to(60), Some((70, 30)));
        assert_eq!(room.take_up_to(60), Some((0, 20)));
        assert_eq!(room.take_up_to(60), None);
        assert_eq!((room.take(1), room.free_bytes()), (None, 0));
    }

    #[test]
    fn nothing_and_more_than_all_are_not_found() {
        let mut room = Room::new(8);
        assert_eq!((room.take(0), room.take(9), room.take_up_to(0)), (None, None, None));
        assert_eq!((Room::new(0).take(1), Room::new(0).take_up_to(1)), (None, None));
    }

    #[test]
    fn random_use_never_hands_out_a_byte_twice() {
        for seed in 0..200 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut room = Room::new(128);
            let mut used = [false; 128];
            let mut places = Vec::new();
            for _ in 0..100 {
                if random.bool() && !places.is_empty() {
                    let (offset, len): (u64, u64) = places.swap_remove(random.usize(0..places.len()));
                    room.give_back(offset, len);
                    used[offset as usize..(offset + len) as usize].fill(false);
                } else {
                    let len = random.u64(1..40);
                    let longest = used.split(|&used| used).map(<[bool]>::len).max().unwrap_or(0) as u64;
                    let place =
                        if random.bool() { room.take(len).map(|at| (at, len)) } else { room.take_up_to(len) };
                    match place {
                        Some((offset, got)) => {
                            assert_eq!(got, len.min(longest), "seed {seed}");
                            let bytes = &mut used[offset as usize..(offset + got) as usize];
                            assert!(bytes.iter().all(|&used| !used), "seed {seed}");
                            bytes.fill(true);
                            places.push((offset, got));
                        }
                        None => assert!(longest < len, "seed {seed}"),
                    }
                }
                assert_eq!(
                    room.free_bytes(),
                    used.iter().filter(|&&used| !used).count() as u64,
                    "seed {seed}"
                );
            }
        }
    }
}
