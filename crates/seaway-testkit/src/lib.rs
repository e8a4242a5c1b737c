// SPDX-License-Identifier: MIT OR Apache-2.0
//! What tests of several crates share: the suite that every device passes, and a device that fails when told to.
//!
//! Only ever a dev-dependency. Its checks panic, as assertions do; that is what they are for.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "this crate is test code: a panic is a failed test")]

pub mod device_suite;
mod faulty_device;

pub use faulty_device::{Faults, FaultyDevice};
