// SPDX-License-Identifier: MIT OR Apache-2.0
//! File pointers, in etypes of the current view. The individual one is this rank's own; the shared one is a counter
//! that all ranks see, kept by the communicator: no lock on the file, and no hidden file beside it.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use seaway_device::{Error, ErrorKind, Operation, Result};

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
    /// Moves on by `etypes` and returns where it stood: threads that share the file each get a place of their own.
    pub(crate) fn advance(&self, etypes: u64) -> u64 {
        self.0.fetch_add(etypes, Ordering::Relaxed)
    }

    /// Undoes [`advance`](Self::advance), for an access that cannot be.
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

/// A counter that only ever grows, and this rank's idea of what it was when the pointer stood at zero. Collective calls
/// move the pointer by changing that idea, on every rank alike and from what all learnt in one meeting: nobody has to
/// wait until another rank has stored something.
#[derive(Debug)]
pub(crate) struct SharedPointer {
    counter: Arc<dyn SharedCounter>,
    zero: AtomicU64,
}

/// What a meeting came to.
#[derive(Debug)]
pub(crate) struct Met {
    /// The counter when all ranks had come, and the pointer then.
    counter: u64,
    pub(crate) position: u64,
    /// Words of each rank, the counter it saw first.
    all: Vec<u64>,
    each: usize,
}

impl Met {
    /// Every rank's words, in rank order.
    pub(crate) fn words(&self) -> impl Iterator<Item = &[u64]> + Clone {
        self.all.chunks_exact(self.each).map(|words| &words[1..])
    }

    pub(crate) fn of_rank(&self, rank: usize) -> &[u64] {
        &self.all[rank * self.each + 1..(rank + 1) * self.each]
    }

    /// The first rank whose words in `range` are not those of rank 0.
    pub(crate) fn first_different(&self, range: Range<usize>) -> Option<usize> {
        let first = &self.of_rank(0)[range.clone()];
        self.words().position(|words| &words[range.clone()] != first)
    }
}

/// Who comes where in an access in rank order. In etypes.
#[derive(Debug)]
pub(crate) struct Turns {
    /// Where this rank begins.
    pub(crate) mine: u64,
    met: Met,
}

impl Turns {
    /// Where rank 0 begins.
    pub(crate) fn start(&self) -> u64 {
        self.met.position
    }

    /// How many each rank has, in rank order.
    pub(crate) fn lengths(&self) -> impl Iterator<Item = u64> {
        self.met.words().map(|words| words[0])
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

    /// Collective: everybody's `words`, and where the pointer is. What a rank did with it before it came here counts; the
    /// last to come has seen all of it.
    pub(crate) fn meet(&self, communicator: &dyn Communicator, words: &[u64]) -> Result<Met> {
        let each = words.len() + 1;
        let mut mine = Vec::with_capacity(each);
        // Counted from this rank's zero, which is everybody's: then the largest is the latest.
        mine.push(self.get()?);
        mine.extend_from_slice(words);
        let mut all = vec![0; each * communicator.size()];
        communicator.all_gather_words(&mine, &mut all)?;
        let position = all.iter().copied().step_by(each).max().unwrap_or(0);
        let counter = position.wrapping_add(self.zero.load(Ordering::Relaxed));
        Ok(Met { counter, position, all, each })
    }

    /// Collective: the pointer stands at `position` for what comes after the meeting.
    pub(crate) fn place(&self, met: &Met, position: u64) {
        self.zero.store(met.counter.wrapping_sub(position), Ordering::Relaxed);
    }

    /// Collective: each rank gets a place behind the ranks before it. A rank that fails brings its error; then the
    /// pointer stays, and the others hear of it when they meet again, or else from here.
    pub(crate) fn advance_in_order(
        &self,
        communicator: &dyn Communicator,
        etypes: Result<u64>,
        operation: Operation,
        meets_again: bool,
    ) -> Result<Turns> {
        const FAILED: u64 = u64::MAX;
        let met = self.meet(communicator, &[*etypes.as_ref().unwrap_or(&FAILED)])?;
        let failed = met.words().any(|words| words[0] == FAILED);
        // A meeting more, to tell why.
        if failed && !meets_again {
            agree(communicator, operation, etypes)?
        } else {
            etypes?
        };
        if failed {
            return Ok(Turns { mine: 0, met });
        }
        let too_many = || {
            Error::new(ErrorKind::Count, operation)
                .with_detail("the ranks' counts together are more than 2^64 etypes")
        };
        let sum = |ranks: usize| {
            met.words()
                .take(ranks)
                .try_fold(0_u64, |sum, words| sum.checked_add(words[0]))
                .ok_or_else(too_many)
        };
        let end = met.position.checked_add(sum(communicator.size())?).ok_or_else(too_many)?;
        self.place(&met, end);
        let mine = met.position + sum(communicator.rank())?;
        Ok(Turns { mine, met })
    }
}

/// Where a seek leads: `base` is what `whence` stands for.
pub(crate) fn seek_target(offset: i64, whence: Whence, base: impl FnOnce() -> Result<u64>) -> Result<u64> {
    let base = if whence == Whence::Set { 0 } else { base()? };
    base.checked_add_signed(offset).filter(|&target| i64::try_from(target).is_ok()).ok_or_else(|| {
        let text = format!("offset {offset} from {base} leads before the start of the view or beyond 2^63");
        Error::new(ErrorKind::Argument, Operation::Seek).with_detail(text)
    })
}
