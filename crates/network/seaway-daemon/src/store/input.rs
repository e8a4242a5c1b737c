// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Input`]: messages of a client, through one buffer of the worker. Many small messages arrive in one call;
//! the bytes of a long write do not go through the buffer, but from where the channel has verified them to
//! the file. A partial message is kept between turns.

use std::io::{self, IoSliceMut};
use std::mem;

use seaway_channel::Channel;
use seaway_messages::{HEADER_BYTES, StoreMessage, WireError, decode_header};

/// Longer messages are lists of ranges, and rare.
const BUFFER_BYTES: usize = 128 << 10;
/// Read size while no chunk is expected: more could be chunk bytes that need another copy.
const AHEAD_BYTES: usize = 64 << 10;
/// A header and a `Chunk`: read size in the middle of a write.
const CHUNK_FRAME_BYTES: usize = HEADER_BYTES + 8 + 8;

#[derive(Default)]
pub(super) struct Input {
    /// The worker's, during a turn.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// Between turns: received and not yet consumed.
    kept: Vec<u8>,
    /// A message that is longer than the buffer.
    long: Option<LongMessage>,
}

struct LongMessage {
    kind: u16,
    body_bytes: usize,
    /// Grows with the data received, not with the announced length.
    body: Vec<u8>,
}

impl Input {
    /// A turn begins: `buffer` is the worker's.
    pub(super) fn attach(&mut self, buffer: &mut Vec<u8>) {
        buffer.resize(BUFFER_BYTES, 0);
        self.buffer = mem::take(buffer);
        let kept = mem::take(&mut self.kept);
        self.buffer[..kept.len()].copy_from_slice(&kept);
        (self.start, self.end) = (0, kept.len());
    }

    /// A turn ends.
    pub(super) fn detach(&mut self, buffer: &mut Vec<u8>) {
        self.kept = self.buffer[self.start..self.end].to_vec();
        (self.start, self.end) = (0, 0);
        *buffer = mem::take(&mut self.buffer);
    }

    /// The next message, if it is complete.
    pub(super) fn next(&mut self) -> io::Result<Option<StoreMessage>> {
        if self.long.is_some() {
            return self.next_long();
        }
        let Some(header) = self.buffer[self.start..self.end].first_chunk::<HEADER_BYTES>() else {
            return Ok(None);
        };
        let header = decode_header(header)?;
        // Before allocating memory for it.
        if !StoreMessage::KINDS.contains(&header.kind) {
            return Err(WireError::UnknownKind { kind: header.kind }.into());
        }
        let frame = HEADER_BYTES + header.body_bytes;
        if frame > BUFFER_BYTES {
            self.start += HEADER_BYTES;
            let (kind, body_bytes) = (header.kind, header.body_bytes);
            self.long = Some(LongMessage { kind, body_bytes, body: Vec::new() });
            return self.next_long();
        }
        if self.end - self.start < frame {
            return Ok(None);
        }
        let body = &self.buffer[self.start + HEADER_BYTES..self.start + frame];
        let message = StoreMessage::decode(header.kind, body)?;
        self.start += frame;
        Ok(Some(message))
    }

    fn next_long(&mut self) -> io::Result<Option<StoreMessage>> {
        let Some(long) = &mut self.long else { return Ok(None) };
        let more = (self.end - self.start).min(long.body_bytes - long.body.len());
        long.body.extend_from_slice(&self.buffer[self.start..self.start + more]);
        self.start += more;
        if long.body.len() < long.body_bytes {
            return Ok(None);
        }
        let message = StoreMessage::decode(long.kind, &long.body)?;
        self.long = None;
        Ok(Some(message))
    }

    /// Reads what has arrived, without waiting. False: nothing has. `in_write`: bytes of a write are about to
    /// follow. The end of the connection is an error.
    pub(super) fn receive(&mut self, channel: &Channel, in_write: bool) -> io::Result<bool> {
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
        }
        let ahead = if in_write { CHUNK_FRAME_BYTES } else { AHEAD_BYTES };
        if self.end + ahead > self.buffer.len() {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
        let until = self.buffer.len().min(self.end + ahead);
        let received = try_read(channel, &mut self.buffer[self.end..until])?;
        self.end += received.unwrap_or(0);
        Ok(received.is_some())
    }

    /// At most `most` bytes that have arrived already.
    pub(super) fn arrived(&self, most: u64) -> &[u8] {
        let there = self.end - self.start;
        &self.buffer[self.start..self.start + usize::try_from(most).map_or(there, |most| most.min(there))]
    }

    /// Discards bytes that have arrived.
    pub(super) fn consume(&mut self, bytes: usize) {
        self.start += bytes;
    }
}

/// Reads without waiting. `None`: nothing has arrived. The end is an error.
fn try_read(channel: &Channel, into: &mut [u8]) -> io::Result<Option<usize>> {
    match channel.try_read_vectored(&mut [IoSliceMut::new(into)]) {
        Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::TimedOut => Ok(None),
        Err(error) => Err(error),
    }
}
