// SPDX-License-Identifier: MIT OR Apache-2.0
//! File pointers, in etypes of the current view. The individual one is this rank's own; the shared one is a counter
//! that all ranks see, kept by the communicator: no lock on the file, and no hidden file beside it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use seaway_device::{Error, ErrorKind, Operation, Result};

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

#[derive(Debug)]
pub(crate) struct SharedPointer(Arc<dyn SharedCounter>);

impl SharedPointer {
    pub(crate) fn new(communicator: &dyn Communicator) -> Result<Self> {
        Ok(Self(communicator.shared_counter()?))
    }

    pub(crate) fn advance(&self, etypes: u64) -> Result<u64> {
        self.0.fetch_add(etypes)
    }

    pub(crate) fn get(&self) -> Result<u64> {
        self.0.load()
    }

    pub(crate) fn set(&self, etypes: u64) -> Result<()> {
        self.0.store(etypes)
    }

    /// Collective: each rank gets a place behind the ranks before it. A rank that fails brings its error; then the
    /// pointer stays, and the others hear of it when they meet again, or else from here.
    pub(crate) fn advance_in_order(
        &self,
        communicator: &dyn Communicator,
        etypes: Result<u64>,
        operation: Operation,
        meets_again: bool,
    ) -> Result<u64> {
        const FAILED: u64 = u64::MAX;
        let rank = communicator.rank();
        let mut all = vec![0; communicator.size()];
        communicator.all_gather_words(&[*etypes.as_ref().unwrap_or(&FAILED)], &mut all)?;
        etypes?;
        if let Some(failed) = all.iter().position(|&etypes| etypes == FAILED) {
            let text = format!("rank {failed} could not take part in this ordered access");
            let error = Error::new(ErrorKind::Argument, operation).with_detail(text).with_rank(failed);
            return if meets_again { Ok(0) } else { Err(error) };
        }
        let total = all.iter().try_fold(0_u64, |sum, &etypes| sum.checked_add(etypes)).ok_or_else(|| {
            Error::new(ErrorKind::Count, operation)
                .with_detail("the ranks' counts together are more than 2^64 etypes")
        })?;
        let base = if rank == 0 { self.advance(total) } else { Ok(0) };
        let mut bases = vec![0; communicator.size()];
        communicator.all_gather_words(&[*base.as_ref().unwrap_or(&FAILED)], &mut bases)?;
        base?;
        Ok(bases[0].saturating_add(all[..rank].iter().sum()))
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
