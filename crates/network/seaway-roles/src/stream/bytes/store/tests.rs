// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bytes on their way through the store.

use super::*;

/// Bytes of a place, from `from` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Spot(u64, u64);

impl Memory for Spot {
    fn part(self, from: u64, len: u64) -> Self {
        let from = from.min(self.1);
        Self(self.0 + from, len.min(self.1 - from))
    }
}

fn spot(from: u64, len: u64) -> Spot {
    Spot(from, len)
}

fn extent(range: std::ops::Range<u64>) -> Extent {
    range.into()
}

#[test]
fn bytes_are_freed_when_every_reader_has_taken_them() {
    let mut store = Store::new(4096, 2);
    store.insert(1, extent(0..100), spot(5000, 100));
    assert!(!store.is_settled(1));
    store.take(0, extent(0..100));
    store.take(1, extent(0..60));
    let left =
        Located { extent: extent(60..100), place: Location::Borrowed { call: 1, memory: spot(5060, 40) } };
    assert_eq!(store.available(extent(0..200)), [left]);
    assert_eq!(store.gone(extent(10..80)), Some(extent(10..60)));
    store.leave(1);
    assert!(store.is_drained() && store.is_settled(1));
}

#[test]
fn a_call_is_settled_when_its_bytes_are_in_the_window() {
    let mut store = Store::new(4096, 1);
    store.insert(7, extent(10..30), spot(100, 20));
    let (lifted, memory) = store.lift(7, extent(10..30), 15).unwrap();
    assert_eq!((lifted, memory), (extent(10..25), spot(100, 15)));
    assert!(store.available(extent(0..25)).is_empty(), "on its way");
    let (offset, len) = store.take_room(15).unwrap();
    assert_eq!(len, 15);
    store.settle(lifted, Some(Location::Window { offset }));
    assert!(!store.is_settled(7));
    store.pin(extent(25..30));
    assert_eq!(store.lift(7, extent(10..30), 100), None, "a reader copies the rest");
    assert!(!store.withdraw(7, [extent(10..30)].into_iter()));
    store.take(0, extent(25..30));
    store.unpin(extent(25..30));
    assert!(store.is_settled(7));
    store.take(0, extent(0..25));
    assert!(store.is_drained());
    assert_eq!(store.take_room(4096), Some((0, 4096)), "all of it is free again");
}

#[test]
fn what_a_reader_has_had_cannot_be_written_again() {
    let mut store = Store::new(4096, 1);
    store.insert(1, extent(0..10), spot(100, 10));
    assert_eq!(store.check(extent(5..20)), Ok(()));
    store.pin(extent(0..4));
    assert_eq!(store.check(extent(3..8)), Err(Refusal::Busy));
    store.unpin(extent(0..4));
    assert_eq!(store.check(extent(3..8)), Err(Refusal::Delivered(extent(0..4))));
    assert_eq!(store.check(extent(4..8)), Ok(()));
    store.insert(2, extent(4..8), spot(900, 4));
    let places: Vec<u64> = store.available(extent(0..10)).iter().map(|part| part.extent.len).collect();
    assert_eq!(places, [4, 4, 2]);
}

#[test]
fn small_neighbours_become_one() {
    let mut store = Store::new(4096, 1);
    for offset in (0..640).step_by(64) {
        let bytes = extent(offset..offset + 64);
        store.insert(offset, bytes, spot(1, bytes.len));
        let (lifted, _) = store.lift(offset, bytes, 64).unwrap();
        let (place, _) = store.take_room(64).unwrap();
        store.settle(lifted, Some(Location::Window { offset: place }));
    }
    assert_eq!(store.available(extent(0..640)).len(), 1);
}
