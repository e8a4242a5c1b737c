// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`MeetingPlace`]: a barrier of the ranks of one machine, at which each publishes a table and reads all
//! others'.
//!
//! Meetings are numbered from 1. Waking sleepers costs a system call, which is made only if there are any.

use std::sync::atomic::{Ordering, fence};
use std::time::{Duration, Instant};
use std::{hint, thread};

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_engine::Call;

use super::process::Process;
use super::table::{Furniture, Seat, Table};
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
pub(crate) struct MeetingPlace {
    furniture: Furniture,
    /// This rank's index among the seats.
    seat: usize,
}

/// The ranks of one machine, in seat order.
#[derive(Debug)]
pub(crate) struct Company {
    pub(crate) members: Vec<Member>,
    pub(crate) patience: Patience,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Member {
    /// In the communicator.
    pub(crate) rank: usize,
    pub(crate) process: Process,
}

impl Company {
    pub(crate) fn find_dead(&self, mut among: impl FnMut(usize) -> bool) -> Option<Member> {
        let mut members = self.members.iter().enumerate();
        members.find(|&(seat, member)| among(seat) && !member.process.is_alive()).map(|(_, member)| *member)
    }
}

impl MeetingPlace {
    pub(crate) fn new(furniture: Furniture, seat: usize) -> Self {
        Self { furniture, seat }
    }

    pub(crate) fn furniture(&self) -> &Furniture {
        &self.furniture
    }

    pub(crate) fn seats(&self) -> &[Seat] {
        self.furniture.seats()
    }

    /// Publishes this rank's table and waits until all ranks have. While it waits, `look_after` is called now
    /// and then, and may end the wait for all.
    ///
    /// After an error a rank must not call this again: its arrival would be counted as a missing rank's.
    pub(crate) fn meet(
        &self,
        company: &Company,
        meeting: u64,
        call: Call,
        words: &[u64],
        look_after: &dyn Fn() -> GoOn,
    ) -> Result<()> {
        let turnstile = self.furniture.turnstile();
        let seats = self.seats();
        let table = seats[self.seat].table(meeting);
        table.lay(call.encode(), words);
        table.meeting.store(meeting, Ordering::Release);
        let full = meeting * seats.len() as u64;
        let arrivals = turnstile.arrivals.fetch_add(1, Ordering::SeqCst) + 1;
        if arrivals == full {
            self.wake();
            return Ok(());
        }
        let came = || turnstile.arrivals.load(Ordering::Acquire) >= full;
        if awake_until(company.patience, came) {
            return Ok(());
        }
        turnstile.sleepers.fetch_add(1, Ordering::SeqCst);
        let outcome = self.sleep_until_met(company, meeting, call, look_after);
        turnstile.sleepers.fetch_sub(1, Ordering::Relaxed);
        outcome
    }

    fn sleep_until_met(
        &self,
        company: &Company,
        meeting: u64,
        call: Call,
        look_after: &dyn Fn() -> GoOn,
    ) -> Result<()> {
        let turnstile = self.furniture.turnstile();
        let full = meeting * self.seats().len() as u64;
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
                self.look_for_the_dead(company, meeting);
                looked = Instant::now();
            }
        }
    }

    /// A rank that arrived and then died has arrived: only the dead that are still missing count.
    fn look_for_the_dead(&self, company: &Company, meeting: u64) {
        let seats = self.seats();
        let missed = |seat: usize| seats[seat].table(meeting).meeting.load(Ordering::Acquire) < meeting;
        // It may have arrived and died between the two checks, but not the other way round.
        if let Some(dead) = company.find_dead(missed)
            && company.members.iter().zip(0..).any(|(member, seat)| member.rank == dead.rank && missed(seat))
        {
            self.mark_lost(Some(dead.rank));
        }
    }

    /// Aborts all meetings here, for all ranks: `rank` is gone, or if `None`, the connection to other
    /// machines.
    pub(crate) fn mark_lost(&self, rank: Option<usize>) {
        self.mark(rank.and_then(|rank| u32::try_from(rank + 1).ok()).unwrap_or(LOST_MACHINE));
    }

    /// Aborts all meetings here, for all ranks: a resource that the ranks share has failed.
    pub(crate) fn mark_given_up(&self) {
        self.mark(GIVEN_UP);
    }

    fn mark(&self, code: u32) {
        let lost = &self.furniture.turnstile().lost;
        // All ranks report the first loss found.
        let _ = lost.compare_exchange(0, code, Ordering::SeqCst, Ordering::SeqCst);
        self.wake();
    }

    pub(crate) fn lost_error(&self, call: Call) -> Error {
        let code = self.furniture.turnstile().lost.load(Ordering::SeqCst);
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
        self.furniture.turnstile().lost.load(Ordering::Relaxed) != 0
    }

    pub(crate) fn is_given_up(&self) -> bool {
        self.furniture.turnstile().lost.load(Ordering::Relaxed) == GIVEN_UP
    }

    fn wake(&self) {
        let turnstile = self.furniture.turnstile();
        fence(Ordering::SeqCst);
        if turnstile.sleepers.load(Ordering::SeqCst) > 0 {
            wake_all(&turnstile.arrivals);
        }
    }

    /// All tables in seat order, as published for `meeting`. Valid only between this meeting and the next.
    pub(crate) fn tables(&self, meeting: u64) -> impl Iterator<Item = &Table> {
        self.seats().iter().map(move |seat| seat.table(meeting))
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
