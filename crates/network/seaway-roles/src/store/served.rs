// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Served`]: one client's session as the daemon sees it. It outlives connections: a newer one fences the
//! older ones, and a request that is sent again gets its first outcome.
//!
//! Why late bytes of an older connection cannot reach a file: everything that is applied must enter first,
//! which fails on any connection but the newest; and a newer connection is served only when all that had
//! entered have left.

use std::collections::{BTreeMap, BTreeSet};

use super::Flaws;

/// Outcomes that a client has not acknowledged. A client that sends more changes without acknowledging breaks
/// the protocol.
pub const MAX_OUTCOMES: usize = 4096;

#[derive(Debug)]
pub struct Served<O> {
    flaws: Flaws,
    /// Epoch of the newest connection. Older ones are fenced.
    epoch: u64,
    /// Changes that are being applied.
    applying: u32,
    /// The client has acknowledged the outcomes of all changes up to here.
    heard: u64,
    outcomes: BTreeMap<u64, O>,
    /// Locks that are waited for, and those held, by the request that asked for them: a request that is sent
    /// again must not take its lock a second time, after an unlock.
    awaited: BTreeSet<u64>,
    held: BTreeMap<u64, HeldLock>,
    /// When the newest connection was lost, and until when the client may return.
    lost: Option<u64>,
    ended: bool,
}

/// A lock on bytes of an open file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeldLock {
    pub file: u32,
    pub start: u64,
    pub end: u64,
}

/// What to do with a request for a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LockAdmission {
    /// Wait for it, then call `lock_ended`.
    Await,
    /// It is already being waited for; the answer follows.
    Awaited,
    /// It is already held: answer so.
    Held,
    Impossible,
}

/// Whether a connection may be served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    Ready,
    /// A change from an older connection is still being applied: try again when it has left.
    Draining,
    /// There is a newer connection, or the session has ended.
    Stale,
}

/// What to do with a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Admission<O> {
    Apply,
    /// It was applied before, with this outcome.
    Repeat(O),
    /// The client had acknowledged its outcome, or has too many unacknowledged ones: it breaks the protocol.
    Impossible,
}

impl<O: Clone> Served<O> {
    pub fn new(flaws: Flaws) -> Self {
        Self {
            flaws,
            epoch: 0,
            applying: 0,
            heard: 0,
            outcomes: BTreeMap::new(),
            awaited: BTreeSet::new(),
            held: BTreeMap::new(),
            lost: None,
            ended: false,
        }
    }

    /// A connection of this session begins. From now on older ones apply nothing.
    pub fn begin(&mut self, epoch: u64) -> Start {
        if self.ended || epoch <= self.epoch {
            return Start::Stale;
        }
        self.epoch = epoch;
        self.lost = None;
        self.start(epoch)
    }

    /// Whether the connection with `epoch`, which has begun, may be served now.
    pub fn start(&self, epoch: u64) -> Start {
        match () {
            () if self.ended || epoch != self.epoch => Start::Stale,
            () if self.applying > 0 && !self.flaws.unfenced => Start::Draining,
            () => Start::Ready,
        }
    }

    /// Call before applying anything. False: the connection is fenced.
    #[must_use]
    pub fn enter(&mut self, epoch: u64) -> bool {
        let may = !self.ended && (epoch == self.epoch || self.flaws.unfenced);
        self.applying += u32::from(may);
        may
    }

    /// Call after each successful `enter`.
    pub fn leave(&mut self) {
        self.applying = self.applying.saturating_sub(1);
    }

    pub fn is_idle(&self) -> bool {
        self.applying == 0
    }

    /// What to do with change `id`. Number 0 is never sent again, and not remembered.
    pub fn admit(&self, id: u64) -> Admission<O> {
        if id == 0 || self.flaws.outcomes_forgotten {
            return Admission::Apply;
        }
        match self.outcomes.get(&id) {
            Some(outcome) => Admission::Repeat(outcome.clone()),
            None if id <= self.heard || self.outcomes.len() >= MAX_OUTCOMES => Admission::Impossible,
            None => Admission::Apply,
        }
    }

    pub fn record(&mut self, id: u64, outcome: O) {
        if id > self.heard {
            self.outcomes.insert(id, outcome);
        }
    }

    /// The client has acknowledged the outcomes of all changes up to `id`.
    pub fn heard(&mut self, epoch: u64, id: u64) {
        if epoch == self.epoch && id > self.heard {
            self.heard = id;
            self.outcomes.retain(|&known, _| known > id);
        }
    }

    pub fn admit_lock(&mut self, id: u64) -> LockAdmission {
        if self.held.contains_key(&id) {
            return LockAdmission::Held;
        }
        if self.awaited.len() + self.held.len() >= MAX_OUTCOMES {
            return LockAdmission::Impossible;
        }
        if self.awaited.insert(id) { LockAdmission::Await } else { LockAdmission::Awaited }
    }

    /// The wait for a lock has ended, with the lock or without. False: the session is over, and the lock must
    /// be released.
    #[must_use]
    pub fn lock_ended(&mut self, id: u64, held: Option<HeldLock>) -> bool {
        self.awaited.remove(&id);
        if self.ended {
            return false;
        }
        self.held.extend(held.map(|held| (id, held)));
        true
    }

    /// An unlock, or closing a file, releases the locks on these bytes.
    pub fn unlocked(&mut self, file: u32, start: u64, end: u64) {
        let within = |held: &HeldLock| held.file == file && start <= held.start && held.end <= end;
        self.held.retain(|_, held| !within(held));
    }

    /// A connection was lost; the client may return until `until`.
    pub fn line_lost(&mut self, epoch: u64, until: u64) {
        if epoch == self.epoch && !self.ended {
            self.lost = Some(until);
        }
    }

    /// Until when a client without a connection may return.
    pub fn lost_until(&self) -> Option<u64> {
        self.lost
    }

    /// Ends the session if the client did not return in time. True: close its files and release its locks.
    pub fn expire(&mut self, now: u64) -> bool {
        let over = !self.ended && self.applying == 0 && self.lost.is_some_and(|until| until <= now);
        self.ended |= over;
        over
    }

    /// The client has left, and nothing of it follows. False: it was not its newest connection that said so.
    pub fn end(&mut self, epoch: u64) -> bool {
        let ends = epoch == self.epoch && !self.ended;
        self.ended |= ends;
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newer_connection_waits_for_changes_being_applied_and_fences_the_rest() {
        let mut served: Served<u8> = Served::new(Flaws::default());
        assert_eq!(served.begin(1), Start::Ready);
        assert!(served.enter(1));
        assert_eq!(served.begin(2), Start::Draining);
        assert!(!served.enter(1), "nothing new of the older one");
        served.leave();
        assert_eq!(served.start(2), Start::Ready);
        assert_eq!(served.start(1), Start::Stale);
        assert_eq!((served.begin(2), served.begin(1)), (Start::Stale, Start::Stale));
    }

    #[test]
    fn resent_change_gets_its_first_outcome_until_it_is_acknowledged() {
        let mut served = Served::new(Flaws::default());
        served.begin(1);
        assert_eq!(served.admit(7), Admission::Apply);
        served.record(7, 'a');
        served.record(9, 'b');
        assert_eq!(served.admit(7), Admission::Repeat('a'));
        served.heard(1, 7);
        assert_eq!(served.admit(7), Admission::Impossible);
        assert_eq!(served.admit(9), Admission::Repeat('b'));
        assert_eq!(served.admit(0), Admission::Apply);
    }

    #[test]
    fn outcomes_are_bounded() {
        let mut served = Served::new(Flaws::default());
        served.begin(1);
        (1..=MAX_OUTCOMES as u64).for_each(|id| served.record(id, ()));
        assert_eq!(served.admit(MAX_OUTCOMES as u64 + 1), Admission::Impossible);
        served.heard(1, 1);
        assert_eq!(served.admit(MAX_OUTCOMES as u64 + 1), Admission::Apply);
    }

    #[test]
    fn lock_requested_again_is_not_taken_again() {
        let mut served: Served<()> = Served::new(Flaws::default());
        served.begin(1);
        assert_eq!(served.admit_lock(5), LockAdmission::Await);
        assert_eq!(served.admit_lock(5), LockAdmission::Awaited);
        assert!(served.lock_ended(5, Some(HeldLock { file: 1, start: 0, end: 10 })));
        assert_eq!(served.admit_lock(5), LockAdmission::Held);
        served.unlocked(1, 0, u64::MAX);
        assert_eq!(served.admit_lock(6), LockAdmission::Await);
        assert!(served.end(1) && !served.lock_ended(6, None));
    }

    #[test]
    fn client_may_return_until_its_grace_period_has_ended() {
        let mut served: Served<()> = Served::new(Flaws::default());
        served.begin(1);
        served.line_lost(1, 100);
        assert!(!served.expire(99));
        assert_eq!(served.begin(2), Start::Ready);
        served.line_lost(1, 100);
        assert!(!served.expire(1000), "the end of an older connection does not count");
        served.line_lost(2, 1100);
        assert!(served.expire(1100) && !served.expire(1101));
        assert_eq!(served.begin(3), Start::Stale);
    }
}
