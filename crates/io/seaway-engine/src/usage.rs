// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Usage`]: which methods were used to access a file, how often and for how many bytes. Explains why it was
//! fast or slow.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::strategy::Direction;

/// How one rank's share of an access was carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessMethod {
    OneCall,
    List,
    Sieve,
    Mapped,
    /// A view that jumps back, piece by piece.
    Pieces,
    /// Sent as a view, laid out by the device.
    Shaped,
    /// Two phases, through memory shared by the ranks.
    SharedWindow,
    /// Two phases, by messages.
    Messages,
    /// An asynchronous transfer of the device.
    Transfer,
}

/// Accesses by one method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    pub method: AccessMethod,
    pub direction: Direction,
    pub calls: u64,
    pub bytes: u64,
}

const METHODS: [AccessMethod; 9] = [
    AccessMethod::OneCall,
    AccessMethod::List,
    AccessMethod::Sieve,
    AccessMethod::Mapped,
    AccessMethod::Pieces,
    AccessMethod::Shaped,
    AccessMethod::SharedWindow,
    AccessMethod::Messages,
    AccessMethod::Transfer,
];

/// The counters of an open file. Threads that count at the same moment may lose a count: exact counts are not
/// worth an atomic read-modify-write in each small access.
#[derive(Debug, Default)]
pub(crate) struct Tally([[Counter; 2]; METHODS.len()]);

#[derive(Debug, Default)]
struct Counter {
    calls: AtomicU64,
    bytes: AtomicU64,
}

/// The outcome of a thread's latest access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Latest {
    pub method: AccessMethod,
    /// Offset of the first byte that it touches.
    pub offset: u64,
}

impl Latest {
    /// From now on, [`Latest::take`] returns something. For traces: without it there is no overhead.
    pub fn watch() {
        IS_WATCHED.store(true, Ordering::Relaxed);
    }

    /// The latest access of this thread since the last call.
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
    pub(crate) fn note(
        &self,
        method: AccessMethod,
        direction: Direction,
        bytes: u64,
        offset: impl FnOnce() -> u64,
    ) {
        if IS_WATCHED.load(Ordering::Relaxed) {
            LATEST.set(Some(Latest { method, offset: offset() }));
        }
        let counter = &self.0[method as usize][direction as usize];
        let add = |to: &AtomicU64, amount| to.store(to.load(Ordering::Relaxed) + amount, Ordering::Relaxed);
        add(&counter.calls, 1);
        add(&counter.bytes, bytes);
    }

    pub(crate) fn usage(&self) -> Vec<Usage> {
        let of = |method, direction| {
            let counter = &self.0[method as usize][direction as usize];
            let (calls, bytes) =
                (counter.calls.load(Ordering::Relaxed), counter.bytes.load(Ordering::Relaxed));
            Usage { method, direction, calls, bytes }
        };
        let all =
            METHODS.iter().flat_map(|&method| [of(method, Direction::Write), of(method, Direction::Read)]);
        all.filter(|usage| usage.calls > 0).collect()
    }
}

impl fmt::Display for AccessMethod {
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
            Self::Transfer => "transfer",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_access_is_returned_once_and_only_while_watching() {
        let tally = Tally::default();
        tally.note(AccessMethod::List, Direction::Write, 3, || unreachable!("nobody asks"));
        assert_eq!(Latest::take(), None);
        Latest::watch();
        tally.note(AccessMethod::List, Direction::Write, 3, || 7);
        tally.note(AccessMethod::Sieve, Direction::Read, 3, || 9);
        assert_eq!(Latest::take(), Some(Latest { method: AccessMethod::Sieve, offset: 9 }));
        assert_eq!(Latest::take(), None);
        assert_eq!(tally.usage().iter().map(|usage| usage.calls).sum::<u64>(), 3);
    }
}
