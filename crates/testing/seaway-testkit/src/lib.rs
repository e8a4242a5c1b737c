// SPDX-License-Identifier: MIT OR Apache-2.0
//! Shared by the tests of several crates: the suite that every device passes, a device and system calls that
//! fail on demand, random datatypes, daemons as processes, clusters of network namespaces, and invariants for
//! unchecked input.
//!
//! Only ever a dev-dependency. Its checks panic, as assertions do.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "this crate is test code: a panic is a failed test")]

mod cluster;
pub mod device_suite;
pub mod engine_suite;
mod fake_stream;
mod faulty_device;
pub mod lent_memory;
pub mod malformed_input;
pub mod middle;
mod namespaces;
// One source for two crates: the tests of `seaway-datatype` cannot depend on a crate that depends on it.
#[path = "../../../io/seaway-datatype/tests/support/random_datatype.rs"]
pub mod random_datatype;
pub mod registry_suite;
pub mod service_process;
mod sites;
mod system_faults;

pub use cluster::{Cluster, Node};
pub use fake_stream::{FakeStream, StreamCall};
pub use faulty_device::{Faults, FaultyDevice};
pub use sites::{Outside, Sites};
pub use system_faults::fail_every_call;
