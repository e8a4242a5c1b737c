// SPDX-License-Identifier: MIT OR Apache-2.0
//! What tests of several crates share: the suite that every device passes, a device that fails when told to, random
//! datatypes, clusters of network namespaces, and what must hold for input that nobody checked before.
//!
//! Only ever a dev-dependency. Its checks panic, as assertions do; that is what they are for.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "this crate is test code: a panic is a failed test")]

mod cluster;
pub mod device_suite;
pub mod engine_suite;
mod fake_stream;
mod faulty_device;
pub mod malformed_input;
mod namespaces;
// One source for two crates: the tests of `seaway-datatype` cannot depend on a crate that depends on it.
#[path = "../../seaway-datatype/tests/support/random_datatype.rs"]
pub mod random_datatype;
mod sites;

pub use cluster::{Cluster, Node};
pub use fake_stream::{FakeStream, Told};
pub use faulty_device::{Faults, FaultyDevice};
pub use sites::{Outside, Sites};
