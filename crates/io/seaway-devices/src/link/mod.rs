// SPDX-License-Identifier: MIT OR Apache-2.0
//! Links between ranks of different programs: authenticated connections that carry messages, and methods to copy bytes
//! straight out of the memory of a peer on the same host.
//!
//! A rank listens at one [`Listener`] and connects with [`Link::connect`]. Each link has one thread, which calls the
//! [`Events`] of its owner. A link carries the messages of one service ([`LinkMessage`]) and knows only how to encode them,
//! answer pings and say goodbye.

mod addresses;
mod connection;
mod descriptor;
mod identity;
mod incoming;
mod listener;
mod memory;
mod message;
mod outgoing;
mod seal;
mod setup;
mod socket;
mod sys;
mod threads;
mod trunk;

pub use self::addresses::reachable_at;
pub(crate) use self::addresses::{host_id, host_name};
pub(crate) use self::connection::{Events, Link, is_silence, open_links};
pub(crate) use self::identity::{Identity, describe, own_contact};
pub(crate) use self::listener::{Listener, ListenerGuard, LocalName};
pub(crate) use self::memory::{Claimed, Fetch, Found, Window};
pub(crate) use self::message::{Control, LinkMessage};
#[cfg(test)]
pub(crate) use self::setup::CopyMethods;
pub(crate) use self::threads::{spawn, spawn_as};

#[cfg(test)]
mod tests;
