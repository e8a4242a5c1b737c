// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages of the relay service: access to a daemon that the client cannot reach directly.
//!
//! A relay makes one hop. For several hops the client asks the first relay to connect to the second,
//! authenticates to that one through the first, and so on: every relay authenticates its client, and none
//! acts on behalf of another.

use crate::wire::{messages, text};

/// Maximum number of relays on a path.
pub const MAX_HOPS: usize = 16;

messages! {
    /// Requests and replies of a relay. After `Connected` the relay forwards all bytes unchanged.
    pub enum RelayMessage {
        /// Connect to `to` (`HOST:PORT`) within this many milliseconds.
        0x0001 Connect { to: String, milliseconds: u32 },
        0x0002 Connected,
        /// `kind` is the number of an error kind, which this crate does not know.
        0x0003 Refused { kind: u16, text: String as text },
    }
}
