// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages of streams, as links carry them.

use seaway_messages::{MxnMessage, Service, WireError};

use crate::link::{Control, LinkMessage};

impl LinkMessage for MxnMessage {
    const SERVICE: Service = Service::Mxn;

    fn write(&self, frame: &mut Vec<u8>) -> Result<(), WireError> {
        self.encode(frame)
    }

    fn read(kind: u16, body: &[u8]) -> Result<Self, WireError> {
        Self::decode(kind, body)
    }

    fn payload_bytes(&self) -> u64 {
        self.payload()
    }

    fn control(&self) -> Option<Control> {
        match self {
            Self::Ping { number } => Some(Control::Ping(*number)),
            Self::Bye => Some(Control::Bye),
            _ => None,
        }
    }

    fn pong(number: u64) -> Self {
        Self::Pong { number }
    }

    fn bye() -> Self {
        Self::Bye
    }
}
