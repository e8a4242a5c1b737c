// SPDX-License-Identifier: MIT OR Apache-2.0
//! What agents conclude from the registry's entry: who is the home, who takes over, and which backup is named.

use std::collections::VecDeque;
use std::time::Duration;

use seaway_roles::thing::Mirror;

use super::agent::{Home, Task};
use super::registry::{Entry, LEASE, RegistryRequest};
use super::{Cells, World};

impl World {
    /// The registry's entry, a moment ago.
    pub(super) fn sees(&mut self, node: usize, entry: Entry, home_is_lost: bool) {
        let Some((own_lease, _)) = self.agents[node].lease else { return };
        let replace = |entry: Entry| RegistryRequest::Replace { expected: entry.revision, entry };
        if let Some(home) = &mut self.agents[node].home {
            if entry.home != node || entry.epoch > home.epoch {
                if entry.epoch > home.epoch && entry.home != node {
                    self.give_up(node);
                }
                return;
            }
            if entry.epoch == home.epoch && entry.under != own_lease {
                // The lease under which it was the home has ended.
                let next = Entry { epoch: 0, before: entry.epoch, under: own_lease, backup: None, ..entry };
                return self.agent_asks(node, replace(next));
            }
            let (name, backup) = (home.tasks.front().copied(), home.backup);
            if home.mirror.needs_settling() {
                // Even if it names none: a request to name one may still be under way, and comes to nothing then.
                let is_seen = entry.backup.is_none() && self.flaws.late_names_forgotten;
                if is_seen {
                    home.mirror.dropped();
                    return self.begin_task(node);
                }
                return self.agent_asks(node, replace(Entry { backup: None, ..entry }));
            }
            if let (Some(Task::Name { copy }), None) = (name, entry.backup) {
                self.agent_asks(node, replace(Entry { backup: Some((backup, copy)), ..entry }));
            }
            return;
        }
        if entry.home == node && home_is_lost && entry.backup.is_none() && entry.under != own_lease {
            // Nobody has it any more.
            self.done.lost += 1;
            return self.agent_asks(node, RegistryRequest::Delete { expected: entry.revision });
        }
        self.may_take_over(node, entry, home_is_lost, own_lease);
    }

    fn may_take_over(&mut self, node: usize, entry: Entry, home_is_lost: bool, own_lease: u64) {
        let (flaws, now) = (self.flaws, self.clock());
        let grace = if self.ends_early { Duration::from_micros(LEASE) } else { Duration::ZERO };
        let Some(held) = &mut self.agents[node].copy else { return };
        let is_lost = if home_is_lost {
            held.backup.home_is_lost(now, grace, flaws)
        } else {
            held.backup.home_is_there()
        };
        let named = entry.backup.filter(|(at, _)| *at == node).map_or(0, |(_, copy)| copy);
        if (named != 0 || flaws.unnamed_copies_take_over)
            && held.backup.may_take_over(entry.epoch, named, is_lost, flaws)
        {
            let next =
                Entry { home: node, epoch: 0, before: entry.epoch, under: own_lease, backup: None, ..entry };
            self.agent_asks(node, RegistryRequest::Replace { expected: entry.revision, entry: next });
        }
    }

    /// A change of the entry by this node, which may be long ago.
    pub(super) fn is_made(&mut self, node: usize, asked: Duration, entry: Entry) {
        let Some((own_lease, lease)) = self.agents[node].lease else { return };
        if entry.home != node || entry.under != own_lease || lease.is_over(self.clock()) {
            return;
        }
        let newest = self.agents[node].home.as_ref().map_or(0, |home| home.epoch);
        if entry.epoch == newest {
            return self.backup_is_changed(node, asked, entry);
        }
        if entry.epoch < newest {
            return;
        }
        let agent = &mut self.agents[node];
        let cells = match (&mut agent.copy, &agent.home) {
            _ if entry.before == 0 => Cells::default(),
            (Some(held), None) if held.backup.epoch == entry.before => {
                held.backup.took_over();
                self.done.taken_over += 1;
                held.cells
            }
            (_, Some(home)) if home.epoch == entry.before => home.cells,
            _ => return,
        };
        self.give_up(node);
        let (epoch, under, mirror) = (entry.epoch, entry.under, Mirror::alone(0));
        let tasks = VecDeque::new();
        self.agents[node].home = Some(Home {
            epoch,
            under,
            cells,
            mirror,
            backup: node,
            tasks,
            attempt: 0,
            settling_since: Duration::ZERO,
        });
    }

    /// The backup was named, or forgotten.
    fn backup_is_changed(&mut self, node: usize, asked: Duration, entry: Entry) {
        let Some(home) = &mut self.agents[node].home else { return };
        let is_answer = asked >= home.settling_since;
        match (entry.backup, home.tasks.front().copied()) {
            (Some((_, copy)), Some(Task::Name { copy: own }))
                if copy == own && !home.mirror.needs_settling() =>
            {
                home.mirror.named(copy);
                self.done.copies += 1;
                self.end_task(node);
            }
            (None, _) if home.mirror.needs_settling() && is_answer => {
                home.mirror.dropped();
                self.begin_task(node);
            }
            _ => {}
        }
    }
}
