// SPDX-License-Identifier: MIT OR Apache-2.0
//! Locks around an access: what atomic mode and read-modify-write need.
//!
//! Locks of the device keep everybody out who locks, in any program, and cost system calls. Atomic mode is a promise
//! between the ranks that opened the file together (MPI-5.0 "File Consistency"): on one machine they lock bits of a
//! word that they share.

use std::hint::spin_loop;
use std::sync::{Arc, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use seaway_device::{Error, ErrorKind, Extent, Operation, RangeLock, Result};

use crate::SharedCounter;
use crate::storage::Storage;

/// Runs `work` while holding a lock on `extent`. The lock is given back whatever happens; the first error counts.
pub(crate) fn locked<T>(
    storage: &Storage,
    extent: Extent,
    lock: RangeLock,
    work: impl FnOnce() -> Result<T>,
) -> Result<T> {
    if extent.is_empty() {
        return work();
    }
    let locks =
        storage.device.range_locks().ok_or_else(|| Error::new(ErrorKind::Unsupported, Operation::Lock))?;
    // To the device the threads of a rank are one owner: its locks would not keep them from each other, and what one
    // of them unlocks is free, whoever else still needs it.
    let _alone = storage.locking.lock().unwrap_or_else(PoisonError::into_inner);
    locks.lock(extent, lock)?;
    let outcome = work();
    let unlocked = locks.unlock(extent);
    outcome.and_then(|value| unlocked.map(|()| value))
}

/// A bit for every stripe of the file, in turns. Whoever holds a stripe's bit is alone in it.
#[derive(Debug)]
pub(crate) struct StripeLocks(Arc<dyn SharedCounter>);

const STRIPE_BYTES: u64 = 64 << 10;
/// A rank that ended while it held a lock never gives it back.
const PATIENCE: Duration = Duration::from_secs(60);

impl StripeLocks {
    pub(crate) fn new(word: Arc<dyn SharedCounter>) -> Self {
        Self(word)
    }

    /// Runs `work` while holding the stripes of `extent`.
    pub(crate) fn locked<T>(&self, extent: Extent, work: impl FnOnce() -> Result<T>) -> Result<T> {
        if extent.is_empty() {
            return work();
        }
        let held = self.take(stripes(extent))?;
        let outcome = work();
        outcome.and_then(|value| held.give_back().map(|()| value))
    }

    fn take(&self, stripes: u64) -> Result<Held<'_>> {
        let mut waiting = Waiting::default();
        loop {
            let taken = self.0.load()?;
            if taken & stripes == 0 && self.0.replace(taken, taken | stripes)? {
                return Ok(Held { word: &*self.0, stripes });
            }
            waiting.a_moment()?;
        }
    }
}

/// Gives its stripes back when dropped, should the work have failed or panicked.
struct Held<'a> {
    word: &'a dyn SharedCounter,
    stripes: u64,
}

impl Held<'_> {
    fn give_back(mut self) -> Result<()> {
        let stripes = std::mem::take(&mut self.stripes);
        // The bits are set, so taking them off is a subtraction.
        self.word.fetch_add(stripes.wrapping_neg()).map(drop)
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        if self.stripes != 0 {
            let _ = self.word.fetch_add(self.stripes.wrapping_neg());
        }
    }
}

fn stripes(extent: Extent) -> u64 {
    let (first, last) = (extent.offset / STRIPE_BYTES, (extent.end() - 1) / STRIPE_BYTES);
    match u32::try_from(last - first) {
        Ok(further @ 0..63) => (u64::MAX >> (63 - further)).rotate_left((first % 64) as u32),
        _ => u64::MAX,
    }
}

/// Spins while the holder is likely to run, then lets others run, then sleeps.
#[derive(Default)]
struct Waiting {
    rounds: u32,
    since: Option<Instant>,
}

impl Waiting {
    fn a_moment(&mut self) -> Result<()> {
        self.rounds = self.rounds.saturating_add(1);
        match self.rounds {
            0..100 => spin_loop(),
            100..1000 => thread::yield_now(),
            _ => {
                if self.since.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
                    return Err(Error::new(ErrorKind::PeerLost, Operation::Lock).with_detail(
                        "another rank has held its lock for a minute; it may have ended inside of a call",
                    ));
                }
                thread::sleep(Duration::from_micros(50));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stripes_of_an_extent() {
        let check = |offset: u64, len: u64, expected: u64| {
            assert_eq!(stripes(Extent::new(offset, len)), expected, "{len} bytes from {offset}");
        };
        check(0, 1, 1);
        check(STRIPE_BYTES - 1, 1, 1);
        check(STRIPE_BYTES - 1, 2, 3);
        check(63 * STRIPE_BYTES, 2 * STRIPE_BYTES, 1 << 63 | 1);
        check(65 * STRIPE_BYTES, 1, 2);
        check(0, 63 * STRIPE_BYTES, u64::MAX >> 1);
        check(5, 64 * STRIPE_BYTES, u64::MAX);
        check(0, 1 << 40, u64::MAX);
    }
}
