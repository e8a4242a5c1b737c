// SPDX-License-Identifier: MIT OR Apache-2.0
//! A door for Redis clients: each key is a thing of the space, each value its bytes. [`Door`] listens; [`wire`] parses
//! requests and writes replies without touching a socket; `commands` carries requests out as a program of the space, so
//! that things of all nodes can be reached.
//!
//! It leaves expiry, transactions, publish/subscribe and all types but strings to Redis.
#![forbid(unsafe_code)]

mod commands;
mod connection;
mod cursors;
mod door;
mod glob;
mod password;
pub mod wire;

pub use door::{Door, DoorOptions};
pub use password::password;
