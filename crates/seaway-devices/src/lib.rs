// SPDX-License-Identifier: MIT OR Apache-2.0
//! The devices, one folder per scheme, and the registry that a name picks them from.
//!
//! A device moves bytes between memory and named files. Views, ranks, collectives and the choice of a strategy are
//! the engine's; `seaway-device` holds the words both share. This code runs inside a user's process: it does
//! nothing at all until a file is opened, starts no thread but for a stream or a
//! connection to another host, and prints nothing but what a stream waits for.
#![deny(unsafe_code)]

#[macro_use]
mod registry;
mod configuration;
#[allow(dead_code, unused_imports)]
mod link;
mod namespace;
mod pieces;
mod traced;

devices! { mem, mxn, native, null, remote also "remote+tls", ufs }

pub use configuration::Configuration;
pub use link::reachable_at;
pub use registry::{Located, Resolved, connect, locate, resolve, schemes};
pub use seaway_wire::{Admission, Gate, Secret, authenticate, read_frame};
pub use traced::{Detail, Ended, Event, Recorder, error_number, recorder, traced_name};
