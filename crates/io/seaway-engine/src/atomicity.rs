// SPDX-License-Identifier: MIT OR Apache-2.0
//! Locks around an access, for atomic mode and read-modify-write.
//!
//! Device locks exclude every process that locks, of any program, and cost system calls. Atomic mode is a
//! promise between the ranks that opened the file together (MPI-5.0 "File Consistency"): on one machine these
//! lock bits of a shared word instead.

use std::hint::spin_loop;
use std::sync::{Arc, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use seaway_device_api::{Error, ErrorKind, Extent, Operation, RangeLock, Result};

use crate::SharedCounter;
use crate::storage::Storage;

/// Runs `work` while holding a lock on `extent`. The lock is always released; the first error is returned.
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
    // To the device, all threads of a rank are one owner: its locks do not exclude them from each other, and
    // an unlock by one thread releases a range that another may still need.
    let _alone = storage.locking.lock().unwrap_or_else(PoisonError::into_inner);
    locks.lock(extent, lock)?;
    let outcome = work();
    let unlocked = locks.unlock(extent);
    outcome.and_then(|value| unlocked.map(|()| value))
}

/// A 64-bit word with one bit per stripe of the file, stripes assigned round-robin. The holder of a stripe's
/// bit has exclusive access to it.
#[derive(Debug)]
pub(crate) struct StripeLocks(Arc<dyn SharedCounter>);

const STRIPE_BYTES: u64 = 64 << 10;
/// A rank that died while holding a lock never releases it, whereas a live one may hold it for any length of
/// time. So a waiting rank checks at this interval, if nothing has changed, whether all ranks are alive.
const PATIENCE: Duration = Duration::from_secs(1);

impl StripeLocks {
    pub(crate) fn new(word: Arc<dyn SharedCounter>) -> Self {
        Self(word)
    }

    /// Runs `work` while holding the stripes of `extent`. `find_lost` returns a rank that has died.
    pub(crate) fn locked<T>(
        &self,
        extent: Extent,
        find_lost: impl Fn() -> Option<usize>,
        work: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        if extent.is_empty() {
            return work();
        }
        let held = self.take(stripes(extent), find_lost)?;
        let outcome = work();
        outcome.and_then(|value| held.give_back().map(|()| value))
    }

    fn take(&self, stripes: u64, find_lost: impl Fn() -> Option<usize>) -> Result<HeldStripes<'_>> {
        let mut waiting = Waiting::default();
        loop {
            let taken = self.0.load()?;
            if taken & stripes == 0 && self.0.replace(taken, taken | stripes)? {
                return Ok(HeldStripes { word: &*self.0, stripes });
            }
            if waiting.long_for(taken & stripes)
                && let Some(rank) = find_lost()
            {
                let text = format!("rank {rank} has terminated and may have held this lock");
                return Err(Error::new(ErrorKind::PeerLost, Operation::Lock).with_detail(text));
            }
        }
    }
}

/// Releases its stripes when dropped, also if the work failed or panicked.
struct HeldStripes<'a> {
    word: &'a dyn SharedCounter,
    stripes: u64,
}

impl HeldStripes<'_> {
    fn give_back(mut self) -> Result<()> {
        let stripes = std::mem::take(&mut self.stripes);
        // The bits are set, so subtraction clears them.
        self.word.fetch_add(stripes.wrapping_neg()).map(drop)
    }
}

impl Drop for HeldStripes<'_> {
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

/// Spins while the holder is likely to be running, then yields, then sleeps.
#[derive(Default)]
struct Waiting {
    rounds: u32,
    /// The conflicting bits last seen, and since when.
    obstacle: Option<(u64, Instant)>,
}

impl Waiting {
    /// Waits briefly. Returns whether `taken` has been unchanged for a long time, and then restarts the
    /// count.
    fn long_for(&mut self, taken: u64) -> bool {
        self.rounds = self.rounds.saturating_add(1);
        match self.rounds {
            0..100 => spin_loop(),
            100..1000 => thread::yield_now(),
            _ => {
                thread::sleep(Duration::from_micros(50));
                let (before, since) = *self.obstacle.get_or_insert_with(|| (taken, Instant::now()));
                let is_long = before == taken && since.elapsed() >= PATIENCE;
                if is_long || before != taken {
                    self.obstacle = Some((taken, Instant::now()));
                }
                return is_long;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    const EXTENT: Extent = Extent { offset: 0, len: 1 };

    #[test]
    fn waiting_for_a_dead_rank_fails() {
        let locks = StripeLocks::new(Arc::new(AtomicU64::new(stripes(EXTENT))));
        let begun = Instant::now();
        let error = locks.locked(EXTENT, || Some(3), || Ok(())).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::PeerLost);
        assert!(error.to_string().contains("rank 3"), "{error}");
        assert!(begun.elapsed() < Duration::from_secs(30));
    }

    /// Other ranks may die while it waits; as long as the lock changes hands, it keeps waiting.
    #[test]
    fn waiting_continues_while_the_lock_changes_hands() {
        let (mut waiting, begun) = (Waiting::default(), Instant::now());
        let mut taken = 1;
        while begun.elapsed() < 2 * PATIENCE {
            assert!(!waiting.long_for(taken));
            taken ^= 3;
        }
    }

    #[test]
    fn waiting_for_a_live_rank_gets_the_lock() {
        let word = Arc::new(AtomicU64::new(stripes(EXTENT)));
        let locks = StripeLocks::new(word.clone());
        let looks = AtomicU64::new(0);
        let find_nobody = || {
            if looks.fetch_add(1, Ordering::SeqCst) == 1 {
                word.store(0, Ordering::SeqCst);
            }
            None
        };
        locks.locked(EXTENT, find_nobody, || Ok(())).unwrap();
        assert_eq!(looks.into_inner(), 2, "checks once per interval");
    }

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
