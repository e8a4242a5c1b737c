// SPDX-License-Identifier: MIT OR Apache-2.0
//! Links between ranks of the simulated stream: the network under them, connecting, and the fate of messages.

use super::*;

/// The network between hosts.
#[derive(Debug, Default)]
pub(super) struct Network {
    cuts: Vec<Cut>,
    gone: BTreeSet<Host>,
    /// Messages in one direction of a link arrive in order: not before earlier ones, nor before those held
    /// back by a cut.
    flows: BTreeMap<(LinkNumber, Rank), Time>,
    held: BTreeMap<(LinkNumber, Rank), Time>,
}

#[derive(Debug, Clone, Copy)]
struct Cut {
    hosts: (Host, Host),
    from: Time,
    /// `None`: forever.
    until: Option<Time>,
}

impl Network {
    pub(super) fn cut(&mut self, one: Host, other: Host, from: Time, until: Option<Time>) {
        self.cuts.push(Cut { hosts: (one, other), from, until });
    }

    pub(super) fn lose_host(&mut self, host: Host) {
        self.gone.insert(host);
    }

    pub(super) fn is_host_gone(&self, host: Host) -> bool {
        self.gone.contains(&host)
    }

    pub(super) fn is_cut_for_ever(&self, one: Host, other: Host) -> bool {
        self.between(one, other).any(|cut| cut.until.is_none())
    }

    fn between(&self, one: Host, other: Host) -> impl Iterator<Item = &Cut> {
        self.cuts.iter().filter(move |cut| cut.hosts == (one, other) || cut.hosts == (other, one))
    }

    /// When a message that would arrive at `at` does so. `None`: never. What was lost in a cut is
    /// retransmitted, at the latest after as long as the cut has lasted.
    pub(super) fn arrival(&self, from: Host, to: Host, at: Time) -> Option<Time> {
        if self.is_host_gone(from) || self.is_host_gone(to) {
            return None;
        }
        let holds = |cut: &&Cut| at >= cut.from && cut.until.is_none_or(|until| at < until);
        match self.between(from, to).find(holds) {
            None => Some(at),
            Some(Cut { until: None, .. }) => None,
            Some(Cut { from, until: Some(until), .. }) => Some(until + (until - from) * (at % 97) / 97),
        }
    }
}

impl World {
    /// Connects. Only an answer shows whether the peer is there.
    pub(super) fn dial(&mut self, rank: Rank, peer: Rank, within: Time, purpose: Purpose) {
        self.links += 1;
        let (number, heard) = (self.links, self.events.now());
        let end = End { peer, heard, is_up: false, purpose: Some(purpose) };
        self.processes[rank].links.insert(number, end);
        self.send_on(number, rank, peer, Message::Hello);
        self.events.after(within, Event::DialOver(rank, number));
    }

    /// Connecting has timed out.
    pub(super) fn dial_over(&mut self, rank: Rank, link: LinkNumber) {
        if self.processes[rank].links.get(&link).is_some_and(|end| !end.is_up) {
            self.not_reached(rank, link, Tried::Silent);
        }
    }

    fn not_reached(&mut self, rank: Rank, link: LinkNumber, tried: Tried) {
        let Some(End { peer, purpose: Some(purpose), .. }) = self.processes[rank].links.remove(&link) else {
            return;
        };
        match purpose {
            Purpose::Search => self.tried(link, tried),
            Purpose::Read => self.learn(rank, Some(peer), None),
            Purpose::Lookout if tried == Tried::Silent || self.defects.refusal_is_loss => {
                self.dialed(rank, peer);
                self.learn(rank, Some(peer), None);
            }
            Purpose::Lookout => {
                let patience = self.absence(rank, peer).patience(duration(self.timeout));
                self.events.after(microseconds(patience), Event::OverSoon(rank, peer));
            }
            // A rank that cannot be reached need not be told; but rank 0 would have told the others.
            Purpose::Tell(lost) => {
                if peer == self.first_of(rank) && rank != peer && lost != Some(peer) {
                    self.tell(rank, self.program_of(rank).filter(|other| *other != peer).collect(), lost);
                }
            }
        }
    }

    pub(super) fn dialed(&mut self, rank: Rank, peer: Rank) {
        if let Some((lookout, _)) = &mut self.processes[rank].lookout {
            lookout.dialed(peer as u64);
        }
    }

    /// The goodbye of a rank that was not there has had its time.
    pub(super) fn over_soon(&mut self, rank: Rank, peer: Rank) {
        self.dialed(rank, peer);
        if !self.absence(rank, peer).is_harmless() {
            self.learn(rank, Some(peer), None);
        }
    }

    /// A rank that has closed learns nothing any more, so that ranks of its own program need not be looked at here.
    fn absence(&self, rank: Rank, peer: Rank) -> Absence {
        let process = &self.processes[rank];
        let is_fellow = self.program_of(rank).contains(&peer);
        let waits_for_the_dead = self.defects.closing_waits_for_the_dead && self.is_closing(rank);
        Absence {
            is_fellow,
            is_closing: self.is_closing(rank),
            has_left: if is_fellow { waits_for_the_dead } else { process.goodbyes & (1 << peer) != 0 },
            is_linked: process.links.values().any(|end| end.peer == peer && end.is_up),
        }
    }

    pub(super) fn is_closing(&self, rank: Rank) -> bool {
        match self.processes[rank].doing {
            Doing::Collective(call) => call == if self.is_writer(rank) { 1 } else { 3 },
            doing => doing == Doing::Done,
        }
    }

    pub(super) fn send_on(&mut self, link: LinkNumber, from: Rank, to: Rank, message: Message) {
        let at = self.events.now() + self.choices.within(50..2 * MILLISECOND);
        let flow = self.network.flows.entry((link, from)).or_default();
        *flow = at.max(*flow);
        self.events.at(*flow, Event::Arrives { link, from, to, message });
    }

    /// What the network and the kernel of the other host do with a message, before the process sees it.
    pub(super) fn pass(&mut self, link: LinkNumber, from: Rank, to: Rank, message: Message) -> Option<Event> {
        let now = self.events.now();
        let hosts = (self.processes[from].host, self.processes[to].host);
        let held = self.network.held.get(&(link, from)).copied().unwrap_or(now);
        let at = if held > now { held } else { self.network.arrival(hosts.0, hosts.1, now)? };
        if at > now {
            self.network.held.insert((link, from), at);
            self.events.at(at, Event::Arrives { link, from, to, message });
            return None;
        }
        let is_listening = !matches!(self.processes[to].doing, Doing::NotStarted | Doing::Done);
        if message == Message::Hello && !(self.processes[to].is_alive && is_listening) {
            self.send_on(link, to, from, Message::Refused);
            return None;
        }
        Some(Event::Arrives { link, from, to, message })
    }

    pub(super) fn arrives(&mut self, link: LinkNumber, from: Rank, to: Rank, message: Message) {
        let now = self.events.now();
        match (self.processes[to].links.get_mut(&link), message) {
            (Some(end), _) => end.heard = now,
            (None, Message::Hello | Message::Up) => {}
            (None, _) => return,
        }
        match message {
            // A rank that has given up meanwhile does not answer.
            Message::Hello => self.send_on(link, to, from, Message::Welcome),
            Message::Welcome => self.welcomed(link, from, to),
            Message::Up => {
                let end = End { peer: from, heard: now, is_up: true, purpose: None };
                self.processes[to].links.insert(link, end);
                if self.processes[to].doing == Doing::Failed && !self.defects.late_ones_are_not_told {
                    self.send_on(link, to, from, Message::Failed(None));
                }
            }
            Message::Refused => self.not_reached(to, link, Tried::Nobody),
            // All of its program must have come first; meanwhile it answers pings.
            Message::Attach if self.processes[to].doing == Doing::Collective(0) => {
                self.attaching = Some((link, from));
            }
            Message::Attach => self.attach(link, to, from),
            Message::Attached => self.attached(to),
            Message::Want(step) => self.send_on(link, to, from, Message::Data(step)),
            Message::Data(step) => self.got(to, from, step),
            Message::Ping => self.send_on(link, to, from, Message::Pong),
            Message::Pong => {}
            Message::Suspect => self.suspect(to),
            Message::Failed(lost) => {
                let by_own = self.is_writer(from) == self.is_writer(to);
                self.learn(to, lost, by_own.then_some(from));
            }
            Message::Bye => {
                self.processes[to].links.remove(&link);
                self.said_goodbye(to, from);
            }
            Message::End => {
                self.processes[to].links.remove(&link);
                self.lost_link(to, from, link);
            }
        }
    }

    /// A link has ended without a goodbye.
    fn lost_link(&mut self, rank: Rank, peer: Rank, link: LinkNumber) {
        if self.processes[rank].doing == Doing::Searching
            && self.trying.is_some_and(|(number, ..)| number == link)
        {
            return self.tried(link, Tried::Gone);
        }
        let has_left = self.processes[rank].goodbyes & (1 << peer) != 0;
        if !self.is_closing(rank) && !has_left {
            self.learn(rank, Some(peer), None);
        }
    }

    fn welcomed(&mut self, link: LinkNumber, from: Rank, to: Rank) {
        let Some(end) = self.processes[to].links.get_mut(&link) else { return };
        end.is_up = true;
        let purpose = end.purpose;
        self.send_on(link, to, from, Message::Up);
        self.dialed(to, from);
        match (self.processes[to].doing, purpose) {
            (_, Some(Purpose::Tell(lost))) => {
                self.send_on(link, to, from, Message::Failed(lost));
                self.send_on(link, to, from, Message::Bye);
                self.processes[to].links.remove(&link);
            }
            (Doing::Failed, _) => self.send_on(link, to, from, Message::Failed(None)),
            (Doing::Searching, Some(Purpose::Search)) => self.send_on(link, to, from, Message::Attach),
            // Another link may have come up before, made by the monitor.
            (Doing::Reading(writer, step), _) if writer == from && !self.processes[to].has_asked => {
                self.processes[to].has_asked = true;
                self.send_on(link, to, from, Message::Want(step));
            }
            _ => {}
        }
    }
}
