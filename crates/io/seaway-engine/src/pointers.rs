// SPDX-License-Identifier: MIT OR Apache-2.0
//! File pointers, in etypes of the current view. The individual pointer belongs to this rank; the shared one
//! is a counter of the communicator, visible to all ranks: no lock on the file, and no hidden file beside it.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use seaway_device_api::{Error, ErrorKind, Operation, Result};

use crate::agreement::agree;
use crate::{Communicator, SharedCounter};

/// MPI_SEEK_SET, MPI_SEEK_CUR, MPI_SEEK_END.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whence {
    Set,
    Current,
    End,
}

#[derive(Debug, Default)]
pub(crate) struct IndividualPointer(AtomicU64);

impl IndividualPointer {
    /// Advances by `etypes` and returns the previous value: threads that share the file get disjoint ranges.
    pub(crate) fn advance(&self, etypes: u64) -> u64 {
        self.0.fetch_add(etypes, Ordering::Relaxed)
    }

    /// Undoes [`advance`](Self::advance), for an access that turned out to be impossible.
    pub(crate) fn take_back(&self, etypes: u64) {
        self.0.fetch_sub(etypes, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn set(&self, etypes: u64) {
        self.0.store(etypes, Ordering::Relaxed);
    }
}

/// A counter that only grows, and its value at which this rank considers the pointer to be zero. Collective
/// calls move the pointer by changing that base, in the same way on every rank, from data that all ranks
/// obtained in one gather: no rank has to wait for another's store.
#[derive(Debug)]
pub(crate) struct SharedPointer {
    counter: Arc<dyn SharedCounter>,
    zero: AtomicU64,
}

/// The result of a gather.
#[derive(Debug)]
pub(crate) struct Gathered {
    /// The counter when all ranks had entered, and the pointer at that time.
    counter: u64,
    pub(crate) position: u64,
    /// Words of each rank, preceded by the counter it saw.
    all: Vec<u64>,
    each: usize,
}

impl Gathered {
    /// Every rank's words, in rank order.
    pub(crate) fn words(&self) -> impl Iterator<Item = &[u64]> + Clone {
        self.all.chunks_exact(self.each).map(|words| &words[1..])
    }

    pub(crate) fn of_rank(&self, rank: usize) -> &[u64] {
        &self.all[rank * self.each + 1..(rank + 1) * self.each]
    }

    /// The first rank whose words in `range` differ from rank 0's.
    pub(crate) fn first_different(&self, range: Range<usize>) -> Option<usize> {
        let first = &self.of_rank(0)[range.clone()];
        self.words().position(|words| &words[range.clone()] != first)
    }
}

/// The offset of each rank in an ordered access, in etypes.
#[derive(Debug)]
pub(crate) struct RankOffsets {
    /// Where this rank begins.
    pub(crate) mine: u64,
    gathered: Gathered,
}

impl RankOffsets {
    /// Where rank 0 begins.
    pub(crate) fn start(&self) -> u64 {
        self.gathered.position
    }

    /// How many each rank has, in rank order.
    pub(crate) fn lengths(&self) -> impl Iterator<Item = u64> {
        self.gathered.words().map(|words| words[0])
    }
}

impl SharedPointer {
    pub(crate) fn new(communicator: &dyn Communicator) -> Result<Self> {
        Ok(Self { counter: communicator.shared_counter()?, zero: AtomicU64::new(0) })
    }

    pub(crate) fn advance(&self, etypes: u64) -> Result<u64> {
        Ok(self.position_at(self.counter.fetch_add(etypes)?))
    }

    pub(crate) fn get(&self) -> Result<u64> {
        Ok(self.position_at(self.counter.load()?))
    }

    fn position_at(&self, counter: u64) -> u64 {
        counter.wrapping_sub(self.zero.load(Ordering::Relaxed))
    }

    /// Collective: every rank's `words`, and the position of the pointer. It includes all accesses that a
    /// rank made before this call; the last rank to enter has seen all of them.
    pub(crate) fn gather(&self, communicator: &dyn Communicator, words: &[u64]) -> Result<Gathered> {
        let each = words.len() + 1;
        let mut mine = Vec::with_capacity(each);
        // Relative to the base, which is the same on all ranks: then the largest value is the latest.
        mine.push(self.get()?);
        mine.extend_from_slice(words);
        let mut all = vec![0; each * communicator.size()];
        communicator.all_gather_words(&mine, &mut all)?;
        let position = all.iter().copied().step_by(each).max().unwrap_or(0);
        let counter = position.wrapping_add(self.zero.load(Ordering::Relaxed));
        Ok(Gathered { counter, position, all, each })
    }

    /// Collective: sets the pointer to `position` for everything after the gather.
    pub(crate) fn place(&self, gathered: &Gathered, position: u64) {
        self.zero.store(gathered.counter.wrapping_sub(position), Ordering::Relaxed);
    }

    /// Collective: each rank gets the range after those of lower ranks. A rank that fails passes its error;
    /// then the pointer does not move, and the others learn of the failure in a later agreement if there is
    /// one, otherwise here.
    pub(crate) fn advance_in_order(
        &self,
        communicator: &dyn Communicator,
        etypes: Result<u64>,
        operation: Operation,
        agrees_again: bool,
    ) -> Result<RankOffsets> {
        const FAILED: u64 = u64::MAX;
        let gathered = self.gather(communicator, &[*etypes.as_ref().unwrap_or(&FAILED)])?;
        let failed = gathered.words().any(|words| words[0] == FAILED);
        // One more exchange, for the reason.
        if failed && !agrees_again {
            agree(communicator, operation, etypes)?
        } else {
            etypes?
        };
        if failed {
            return Ok(RankOffsets { mine: 0, gathered });
        }
        let too_many = || {
            Error::new(ErrorKind::Count, operation)
                .with_detail("the ranks' counts together are more than 2^64 etypes")
        };
        let sum = |ranks: usize| {
            gathered
                .words()
                .take(ranks)
                .try_fold(0_u64, |sum, words| sum.checked_add(words[0]))
                .ok_or_else(too_many)
        };
        let end = gathered.position.checked_add(sum(communicator.size())?).ok_or_else(too_many)?;
        self.place(&gathered, end);
        let mine = gathered.position + sum(communicator.rank())?;
        Ok(RankOffsets { mine, gathered })
    }
}

/// The result of a seek: `base` is what `whence` refers to.
pub(crate) fn seek_target(offset: i64, whence: Whence, base: impl FnOnce() -> Result<u64>) -> Result<u64> {
    let base = if whence == Whence::Set { 0 } else { base()? };
    base.checked_add_signed(offset).filter(|&target| i64::try_from(target).is_ok()).ok_or_else(|| {
        let text = format!("offset {offset} from {base} is before the start of the view or beyond 2^63");
        Error::new(ErrorKind::Argument, Operation::Seek).with_detail(text)
    })
}
