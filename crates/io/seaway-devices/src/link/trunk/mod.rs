// SPDX-License-Identifier: MIT OR Apache-2.0
//! Trunks: connections that carry the links of many ranks, so that all ranks of two large programs can meet with few
//! descriptors.
//!
//! On each host the lowest rank of a program is its *porter*. A rank that has enough direct links to other hosts opens
//! further ones as *channels*: through its porter, over one connection to the porter of the other program on the other
//! host, and from there to the target rank. All these connections are trunks and work alike. A channel is a bidirectional
//! stream with its own window. A relaying process forwards bytes, credits and ends and never waits, so that no channel
//! blocks another and the windows bound memory.
//!
//! A channel carries an ordinary link, authenticated end to end. No thread is started and no connection made before the
//! first channel is needed.

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
