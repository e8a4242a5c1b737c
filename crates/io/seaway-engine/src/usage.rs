// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Usage`]: by which ways a file was accessed, how often and how much. For people who ask why it was fast or slow.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::strategy::Direction;

/// How one rank's part of an access was carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    OneCall,
    List,
    Sieve,
    Mapped,
    /// A view that jumps back, piece by piece.
    Pieces,
    /// As what the view shows, laid out by the device.
    Shaped,
    /// Two phases, through memory that the ranks share.
    SharedWindow,
    /// Two phases, by messages.
    Messages,
    /// Handed to the device, which goes on by itself.
    Queue,
}

/// Accesses of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    pub way: Way,
    pub direction: Direction,
    pub calls: u64,
    pub bytes: u64,
}

const WAYS: [Way; 9] = [
    Way::OneCall,
    Way::List,
    Way::Sieve,
    Way::Mapped,
    Way::Pieces,
    Way::Shaped,
    Way::SharedWindow,
    Way::Messages,
    Way::Queue,
];

/// The counters of an open file. Threads that count at the same moment may lose a count: it is not worth a locked
/// instruction in each small access.
#[derive(Debug, Default)]
pub(crate) struct Tally([[Counter; 2]; WAYS.len()]);

#[derive(Debug, Default)]
struct Counter {
    calls: AtomicU64,
    bytes: AtomicU64,
}

/// What the latest access of a thread came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Latest {
    pub way: Way,
    /// The first byte of the file that it touches.
    pub offset: u64,
}

impl Latest {
    /// From now on, [`Latest::take`] has something to tell. For traces: who does not ask does not pay.
    pub fn watch() {
        IS_WATCHED.store(true, Ordering::Relaxed);
    }

    /// What this thread has accessed since it asked the last time.
    pub fn take() -> Option<Self> {
        LATEST.take()
    }
}

static IS_WATCHED: AtomicBool = AtomicBool::new(false);

thread_local! {
    static LATEST: Cell<Option<Latest>> = const { Cell::new(None) };
}

impl Tally {
    /// `offset`: of the first byte in the file.
    pub(crate) fn note(&self, way: Way, direction: Direction, bytes: u64, offset: impl FnOnce() -> u64) {
        if IS_WATCHED.load(Ordering::Relaxed) {
            LATEST.set(Some(Latest { way, offset: offset() }));
        }
        let counter = &self.0[way as usize][direction as usize];
        let add = |to: &AtomicU64, amount| to.store(to.load(Ordering::Relaxed) + amount, Ordering::Relaxed);
        add(&counter.calls, 1);
        add(&counter.bytes, bytes);
    }

    pub(crate) fn usage(&self) -> Vec<Usage> {
        let of = |way, direction| {
            let counter = &self.0[way as usize][direction as usize];
            let (calls, bytes) =
                (counter.calls.load(Ordering::Relaxed), counter.bytes.load(Ordering::Relaxed));
            Usage { way, direction, calls, bytes }
        };
        let all = WAYS.iter().flat_map(|&way| [of(way, Direction::Write), of(way, Direction::Read)]);
        all.filter(|usage| usage.calls > 0).collect()
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OneCall => "one call",
            Self::List => "list of pieces",
            Self::Sieve => "sieving",
            Self::Mapped => "mapped pages",
            Self::Pieces => "piece by piece",
            Self::Shaped => "packed, laid out by the device",
            Self::SharedWindow => "two phases through shared memory",
            Self::Messages => "two phases by messages",
            Self::Queue => "queue",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_access_is_told_once_and_only_to_who_watches() {
        let tally = Tally::default();
        tally.note(Way::List, Direction::Write, 3, || unreachable!("nobody asks"));
        assert_eq!(Latest::take(), None);
        Latest::watch();
        tally.note(Way::List, Direction::Write, 3, || 7);
        tally.note(Way::Sieve, Direction::Read, 3, || 9);
        assert_eq!(Latest::take(), Some(Latest { way: Way::Sieve, offset: 9 }));
        assert_eq!(Latest::take(), None);
        assert_eq!(tally.usage().iter().map(|usage| usage.calls).sum::<u64>(), 3);
    }
}
