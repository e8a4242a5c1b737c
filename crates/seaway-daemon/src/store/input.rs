// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Input`]: messages of a client, and the bytes behind them, through one buffer. Many small messages come in one
//! call; the bytes of a long write do not go through the buffer if they can go straight to where they belong.

use std::io;

use seaway_proto::{HEADER_BYTES, StoreMessage, WireError, decode_header};
use seaway_wire::Channel;

use super::apart::{PAGE_BYTES, apart};

/// Also what goes from the line to a file in one step: small enough to stay in the processor's memory.
pub(super) const BUFFER_BYTES: usize = 256 << 10;
/// What is asked for while no bytes are expected: more would be bytes that must be copied once more.
const AHEAD_BYTES: usize = 64 << 10;
/// A header and a `Chunk`: what is asked for in the middle of a write.
const CHUNK_FRAME_BYTES: usize = HEADER_BYTES + 8 + 8;

pub(super) struct Input {
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
}

impl Input {
    pub(super) fn new() -> Self {
        Self { buffer: vec![0; BUFFER_BYTES + PAGE_BYTES].into_boxed_slice(), start: 0, end: 0 }
    }

    /// The next message; `None` at the end of the connection. `in_write`: bytes of a write are about to follow.
    pub(super) fn message(&mut self, channel: &Channel, in_write: bool) -> io::Result<Option<StoreMessage>> {
        let ahead = if in_write { CHUNK_FRAME_BYTES } else { AHEAD_BYTES };
        if !self.fill(channel, HEADER_BYTES, ahead)? {
            return Ok(None);
        }
        let Some(bytes) = self.buffer[self.start..self.end].first_chunk::<HEADER_BYTES>() else {
            return Err(io::ErrorKind::UnexpectedEof.into());
        };
        let header = decode_header(bytes)?;
        // Before memory is taken for it.
        if !StoreMessage::KINDS.contains(&header.kind) {
            return Err(WireError::UnknownKind { kind: header.kind }.into());
        }
        let frame = HEADER_BYTES + header.body_bytes;
        if frame > BUFFER_BYTES {
            return self.long_message(channel, header.kind, header.body_bytes).map(Some);
        }
        if !self.fill(channel, frame, ahead)? {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let body = &self.buffer[self.start + HEADER_BYTES..self.start + frame];
        let message = StoreMessage::decode(header.kind, body)?;
        self.start += frame;
        Ok(Some(message))
    }

    /// At most `most` bytes that have come already.
    pub(super) fn arrived(&self, most: u64) -> &[u8] {
        let there = self.end - self.start;
        &self.buffer[self.start..self.start + usize::try_from(most).map_or(there, |most| most.min(there))]
    }

    /// So many bytes of those that have arrived are done with.
    pub(super) fn consume(&mut self, bytes: usize) {
        self.start += bytes;
    }

    /// Memory for bytes that come next, when none have arrived, and that go to byte `offset` of a file.
    pub(super) fn scratch(&mut self, offset: u64) -> &mut [u8] {
        debug_assert_eq!(self.start, self.end, "scratch would overwrite what has arrived");
        let start = apart(&self.buffer, offset);
        &mut self.buffer[start..start + BUFFER_BYTES]
    }

    /// Until `wanted` bytes are there, asking for `ahead` if more could come. False: the connection has ended, with
    /// nothing in between.
    fn fill(&mut self, channel: &Channel, wanted: usize, ahead: usize) -> io::Result<bool> {
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
        }
        while self.end - self.start < wanted {
            if self.start + wanted > self.buffer.len() {
                self.buffer.copy_within(self.start..self.end, 0);
                (self.start, self.end) = (0, self.end - self.start);
            }
            let until = self.buffer.len().min((self.start + wanted).max(self.end + ahead));
            match channel.read(&mut self.buffer[self.end..until])? {
                0 if self.start == self.end => return Ok(false),
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                bytes => self.end += bytes,
            }
        }
        Ok(true)
    }

    /// One that is longer than the buffer. Memory grows with what comes, not with what was announced.
    fn long_message(&mut self, channel: &Channel, kind: u16, body_bytes: usize) -> io::Result<StoreMessage> {
        let mut body = self.buffer[self.start + HEADER_BYTES..self.end].to_vec();
        (self.start, self.end) = (0, 0);
        while body.len() < body_bytes {
            let most = self.buffer.len().min(body_bytes - body.len());
            match channel.read(&mut self.buffer[..most])? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                bytes => body.extend_from_slice(&self.buffer[..bytes]),
            }
        }
        Ok(StoreMessage::decode(kind, &body)?)
    }
}
