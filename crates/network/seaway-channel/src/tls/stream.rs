// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`TlsStream`]: a channel's bytes inside TLS, on top of whatever carries them. One thread reads while another writes:
//! nobody waits for the peer while holding what the other needs.

use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Instant;

use rustls::Connection;
use seaway_device::{Error, ErrorKind, Operation};

use super::EXPORTER_LABEL;
use crate::channel::Transport;

/// Encrypted bytes that one call to the carrier may bring.
const INCOMING_BYTES: usize = 128 << 10;
/// Bytes that are encrypted at a time: the state is free for the reader in between.
const PLAIN_AT_ONCE: usize = 64 << 10;
/// Those, encrypted; what TLS adds is less than this.
const OUTGOING_BYTES: usize = PLAIN_AT_ONCE + (4 << 10);

#[derive(Debug)]
pub(super) struct TlsStream {
    carrier: Box<dyn Transport>,
    /// Held for arithmetic only, never while waiting for the peer.
    state: Mutex<Connection>,
    /// Of the thread that reads.
    incoming: Mutex<Incoming>,
    /// Of whoever sends: records leave in the order in which they were encrypted.
    outgoing: Mutex<Vec<u8>>,
}

/// Encrypted bytes that have come: those from `start` to `end` were not looked at yet.
#[derive(Debug)]
struct Incoming {
    bytes: Box<[u8]>,
    start: usize,
    end: usize,
}

impl TlsStream {
    /// Shakes hands. Also returns what both ends of this connection know, and nobody else.
    pub(super) fn make(
        carrier: Box<dyn Transport>,
        mut connection: Connection,
        deadline: Option<Instant>,
    ) -> io::Result<(Self, [u8; 32])> {
        connection.set_buffer_limit(Some(OUTGOING_BYTES));
        let incoming = Incoming { bytes: vec![0; INCOMING_BYTES].into(), start: 0, end: 0 };
        let stream = Self {
            carrier,
            state: Mutex::new(connection),
            incoming: Mutex::new(incoming),
            outgoing: Mutex::new(Vec::with_capacity(OUTGOING_BYTES)),
        };
        stream.shake_hands(deadline)?;
        let binding = stream.state().export_keying_material([0; 32], EXPORTER_LABEL, None);
        Ok((stream, binding.map_err(io::Error::other)?))
    }

    fn shake_hands(&self, deadline: Option<Instant>) -> io::Result<()> {
        let mut incoming = self.incoming.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let understood = incoming.feed(&mut self.state());
            // Also what tells the peer why it is refused.
            self.flush(deadline)?;
            if understood? {
                continue;
            }
            if !self.state().is_handshaking() {
                return Ok(());
            }
            if incoming.refill(&*self.carrier, deadline)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, Connection> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends what TLS itself has to say. Where somebody is sending already, that one does it.
    fn flush(&self, deadline: Option<Instant>) -> io::Result<()> {
        while self.state().wants_write() {
            let mut outgoing = match self.outgoing.try_lock() {
                Ok(outgoing) => outgoing,
                Err(TryLockError::Poisoned(outgoing)) => outgoing.into_inner(),
                Err(TryLockError::WouldBlock) => return Ok(()),
            };
            take_records(&mut self.state(), &mut outgoing)?;
            self.send_records(&outgoing, deadline)?;
        }
        Ok(())
    }

    fn send_records(&self, mut records: &[u8], deadline: Option<Instant>) -> io::Result<()> {
        while !records.is_empty() {
            let sent = self.carrier.send(&[IoSlice::new(records)], deadline)?;
            records = records.get(sent..).filter(|_| sent != 0).ok_or(io::ErrorKind::WriteZero)?;
        }
        Ok(())
    }
}

impl Transport for TlsStream {
    fn receive(&self, into: &mut [IoSliceMut<'_>], deadline: Option<Instant>) -> io::Result<usize> {
        let mut incoming = self.incoming.lock().unwrap_or_else(PoisonError::into_inner);
        if into.iter().all(|slice| slice.is_empty()) {
            return Ok(0);
        }
        loop {
            let (received, has_ended) = incoming.open(&mut self.state(), into)?;
            self.flush(deadline)?;
            // An end without TLS's own goodbye is one too, as it is without TLS: what is said tells when it is complete.
            if received > 0 || has_ended || incoming.refill(&*self.carrier, deadline)? == 0 {
                return Ok(received);
            }
        }
    }

    fn send(&self, slices: &[IoSlice<'_>], deadline: Option<Instant>) -> io::Result<usize> {
        let mut outgoing = self.outgoing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut taken = 0;
        {
            let mut state = self.state();
            for slice in slices {
                let fits = slice.len().min(PLAIN_AT_ONCE - taken);
                let more = state.writer().write(&slice[..fits])?;
                taken += more;
                if more < slice.len() {
                    break;
                }
            }
            take_records(&mut state, &mut outgoing)?;
        }
        self.send_records(&outgoing, deadline)?;
        drop(outgoing);
        // The reader may have had something to send meanwhile, and left it to us.
        self.flush(deadline)?;
        Ok(taken)
    }

    fn shut_down(&self) {
        self.carrier.shut_down();
    }

    fn end_sending(&self) {
        self.carrier.end_sending();
    }

    fn has_ended(&self) -> bool {
        self.carrier.has_ended()
    }
}

impl Incoming {
    /// Decrypts into `into` as much as there is. The second is true when the peer has said that no more will come.
    fn open(&mut self, state: &mut Connection, into: &mut [IoSliceMut<'_>]) -> io::Result<(usize, bool)> {
        let mut received = 0;
        for slice in into {
            let mut filled = 0;
            while filled < slice.len() {
                match state.reader().read(&mut slice[filled..]) {
                    Ok(0) => return Ok((received, true)),
                    Ok(more) => {
                        filled += more;
                        received += more;
                    }
                    Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(error),
                    Err(_) if self.feed(state)? => {}
                    Err(_) => return Ok((received, false)),
                }
            }
        }
        Ok((received, false))
    }

    /// Gives TLS the next bytes. False if there are none.
    fn feed(&mut self, state: &mut Connection) -> io::Result<bool> {
        if self.start == self.end {
            return Ok(false);
        }
        let taken = state.read_tls(&mut &self.bytes[self.start..self.end])?;
        self.start += taken;
        let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
        state.process_new_packets().map_err(invalid)?;
        Ok(taken > 0)
    }

    /// Waits for more. 0 is the end.
    fn refill(&mut self, carrier: &dyn Transport, deadline: Option<Instant>) -> io::Result<usize> {
        let received = carrier.receive(&mut [IoSliceMut::new(&mut self.bytes)], deadline)?;
        (self.start, self.end) = (0, received);
        Ok(received)
    }
}

fn take_records(state: &mut Connection, outgoing: &mut Vec<u8>) -> io::Result<()> {
    outgoing.clear();
    while state.wants_write() {
        state.write_tls(outgoing)?;
    }
    Ok(())
}

pub(super) fn handshake_failed(name: &str, error: io::Error) -> Error {
    let ended = matches!(error.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset);
    let detail = match ended {
        true => format!("{name} ended the connection instead of speaking TLS; does its daemon do so?"),
        false => format!("no TLS connection to {name}: {error}"),
    };
    let kind = if ended { ErrorKind::PeerLost } else { ErrorKind::Io };
    Error::new(kind, Operation::Open).with_detail(detail).with_source(error)
}
