// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which rank has which bytes of a stream that is written in rank order.
//!
//! A collective write in rank order is a [`Step`]: where it starts, and the length of each rank. A rank that has the steps
//! knows the owner of every byte, alone, by binary search: nothing else is exchanged, whatever the number of ranks.

mod log;
mod plan;
#[cfg(test)]
mod simulation;
mod steps;

pub use log::StepLog;
pub use plan::owners;
pub use steps::Step;
