// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI-IO without MPI.
#![forbid(unsafe_code)]

mod communicator;

pub use communicator::{Communicator, Exchange, Message, SharedCounter, SharedMemory};
