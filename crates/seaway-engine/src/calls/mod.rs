// SPDX-License-Identifier: MIT OR Apache-2.0
//! The data access calls, MPI's own names without `MPI_File_`. Each is one of four positionings (explicit offset,
//! individual pointer, shared pointer, shared pointer in rank order), alone or together, now or later.

mod access;
mod conversion;
mod read;
mod split;
mod streaming;
mod write;

pub(crate) use split::SplitCall;
