// SPDX-License-Identifier: MIT OR Apache-2.0
//! How ranks of the simulated stream search for partners, monitor each other, and report a failure.

use super::*;

/// The locations that a reader searches: the record of the writers, and its own host.
const RECORD: u32 = 0;
const HOST: u32 = 1;

impl World {
    pub(super) fn try_writer(&mut self) {
        let rank = self.writers;
        if self.processes[rank].doing != Doing::Searching {
            return;
        }
        let now = self.events.now();
        let Some(Step::Try(within)) = self.search.as_ref().map(|search| search.next_try(duration(now)))
        else {
            return;
        };
        let place = if self.has_folder { self.looks % 2 } else { HOST };
        self.looks += 1;
        let is_there = match place {
            RECORD => self.is_announced(),
            // The name is taken as soon as rank 0 listens.
            _ => self.processes[0].host == self.processes[rank].host,
        };
        if is_there {
            self.dial(rank, 0, microseconds(within), Purpose::Search);
            self.trying = Some((self.links, place, now));
        } else {
            // A record that is missing, or a socket that nobody owns.
            let who = Try { who: "writer", began: duration(now), tried: Tried::Nobody };
            self.looked(Look { place, found: (place == HOST).then_some(who) });
        }
    }

    /// The attempt on this link has ended.
    pub(super) fn tried(&mut self, link: LinkNumber, tried: Tried) {
        if self.processes[self.writers].doing != Doing::Searching {
            return;
        }
        let Some((_, place, began)) = self.trying.take_if(|(number, ..)| *number == link) else { return };
        // The writer has the same name at both locations.
        self.looked(Look { place, found: Some(Try { who: "writer", began: duration(began), tried }) });
    }

    fn looked(&mut self, look: Look<'_>) {
        let now = duration(self.events.now());
        let Some(search) = &mut self.search else { return };
        match search.go_on(look, now) {
            Step::Try(_) => self.events.after(0, Event::TryWriter),
            // Coarser than in production: it is checked often enough.
            Step::Pause(_) => self.events.after(20 * MILLISECOND, Event::TryWriter),
            Step::Surrender(_) => self.surrender(),
        }
    }

    /// Opening fails. The ranks that wait for the outcome of the search get this one, and links end.
    fn surrender(&mut self) {
        let rank = self.writers;
        self.set(rank, Doing::Failed);
        self.say_to_all(rank, Message::End);
        for other in self.program_of(rank).skip(1) {
            if let Some(at) = self.carried(rank, other) {
                self.events.at(at, Event::CollectiveOver(other, 1, false));
            }
        }
    }

    /// A waiting rank checks its peers.
    pub(super) fn look(&mut self, rank: Rank) {
        if self.processes[rank].is_over() {
            return;
        }
        self.events.after(LOOK, Event::Look(rank));
        self.look_at_awaited(rank);
        let now = self.events.now();
        let process = &self.processes[rank];
        // Rank 0 of the readers, too: no other rank may be left to ask it.
        let waits = match process.doing {
            Doing::Collective(1..) | Doing::Reading(..) | Doing::Draining => true,
            Doing::Searching => !self.defects.search_looks_after_nobody,
            _ => false,
        };
        if waits && duration(now - process.since) > suspect_after(duration(self.timeout)) {
            self.suspect(rank);
        }
        self.look_out(rank);
        self.check(rank);
    }

    /// Those that a call waits for directly.
    fn look_at_awaited(&mut self, rank: Rank) {
        let now = self.events.now();
        let process = &mut self.processes[rank];
        let doing = process.doing;
        let is_awaited = |end: &End| match doing {
            Doing::Reading(writer, _) => end.peer == writer && end.purpose.is_some(),
            Doing::Searching => end.purpose == Some(Purpose::Search),
            Doing::Draining => true,
            _ => false,
        };
        let awaited = process.links.iter().filter(|(_, end)| end.is_up && is_awaited(end));
        let heard: Vec<_> = awaited.map(|(number, end)| (*number, duration(end.heard))).collect();
        let verdicts = process.liveness.as_mut().map(|liveness| liveness.look(duration(now), heard));
        for verdict in verdicts.unwrap_or_default() {
            let (Verdict::Ask(link) | Verdict::Silent(link, _)) = verdict;
            let peer = self.processes[rank].links[&link].peer;
            match verdict {
                Verdict::Ask(_) => self.send_on(link, rank, peer, Message::Ping),
                Verdict::Silent(..) => return self.learn(rank, Some(peer), None),
            }
        }
    }

    pub(super) fn suspect(&mut self, rank: Rank) {
        let now = self.events.now();
        let timeout = duration(self.timeout);
        let process = &mut self.processes[rank];
        if process.is_over() {
            return;
        }
        let until = now + 3 * SECOND;
        match &mut process.lookout {
            Some((_, end)) => *end = until,
            None => process.lookout = Some((Lookout::new(timeout, duration(now)), until)),
        }
    }

    fn look_out(&mut self, rank: Rank) {
        let now = self.events.now();
        let lookout = self.processes[rank].lookout.take().filter(|(_, until)| now < *until);
        let Some((mut lookout, until)) = lookout.filter(|_| !self.processes[rank].is_over()) else { return };
        let first = self.first_of(rank);
        let peers = self.looked_after(rank);
        let heard = |peer| self.processes[rank].link_to(peer).map(|(_, end)| duration(end.heard));
        let seen: Vec<Seen> =
            peers.iter().map(|&peer| Seen { peer: peer as u64, heard: heard(peer) }).collect();
        let orders = lookout.look(duration(now), rank == first, &seen);
        self.processes[rank].lookout = Some((lookout, until));
        for order in orders {
            let (Order::Ask(peer) | Order::Request(peer) | Order::Dial(peer, _) | Order::Silent(peer, _)) =
                order;
            let peer = usize::try_from(peer).unwrap_or(0);
            let link = self.processes[rank].link_to(peer).map(|(number, _)| number);
            match (order, link) {
                (Order::Ask(_), Some(link)) => self.send_on(link, rank, peer, Message::Ping),
                (Order::Request(_), Some(link)) => self.send_on(link, rank, peer, Message::Suspect),
                (Order::Dial(_, within), _) => {
                    self.dial(rank, peer, microseconds(within), Purpose::Lookout);
                }
                (Order::Silent(..), _) => return self.learn(rank, Some(peer), None),
                _ => {}
            }
        }
    }

    /// Rank 0 monitors its program, and the other one after the rendezvous until that has left or this one
    /// closes.
    fn looked_after(&self, rank: Rank) -> Vec<Rank> {
        let first = self.first_of(rank);
        if rank != first {
            return if self.defects.nobody_looks_after_rank_0 { Vec::new() } else { vec![first] };
        }
        let process = &self.processes[rank];
        let program = self.program_of(rank);
        let knows_others = process.knows_others && !self.is_closing(rank);
        let is_looked_after =
            |peer: &Rank| program.contains(peer) || (knows_others && process.goodbyes & (1 << peer) == 0);
        (0..self.processes.len()).filter(|peer| *peer != rank).filter(is_looked_after).collect()
    }

    /// A rank knows that the stream has failed.
    pub(super) fn learn(&mut self, rank: Rank, lost: Option<Rank>, told_by_own: Option<Rank>) {
        if self.processes[rank].is_over() {
            return;
        }
        self.plan_for(|when| if let When::Learned(delay) = when { Some(delay) } else { None });
        self.set(rank, Doing::Failed);
        self.say_to_all(rank, Message::Failed(lost));
        let first = self.first_of(rank);
        let recipients = Recipients::of(Position {
            is_rank_0: rank == first,
            was_told_by_own: told_by_own.is_some(),
            rank_0_is_lost: rank != first && lost == Some(first),
        });
        let all = 0..self.processes.len();
        let whom: Vec<Rank> = match recipients {
            Recipients::Nobody => Vec::new(),
            Recipients::Rank0 => vec![first],
            Recipients::Fellows => self.program_of(rank).collect(),
            Recipients::Everybody if self.processes[rank].knows_others => all.collect(),
            Recipients::Everybody => self.program_of(rank).collect(),
        };
        self.tell(rank, whom, lost);
    }

    pub(super) fn tell(&mut self, rank: Rank, whom: Vec<Rank>, lost: Option<Rank>) {
        for peer in whom.into_iter().filter(|peer| *peer != rank) {
            self.dial(rank, peer, TELL, Purpose::Tell(lost));
        }
    }
}
