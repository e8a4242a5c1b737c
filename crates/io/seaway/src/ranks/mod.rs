// SPDX-License-Identifier: MIT OR Apache-2.0
//! Embedded ranks: a parallel program made of threads, without an MPI.
//!
//! [`Group`] starts them; each [`Rank`] holds its end of a communicator. Ranks that wait for each other
//! notice when one of them has departed (`liveness.rs`): a panic or an early return is an error for the
//! others, never a hang.

mod communicator;
mod doorbell;
mod giving_up;
mod group;
mod liveness;
mod mailboxes;
mod rank;
mod rendezvous;
mod shared_memory;
#[cfg(test)]
mod tests;

pub use group::{Group, GroupBuilder, GroupError};
pub use rank::Rank;
