// SPDX-License-Identifier: MIT OR Apache-2.0
//! What ranks of the simulated stream do when nothing goes wrong: synchronise, read, compute, close.

use super::*;

impl World {
    pub(super) fn start(&mut self, rank: Rank) {
        self.events.after(LOOK, Event::Look(rank));
        // Ranks know each other before one of them searches for the other program.
        self.collective(rank, 0);
    }

    pub(super) fn set(&mut self, rank: Rank, doing: Doing) {
        let now = self.events.now();
        let process = &mut self.processes[rank];
        (process.doing, process.since) = (doing, now);
        process.liveness = Some(Liveness::new(duration(self.timeout), duration(now)));
        process.has_asked = false;
    }

    /// A collective call: gathered at rank 0, and broadcast from there.
    pub(super) fn collective(&mut self, rank: Rank, call: u64) {
        self.set(rank, Doing::Collective(call));
        let first = self.first_of(rank);
        if let Some(at) = self.carried(rank, first) {
            self.events.at(at, Event::Gathered(first, rank, call));
        }
    }

    pub(super) fn gathered(&mut self, first: Rank, rank: Rank, call: u64) {
        let all = self.program_of(first);
        let here = self.arrived_at.entry((first < self.writers, call)).or_default();
        here.insert(rank);
        if here.len() == all.len() {
            for other in all {
                if let Some(at) = self.carried(first, other) {
                    self.events.at(at, Event::CollectiveOver(other, call, true));
                }
            }
        }
    }

    /// When an MPI message that is sent now arrives.
    pub(super) fn carried(&mut self, from: Rank, to: Rank) -> Option<Time> {
        let at = self.events.now() + self.choices.within(20..MILLISECOND);
        self.network.arrival(self.processes[from].host, self.processes[to].host, at)
    }

    pub(super) fn collective_over(&mut self, rank: Rank, call: u64, is_well: bool) {
        if self.processes[rank].doing != Doing::Collective(call) {
            return;
        }
        if !is_well {
            self.set(rank, Doing::Failed);
            return;
        }
        let is_first = rank == self.first_of(rank);
        match (self.is_writer(rank), call) {
            (true, 0) => {
                self.set(rank, Doing::Draining);
                if let Some((link, reader)) = self.attaching.take_if(|_| is_first) {
                    self.attach(link, rank, reader);
                }
                // A reader may have come and gone while this rank was stopped.
                self.close_if_drained(rank);
            }
            (false, 0) if is_first => {
                self.set(rank, Doing::Searching);
                let places = if self.has_folder { 2 } else { 1 };
                let search = Search::new(duration(self.timeout), None, places, duration(self.events.now()));
                self.search = Some(search.with_defect(self.defects.search));
                self.events.after(0, Event::TryWriter);
            }
            (false, 0) => self.collective(rank, 1),
            (false, 1) => self.read_next(rank),
            // All have read everything: nothing can be lost any more, but they still wait for each other.
            (false, 2) => self.collective(rank, 3),
            _ => self.finish(rank),
        }
    }

    /// From now on the writers' rank 0 knows the readers.
    pub(super) fn attach(&mut self, link: LinkNumber, writer: Rank, reader: Rank) {
        self.processes[writer].knows_others = true;
        self.send_on(link, writer, reader, Message::Attached);
    }

    pub(super) fn attached(&mut self, reader: Rank) {
        if self.processes[reader].doing != Doing::Searching {
            return;
        }
        self.trying = None;
        (self.has_met, self.rendezvous_at) = (true, self.events.now());
        self.processes[reader].knows_others = true;
        self.plan_for(|when| if let When::AfterRendezvous(delay) = when { Some(delay) } else { None });
        self.collective(reader, 1);
    }

    pub(super) fn finish(&mut self, rank: Rank) {
        self.set(rank, Doing::Done);
        self.say_to_all(rank, Message::Bye);
    }

    pub(super) fn say_to_all(&mut self, rank: Rank, message: Message) {
        let ends = self.processes[rank].links.iter().filter(|(_, end)| end.is_up);
        let links: Vec<_> = ends.map(|(number, end)| (*number, end.peer)).collect();
        for (link, peer) in links {
            self.send_on(link, rank, peer, message);
        }
    }

    pub(super) fn read_next(&mut self, rank: Rank) {
        if self.choices.once_in(3) {
            self.set(rank, Doing::Computing);
            let time = [10 * MILLISECOND, SECOND][self.choices.index(2)];
            let time = self.choices.below(time);
            return self.events.after(time, Event::Next(rank));
        }
        self.read(rank);
    }

    pub(super) fn next_call(&mut self, rank: Rank) {
        if self.processes[rank].doing == Doing::Computing {
            self.read(rank);
        }
    }

    fn read(&mut self, rank: Rank) {
        let step = self.processes[rank].step;
        // Every writer hears from every reader.
        if step == STEPS.max(self.writers as u64) {
            return self.collective(rank, 2);
        }
        let writer = usize::try_from(step).unwrap_or(0) % self.writers;
        self.set(rank, Doing::Reading(writer, step));
        match self.processes[rank].link_to(writer) {
            Some((link, _)) => {
                self.processes[rank].has_asked = true;
                self.send_on(link, rank, writer, Message::Want(step));
            }
            None => self.dial(rank, writer, self.timeout, Purpose::Read),
        }
    }

    pub(super) fn got(&mut self, rank: Rank, from: Rank, step: u64) {
        match self.processes[rank].doing {
            Doing::Reading(writer, wanted) if (writer, wanted) == (from, step) => {
                self.processes[rank].step += 1;
                self.read_next(rank);
            }
            Doing::Failed => {}
            other => self.violation = Some(format!("rank {rank} got piece {step} of {from} while {other:?}")),
        }
    }

    pub(super) fn said_goodbye(&mut self, rank: Rank, from: Rank) {
        if !self.is_writer(rank) || self.is_writer(from) {
            return;
        }
        self.processes[rank].goodbyes |= 1 << from;
        self.close_if_drained(rank);
    }

    fn close_if_drained(&mut self, rank: Rank) {
        let readers = self.processes.len() - self.writers;
        let all = u64::from(self.processes[rank].goodbyes.count_ones()) == readers as u64;
        if all && self.processes[rank].doing == Doing::Draining {
            self.collective(rank, 1);
        }
    }
}
