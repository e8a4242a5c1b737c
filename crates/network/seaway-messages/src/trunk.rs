// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages of trunks: connections that carry the links of many ranks, as channels.

use crate::contact::Contact;
use crate::wire::{messages, text};

/// Bytes of a channel that may be under way in each direction, before any `Credit`.
pub const CHANNEL_WINDOW: u32 = 256 << 10;
/// The most bytes of one `Bytes`: those of other channels come in between.
pub const MAX_CHANNEL_BYTES: u32 = 32 << 10;

messages! {
    /// What the ends of a trunk say to each other. Channels have even numbers if the side that connected the trunk has
    /// opened them, else odd ones; a number is never used again.
    pub enum TrunkMessage {
        /// First on each trunk, from both sides: who I am.
        0x0001 Introduce { contact: Contact },
        /// A new channel to the rank that has the Unix socket `to`. `porter`: who passes it on, if not the receiver.
        0x0002 Open { channel: u32, to: String, porter: Option<Contact> },
        0x0003 Opened { channel: u32 },
        /// `kind` is the number of an error kind, which this crate does not know.
        0x0004 Refused { channel: u32, kind: u16, text: String as text },
        /// `len` bytes of a channel follow the frame.
        0x0005 Bytes { channel: u32, len: u32 },
        /// So many bytes were taken, and so many more may be sent.
        0x0006 Credit { channel: u32, bytes: u32 },
        /// The sender sends no more bytes on this channel.
        0x0007 End { channel: u32 },
        /// The channel is over in both directions. With a text, because somebody on its way is lost.
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
