// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Communicator`]: the few operations that the engine needs from the ranks' runtime.
//!
//! Implemented by embedded ranks (threads) and by the host MPI. All calls but `rank`, `size` and `find_lost`
//! are collective: every rank makes them in the same order. If a rank is lost, they fail with `PeerLost` on
//! all others; they never hang.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use seaway_device_api::Result;
use seaway_memory::{Source, Target};

/// Whether the shared object that the ranks depend on (a stream, say) has failed.
pub type Failed = Arc<dyn Fn() -> bool + Send + Sync>;

pub trait Communicator: Send + Sync + fmt::Debug {
    fn rank(&self) -> usize;
    fn size(&self) -> usize;

    /// The same ranks, with traffic isolated from this communicator's.
    fn duplicate(&self) -> Result<Arc<dyn Communicator>>;

    fn barrier(&self) -> Result<()>;

    /// Every rank's words, in rank order: `all` holds `size() * mine.len()`. Used for small agreements: it
    /// allocates nothing.
    fn all_gather_words(&self, mine: &[u64], all: &mut [u64]) -> Result<()>;

    /// Every rank's bytes, in rank order. Lengths may differ.
    fn all_gather(&self, mine: &[u8]) -> Result<Vec<Vec<u8>>>;

    /// Starts sending `outgoing` and receiving one message, of known length, from each rank in `expected`. At
    /// most one message per pair and exchange; several exchanges may be in progress and keep their order.
    /// Returns without waiting for the others, so that the caller can overlap its I/O.
    fn start_exchange(
        &self,
        outgoing: Vec<Message>,
        expected: &[(usize, usize)],
    ) -> Result<Box<dyn Exchange + '_>>;

    /// A counter that all ranks see, starting at zero.
    fn shared_counter(&self) -> Result<Arc<dyn SharedCounter>>;

    /// From now on, calls in which this rank waits for others fail with `PeerLost`, on all ranks and
    /// permanently, once `failed` returns true. It is polled while the rank waits.
    fn give_up_when(&self, failed: Failed) {
        let _ = failed;
    }

    /// A rank on this machine that has terminated. For waits on a rank that takes no part in a call, such as
    /// the holder of a lock. Threads release what they hold when they end, so embedded ranks need not
    /// implement it.
    fn find_lost(&self) -> Option<usize> {
        None
    }

    /// Zeroed, page-aligned memory that all ranks can access; `None` on every rank if some are on other
    /// machines.
    fn shared_memory(&self, bytes: usize) -> Result<Option<Arc<dyn SharedMemory>>>;
}

/// Bytes to or from another rank (or this one).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub rank: usize,
    pub bytes: Vec<u8>,
}

pub trait Exchange {
    /// Waits for the expected messages, in the order in which they were requested, and until `outgoing` has
    /// been sent.
    fn finish(self: Box<Self>) -> Result<Vec<Message>>;
}

/// Not collective: any rank may call at any time, without the others taking part.
pub trait SharedCounter: Send + Sync + fmt::Debug {
    /// Returns the previous value.
    fn fetch_add(&self, amount: u64) -> Result<u64>;
    fn load(&self) -> Result<u64>;
    fn store(&self, value: u64) -> Result<()>;
    /// Stores `new` if the value is `expected`. Returns whether it did.
    fn replace(&self, expected: u64, new: u64) -> Result<bool>;
}

/// A word in memory that all ranks can access; implementing this provides [`SharedCounter`].
pub trait CounterWord: Send + Sync + fmt::Debug {
    fn word(&self) -> &AtomicU64;
}

impl CounterWord for AtomicU64 {
    fn word(&self) -> &AtomicU64 {
        self
    }
}

impl<W: CounterWord> SharedCounter for W {
    fn fetch_add(&self, amount: u64) -> Result<u64> {
        Ok(self.word().fetch_add(amount, Ordering::SeqCst))
    }

    fn load(&self) -> Result<u64> {
        Ok(self.word().load(Ordering::SeqCst))
    }

    fn store(&self, value: u64) -> Result<()> {
        self.word().store(value, Ordering::SeqCst);
        Ok(())
    }

    fn replace(&self, expected: u64, new: u64) -> Result<bool> {
        Ok(self.word().compare_exchange(expected, new, Ordering::SeqCst, Ordering::Relaxed).is_ok())
    }
}

/// Memory shared by all ranks. The engine uses barriers to order writes and reads.
pub trait SharedMemory: Send + Sync + fmt::Debug {
    fn source(&self) -> Source<'_>;
    fn target(&self) -> Target<'_>;
}
