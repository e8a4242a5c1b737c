// SPDX-License-Identifier: MIT OR Apache-2.0
//! The ranks of one machine: shared memory, and barriers in it. Independent of MPI.

pub(super) mod mapping;
pub(super) mod process;
pub(super) mod rendezvous;
mod room;
pub(super) mod table;
#[cfg(test)]
mod tests;
pub(super) mod waiting;
