// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`StandIn`]: the program's action for SIGBUS, kept while Seaway's handler is installed. The handler reads
//! it at any moment, and programs may set it in their own handlers: no lock, and nothing that a fork could
//! leave half done.

use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// An action as the kernel stores it, without the C library's return address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Action {
    /// An address, or `SIG_DFL` or `SIG_IGN`.
    pub handler: usize,
    pub flags: u32,
    /// Signals that are blocked while the handler runs, signal 1 in the lowest bit.
    pub mask: u64,
}

impl Action {
    pub const DEFAULT: Self = Self { handler: libc::SIG_DFL, flags: 0, mask: 0 };
}

/// Distinct actions over the life of a process. Programs have a few.
const RECORDS: usize = 256;

/// Actions are written once and never change, so that an index identifies them.
#[derive(Debug)]
pub(super) struct StandIn {
    records: [Record; RECORDS],
    current: AtomicUsize,
}

#[derive(Debug)]
struct Record {
    state: AtomicU32,
    flags: AtomicU32,
    handler: AtomicUsize,
    mask: AtomicU64,
}

const EMPTY: u32 = 0;
const BEING_WRITTEN: u32 = 1;
const WRITTEN: u32 = 2;

impl Record {
    const fn empty() -> Self {
        Self {
            state: AtomicU32::new(EMPTY),
            flags: AtomicU32::new(Action::DEFAULT.flags),
            handler: AtomicUsize::new(Action::DEFAULT.handler),
            mask: AtomicU64::new(Action::DEFAULT.mask),
        }
    }

    fn action(&self) -> Action {
        Action {
            handler: self.handler.load(Ordering::Relaxed),
            flags: self.flags.load(Ordering::Relaxed),
            mask: self.mask.load(Ordering::Relaxed),
        }
    }

    /// Whether it holds the action, possibly stored just now.
    fn takes(&self, action: Action) -> bool {
        if self.state.load(Ordering::Acquire) == WRITTEN {
            return self.action() == action;
        }
        let claim = self.state.compare_exchange(EMPTY, BEING_WRITTEN, Ordering::Relaxed, Ordering::Relaxed);
        if claim.is_err() {
            return false;
        }
        self.handler.store(action.handler, Ordering::Relaxed);
        self.flags.store(action.flags, Ordering::Relaxed);
        self.mask.store(action.mask, Ordering::Relaxed);
        self.state.store(WRITTEN, Ordering::Release);
        true
    }
}

impl StandIn {
    /// The default action, which is what an empty record means.
    pub(super) const fn new() -> Self {
        Self { records: [const { Record::empty() }; RECORDS], current: AtomicUsize::new(RECORDS - 1) }
    }

    pub(super) fn action(&self) -> Action {
        self.records[self.current.load(Ordering::Acquire)].action()
    }

    /// Sets an action and returns the previous one, or `None` if there were too many and nothing was set.
    pub(super) fn exchange(&self, action: Action) -> Option<Action> {
        let number = self.records[..RECORDS - 1].iter().position(|record| record.takes(action))?;
        Some(self.records[self.current.swap(number, Ordering::AcqRel)].action())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(number: usize) -> Action {
        Action { handler: number, flags: u32::try_from(number).unwrap(), mask: number as u64 }
    }

    #[test]
    fn setting_an_action_returns_the_previous_one() {
        let actions = StandIn::new();
        assert_eq!(actions.action(), Action::DEFAULT);
        let mut before = Action::DEFAULT;
        for round in 1..3 * RECORDS {
            let action = of(round % 100);
            assert_eq!(actions.exchange(action), Some(before));
            assert_eq!(actions.action(), action);
            before = action;
        }
    }

    #[test]
    fn too_many_distinct_actions_are_refused_and_the_last_one_stays() {
        let actions = StandIn::new();
        let taken = (1..2 * RECORDS).filter(|&number| actions.exchange(of(number)).is_some()).count();
        assert_eq!((taken, actions.action()), (RECORDS - 1, of(RECORDS - 1)));
        assert!(actions.exchange(of(1)).is_some(), "a known action can always be set");
    }

    #[test]
    fn actions_are_never_seen_mixed() {
        let actions = StandIn::new();
        std::thread::scope(|scope| {
            for thread in 1..=3 {
                let actions = &actions;
                scope.spawn(move || {
                    for round in 0..20_000 {
                        let before = actions.exchange(of(round % 50 * 4 + thread)).unwrap();
                        let now = actions.action();
                        assert_eq!((before, now), (of(before.handler), of(now.handler)));
                    }
                });
            }
        });
    }
}
