// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Relay`]: the state of a channel in a process that forwards it. Credits go from end to end, so that each byte counts in
//! one window however many processes forward it; the relay only checks that no side exceeds its credit.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use seaway_messages::CHANNEL_WINDOW;

use super::connection::Violation;

/// Which of the two trunks that a relay joins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    /// The trunk on which the channel was opened.
    First,
    /// The trunk to which it is forwarded.
    Second,
}

#[derive(Debug, Default)]
pub(super) struct Relay {
    from_first: Direction,
    from_second: Direction,
}

#[derive(Debug, Default)]
struct Direction {
    /// Sent and not yet credited.
    under_way: AtomicU32,
    has_ended: AtomicBool,
}

impl Relay {
    /// Bytes have arrived from side `from`.
    pub(super) fn bytes(&self, from: Half, len: u32) -> Result<(), Violation> {
        let more = |under_way: u32| under_way.checked_add(len).filter(|&sum| sum <= CHANNEL_WINDOW);
        let direction = self.from(from);
        let counted = direction.under_way.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        counted.map(drop).map_err(|_| Violation::Window)
    }

    /// A credit has arrived from side `from`, for bytes that were forwarded to it.
    pub(super) fn credit(&self, from: Half, bytes: u32) -> Result<(), Violation> {
        let less = |under_way: u32| under_way.checked_sub(bytes);
        let direction = self.from(from.other());
        let counted = direction.under_way.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        counted.map(drop).map_err(|_| Violation::Credit)
    }

    /// Side `from` has stopped sending. Returns whether both have.
    pub(super) fn end(&self, from: Half) -> bool {
        self.from(from).has_ended.store(true, Ordering::SeqCst);
        self.from(from.other()).has_ended.load(Ordering::SeqCst)
    }

    fn from(&self, half: Half) -> &Direction {
        match half {
            Half::First => &self.from_first,
            Half::Second => &self.from_second,
        }
    }
}

impl Half {
    pub(super) fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_the_window_and_credit_for_nothing_are_noticed() {
        let relay = Relay::default();
        assert!(relay.bytes(Half::First, CHANNEL_WINDOW).is_ok());
        assert!(relay.bytes(Half::First, 1).is_err());
        assert!(relay.bytes(Half::Second, 1).is_ok(), "each direction has its own");
        assert!(relay.credit(Half::Second, 100).is_ok());
        assert!(relay.bytes(Half::First, 101).is_err());
        assert!(relay.bytes(Half::First, 100).is_ok());
        assert!(relay.credit(Half::First, 2).is_err());
        assert!(!relay.end(Half::First));
        assert!(relay.end(Half::Second));
    }
}
