// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Liveness`]: which ranks have departed and why, so that no rank waits for them.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use super::doorbell::Doorbell;

/// One per group. Departures are rare and looked up only by ranks that would otherwise keep waiting.
#[derive(Debug)]
pub(super) struct Liveness {
    departures: Box<[OnceLock<Departure>]>,
    departed: AtomicUsize,
    doorbells: Mutex<Vec<Weak<Doorbell>>>,
}

/// Why a rank does not take part any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Departure {
    Returned,
    Panicked(String),
    NotStarted(String),
}

impl Liveness {
    pub(super) fn new(ranks: usize) -> Self {
        let departures = (0..ranks).map(|_| OnceLock::new()).collect();
        Self { departures, departed: AtomicUsize::new(0), doorbells: Mutex::default() }
    }

    /// Waiters at `doorbell` check again when a rank departs.
    pub(super) fn watch(&self, doorbell: &Arc<Doorbell>) {
        let mut doorbells = self.doorbells.lock().unwrap_or_else(PoisonError::into_inner);
        doorbells.retain(|old| old.strong_count() > 0);
        doorbells.push(Arc::downgrade(doorbell));
    }

    pub(super) fn depart(&self, rank: usize, departure: Departure) {
        if self.departures[rank].set(departure).is_err() {
            return;
        }
        self.departed.fetch_add(1, Ordering::SeqCst);
        let doorbells = self.doorbells.lock().unwrap_or_else(PoisonError::into_inner);
        for doorbell in doorbells.iter().filter_map(Weak::upgrade) {
            doorbell.ring();
        }
    }

    pub(super) fn departure(&self, rank: usize) -> Option<&Departure> {
        if self.everybody_is_here() { None } else { self.departures[rank].get() }
    }

    /// The cheap check, for use in a loop.
    pub(super) fn everybody_is_here(&self) -> bool {
        self.departed.load(Ordering::SeqCst) == 0
    }
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Returned => f.write_str("has returned"),
            Self::Panicked(message) => write!(f, "has panicked ({message})"),
            Self::NotStarted(reason) => write!(f, "could not be started ({reason})"),
        }
    }
}
