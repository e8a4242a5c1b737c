// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages of the relay service: a way to a daemon that the asker cannot reach itself.
//!
//! A relay makes one step. Whoever needs several asks the first relay for the second, proves the secret to that one
//! through the first, and so on: every relay knows whom it serves, and none speaks for another.

use crate::wire::{messages, text};

/// How many relays a way may have.
pub const MAX_HOPS: usize = 16;

messages! {
    /// What a relay is asked and answers. After `Connected` the connection carries whatever the ends say, untouched.
    pub enum RelayMessage {
        /// Connect to `to`, which is `HOST:PORT`, within so many milliseconds.
        0x0001 Connect { to: String, milliseconds: u32 },
        0x0002 Connected,
        /// `kind` is the number of an error kind, which this crate does not know.
        0x0003 Refused { kind: u16, text: String as text },
    }
}
