// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a program sees of a thing in the shared table of its home's agent, and what follows from it.
//!
//! A program looks before and after each copy. An agent that gives a thing away first changes its state, then
//! reads its bytes: with a full barrier between these on both sides, either the program sees the change after
//! its copy and does not take the write for done, or the agent sees the bytes.

use std::time::Duration;

/// The state of a thing at its home.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum State {
    /// The place in the table has no thing.
    Free = 0,
    Served = 1,
    /// The name is gone. As with a file, programs that have it open may use it until they close it.
    Deleted = 2,
    /// About to move: nobody may access it before the outcome is known.
    Frozen = 3,
    /// Its home is another node.
    Moved = 4,
}

impl State {
    /// `None`: a number that no agent writes.
    pub fn from_number(number: u32) -> Option<Self> {
        [State::Free, State::Served, State::Deleted, State::Frozen, State::Moved]
            .into_iter()
            .find(|state| *state as u32 == number)
    }
}

/// One look at the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sight {
    /// The epoch of the thing that has this place now.
    pub epoch: u64,
    pub state: State,
    /// When the agent's lease ends.
    pub lease_until: Duration,
}

/// What to do with an access, or with one that has just been carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judgement {
    /// Carry it out; or take it for done.
    Proceed,
    /// The agent may be dead or stopped, and another may act for it: ask it before going on.
    AskAgent,
    /// Try again soon.
    Wait,
    /// Look the name up again, and repeat the access at the new home.
    LookUp,
}

/// For one who has opened the thing in `epoch`.
pub fn judge(sight: &Sight, epoch: u64, now: Duration) -> Judgement {
    if sight.epoch != epoch {
        return Judgement::LookUp;
    }
    match sight.state {
        State::Free | State::Moved => Judgement::LookUp,
        State::Frozen => Judgement::Wait,
        State::Served | State::Deleted if now >= sight.lease_until => Judgement::AskAgent,
        State::Served | State::Deleted => Judgement::Proceed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_served_in_its_epoch_within_the_lease_is_accessed() {
        let check = |epoch, state, now, expected| {
            let sight = Sight { epoch, state, lease_until: Duration::from_secs(10) };
            assert_eq!(judge(&sight, 7, Duration::from_secs(now)), expected, "{sight:?} at {now}");
        };
        check(7, State::Served, 9, Judgement::Proceed);
        check(7, State::Deleted, 9, Judgement::Proceed);
        check(7, State::Served, 10, Judgement::AskAgent);
        check(7, State::Deleted, 11, Judgement::AskAgent);
        check(7, State::Frozen, 9, Judgement::Wait);
        check(7, State::Moved, 9, Judgement::LookUp);
        check(7, State::Free, 9, Judgement::LookUp);
        check(8, State::Served, 9, Judgement::LookUp);
        check(6, State::Served, 9, Judgement::LookUp);
    }

    #[test]
    fn states_read_back() {
        for number in 0..5 {
            assert_eq!(State::from_number(number).map(|state| state as u32), Some(number));
        }
        assert_eq!(State::from_number(5), None);
    }
}
