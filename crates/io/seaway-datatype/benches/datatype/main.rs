// SPDX-License-Identifier: MIT OR Apache-2.0
//! Packing, translation and memory use of datatypes, each beside its baselines: a hand-written loop, memcpy,
//! and `MPI_Pack` and `MPI_Unpack` of MPICH and Open MPI where they are installed.
//!
//! Ends with one line per bar and fails if any bar is missed. A word after `--` selects the shapes whose name
//! contains it.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench prints, and stops where it cannot go on"
)]

mod bars;
mod hand_loops;
mod heap;
mod measure;
mod mpi_peer;
mod packing;
mod shapes;
mod translation;

use std::process::ExitCode;

use bars::Bars;

#[global_allocator]
static HEAP: heap::Counting = heap::Counting;

fn main() -> ExitCode {
    // Cargo passes `--bench`.
    let chosen = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let mut bars = Bars::default();
    if chosen.is_none() {
        heap::bench(&mut bars);
        translation::bench(&mut bars);
    }
    packing::bench(&mut bars, chosen.as_deref().unwrap_or(""));
    bars.report()
}
