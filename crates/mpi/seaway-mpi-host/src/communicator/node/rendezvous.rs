// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Rendezvous`]: a barrier of the ranks of one machine, at which each publishes a table and reads all
//! others'.
//!
//! Rounds are numbered from 1. Waking sleepers costs a system call, which is made only if there are any.

use std::sync::atomic::{Ordering, fence};
use std::time::{Duration, Instant};
use std::{hint, thread};

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_engine::Call;

use super::process::Process;
use super::table::{SharedRegion, Slot, Table};
use super::waiting::{Patience, sleep_while, wake_all};

/// The first sleep is short, so that MPI's progress does not stall. Later ones get longer.
const FIRST_SLEEP: Duration = Duration::from_micros(500);
const LONGEST_SLEEP: Duration = Duration::from_millis(2);
/// How often waiting ranks check that the missing ones are alive.
pub(crate) const LIVENESS_INTERVAL: Duration = Duration::from_millis(100);

/// In place of a lost rank's number: the connection to other machines, or a rank that gave up.
const LOST_MACHINE: u32 = u32::MAX;
const GIVEN_UP: u32 = u32::MAX - 1;

/// Whether to keep waiting for the missing ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GoOn {
    Yes,
    No,
}

#[derive(Debug)]
pub(crate) struct Rendezvous {
    region: SharedRegion,
    /// This rank's index among the slots.
    slot: usize,
}

/// The ranks of one machine, in slot order.
#[derive(Debug)]
pub(crate) struct NodeRanks {
    pub(crate) members: Vec<Member>,
    pub(crate) patience: Patience,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Member {
    /// In the communicator.
    pub(crate) rank: usize,
    pub(crate) process: Process,
}

impl NodeRanks {
    pub(crate) fn find_dead(&self, mut among: impl FnMut(usize) -> bool) -> Option<Member> {
        let mut members = self.members.iter().enumerate();
        members.find(|&(slot, member)| among(slot) && !member.process.is_alive()).map(|(_, member)| *member)
    }
}

impl Rendezvous {
    pub(crate) fn new(region: SharedRegion, slot: usize) -> Self {
        Self { region, slot }
    }

    pub(crate) fn region(&self) -> &SharedRegion {
        &self.region
    }

    pub(crate) fn slots(&self) -> &[Slot] {
        self.region.slots()
    }

    /// Publishes this rank's table and waits until all ranks have. While it waits, `look_after` is called now
    /// and then, and may end the wait for all.
    ///
    /// After an error a rank must not call this again: its arrival would be counted as a missing rank's.
    pub(crate) fn enter(
        &self,
        node_ranks: &NodeRanks,
        round: u64,
        call: Call,
        words: &[u64],
        look_after: &dyn Fn() -> GoOn,
    ) -> Result<()> {
        let turnstile = self.region.turnstile();
        let slots = self.slots();
        let table = slots[self.slot].table(round);
        table.publish(call.encode(), words);
        table.round.store(round, Ordering::Release);
        let full = round * slots.len() as u64;
        let arrivals = turnstile.arrivals.fetch_add(1, Ordering::SeqCst) + 1;
        if arrivals == full {
            self.wake();
            return Ok(());
        }
        let came = || turnstile.arrivals.load(Ordering::Acquire) >= full;
        if awake_until(node_ranks.patience, came) {
            return Ok(());
        }
        turnstile.sleepers.fetch_add(1, Ordering::SeqCst);
        let outcome = self.sleep_until_all_arrive(node_ranks, round, call, look_after);
        turnstile.sleepers.fetch_sub(1, Ordering::Relaxed);
        outcome
    }

    fn sleep_until_all_arrive(
        &self,
        node_ranks: &NodeRanks,
        round: u64,
        call: Call,
        look_after: &dyn Fn() -> GoOn,
    ) -> Result<()> {
        let turnstile = self.region.turnstile();
        let full = round * self.slots().len() as u64;
        let mut time = FIRST_SLEEP;
        let (mut looked, mut slept) = (Instant::now(), Instant::now());
        loop {
            // Pairs with the fence in `wake`: either we see the last arrival, or the last to arrive sees us
            // asleep.
            fence(Ordering::SeqCst);
            let arrivals = turnstile.arrivals.load(Ordering::SeqCst);
            if arrivals >= full {
                return Ok(());
            }
            if turnstile.lost.load(Ordering::SeqCst) != 0 {
                return Err(self.lost_error(call));
            }
            sleep_while(&turnstile.arrivals, arrivals, time);
            // An arrival may cut a sleep short: only elapsed time counts.
            if slept.elapsed() >= time {
                if look_after() == GoOn::No {
                    self.mark_given_up();
                }
                slept = Instant::now();
                time = (time * 2).min(LONGEST_SLEEP);
            }
            if looked.elapsed() >= LIVENESS_INTERVAL {
                self.look_for_the_dead(node_ranks, round);
                looked = Instant::now();
            }
        }
    }

    /// A rank that arrived and then died has arrived: only the dead that are still missing count.
    fn look_for_the_dead(&self, node_ranks: &NodeRanks, round: u64) {
        let slots = self.slots();
        let missed = |slot: usize| slots[slot].table(round).round.load(Ordering::Acquire) < round;
        // It may have arrived and died between the two checks, but not the other way round.
        if let Some(dead) = node_ranks.find_dead(missed)
            && node_ranks
                .members
                .iter()
                .zip(0..)
                .any(|(member, slot)| member.rank == dead.rank && missed(slot))
        {
            self.mark_lost(Some(dead.rank));
        }
    }

    /// Aborts all rounds here, for all ranks: `rank` is gone, or if `None`, the connection to other
    /// machines.
    pub(crate) fn mark_lost(&self, rank: Option<usize>) {
        self.mark(rank.and_then(|rank| u32::try_from(rank + 1).ok()).unwrap_or(LOST_MACHINE));
    }

    /// Aborts all rounds here, for all ranks: a resource that the ranks share has failed.
    pub(crate) fn mark_given_up(&self) {
        self.mark(GIVEN_UP);
    }

    fn mark(&self, code: u32) {
        let lost = &self.region.turnstile().lost;
        // All ranks report the first loss found.
        let _ = lost.compare_exchange(0, code, Ordering::SeqCst, Ordering::SeqCst);
        self.wake();
    }

    pub(crate) fn lost_error(&self, call: Call) -> Error {
        let code = self.region.turnstile().lost.load(Ordering::SeqCst);
        let who = match code {
            GIVEN_UP => {
                let detail = format!("a resource shared by the ranks has failed while others wait in {call}");
                return Error::new(ErrorKind::PeerLost, Operation::Wait).with_detail(detail);
            }
            0 | LOST_MACHINE => "the connection to a rank on another machine".to_owned(),
            code => format!("the process of rank {}", code - 1),
        };
        Error::new(ErrorKind::PeerLost, Operation::Wait)
            .with_detail(format!("{who} has ended while others wait in {call}"))
    }

    pub(crate) fn is_lost(&self) -> bool {
        self.region.turnstile().lost.load(Ordering::Relaxed) != 0
    }

    pub(crate) fn is_given_up(&self) -> bool {
        self.region.turnstile().lost.load(Ordering::Relaxed) == GIVEN_UP
    }

    fn wake(&self) {
        let turnstile = self.region.turnstile();
        fence(Ordering::SeqCst);
        if turnstile.sleepers.load(Ordering::SeqCst) > 0 {
            wake_all(&turnstile.arrivals);
        }
    }

    /// All tables in slot order, as published for `round`. Valid only between this round and the next.
    pub(crate) fn tables(&self, round: u64) -> impl Iterator<Item = &Table> {
        self.slots().iter().map(move |slot| slot.table(round))
    }
}

/// Whether it became true before sleeping became necessary.
fn awake_until(patience: Patience, mut ready: impl FnMut() -> bool) -> bool {
    for _ in 0..patience.spins {
        if ready() {
            return true;
        }
        hint::spin_loop();
    }
    for _ in 0..patience.yields {
        if ready() {
            return true;
        }
        thread::yield_now();
    }
    ready()
}
