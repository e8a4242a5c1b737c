// SPDX-License-Identifier: MIT OR Apache-2.0
//! Incoming messages. Payload goes straight from the connection to its destination; only bytes that arrived
//! in the same packet as their frame are copied.

use std::io::{self, IoSliceMut};

use seaway_channel::Channel;
use seaway_messages::{HEADER_BYTES, StoreMessage, decode_header};

/// Answers are short; the longest is an error message.
const BUFFER_BYTES: usize = 16 << 10;

#[derive(Debug)]
pub(super) struct Incoming {
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
}

impl Incoming {
    pub(super) fn new() -> Self {
        Self { buffer: vec![0; BUFFER_BYTES].into(), start: 0, end: 0 }
    }

    /// The next message. `UnexpectedEof` at the end of the connection.
    pub(super) fn message(&mut self, channel: &Channel) -> io::Result<StoreMessage> {
        self.fill(channel, HEADER_BYTES)?;
        let (header, _) = self.buffer[self.start..].split_first_chunk().expect("a header is there");
        let header = decode_header(header)?;
        let whole = HEADER_BYTES + header.body_bytes;
        if whole > BUFFER_BYTES {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a message that no daemon sends"));
        }
        self.fill(channel, whole)?;
        let body = &self.buffer[self.start + HEADER_BYTES..self.start + whole];
        let message = StoreMessage::decode(header.kind, body)?;
        self.start += whole;
        Ok(message)
    }

    /// Fills `into` with the payload of the last message.
    pub(super) fn payload(&mut self, channel: &Channel, into: &mut [IoSliceMut<'_>]) -> io::Result<()> {
        let mut rest = into;
        let mut copied = 0;
        for slice in rest.iter_mut() {
            let here = slice.len().min(self.end - self.start);
            slice[..here].copy_from_slice(&self.buffer[self.start..self.start + here]);
            self.start += here;
            copied += here;
        }
        IoSliceMut::advance_slices(&mut rest, copied);
        while !rest.is_empty() {
            match channel.read_vectored(rest)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                read => IoSliceMut::advance_slices(&mut rest, read),
            }
        }
        Ok(())
    }

    fn fill(&mut self, channel: &Channel, bytes: usize) -> io::Result<()> {
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
        }
        if self.start + bytes > self.buffer.len() {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
        while self.end - self.start < bytes {
            match channel.read(&mut self.buffer[self.end..])? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                read => self.end += read,
            }
        }
        Ok(())
    }
}
