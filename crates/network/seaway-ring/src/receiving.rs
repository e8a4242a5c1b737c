// SPDX-License-Identifier: MIT OR Apache-2.0
//! Drives a [`Run`] from a connection: the other end of [`crate::feed`].

use std::io::{self, IoSlice};

use seaway_channel::{Channel, read_frame};
use seaway_messages::RingMessage;

use crate::run::Run;

/// Until the feeder closes its end.
pub fn receive(channel: &Channel, run: &Run) -> io::Result<()> {
    let mut bytes = Vec::new();
    while let Some((kind, body)) = read_frame(&mut &*channel)? {
        let message = RingMessage::decode(kind, &body)?;
        take(channel, run, message, &mut bytes)?;
    }
    Ok(())
}

/// Any message of a link but its first.
pub(crate) fn take(
    channel: &Channel,
    run: &Run,
    message: RingMessage,
    bytes: &mut Vec<u8>,
) -> io::Result<()> {
    match message {
        RingMessage::Offer { object, version, chunk_bytes, entries } => {
            let want = run.offered(object, version, chunk_bytes, entries);
            send(channel, &RingMessage::Wanted { object, version, want })
        }
        RingMessage::Sums { object, version, sums } => {
            let want = run.compared(object, version, &sums);
            send(channel, &RingMessage::Wanted { object, version, want })
        }
        RingMessage::Chunk { object, version, index, len, zero, sum } => {
            let len = usize::try_from(len).map_err(io::Error::other)?;
            bytes.clear();
            bytes.resize(len, 0);
            if !zero {
                channel.read_exact(bytes)?;
            }
            run.chunk(object, version, index, sum, bytes, zero)
        }
        RingMessage::Commit { object, version } => {
            run.commit(object, version);
            Ok(())
        }
        RingMessage::Last { objects } => {
            run.last(objects);
            Ok(())
        }
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}

pub fn send(channel: &Channel, message: &RingMessage) -> io::Result<()> {
    let mut frame = Vec::new();
    message.encode(&mut frame)?;
    channel.write_all_vectored(&[IoSlice::new(&frame)])
}
