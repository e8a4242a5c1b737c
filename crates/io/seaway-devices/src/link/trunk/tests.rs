// SPDX-License-Identifier: MIT OR Apache-2.0
//! Channels over pairs of sockets: many at once, from end to end through two porters, with ends, losses and nonsense.

mod endings;
mod malformed;
mod traffic;
mod web;

pub(super) use web::contact;
