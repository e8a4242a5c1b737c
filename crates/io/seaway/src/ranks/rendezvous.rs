// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Rendezvous`]: all ranks enter, publish something in their own slot and read all slots.
//!
//! Rendezvous are numbered from 1. Each rank has two slots and alternates between them: a rank that fills its
//! slot for rendezvous `m + 2` has completed `m + 1`, so all others have finished reading the slots of `m`.

use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_engine::Call;

use super::doorbell::{Doorbell, Patience};
use super::giving_up::{GiveUp, pointless};
use super::liveness::Liveness;

/// Words that fit into a slot; longer lists take several rendezvous.
pub(super) const TABLE_WORDS: usize = 15;

#[derive(Debug)]
pub(super) struct Rendezvous {
    slots: Box<[Slot]>,
    turnstile: Turnstile,
    doorbell: Arc<Doorbell>,
    liveness: Arc<Liveness>,
}

/// Counts arrivals. Apart from the slots: all ranks write it.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Turnstile {
    arrivals: AtomicU64,
    /// The last rendezvous that all ranks have entered.
    complete: AtomicU64,
}

// Two cache lines apart, so that neither the neighbour's stores nor the prefetcher interfere.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Slot {
    tables: [Table; 2],
    /// The last rendezvous that this rank has entered.
    arrived: AtomicU64,
}

/// What one rank publishes in one rendezvous.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct Table {
    call: AtomicU64,
    words: [AtomicU64; TABLE_WORDS],
    /// Avoids taking the lock when there is no object.
    has_object: AtomicBool,
    object: Mutex<Option<Arc<dyn Any + Send + Sync>>>,
}

impl Rendezvous {
    pub(super) fn new(ranks: usize, liveness: &Arc<Liveness>) -> Self {
        let doorbell = Arc::new(Doorbell::new(Patience::for_ranks(ranks)));
        liveness.watch(&doorbell);
        let slots = (0..ranks).map(|_| Slot::default()).collect();
        Self { slots, turnstile: Turnstile::default(), doorbell, liveness: Arc::clone(liveness) }
    }

    /// Fills `rank`'s slot with `lay` and waits until all ranks have entered.
    ///
    /// After `PeerLost` a rank must not enter again: its arrival would be taken for a missing rank's.
    pub(super) fn enter(
        &self,
        rank: usize,
        round: u64,
        call: Call,
        lay: impl FnOnce(&Table),
        give_up: &GiveUp,
    ) -> Result<()> {
        let slot = &self.slots[rank];
        let table = slot.table(round);
        table.clear(call);
        lay(table);
        self.arrive(slot, round);
        let given_up = || give_up.is_time().then(|| Err(pointless(rank, format_args!("in {call}"))));
        let give_up = give_up.is_possible().then_some(&given_up as &dyn Fn() -> _);
        self.doorbell.wait_until(|| self.outcome(round, call), give_up)?;
        self.check_same_call(round)
    }

    /// All slots in rank order, as published for `round`. Only valid between this rendezvous and the next.
    pub(super) fn tables(&self, round: u64) -> impl Iterator<Item = &Table> {
        self.slots.iter().map(move |slot| slot.table(round))
    }

    pub(super) fn ranks(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn liveness(&self) -> &Arc<Liveness> {
        &self.liveness
    }

    fn arrive(&self, slot: &Slot, round: u64) {
        slot.arrived.store(round, Ordering::Release);
        let arrivals = self.turnstile.arrivals.fetch_add(1, Ordering::AcqRel) + 1;
        if arrivals == round * self.slots.len() as u64 {
            self.turnstile.complete.store(round, Ordering::Release);
            self.doorbell.ring();
        }
    }

    fn outcome(&self, round: u64, call: Call) -> Option<Result<()>> {
        if self.turnstile.complete.load(Ordering::Acquire) >= round {
            return Some(Ok(()));
        }
        if self.liveness.everybody_is_here() {
            return None;
        }
        let missing = (0..self.slots.len()).find(|&rank| self.will_never_come(rank, round))?;
        Some(Err(self.missing_rank_error(missing, round, call)))
    }

    fn will_never_come(&self, rank: usize, round: u64) -> bool {
        // Check departure first: a rank may arrive and then depart between the two checks, but not the
        // reverse.
        self.liveness.departure(rank).is_some() && self.slots[rank].arrived.load(Ordering::Acquire) < round
    }

    fn missing_rank_error(&self, missing: usize, round: u64, call: Call) -> Error {
        let departure = self.liveness.departure(missing).map(ToString::to_string).unwrap_or_default();
        let is_waiting = |&rank: &usize| self.slots[rank].arrived.load(Ordering::Acquire) >= round;
        let waiting: Vec<String> =
            (0..self.slots.len()).filter(is_waiting).map(|rank| rank.to_string()).collect();
        let (noun, verb) = if waiting.len() == 1 { ("rank", "waits") } else { ("ranks", "wait") };
        Error::new(ErrorKind::PeerLost, Operation::Wait).with_detail(format!(
            "rank {missing} {departure} while {noun} {} {verb} in {call}",
            waiting.join(", ")
        ))
    }

    /// All ranks compare with rank 0, so all reach the same conclusion.
    fn check_same_call(&self, round: u64) -> Result<()> {
        let calls = || self.tables(round).map(|table| table.call.load(Ordering::Relaxed));
        let Some(first) = calls().next() else { return Ok(()) };
        let Some((rank, other)) = calls().enumerate().find(|&(_, call)| call != first) else { return Ok(()) };
        let (first, other) = (Call::decode(first), Call::decode(other));
        Err(Error::new(ErrorKind::NotSame, Operation::Wait)
            .with_detail(format!("rank 0 calls {first} while rank {rank} calls {other}")))
    }
}

impl Slot {
    fn table(&self, round: u64) -> &Table {
        if round.is_multiple_of(2) { &self.tables[0] } else { &self.tables[1] }
    }
}

impl Table {
    // Relaxed: the turnstile orders them.

    fn clear(&self, call: Call) {
        self.call.store(call.encode(), Ordering::Relaxed);
        if self.has_object.load(Ordering::Relaxed) {
            self.has_object.store(false, Ordering::Relaxed);
            *self.object.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }

    pub(super) fn put_words(&self, words: &[u64]) {
        for (place, &word) in self.words.iter().zip(words) {
            place.store(word, Ordering::Relaxed);
        }
    }

    pub(super) fn copy_words(&self, words: &mut [u64]) {
        for (word, place) in words.iter_mut().zip(&self.words) {
            *word = place.load(Ordering::Relaxed);
        }
    }

    pub(super) fn put_object(&self, object: Arc<dyn Any + Send + Sync>) {
        *self.object.lock().unwrap_or_else(PoisonError::into_inner) = Some(object);
        self.has_object.store(true, Ordering::Relaxed);
    }

    pub(super) fn object<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        let object = self.object.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        object.downcast().ok()
    }
}
