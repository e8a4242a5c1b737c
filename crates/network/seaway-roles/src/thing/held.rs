// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Held`]: one thing at its home, without its bytes: who has it open, and whether its writers are done.

use std::collections::BTreeMap;
use std::time::Duration;

use seaway_messages::Until;

use super::Flaws;
use super::lease::Lease;
use super::sight::State;

#[derive(Debug)]
pub struct Held {
    epoch: u64,
    state: State,
    openings: BTreeMap<u64, Opening>,
    /// A writer has closed or synced it in an orderly way.
    was_published: bool,
    /// A writer has gone without closing it: its bytes may be incomplete.
    torn: bool,
    /// Writers that had it open at its former home, and have yet to follow it.
    awaited: u32,
    /// Grows with each change that others are told of.
    version: u64,
    /// Nobody may change it any more.
    immutable: bool,
}

#[derive(Debug, Clone, Copy)]
struct Opening {
    writes: bool,
    synced: bool,
}

/// What a home does with a request of another node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Carry it out.
    Serve,
    /// It is being moved: the outcome decides.
    Wait,
    /// The client's idea of the home is old: it should look the name up.
    NotHere,
}

/// What follows from a close.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Closed {
    /// Others may wait for this.
    pub is_published: bool,
    /// It was the last writer: what is reserved beyond the end can be released.
    pub last_writer: bool,
    /// It is deleted, and nobody has it open any more: its bytes can go.
    pub unused: bool,
}

impl Held {
    pub fn new(epoch: u64) -> Self {
        let (openings, was_published, torn, awaited) = (BTreeMap::new(), false, false, 0);
        Self {
            epoch,
            state: State::Served,
            openings,
            was_published,
            torn,
            awaited,
            version: 0,
            immutable: false,
        }
    }

    /// One that comes from another home, where `awaited` writers had it open.
    pub fn arrived(epoch: u64, was_published: bool, awaited: u32) -> Self {
        Self { was_published, awaited, ..Self::new(epoch) }
    }

    /// One that was there before its agent, complete as far as anybody knows.
    pub fn found(epoch: u64) -> Self {
        Self { was_published: true, ..Self::new(epoch) }
    }

    /// With the version that it had before.
    #[must_use]
    pub fn with_version(self, version: u64) -> Self {
        Self { version, ..self }
    }

    /// An immutable thing is complete, even if programs still had it open for writing.
    #[must_use]
    pub fn made_immutable(self) -> Self {
        Self { immutable: true, was_published: true, torn: false, awaited: 0, ..self }
    }

    pub fn is_immutable(&self) -> bool {
        self.immutable
    }

    pub fn version(&self) -> u64 {
        self.version
    }

    /// Others are told of a change. Greater than before, and than `clock`, which grows while no agent remembers the thing.
    pub fn change(&mut self, clock: u64) {
        self.version = clock.max(self.version + 1);
    }

    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    pub fn state(&self) -> State {
        self.state
    }

    /// Openings have numbers of their own.
    pub fn open(&mut self, opening: u64, writes: bool) {
        if writes && self.writers() == 0 {
            // A new attempt.
            (self.torn, self.awaited) = (false, 0);
        }
        self.openings.insert(opening, Opening { writes, synced: false });
    }

    /// One that was open at the former home.
    pub fn follow(&mut self, opening: u64, writes: bool) {
        self.awaited = self.awaited.saturating_sub(u32::from(writes));
        self.openings.insert(opening, Opening { writes, synced: false });
    }

    /// What the next home must know: whether a writer has published it, and how many writers still have it open.
    pub fn legacy(&self) -> (bool, u32) {
        (self.was_published && !self.torn, self.writers() + self.awaited)
    }

    /// What was written through this opening may be read by others. True: it is published now.
    pub fn synced(&mut self, opening: u64) -> bool {
        if let Some(opening) = self.openings.get_mut(&opening).filter(|opening| opening.writes) {
            opening.synced = true;
            self.was_published = true;
        }
        self.is_published()
    }

    /// `complete`: in an orderly way. `None`: no such opening.
    pub fn close(&mut self, opening: u64, complete: bool) -> Option<Closed> {
        let closed = self.openings.remove(&opening)?;
        if closed.writes && complete {
            self.was_published = true;
        }
        self.torn |= closed.writes && !complete;
        let last_writer = closed.writes && self.writers() == 0;
        Some(Closed { is_published: self.is_published(), last_writer, unused: self.is_unused() })
    }

    /// For a request that carries the epoch in which its client knows the thing. `now` and `lease` are this agent's own: one
    /// whose lease has ended serves nobody, since another node may have become the home.
    pub fn admit(&self, epoch: u64, lease: &Lease, now: Duration, flaws: Flaws) -> Verdict {
        let is_old = epoch != self.epoch && !flaws.epochs_ignored;
        if is_old || (lease.is_over(now) && !flaws.lease_ignored) {
            return Verdict::NotHere;
        }
        match self.state {
            State::Served | State::Deleted => Verdict::Serve,
            State::Frozen => Verdict::Wait,
            State::Free | State::Moved => Verdict::NotHere,
        }
    }

    /// Before its bytes are copied to another node: from here on nothing is acknowledged. False: it cannot be moved now.
    pub fn freeze(&mut self) -> bool {
        let may_move = self.state == State::Served;
        if may_move {
            self.state = State::Frozen;
        }
        may_move
    }

    /// The registry names another node, or this one in another epoch: one that is frozen never thaws in its epoch, because
    /// copies of its bytes are under way that the next attempt to move it must not be confused with.
    pub fn moved(&mut self) {
        self.state = State::Moved;
    }

    /// True: nobody has it open, so that its bytes can go at once.
    pub fn delete(&mut self) -> bool {
        self.state = State::Deleted;
        self.is_unused()
    }

    pub fn is_open(&self, opening: u64) -> bool {
        self.openings.contains_key(&opening)
    }

    pub fn may_write(&self, opening: u64) -> bool {
        self.openings.get(&opening).is_some_and(|opening| opening.writes)
    }

    pub fn writers(&self) -> u32 {
        self.count(true)
    }

    pub fn readers(&self) -> u32 {
        self.count(false)
    }

    /// Each writer has closed or synced it, and at least one has.
    pub fn is_published(&self) -> bool {
        let pending = |opening: &Opening| opening.writes && !opening.synced;
        self.was_published && !self.torn && self.awaited == 0 && !self.openings.values().any(pending)
    }

    pub fn meets(&self, until: Until) -> bool {
        match until {
            Until::Exists => true,
            Until::Published => self.is_published(),
            Until::Gone => false,
        }
    }

    fn is_unused(&self) -> bool {
        self.state == State::Deleted && self.openings.is_empty()
    }

    fn count(&self, writes: bool) -> u32 {
        let count = self.openings.values().filter(|opening| opening.writes == writes).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_when_every_writer_has_closed_or_synced() {
        let mut held = Held::new(1);
        held.open(1, true);
        held.open(2, true);
        held.open(3, false);
        assert!(!held.is_published());
        assert!(!held.synced(1), "the other writer has not");
        let closed = held.close(2, true).unwrap();
        assert_eq!(closed, Closed { is_published: true, last_writer: false, unused: false });
        held.open(4, true);
        assert!(!held.is_published(), "it is written again");
        assert!(held.close(4, true).unwrap().is_published);
        assert!(held.close(1, true).unwrap().last_writer);
        assert_eq!(held.close(1, true), None);
        assert!(held.synced(3), "it is published, whatever a reader does");
    }

    #[test]
    fn writer_that_is_killed_publishes_nothing_until_another_has_written() {
        let mut held = Held::new(1);
        held.open(1, true);
        held.open(2, true);
        assert!(!held.close(1, false).unwrap().is_published);
        assert!(!held.close(2, true).unwrap().is_published, "half of it is missing");
        held.open(3, true);
        assert!(held.close(3, true).unwrap().is_published);
        assert!(held.meets(Until::Exists) && held.meets(Until::Published) && !held.meets(Until::Gone));
    }

    #[test]
    fn thing_that_moves_is_published_when_its_writers_have_followed_and_closed() {
        let mut held = Held::new(1);
        held.open(1, true);
        held.open(2, true);
        held.open(3, false);
        assert!(held.freeze());
        let (was_published, awaited) = held.legacy();
        let mut there = Held::arrived(2, was_published, awaited);
        there.follow(7, true);
        there.follow(8, false);
        assert!(!there.close(7, true).unwrap().is_published, "the other writer has yet to come");
        assert_eq!(there.legacy(), (true, 1));
        there.follow(9, true);
        assert!(there.close(9, true).unwrap().is_published);
        // A writer that never follows is not waited for once another one writes the thing.
        let mut alone = Held::arrived(3, true, 1);
        assert!(!alone.is_published());
        alone.open(1, true);
        assert!(alone.close(1, true).unwrap().is_published);
    }

    #[test]
    fn versions_grow_although_the_clock_goes_back() {
        let mut held = Held::new(1);
        held.change(100);
        held.change(50);
        assert_eq!(held.version(), 101);
        let mut there = Held::arrived(2, true, 0).with_version(held.version());
        there.change(7);
        assert_eq!(there.version(), 102);
        there.change(200);
        assert_eq!(there.version(), 200);
    }

    #[test]
    fn immutable_thing_is_complete_without_its_writers() {
        let held = Held::arrived(3, false, 2);
        assert!(!held.is_published() && !held.is_immutable());
        let held = held.made_immutable();
        assert!(held.is_published() && held.is_immutable());
        assert_eq!(held.legacy(), (true, 0));
    }

    #[test]
    fn never_written_is_never_published() {
        let mut held = Held::new(1);
        held.open(1, false);
        held.synced(1);
        assert!(!held.close(1, true).unwrap().is_published);
        assert!(Held::found(2).is_published());
    }

    #[test]
    fn deleted_thing_goes_with_its_last_user() {
        let mut held = Held::new(1);
        held.open(1, false);
        held.open(2, true);
        assert!(!held.delete());
        assert!(!held.close(2, true).unwrap().unused);
        assert!(held.close(1, true).unwrap().unused);
        assert!(Held::new(1).delete());
    }

    #[test]
    fn requests_are_admitted_in_their_epoch_and_within_the_lease() {
        let (second, lease) = (Duration::from_secs(1), Lease::new(Duration::from_secs(5), Duration::ZERO));
        let mut held = Held::new(7);
        let admit = |held: &Held, epoch, now| held.admit(epoch, &lease, now, Flaws::default());
        assert_eq!(admit(&held, 7, second), Verdict::Serve);
        assert_eq!(admit(&held, 6, second), Verdict::NotHere);
        assert_eq!(admit(&held, 7, 5 * second), Verdict::NotHere);
        assert!(held.freeze() && !held.freeze());
        assert_eq!(admit(&held, 7, second), Verdict::Wait);
        held.moved();
        assert_eq!(admit(&held, 7, second), Verdict::NotHere);
    }
}
