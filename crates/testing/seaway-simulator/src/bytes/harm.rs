// SPDX-License-Identifier: MIT OR Apache-2.0
//! What goes wrong in a schedule: links that freeze or break, ranks that are paused or killed, programs that return.

use seaway_messages::Policy;
use seaway_roles::stream::bytes::Lost;

use super::reading::Reader;
use super::{Event, Process, Rank, TIMEOUT, World, programs};
use crate::core::{MILLISECOND, SECOND, Time};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Harm {
    Kill(Rank),
    /// A line breaks.
    Cut,
    Pause(Rank, Time),
    /// What is sent by a line arrives later.
    Freeze(Time),
    /// The only writer says goodbye before it has closed the file.
    Desert,
    /// A reading program is killed, and started again after so long (`seaway_mxn_lost=wait`).
    Restart(usize, Time),
}

impl World {
    pub(super) fn plan_harm(&mut self) {
        if self.choices.once_in(2) {
            return;
        }
        let rank = self.choices.index(self.ranks.len());
        // Programs that may come and go are waited for without a limit.
        let may_return = self.plan.lost == Lost::Wait;
        let program = self.ranks[rank].program;
        let harm = match self.choices.below(5) {
            0 => Harm::Pause(rank, self.choices.below(TIMEOUT / 2)),
            1 => Harm::Freeze(self.choices.below(TIMEOUT / 2)),
            _ if may_return && program > 0 && self.reader_program(rank).policy == Policy::All => {
                Harm::Restart(program, self.choices.below(100 * MILLISECOND))
            }
            _ if may_return => Harm::Freeze(self.choices.below(TIMEOUT / 2)),
            2 => Harm::Cut,
            3 if self.plan.writers == 1 => Harm::Desert,
            _ => Harm::Kill(rank),
        };
        self.harm = Some(harm);
        let most = if self.choices.once_in(3) { SECOND } else { 60 * MILLISECOND };
        let delay = self.choices.below(most);
        self.events.after(delay, Event::Suffer);
    }

    pub(super) fn suffer(&mut self) {
        let now = self.events.now();
        let links: Vec<_> =
            self.ends.values().filter(|held| held.is_up).map(|held| held.end.clone()).collect();
        let link = (!links.is_empty()).then(|| links[self.choices.index(links.len())].clone());
        match (self.harm, link) {
            (Some(Harm::Pause(rank, time)), _) => self.ranks[rank].paused_until = now + time,
            (Some(Harm::Freeze(time)), Some(end)) => self.freeze(&end, now + time),
            (Some(Harm::Cut), Some(end)) => {
                self.is_harmed = true;
                self.events.after(TIMEOUT, Event::WatchForGone);
                self.cut(&end);
            }
            (Some(Harm::Kill(rank)), _) => {
                self.is_harmed = true;
                self.events.after(TIMEOUT, Event::Watch);
                self.end_process(rank, false);
            }
            (Some(Harm::Restart(program, time)), _) => self.kill_program(program, time),
            (Some(Harm::Desert), _) if self.writers[0].outbox.ended().is_none() => {
                self.is_harmed = true;
                self.end_process(0, true);
            }
            _ => {}
        }
    }

    /// Rank 0 of a program that waits looks after the ranks of the other, and finds that they have left: their last word was on
    /// the link that was cut.
    pub(super) fn watch_for_gone(&mut self) {
        let (writers, readers) = (0..self.writers.len(), self.writers.len()..self.ranks.len());
        for (waiting, others) in [(writers.clone(), readers.clone()), (readers, writers)] {
            if self.ranks[others].iter().all(|process| process.is_over) {
                waiting.for_each(|rank| self.events.after(0, Event::LearnOfFailure(rank)));
            }
        }
        if self.ranks.iter().any(|process| process.is_alive && !process.is_over) {
            self.events.after(TIMEOUT, Event::WatchForGone);
        }
    }

    fn end_process(&mut self, rank: Rank, with_goodbye: bool) {
        self.ranks[rank].is_alive = false;
        for end in self.all_links_of(rank) {
            self.close(&end, with_goodbye);
        }
    }

    fn kill_program(&mut self, program: usize, away: Time) {
        let ranks: Vec<Rank> =
            (0..self.ranks.len()).filter(|rank| self.ranks[*rank].program == program).collect();
        if ranks.iter().any(|rank| self.ranks[*rank].is_over) {
            return;
        }
        for rank in ranks {
            self.ranks[rank].returns = true;
            self.end_process(rank, false);
        }
        self.events.after(away, Event::Return(program));
    }

    /// Nothing is left of what the program knew, but for how far it had come when it last said so.
    pub(super) fn return_program(&mut self, program: usize) {
        for rank in 0..self.ranks.len() {
            let old = &self.ranks[rank];
            if old.program != program {
                continue;
            }
            let (returned, changes) = (old.returned + 1, old.changes + 1);
            self.ranks[rank] =
                Process { returned, changes, collective_calls: returned << 32, ..Process::of(program) };
            let flaws = self.flaws;
            let policy = self.reader_program(rank).policy;
            *self.reader(rank) = Reader::new(policy, flaws);
            let handle = self.handle(rank);
            self.spawned.push((rank, Box::pin(programs::play(handle))));
            self.events.after(0, Event::Wake(rank));
        }
        self.done.returns += 1;
    }
}
