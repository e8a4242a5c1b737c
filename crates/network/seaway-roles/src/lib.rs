// SPDX-License-Identifier: MIT OR Apache-2.0
//! The decisions of Seaway's protocol roles as state machines. Messages, outcomes and times come in as
//! values; actions come out. Threads and sockets drive them in production, `seaway-simulator` drives the same
//! code under virtual time.
//!
//! Nothing in here owns a byte of the user's memory, reads a clock or waits.

#![forbid(unsafe_code)]

pub mod queue;
pub mod relay;
pub mod ring;
pub mod store;
pub mod stream;
pub mod thing;
