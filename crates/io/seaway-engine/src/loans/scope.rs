// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`scope`]: nonblocking accesses straight from and to borrowed memory.

use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::loan::Loan;
use crate::{ReadBuffer, WriteBuffer};

/// How long the memory of a buffer stays.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Hold<'a> {
    /// For the call that it is passed to.
    Call,
    /// For ever, or as long as the program has promised to the call that made the buffer.
    Forever,
    /// Until the scope has waited.
    Scope(&'a Loans),
}

impl Hold<'_> {
    pub(crate) fn is_call(self) -> bool {
        matches!(self, Self::Call)
    }
}

/// The transfers of a scope.
#[derive(Debug, Default)]
pub(crate) struct Loans(Mutex<Vec<Arc<Mutex<Loan>>>>);

impl Loans {
    pub(super) fn register(&self, loan: Loan) -> Arc<Mutex<Loan>> {
        let mut all = self.lock();
        if all.len() == all.capacity() {
            // A loan that is locked is being waited for.
            all.retain(|loan| !loan.try_lock().is_ok_and(|loan| loan.has_ended()));
        }
        let loan = Arc::new(Mutex::new(loan));
        all.push(loan.clone());
        loan
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Mutex<Loan>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Loans {
    fn drop(&mut self) {
        for loan in self.lock().drain(..) {
            loan.lock().unwrap_or_else(PoisonError::into_inner).end();
        }
    }
}

/// Lends memory to nonblocking accesses. Made by [`scope`].
pub struct Scope<'env> {
    loans: Loans,
    /// Neither longer nor shorter: what is lent outlives the scope.
    _env: PhantomData<fn(&'env ()) -> &'env ()>,
}

impl<'env> Scope<'env> {
    /// A buffer that a nonblocking write may use until the scope ends.
    pub fn lend(&self, buffer: impl Into<WriteBuffer<'env>>) -> WriteBuffer<'_> {
        buffer.into().held_by(Hold::Scope(&self.loans))
    }

    /// A buffer that a nonblocking read may fill until the scope ends.
    pub fn lend_mut(&self, buffer: impl Into<ReadBuffer<'env>>) -> ReadBuffer<'_> {
        buffer.into().held_by(Hold::Scope(&self.loans))
    }
}

impl fmt::Debug for Scope<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Scope").field(&self.loans.lock().len()).finish()
    }
}

/// Calls `work` with a scope, and returns when all accesses to memory that the scope has lent are over. Without a scope, a
/// nonblocking access on a device with transfers copies the buffer, because its request may be forgotten.
///
/// Memory that is lent must outlive the scope:
///
/// ```compile_fail,E0597
/// seaway_engine::scope(|scope| {
///     let numbers = [1, 2, 3];
///     scope.lend(&numbers);
/// });
/// ```
pub fn scope<'env, R>(work: impl FnOnce(&Scope<'env>) -> R) -> R {
    let scope = Scope { loans: Loans::default(), _env: PhantomData };
    // Dropped here also if `work` panics, and out of reach of `std::mem::forget`.
    work(&scope)
}
