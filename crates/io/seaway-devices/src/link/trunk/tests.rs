// SPDX-License-Identifier: MIT OR Apache-2.0
//! Channels over pairs of sockets: many at once, end to end through two porters, with closed and lost channels and
//! malformed frames.

mod endings;
mod malformed;
mod traffic;
mod web;

pub(super) use web::contact;
