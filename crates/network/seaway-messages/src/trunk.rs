// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages of trunks: connections that carry the links of many ranks, as channels.

use crate::contact::Contact;
use crate::wire::{messages, text};

/// Bytes of a channel that may be in flight in each direction, before any `Credit`.
pub const CHANNEL_WINDOW: u32 = 256 << 10;
/// Maximum size of one `Bytes`: those of other channels are interleaved.
pub const MAX_CHANNEL_BYTES: u32 = 32 << 10;

messages! {
    /// Messages between the ends of a trunk. Channels opened by the side that connected the trunk have even
    /// numbers, the others odd ones; a number is never reused.
    pub enum TrunkMessage {
        /// First on each trunk, from both sides: the sender's contact.
        0x0001 Introduce { contact: Contact },
        /// A new channel to the rank with the Unix socket `to`. `porter`: the process that forwards it, if
        /// not the receiver.
        0x0002 Open { channel: u32, to: String, porter: Option<Contact> },
        0x0003 Opened { channel: u32 },
        /// `kind` is the number of an error kind, which this crate does not know.
        0x0004 Refused { channel: u32, kind: u16, text: String as text },
        /// `len` bytes of a channel follow the frame.
        0x0005 Bytes { channel: u32, len: u32 },
        /// This many bytes were consumed, and as many more may be sent.
        0x0006 Credit { channel: u32, bytes: u32 },
        /// The sender sends no more bytes on this channel.
        0x0007 End { channel: u32 },
        /// The channel is closed in both directions. The text says which process on its path is lost, if any.
        0x0008 Cut { channel: u32, text: String as text },
    }
}

impl TrunkMessage {
    /// How many raw bytes follow the frame.
    pub fn payload(&self) -> u32 {
        match self {
            TrunkMessage::Bytes { len, .. } => *len,
            _ => 0,
        }
    }
}
