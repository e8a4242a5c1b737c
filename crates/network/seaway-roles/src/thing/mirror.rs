// SPDX-License-Identifier: MIT OR Apache-2.0
//! Second copies. [`Mirror`] is a thing with a backup, at its home: a change goes to the backup first, is carried out at home when
//! the backup has it, and is acknowledged then. So a reader at home never sees what the loss of the home would undo.
//!
//! The registry's entry names home, epoch, backup and copy. A change of it decides: a home whose backup does not answer goes on
//! alone only when the entry names no backup any more; a backup ([`Backup`]) takes over only by replacing the entry that names it.

use std::time::Duration;

/// At the home of a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mirror {
    stage: Stage,
    /// The number of the newest copy that was begun in this epoch.
    newest: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// There is no other copy.
    Alone,
    /// A copy is being filled. It gets all changes, but nobody relies on it.
    Filling { copy: u64 },
    /// It is whole, and the registry is asked to name it. Perhaps it has done so.
    Naming { copy: u64 },
    /// The registry names it: nothing is acknowledged without it.
    Both { copy: u64 },
    /// The backup does not answer, or is to go: nothing is acknowledged before the registry has forgotten it.
    Dropping,
    /// Another node is the home, or may be.
    Over,
}

/// How a change is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Course {
    /// Here alone.
    Alone,
    /// First by the copy of this number. Its answer decides.
    Both { copy: u64 },
    /// When the registry has decided.
    Settle,
    /// Somewhere else.
    NotHere,
}

/// What comes of sending a change to the backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Copied {
    Done,
    /// It refuses, or does not answer.
    Failed,
}

impl Mirror {
    /// A thing that has one copy so far. `newest`: no copy of this epoch has a greater number.
    pub fn alone(newest: u64) -> Self {
        Self { stage: Stage::Alone, newest }
    }

    pub fn course(&self) -> Course {
        match self.stage {
            Stage::Alone => Course::Alone,
            Stage::Filling { copy } | Stage::Naming { copy } | Stage::Both { copy } => Course::Both { copy },
            Stage::Dropping => Course::Settle,
            Stage::Over => Course::NotHere,
        }
    }

    /// The backup has answered, or has not in time. Returns what to do with the change: `Both` means that it is made there, and can
    /// be made here and acknowledged.
    pub fn copied(&mut self, copy: u64, outcome: Copied, flaws: Flaws) -> Course {
        match (self.stage, outcome) {
            // Another attempt has begun since, or the home has ended.
            (Stage::Filling { copy: now } | Stage::Naming { copy: now } | Stage::Both { copy: now }, _)
                if now != copy =>
            {
                self.course()
            }
            (Stage::Filling { .. }, Copied::Failed) => {
                self.stage = Stage::Alone;
                Course::Alone
            }
            (Stage::Naming { .. } | Stage::Both { .. }, Copied::Failed) => {
                self.stage = if flaws.drops_without_the_registry { Stage::Alone } else { Stage::Dropping };
                self.course()
            }
            (_, Copied::Done) | (Stage::Alone | Stage::Dropping | Stage::Over, Copied::Failed) => {
                self.course()
            }
        }
    }

    /// Begins to fill a copy on another node. `None`: there is one, or this is no time for it.
    pub fn fill(&mut self) -> Option<u64> {
        (self.stage == Stage::Alone).then(|| {
            self.newest += 1;
            self.stage = Stage::Filling { copy: self.newest };
            self.newest
        })
    }

    /// All bytes are there: the registry is asked to name it. False: that attempt is over.
    pub fn name(&mut self, copy: u64) -> bool {
        let fits = self.stage == Stage::Filling { copy };
        if fits {
            self.stage = Stage::Naming { copy };
        }
        fits
    }

    /// The registry names it.
    pub fn named(&mut self, copy: u64) {
        if self.stage == (Stage::Naming { copy }) {
            self.stage = Stage::Both { copy };
        }
    }

    /// The backup is to be forgotten by the registry: it does not answer, or the thing is to move.
    pub fn drop_backup(&mut self) {
        match self.stage {
            Stage::Naming { .. } | Stage::Both { .. } => self.stage = Stage::Dropping,
            Stage::Filling { .. } => self.stage = Stage::Alone,
            Stage::Alone | Stage::Dropping | Stage::Over => {}
        }
    }

    /// The registry names no backup any more.
    pub fn dropped(&mut self) {
        if self.stage == Stage::Dropping {
            self.stage = Stage::Alone;
        }
    }

    /// The registry names another home, or nobody knows who it names.
    pub fn end(&mut self) {
        self.stage = Stage::Over;
    }

    pub fn is_alone(&self) -> bool {
        self.stage == Stage::Alone
    }

    pub fn needs_settling(&self) -> bool {
        self.stage == Stage::Dropping
    }

    /// The copy without which nothing is acknowledged.
    pub fn backup(&self) -> Option<u64> {
        match self.stage {
            Stage::Both { copy } => Some(copy),
            _ => None,
        }
    }
}

/// A copy at the node that would take over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backup {
    /// Of the home that it follows.
    pub epoch: u64,
    /// Its number, among those of that epoch.
    pub copy: u64,
    over: bool,
    /// Since when its home has had no lease.
    lost_since: Option<Duration>,
}

impl Backup {
    pub fn new(epoch: u64, copy: u64) -> Self {
        Self { epoch, copy, over: false, lost_since: None }
    }

    /// The registry has ended the home's lease. Whether the home has stopped serving by now: at once, if the registry ends no lease
    /// that was renewed in time; otherwise the home goes on until it hears of it, for `grace` at most.
    pub fn home_is_lost(&mut self, now: Duration, grace: Duration, flaws: Flaws) -> bool {
        let since = *self.lost_since.get_or_insert(now);
        flaws.grace_ignored || now.saturating_sub(since) >= grace
    }

    /// The home has its lease. Returns that it is not lost.
    pub fn home_is_there(&mut self) -> bool {
        self.lost_since = None;
        false
    }

    /// The home has lost its lease, and may not have heard of it.
    pub fn is_waiting(&self) -> bool {
        self.lost_since.is_some() && !self.over
    }

    /// Whether a change of the home of this epoch is carried out. One that has taken over refuses it: so the home hears of it.
    pub fn admits(&self, epoch: u64, copy: u64, flaws: Flaws) -> bool {
        (self.epoch, self.copy) == (epoch, copy) && (!self.over || flaws.stale_homes_admitted)
    }

    /// Whether it may replace the entry of the registry: only if that names this very copy, and the home's lease has ended.
    pub fn may_take_over(&self, entry_epoch: u64, entry_copy: u64, home_is_lost: bool, flaws: Flaws) -> bool {
        let is_named = entry_copy == self.copy || flaws.unnamed_copies_take_over;
        !self.over && entry_epoch == self.epoch && is_named && home_is_lost
    }

    /// The registry names this node as the home.
    pub fn took_over(&mut self) {
        self.over = true;
    }

    pub fn is_over(&self) -> bool {
        self.over
    }
}

/// Mends that can be taken out, to show that the simulator finds what they mend. Production uses the default: none is out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flaws {
    /// A home goes on alone when its backup does not answer, without asking the registry.
    pub drops_without_the_registry: bool,
    /// A copy that has taken over still accepts changes of the former home, which then acknowledges them.
    pub stale_homes_admitted: bool,
    /// A copy takes over that is not whole yet, or is of an earlier attempt.
    pub unnamed_copies_take_over: bool,
    /// A home acknowledges what its backup may not have.
    pub acknowledged_alone: bool,
    /// A change is made at home before the backup has it, so that readers see what may be undone.
    pub made_at_home_first: bool,
    /// A home whose lease has ended goes on serving reads.
    pub lease_ignored: bool,
    /// A copy takes over from a home that may not have heard that its lease was ended early.
    pub grace_ignored: bool,
    /// A home goes on alone when the entry names no backup, although its own request to name one may still be under way.
    pub late_names_forgotten: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Flaws = Flaws {
        drops_without_the_registry: false,
        stale_homes_admitted: false,
        unnamed_copies_take_over: false,
        acknowledged_alone: false,
        made_at_home_first: false,
        lease_ignored: false,
        grace_ignored: false,
        late_names_forgotten: false,
    };

    #[test]
    fn changes_go_to_both_once_a_copy_is_begun() {
        let mut mirror = Mirror::alone(0);
        assert_eq!(mirror.course(), Course::Alone);
        let copy = mirror.fill().unwrap();
        assert_eq!(mirror.fill(), None, "one at a time");
        assert_eq!(mirror.course(), Course::Both { copy });
        assert_eq!(mirror.copied(copy, Copied::Done, NONE), Course::Both { copy });
        assert!(mirror.name(copy) && !mirror.name(copy));
        mirror.named(copy);
        assert_eq!(mirror.backup(), Some(copy));
        assert_eq!(mirror.copied(copy, Copied::Done, NONE), Course::Both { copy });
    }

    #[test]
    fn copy_that_nobody_relies_on_is_given_up_at_once() {
        let mut mirror = Mirror::alone(4);
        assert_eq!(mirror.fill(), Some(5));
        assert_eq!(mirror.copied(5, Copied::Failed, NONE), Course::Alone);
        assert!(!mirror.name(5), "it is over");
        assert_eq!(mirror.fill(), Some(6), "numbers are not used again");
        assert_eq!(
            mirror.copied(5, Copied::Failed, NONE),
            Course::Both { copy: 6 },
            "a late answer of the first"
        );
    }

    #[test]
    fn home_goes_on_alone_when_the_registry_has_forgotten_the_backup() {
        for named in [true, false] {
            let mut mirror = Mirror::alone(0);
            let copy = mirror.fill().unwrap();
            assert!(mirror.name(copy));
            if named {
                mirror.named(copy);
            }
            assert_eq!(mirror.copied(copy, Copied::Failed, NONE), Course::Settle);
            assert_eq!(mirror.fill(), None);
            mirror.named(copy);
            assert_eq!(mirror.course(), Course::Settle, "a late answer of the registry");
            mirror.dropped();
            assert_eq!(mirror.course(), Course::Alone);
        }
        let mut mirror = Mirror::alone(0);
        mirror.fill();
        mirror.end();
        mirror.dropped();
        assert_eq!(mirror.course(), Course::NotHere);
    }

    #[test]
    fn only_the_copy_that_is_named_takes_over_and_refuses_its_home_afterwards() {
        let mut backup = Backup::new(7, 2);
        assert!(backup.admits(7, 2, NONE) && !backup.admits(7, 1, NONE) && !backup.admits(6, 2, NONE));
        assert!(!backup.may_take_over(7, 2, false, NONE), "its home is alive");
        assert!(!backup.may_take_over(7, 1, true, NONE) && !backup.may_take_over(8, 2, true, NONE));
        assert!(backup.may_take_over(7, 2, true, NONE));
        backup.took_over();
        assert!(!backup.admits(7, 2, NONE) && !backup.may_take_over(7, 2, true, NONE));
    }

    #[test]
    fn home_whose_lease_ended_early_has_time_to_hear_of_it() {
        let (second, grace) = (Duration::from_secs(1), Duration::from_secs(3));
        let mut backup = Backup::new(7, 2);
        assert!(backup.home_is_lost(5 * second, Duration::ZERO, NONE));
        backup.home_is_there();
        assert!(!backup.home_is_lost(6 * second, grace, NONE) && backup.is_waiting());
        assert!(!backup.home_is_lost(8 * second, grace, NONE));
        assert!(backup.home_is_lost(9 * second, grace, NONE));
    }
}
