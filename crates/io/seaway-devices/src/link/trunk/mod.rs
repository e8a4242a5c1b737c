// SPDX-License-Identifier: MIT OR Apache-2.0
//! Trunks: connections that carry the links of many ranks, so that all ranks of two large programs can meet with few
//! descriptors.
//!
//! On each host the lowest rank of a program is its *porter*. A rank that has enough links of its own to other hosts
//! opens further ones as *channels*: through its porter, by one connection from there to the porter of the other program
//! on the other host, and on to the rank that is meant. All of these connections are trunks, and all are alike. A channel
//! is a stream in both directions with a window of its own; a relaying process forwards bytes, credits and ends and never
//! waits, so that no channel holds another up and memory is bounded by the windows.
//!
//! What runs inside a channel is the ordinary link, proved and introduced from end to end. Nothing is started and nobody
//! is connected before the first channel is wanted.

mod channel;
mod connection;
mod end;
mod permits;
mod porters;
mod queue;
mod receiving;
mod relay;
mod routing;
mod setup;
mod trunks;

pub(super) use self::channel::Channel;
pub(super) use self::permits::Permit;
pub(crate) use self::trunks::Trunks;

#[cfg(test)]
mod tests;
