// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory that devices use for longer than a call. The engine's only unsafe code is in this folder: a transfer must end
//! before its memory is freed or given back, even if the program forgets its request (`std::mem::forget`).
//!
//! There are three kinds of memory. [`Loan`] owns a copy, or lends memory that its owner has promised until the end of
//! the transfer (`Hold::Forever`: `'static` memory, and the buffers of MPI programs). Memory that is borrowed by a
//! [`Scope`] is waited for by the scope, which the program cannot forget. [`StagedParts`] lends buffers of the engine to
//! the parts of one blocking call.
#![allow(unsafe_code, reason = "devices use memory after the call that lent it has returned")]

mod loan;
mod scope;
mod staged;

pub(crate) use loan::{Loan, LoanHandle};
pub(crate) use scope::Hold;
pub use scope::{Scope, scope};
pub(crate) use staged::StagedParts;
