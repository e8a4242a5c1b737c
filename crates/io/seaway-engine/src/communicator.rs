// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Communicator`]: the little that the engine asks of the ranks' runtime.
//!
//! Implemented by embedded ranks (threads) and by the host MPI. All calls but `rank`, `size` and `find_lost` are
//! collective: every rank makes them in the same order. A rank that is lost makes them fail with `PeerLost` on all others:
//! never a hang.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use seaway_device::Result;
use seaway_memory::{Source, Target};

/// Whether what the ranks have in common is broken.
pub type Failed = Arc<dyn Fn() -> bool + Send + Sync>;

pub trait Communicator: Send + Sync + fmt::Debug {
    fn rank(&self) -> usize;
    fn size(&self) -> usize;

    /// The same ranks, with traffic that never meets this communicator's.
    fn duplicate(&self) -> Result<Arc<dyn Communicator>>;

    fn barrier(&self) -> Result<()>;

    /// Everybody's words, in rank order: `all` holds `size() * mine.len()`. The workhorse of small agreements: it
    /// allocates nothing.
    fn all_gather_words(&self, mine: &[u64], all: &mut [u64]) -> Result<()>;

    /// Everybody's bytes, in rank order. Lengths may differ.
    fn all_gather(&self, mine: &[u8]) -> Result<Vec<Vec<u8>>>;

    /// Starts sending `outgoing` and receiving one message, of known length, from each rank in `expected`. At most
    /// one message per pair and exchange; several exchanges may be under way and keep their order. Returns without
    /// waiting for the others, so that the caller can do its I/O meanwhile.
    fn start_exchange(
        &self,
        outgoing: Vec<Message>,
        expected: &[(usize, usize)],
    ) -> Result<Box<dyn Exchange + '_>>;

    /// A counter that all ranks see, starting at zero.
    fn shared_counter(&self) -> Result<Arc<dyn SharedCounter>>;

    /// From now on, calls in which this rank waits for others fail with `PeerLost` once `failed` says so, on all ranks
    /// and for ever. Asked now and then while it waits, and not if nobody keeps it waiting.
    fn give_up_when(&self, failed: Failed) {
        let _ = failed;
    }

    /// A rank of this machine that has ended and can give nothing back any more. For those who wait for a rank that need
    /// not come: threads give back what they hold when they end, and so nobody needs to be found.
    fn find_lost(&self) -> Option<usize> {
        None
    }

    /// Zeroed memory, from the start of a page on, that all ranks can touch; `None` on every rank if some are on other machines.
    fn shared_memory(&self, bytes: usize) -> Result<Option<Arc<dyn SharedMemory>>>;
}

/// Bytes to or from another rank (or to oneself).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub rank: usize,
    pub bytes: Vec<u8>,
}

pub trait Exchange {
    /// Waits for what is expected, in the order in which it was asked for, and until `outgoing` is on its way.
    fn finish(self: Box<Self>) -> Result<Vec<Message>>;
}

/// Not collective: any rank may call at any time, others need not take part.
pub trait SharedCounter: Send + Sync + fmt::Debug {
    /// Returns the value before.
    fn fetch_add(&self, amount: u64) -> Result<u64>;
    fn load(&self) -> Result<u64>;
    fn store(&self, value: u64) -> Result<()>;
    /// Stores `new` if the value is `expected`; whether it did.
    fn replace(&self, expected: u64, new: u64) -> Result<bool>;
}

/// A word that all ranks can reach is a counter.
impl SharedCounter for AtomicU64 {
    fn fetch_add(&self, amount: u64) -> Result<u64> {
        Ok(self.fetch_add(amount, Ordering::SeqCst))
    }

    fn load(&self) -> Result<u64> {
        Ok(self.load(Ordering::SeqCst))
    }

    fn store(&self, value: u64) -> Result<()> {
        self.store(value, Ordering::SeqCst);
        Ok(())
    }

    fn replace(&self, expected: u64, new: u64) -> Result<bool> {
        Ok(self.compare_exchange(expected, new, Ordering::SeqCst, Ordering::Relaxed).is_ok())
    }
}

/// Memory of all ranks. Who writes what, and when others may read it, the engine arranges with barriers.
pub trait SharedMemory: Send + Sync + fmt::Debug {
    fn source(&self) -> Source<'_>;
    fn target(&self) -> Target<'_>;
}
