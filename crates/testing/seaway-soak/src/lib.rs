// SPDX-License-Identifier: MIT OR Apache-2.0
//! Shared by long random runs: number of cases and seeds, bars, hostile peers, a proxy that simulates a bad
//! link, and checks that drive live state machines with arbitrary input. `cargo test` runs a sample of each;
//! `cargo xtask soak` runs the full number. Nothing here is part of a user's process.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "this crate is test code: a panic is a failed test")]
#![allow(clippy::print_stdout, reason = "what a soak finds is printed for people")]

pub mod apart;
mod bars;
mod draw;
pub mod hostile;
pub mod machines;
mod plan;
mod proxy;
mod vitals;

pub use bars::Bars;
pub use draw::{Draw, input};
pub use plan::Plan;
pub use proxy::Proxy;
pub use vitals::Vitals;

// One source for each: changes to messages or to the daemon apply here as well.
#[path = "../../../network/seaway-daemon/tests/raw_client/mod.rs"]
mod raw_client;
#[path = "../../../network/seaway-messages/tests/samples/mod.rs"]
mod samples;
