// SPDX-License-Identifier: MIT OR Apache-2.0
//! The client side of a relay.

use std::io::{self, IoSlice};
use std::time::Duration;

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::{RelayMessage, Role, Service};

use crate::channel::Channel;
use crate::frames::read_frame;
use crate::secret::Secret;

/// Authenticates to the relay at the other end and has it connect to `to` (`HOST:PORT`). From then on the
/// channel leads to `to`. The channel should have its own deadline.
pub fn pass_relay(channel: &Channel, to: &str, secret: &Secret, patience: Duration) -> Result<()> {
    channel.authenticate(Role::Client, Service::Relay, secret)?;
    let milliseconds = u32::try_from(patience.as_millis()).unwrap_or(u32::MAX);
    let mut frame = Vec::new();
    let question = RelayMessage::Connect { to: to.to_owned(), milliseconds };
    question.encode(&mut frame).map_err(|error| {
        Error::new(ErrorKind::BadFileName, Operation::Open).with_detail(format!("{to}: {error}"))
    })?;
    channel.write_all_vectored(&[IoSlice::new(&frame)]).map_err(interrupted)?;
    let answer = read_frame(&mut &*channel).map_err(interrupted)?;
    let answer = answer.and_then(|(kind, body)| RelayMessage::decode(kind, &body).ok());
    match answer {
        // This encryption was with the relay; the next is with the peer behind it.
        Some(RelayMessage::Connected) => channel.end_seal().map_err(interrupted),
        Some(RelayMessage::Refused { kind, text }) => {
            let kind = ErrorKind::from_code(kind).unwrap_or(ErrorKind::Io);
            Err(Error::new(kind, Operation::Open).with_detail(text))
        }
        _ => Err(interrupted(io::ErrorKind::UnexpectedEof.into())),
    }
}

fn interrupted(error: io::Error) -> Error {
    let detail = format!("the relay ended the connection before it had answered: {error}");
    Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(detail).with_source(error)
}
