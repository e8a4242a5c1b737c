// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`TlsStream`]: a channel's bytes in TLS, on top of any carrier. One thread reads while another writes: no
//! thread waits for the peer while holding a lock that the other needs.

use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::os::fd::BorrowedFd;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Instant;

use rustls::Connection;
use seaway_device_api::{Error, ErrorKind, Operation};

use super::EXPORTER_LABEL;
use crate::channel::Transport;

/// Maximum number of encrypted bytes read by one call to the carrier.
const INCOMING_BYTES: usize = 128 << 10;
/// Bytes encrypted at a time: the reader can lock the state in between.
const PLAIN_AT_ONCE: usize = 64 << 10;
/// The same, encrypted; TLS adds less than this.
const OUTGOING_BYTES: usize = PLAIN_AT_ONCE + (4 << 10);

#[derive(Debug)]
pub(super) struct TlsStream {
    carrier: Box<dyn Transport>,
    /// Locked for computation only, never while waiting for the peer.
    state: Mutex<Connection>,
    /// Used by the reading thread.
    incoming: Mutex<Incoming>,
    /// Used by the writing threads: records are sent in the order in which they were encrypted.
    outgoing: Mutex<Outgoing>,
}

/// Encrypted records, partly sent.
#[derive(Debug, Default)]
struct Outgoing {
    records: Vec<u8>,
    gone: usize,
}

/// Received encrypted bytes: those from `start` to `end` are not processed yet.
#[derive(Debug, Default)]
struct Incoming {
    bytes: Box<[u8]>,
    start: usize,
    end: usize,
}

impl TlsStream {
    /// Performs the handshake. Also returns keying material that only the two ends know.
    pub(super) fn make(
        carrier: Box<dyn Transport>,
        mut connection: Connection,
        deadline: Option<Instant>,
    ) -> io::Result<(Self, [u8; 32])> {
        connection.set_buffer_limit(Some(OUTGOING_BYTES));
        let stream = Self {
            carrier,
            state: Mutex::new(connection),
            incoming: Mutex::default(),
            outgoing: Mutex::default(),
        };
        stream.shake_hands(deadline)?;
        let binding = stream.state().export_keying_material([0; 32], EXPORTER_LABEL, None);
        Ok((stream, binding.map_err(io::Error::other)?))
    }

    fn shake_hands(&self, deadline: Option<Instant>) -> io::Result<()> {
        let mut incoming = self.incoming.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let understood = incoming.feed(&mut self.state());
            // Includes the alert that tells the peer why it is rejected.
            self.flush_own(deadline)?;
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

    /// Sends TLS's own records. If another thread is sending already, it sends them.
    fn flush_own(&self, deadline: Option<Instant>) -> io::Result<()> {
        while self.state().wants_write() {
            let mut outgoing = match self.outgoing.try_lock() {
                Ok(outgoing) => outgoing,
                Err(TryLockError::Poisoned(outgoing)) => outgoing.into_inner(),
                Err(TryLockError::WouldBlock) => return Ok(()),
            };
            // Appended after another thread's unsent records, to keep their order.
            take_records(&mut self.state(), &mut outgoing)?;
            self.send_records(&mut outgoing, deadline)?;
        }
        Ok(())
    }

    /// `TimedOut`: the rest is kept.
    fn send_records(&self, outgoing: &mut Outgoing, deadline: Option<Instant>) -> io::Result<()> {
        while outgoing.gone < outgoing.records.len() {
            match self.carrier.send(&[IoSlice::new(&outgoing.records[outgoing.gone..])], deadline)? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                sent => outgoing.gone += sent,
            }
        }
        Ok(())
    }

    fn outgoing(&self) -> MutexGuard<'_, Outgoing> {
        self.outgoing.lock().unwrap_or_else(PoisonError::into_inner)
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
            match self.flush_own(deadline) {
                // The next sender sends them too: received data must not be lost.
                Err(error) if error.kind() == io::ErrorKind::TimedOut => {}
                flushed => flushed?,
            }
            // An end without TLS's close_notify is accepted, as it is without TLS: the messages themselves
            // tell when they are complete.
            if received > 0 || has_ended || incoming.refill(&*self.carrier, deadline)? == 0 {
                return Ok(received);
            }
        }
    }

    fn send(&self, slices: &[IoSlice<'_>], deadline: Option<Instant>) -> io::Result<usize> {
        let mut outgoing = self.outgoing();
        self.send_records(&mut outgoing, deadline)?;
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
        let sent = self.send_records(&mut outgoing, deadline);
        drop(outgoing);
        // The reader may have produced records meanwhile, and left them to us.
        match sent.and_then(|()| self.flush_own(deadline)) {
            Err(error) if error.kind() == io::ErrorKind::TimedOut => Ok(taken),
            sent => sent.map(|()| taken),
        }
    }

    fn flush(&self, deadline: Option<Instant>) -> io::Result<()> {
        self.send_records(&mut self.outgoing(), deadline)?;
        self.flush_own(deadline)
    }

    fn release_buffers(&self) {
        let mut incoming = self.incoming.lock().unwrap_or_else(PoisonError::into_inner);
        if incoming.start == incoming.end {
            *incoming = Incoming::default();
        }
        let mut outgoing = self.outgoing();
        if outgoing.gone == outgoing.records.len() {
            *outgoing = Outgoing::default();
        }
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.carrier.descriptor()
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
    /// Decrypts as much as possible into `into`. The second value is true when the peer has announced the
    /// end.
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

    /// Passes the next bytes to TLS. False if there are none.
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
        if self.bytes.is_empty() {
            self.bytes = vec![0; INCOMING_BYTES].into();
        }
        let received = carrier.receive(&mut [IoSliceMut::new(&mut self.bytes)], deadline)?;
        (self.start, self.end) = (0, received);
        Ok(received)
    }
}

fn take_records(state: &mut Connection, outgoing: &mut Outgoing) -> io::Result<()> {
    if outgoing.gone == outgoing.records.len() {
        outgoing.records.clear();
        outgoing.gone = 0;
    }
    while state.wants_write() {
        state.write_tls(&mut outgoing.records)?;
    }
    Ok(())
}

pub(super) fn handshake_failed(name: &str, error: io::Error) -> Error {
    let ended = matches!(error.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset);
    let detail = match ended {
        true => format!("{name} closed the connection during the TLS handshake; does its daemon offer TLS?"),
        false => format!("no TLS connection to {name}: {error}"),
    };
    let kind = if ended { ErrorKind::PeerLost } else { ErrorKind::Io };
    Error::new(kind, Operation::Open).with_detail(detail).with_source(error)
}
