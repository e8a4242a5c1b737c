// SPDX-License-Identifier: MIT OR Apache-2.0
//! What goes wrong in a schedule of the stream, and when.

use super::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Harm {
    Stop(Rank, Time),
    StopForEver(Rank),
    Kill(Rank),
    HostGone(Host),
    /// Between two hosts, for this long.
    Cut(Host, Host, Time),
    CutForEver(Host, Host),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    At(Time),
    /// This long after the rendezvous.
    AfterRendezvous(Time),
    /// This long after the first rank has learned of a failure: while the others are being notified.
    Learned(Time),
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub(super) when: When,
    pub(super) harm: Harm,
    pub(super) is_done: bool,
}

impl Harm {
    pub(super) fn lasts(self) -> bool {
        !matches!(self, Self::Stop(..) | Self::Cut(..))
    }
}

/// The hosts of all ranks: one for all, one for each program, or any of three.
pub(super) fn hosts(choices: &mut Choices, writers: usize, readers: usize) -> Vec<Host> {
    let kind = choices.below(3);
    (0..writers + readers)
        .map(|rank| match kind {
            0 => 0,
            1 => usize::from(rank >= writers),
            _ => choices.index(3),
        })
        .collect()
}

/// Nothing, or one failure; if that is permanent, sometimes another while it is reported.
pub(super) fn plans(choices: &mut Choices, hosts: &[Host], timeout: Time) -> Vec<Plan> {
    let Some(harm) = harm(choices, hosts, timeout) else { return Vec::new() };
    let when = match choices.below(4) {
        // While programs start and search for each other.
        0 | 1 => When::At(choices.below(4 * SECOND)),
        2 => When::AfterRendezvous(choices.below(5 * MILLISECOND)),
        _ => When::AfterRendezvous(choices.below(2 * SECOND)),
    };
    let mut plans = vec![Plan { when, harm, is_done: false }];
    if harm.lasts() && choices.once_in(2) {
        let within = [5 * MILLISECOND, SECOND][choices.index(2)];
        let when = When::Learned(choices.below(within));
        // A second loss that cannot be reported, because the network is lost too, is excused.
        let harm = self::harm(choices, hosts, timeout).filter(|harm| !matches!(harm, Harm::CutForEver(..)));
        plans.extend(harm.map(|harm| Plan { when, harm, is_done: false }));
    }
    plans
}

fn harm(choices: &mut Choices, hosts: &[Host], timeout: Time) -> Option<Harm> {
    let victim = choices.index(hosts.len());
    let other = hosts[choices.index(hosts.len())];
    let is_cut_possible = hosts[victim] != other;
    Some(match choices.below(8) {
        0 => return None,
        1 | 2 => Harm::Stop(victim, choices.below(longest_stop(timeout))),
        3 => Harm::StopForEver(victim),
        4 => Harm::Kill(victim),
        5 => Harm::HostGone(hosts[victim]),
        6 if is_cut_possible => Harm::Cut(hosts[victim], other, choices.below(longest_stop(timeout) / 2)),
        7 if is_cut_possible => Harm::CutForEver(hosts[victim], other),
        _ => Harm::StopForEver(victim),
    })
}

/// How long ranks may be silent for any observer: rank 0 is asked to check when a rank has waited for a
/// while, and does not know since when another is silent. A cut may take twice as long for waiting ranks: TCP
/// retransmits after as long as it has waited before.
fn longest_stop(timeout: Time) -> Time {
    /// A request and its answer are in flight as well.
    const ON_THE_WAY: Time = 20 * MILLISECOND;
    timeout - microseconds(suspect_after(duration(timeout))) - ON_THE_WAY
}

impl World {
    /// Schedules failures planned for an event that occurs now.
    pub(super) fn plan_for(&mut self, is_it: impl Fn(When) -> Option<Time>) {
        for index in 0..self.plans.len() {
            let plan = self.plans[index];
            if let Some(delay) = is_it(plan.when).filter(|_| !plan.is_done) {
                self.events.after(delay, Event::Suffer(index));
            }
        }
    }

    pub(super) fn suffer(&mut self, index: usize) {
        let now = self.events.now();
        if std::mem::replace(&mut self.plans[index].is_done, true) {
            return;
        }
        if self.plans[index].harm.lasts() {
            self.harmed_at = Some(now);
        }
        match self.plans[index].harm {
            Harm::Stop(rank, time) => {
                let process = &mut self.processes[rank];
                process.stopped_until = process.stopped_until.max(now + time);
                self.hold_up(now + time);
            }
            Harm::StopForEver(rank) => {
                self.processes[rank].stopped_until = Time::MAX;
                self.struck = Some(now);
            }
            Harm::Kill(rank) => {
                self.kill(rank);
                self.struck = Some(now);
            }
            Harm::HostGone(host) => {
                self.network.lose_host(host);
                self.processes.iter_mut().filter(|process| process.host == host).for_each(|process| {
                    process.is_alive = false;
                });
                self.struck = Some(now);
            }
            Harm::Cut(one, other, time) => {
                self.network.cut(one, other, now, Some(now + time));
                self.hold_up(now + 2 * time);
            }
            Harm::CutForEver(one, other) => {
                self.network.cut(one, other, now, None);
                // Ranks that were affected before have had their time already.
                self.struck = self.struck.map(|_| now);
            }
        }
    }

    /// Ranks that would report an earlier failure are held up for a while.
    fn hold_up(&mut self, until: Time) {
        self.struck = self.struck.map(|struck| struck.max(until));
    }

    fn kill(&mut self, rank: Rank) {
        if !std::mem::replace(&mut self.processes[rank].is_alive, false) {
            return;
        }
        let links: Vec<_> =
            self.processes[rank].links.iter().map(|(number, end)| (*number, end.peer)).collect();
        for (link, peer) in links {
            self.send_on(link, rank, peer, Message::End);
        }
    }
}
