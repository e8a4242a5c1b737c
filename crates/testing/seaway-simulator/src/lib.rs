// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs the protocol roles of `seaway-roles` and `seaway-registry` under virtual time, on a network and disks that fail as
//! determined by a seed, and checks what the roles promise. One seed is one schedule: a violation names the
//! seed that reproduces it.
//!
//! [`core`] is the environment: time, events, choices, a network. It knows no role; each family of roles has
//! a module of its own.

#![forbid(unsafe_code)]

pub mod bytes;
pub mod copies;
pub mod core;
pub mod linearizability;
pub mod many;
pub mod queue;
pub mod registry;
pub mod relay;
pub mod ring;
pub mod store;
pub mod stream;
pub mod thing;
