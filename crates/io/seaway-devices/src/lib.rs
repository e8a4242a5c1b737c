// SPDX-License-Identifier: MIT OR Apache-2.0
//! The devices, one folder per scheme, and the registry that selects one by name.
//!
//! A device moves bytes between memory and named files. Views, ranks, collectives and the choice of a
//! strategy are the engine's; `seaway-device-api` defines the interface between the two. This code runs
//! inside a user's process: it does nothing until a file is opened, starts threads only for streams and
//! connections to other hosts, and prints nothing but notices about what a stream is waiting for.
#![deny(unsafe_code)]

#[macro_use]
mod registry;
mod configuration;
mod launch;
mod link;
mod namespace;
pub mod page_faults;
mod traced;

devices! { mem, mxn, native, null, remote also "remote+tls", thing, ufs }

pub use configuration::Configuration;
pub use link::reachable_at;
pub use registry::{Located, Resolved, connect, locate, register_device, resolve, schemes};
pub use seaway_channel::{Admission, Gate, Secret, authenticate, read_frame};
pub use traced::{Detail, Ended, Event, Recorder, error_number, recorder, traced_name};
