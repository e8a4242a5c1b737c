// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages of the relay service: a way to a daemon that the asker cannot reach itself.

use crate::wire::{Body, Field, WireError, messages, text};

/// How many relays and one daemon a way may have.
pub const MAX_HOPS: usize = 16;

messages! {
    /// What a relay is asked and answers. After `Connected` the connection carries whatever the ends say, untouched.
    pub enum RelayMessage {
        /// Connect to the last of `hops` by way of the others, in their order; each is `HOST:PORT`.
        0x0001 Connect { hops: Vec<String> as hops },
        0x0002 Connected,
        /// `kind` is the number of an error kind, which this crate does not know.
        0x0003 Refused { kind: u16, text: String as text },
    }
}

/// One at least, and not too many.
mod hops {
    use super::{Body, Field, MAX_HOPS, WireError};

    pub(super) fn put(hops: &Vec<String>, out: &mut Vec<u8>) -> Result<(), WireError> {
        check(hops)?;
        hops.put(out)
    }

    pub(super) fn take(body: &mut Body<'_>) -> Result<Vec<String>, WireError> {
        let hops: Vec<String> = Field::take(body)?;
        check(&hops)?;
        Ok(hops)
    }

    fn check(hops: &[String]) -> Result<(), WireError> {
        match hops.len() {
            0 => Err(WireError::Impossible { what: "a number of hops", value: 0 }),
            1..=MAX_HOPS => Ok(()),
            items => Err(WireError::ListTooLong { items, limit: MAX_HOPS }),
        }
    }
}
