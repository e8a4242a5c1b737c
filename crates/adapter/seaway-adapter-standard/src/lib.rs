// SPDX-License-Identifier: MIT OR Apache-2.0
//! libmpi_abi.so.1: every C function of MPI in the ABI of the programs that load this name, on any host MPI.

#![allow(unreachable_pub, reason = "C reaches what is exported by name")]

#[allow(clippy::missing_safety_doc, clippy::too_many_arguments, reason = "MPI's own functions")]
#[path = "../../seaway-adapter/src/generated/entry_points.rs"]
mod entry_points;

pub(crate) use seaway_adapter::{entry_point as entry, entry_point as newer_entry};
use seaway_mpi_abi::abi::Abi;

/// The ABI of the programs that load this library.
pub(crate) type Program = seaway_mpi_abi::Standard;
pub(crate) type Word = <Program as Abi>::Word;
