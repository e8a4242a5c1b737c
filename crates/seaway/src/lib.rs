// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parallel I/O for Rust: MPI-IO's files on embedded ranks and any Seaway device.
#![deny(unsafe_code)]

mod ranks;

pub use ranks::{Group, GroupBuilder, GroupError, Rank};
