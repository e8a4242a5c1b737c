// SPDX-License-Identifier: MIT OR Apache-2.0
//! The data access calls: MPI's own names without `MPI_File_`. Each uses one of four positionings (explicit
//! offset, individual pointer, shared pointer, shared pointer in rank order), is independent or collective,
//! and blocking or nonblocking.

mod access;
mod conversion;
mod read;
mod split;
mod transfers;
mod write;

pub(crate) use split::SplitCall;
