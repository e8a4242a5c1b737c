// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Incoming`]: the receiving half of a link. Messages pass through a small buffer; payload bytes are received straight
//! into their destination.

use std::io::{self, IoSliceMut};

use seaway_messages::{HEADER_BYTES, WireError, decode_header};

use super::message::LinkMessage;
use super::outgoing::Progress;
use super::socket::Socket;

const BUFFER_BYTES: usize = 16 << 10;
/// Most slices of one call.
const MAX_SLICES: usize = 1024;

#[derive(Debug)]
pub(super) struct Incoming {
    buffer: Box<[u8]>,
    /// Bytes in the buffer that have not been parsed.
    start: usize,
    end: usize,
    /// Payload bytes of the last message that have not been received.
    payload: u64,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum ReceiveError {
    /// The connection has ended between two messages.
    #[error("the connection has ended")]
    Ended,
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Wire(#[from] WireError),
    #[error("the bytes that follow a message were not read, or not completely")]
    PayloadLeft,
}

impl Incoming {
    pub(super) fn new() -> Self {
        Self { buffer: vec![0; BUFFER_BYTES].into_boxed_slice(), start: 0, end: 0, payload: 0 }
    }

    /// No byte of the next message has arrived.
    pub(super) fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// The next message, waiting for it.
    pub(super) fn receive<M: LinkMessage>(&mut self, socket: &Socket) -> Result<M, ReceiveError> {
        if self.payload > 0 {
            return Err(ReceiveError::PayloadLeft);
        }
        let mut header = [0; HEADER_BYTES];
        self.read_exact(socket, &mut header).map_err(|(error, got)| match error.kind() {
            io::ErrorKind::UnexpectedEof if got == 0 => ReceiveError::Ended,
            _ => error.into(),
        })?;
        let header = decode_header(&header)?;
        let message = if header.body_bytes <= BUFFER_BYTES {
            self.fill(socket, header.body_bytes)?;
            let body = &self.buffer[self.start..self.start + header.body_bytes];
            self.start += header.body_bytes;
            M::read(header.kind, body)?
        } else {
            let mut body = vec![0; header.body_bytes];
            self.read_exact(socket, &mut body).map_err(|(error, _)| error)?;
            M::read(header.kind, &body)?
        };
        self.payload = message.payload_bytes();
        Ok(message)
    }

    /// The next bytes of the last message's payload.
    pub(super) fn receive_payload(
        &mut self,
        socket: &Socket,
        into: &mut [IoSliceMut<'_>],
        progress: &dyn Progress,
    ) -> Result<(), ReceiveError> {
        let wanted: u64 = into.iter().map(|slice| slice.len() as u64).sum();
        self.payload = self.payload.checked_sub(wanted).ok_or(ReceiveError::PayloadLeft)?;
        let mut left = into;
        IoSliceMut::advance_slices(&mut left, 0);
        while !left.is_empty() {
            let got = if self.is_empty() {
                let some = left.len().min(MAX_SLICES);
                socket.receive_into(&mut left[..some])?
            } else {
                self.take(&mut left[0])
            };
            if got == 0 {
                return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
            }
            // On a slow connection a payload may take longer than the limit for silence.
            progress.made();
            IoSliceMut::advance_slices(&mut left, got);
        }
        Ok(())
    }

    /// Discards the rest of the last message's payload.
    pub(super) fn skip_payload(
        &mut self,
        socket: &Socket,
        progress: &dyn Progress,
    ) -> Result<(), ReceiveError> {
        let mut nowhere = [0; 4096];
        while self.payload > 0 {
            let len = usize::try_from(self.payload).map_or(nowhere.len(), |left| left.min(nowhere.len()));
            self.receive_payload(socket, &mut [IoSliceMut::new(&mut nowhere[..len])], progress)?;
        }
        Ok(())
    }

    /// Fills the buffer to at least `len` bytes, which must fit.
    fn fill(&mut self, socket: &Socket, len: usize) -> io::Result<()> {
        if self.start + len > self.buffer.len() {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
        while self.end - self.start < len {
            match socket.receive(&mut self.buffer[self.end..])? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                got => self.end += got,
            }
        }
        Ok(())
    }

    /// An error carries the number of bytes received before it.
    fn read_exact(&mut self, socket: &Socket, into: &mut [u8]) -> Result<(), (io::Error, usize)> {
        let mut filled = self.take(into);
        while filled < into.len() {
            // Small reads fill the buffer, so that the rest of this message and the next arrive in the same call.
            let got = if into.len() - filled < BUFFER_BYTES {
                (self.start, self.end) = (0, 0);
                self.end = socket.receive(&mut self.buffer).map_err(|error| (error, filled))?;
                self.take(&mut into[filled..])
            } else {
                socket.receive(&mut into[filled..]).map_err(|error| (error, filled))?
            };
            if got == 0 {
                return Err((io::ErrorKind::UnexpectedEof.into(), filled));
            }
            filled += got;
        }
        Ok(())
    }

    /// Moves bytes out of the buffer.
    fn take(&mut self, into: &mut [u8]) -> usize {
        let len = into.len().min(self.end - self.start);
        into[..len].copy_from_slice(&self.buffer[self.start..self.start + len]);
        self.start += len;
        if self.is_empty() {
            (self.start, self.end) = (0, 0);
        }
        len
    }
}
