// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Channel`]: a byte stream to a peer and back, over any carrier. One thread reads while others write.
//! After the handshake all data is encrypted ([`crate::records`]), unless TLS does that.

mod deadline;
mod pipes;
mod socket;
mod spinning;

use std::fmt;
use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use seaway_device_api::Result;
use seaway_messages::{Keys, Opener, Role, Sealer, Service, Session};

use self::deadline::Deadline;
#[cfg(feature = "tls")]
pub(crate) use self::deadline::wait_on;
use self::pipes::Pipes;
use self::socket::Socket;
pub use self::socket::prepare_line;
use crate::authenticate::{authenticate, authenticate_for_any};
use crate::records::{IncomingRecords, RecordBuffer};
use crate::secret::Secret;

/// How much is encrypted before it is known whether the line accepts it: more would have to be buffered for a
/// peer that reads nothing.
const SEALED_AHEAD: usize = 64 << 10;
/// Maximum number of slices for one system call.
const PIECES_AT_ONCE: usize = 256;

/// What carries the bytes. Restarts interrupted calls itself.
pub(crate) trait Transport: Send + Sync + fmt::Debug {
    /// Waits for bytes until `deadline` (`TimedOut`) and reads what is available. 0 is the end. One thread at
    /// a time.
    fn receive(&self, into: &mut [IoSliceMut<'_>], deadline: Option<Instant>) -> io::Result<usize>;

    /// Waits for room until `deadline` (`TimedOut`, and nothing was accepted) and accepts as much as fits.
    /// One thread at a time. A transport that transforms bytes may buffer some of those accepted: `flush`
    /// sends them, and so does the next `send`, before it accepts more.
    fn send(&self, slices: &[IoSlice<'_>], deadline: Option<Instant>) -> io::Result<usize>;

    /// Sends buffered bytes. `TimedOut`: some are left.
    fn flush(&self, _deadline: Option<Instant>) -> io::Result<()> {
        Ok(())
    }

    /// Releases memory that is not needed until the next call.
    fn release_buffers(&self) {}

    /// Those who wait for bytes poll for up to `most` before they sleep.
    fn spin_before_sleeping(&self, _most: Duration) {}

    /// A descriptor that is readable and writable when the transport is, if one descriptor serves for both.
    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        None
    }

    /// Ends both directions and wakes waiting threads. Data that has arrived may still be read.
    fn shut_down(&self);

    /// Ends this direction: the peer reads what was sent, and then the end of the stream.
    fn end_sending(&self);

    /// Whether the peer has closed its end, and nothing is left to receive. Does not wait.
    fn has_ended(&self) -> bool;
}

/// A connection. All methods take `&self`: the reading thread and the writing ones may share it.
pub struct Channel {
    transport: Box<dyn Transport>,
    peer: String,
    deadline: Deadline,
    incoming: Mutex<Incoming>,
    sending: Mutex<Outgoing>,
    bound: Option<Bound>,
}

/// Properties of a channel that is more than a byte stream.
struct Bound {
    /// A value that only the two ends of this connection know.
    binding: [u8; 32],
    certificate: String,
    when_proved: Box<dyn Fn() -> Result<()> + Send + Sync>,
}

/// Used by the reading thread.
#[derive(Debug, Default)]
struct Incoming {
    /// Set by the handshake.
    opener: Option<Box<Opener>>,
    records: IncomingRecords,
}

/// Used by the writing threads.
#[derive(Debug, Default)]
struct Outgoing {
    /// A message was sent in part: the peer could not make sense of anything after it.
    broken: bool,
    /// Set by the handshake.
    sealer: Option<Box<Sealer>>,
    record: RecordBuffer,
}

impl Channel {
    /// A TCP connection with TCP_NODELAY, which detects within half a minute that a peer's host has vanished.
    pub fn tcp(stream: TcpStream) -> io::Result<Self> {
        let peer = stream.peer_addr()?.to_string();
        Ok(Self::over(Socket::tcp(stream)?, peer))
    }

    /// Connects to `HOST:PORT`, at the first of the host's addresses that answers.
    pub fn connect(address: &str, deadline: Instant) -> io::Result<Self> {
        // A name that cannot be resolved means an unreachable host.
        let unknown = |error: io::Error| io::Error::new(io::ErrorKind::HostUnreachable, error.to_string());
        let addresses: Vec<_> = address.to_socket_addrs().map_err(unknown)?.collect();
        let mut last = io::Error::new(io::ErrorKind::AddrNotAvailable, "the host has no address");
        for (index, address) in addresses.iter().enumerate() {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            // An address that drops all packets must leave time for the next ones.
            let share = u32::try_from(addresses.len() - index).unwrap_or(u32::MAX);
            match TcpStream::connect_timeout(address, left / share) {
                Ok(stream) => return Self::tcp(stream),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    pub fn unix(stream: UnixStream) -> io::Result<Self> {
        let name = stream.peer_addr()?;
        let peer =
            name.as_pathname().map_or("a process on this host".into(), |path| path.display().to_string());
        Ok(Self::over(Socket::new(stream.into()), peer))
    }

    /// Two pipes. The process must ignore SIGPIPE; Rust programs do.
    pub fn pipes(reading: OwnedFd, writing: OwnedFd, peer: &str) -> io::Result<Self> {
        Ok(Self::over(Pipes::new(reading, writing)?, peer.into()))
    }

    pub(crate) fn over(transport: impl Transport + 'static, peer: String) -> Self {
        let (incoming, sending) = (Mutex::default(), Mutex::default());
        let transport = Box::new(transport);
        Self { transport, peer, deadline: Deadline::default(), incoming, sending, bound: None }
    }

    /// Mutual authentication with the secret: in TLS, with the secret bound to this connection. From then on
    /// everything is encrypted in records, or in TLS. Nothing else may read or write meanwhile.
    pub fn authenticate(&self, role: Role, service: Service, secret: &Secret) -> Result<Session> {
        let Some(bound) = &self.bound else {
            let agreed = authenticate(&mut &*self, role, service, secret)?;
            self.seal(&agreed.keys);
            return Ok(agreed.session);
        };
        let agreed = authenticate(&mut &*self, role, service, &secret.bound_to(&bound.binding)?)?;
        (bound.when_proved)()?;
        Ok(agreed.session)
    }

    /// The accepting end of [`Self::authenticate`], with several services to choose from: returns the one
    /// that the peer wants.
    pub fn accept(&self, services: &[Service], secret: &Secret) -> Result<(Service, Session)> {
        let binding = self.bound.as_ref().map(|bound| &bound.binding);
        let (service, agreed) = authenticate_for_any(&mut &*self, services, secret, binding)?;
        if binding.is_none() {
            self.seal(&agreed.keys);
        }
        Ok((service, agreed.session))
    }

    fn seal(&self, keys: &Keys) {
        self.lock_incoming().opener = Some(Box::new(Opener::new(&keys.receiving)));
        self.lock_sending().sealer = Some(Box::new(Sealer::new(&keys.sending)));
    }

    /// Ends encryption after the last message of a relay, and of its client: later data is encrypted by the
    /// two ends. Fails if the last record holds more than was read, since that would come from the relay
    /// itself.
    pub fn end_seal(&self) -> io::Result<()> {
        let mut incoming = self.lock_incoming();
        if incoming.opener.take().is_some() {
            incoming.records.end()?;
        }
        self.lock_sending().sealer = None;
        Ok(())
    }

    /// Whether all data is encrypted in records.
    pub fn is_sealed(&self) -> bool {
        self.lock_sending().sealer.is_some()
    }

    /// Whether the peer has closed its end, and all its data was read. Does not wait.
    pub fn has_ended(&self) -> bool {
        // A thread that is reading now has consumed all buffered data.
        let has_some = self.incoming.try_lock().is_ok_and(|incoming| !incoming.records.is_empty());
        !has_some && self.transport.has_ended()
    }

    /// The daemon's certificate, as `sha256:` and digits. `None` without TLS.
    pub fn certificate(&self) -> Option<&str> {
        self.bound.as_ref().map(|bound| bound.certificate.as_str())
    }

    /// Waits for bytes and reads what is available. 0 is the end.
    pub fn read(&self, into: &mut [u8]) -> io::Result<usize> {
        self.read_vectored(&mut [IoSliceMut::new(into)])
    }

    /// As `read`, into several buffers, in order. No byte of a record is returned before the whole of it is
    /// verified.
    pub fn read_vectored(&self, into: &mut [IoSliceMut<'_>]) -> io::Result<usize> {
        self.read_until(into, self.deadline.get())
    }

    /// As [`Self::read_vectored`], without waiting: `TimedOut` if nothing is available.
    pub fn try_read_vectored(&self, into: &mut [IoSliceMut<'_>]) -> io::Result<usize> {
        self.read_until(into, Some(Instant::now()))
    }

    fn read_until(&self, into: &mut [IoSliceMut<'_>], deadline: Option<Instant>) -> io::Result<usize> {
        let mut incoming = self.lock_incoming();
        if incoming.opener.is_none() && incoming.records.is_empty() {
            return self.transport.receive(into, deadline);
        }
        if into.iter().all(|slice| slice.is_empty()) || !self.has_verified(&mut incoming, deadline)? {
            return Ok(0);
        }
        Ok(incoming.records.take(into))
    }

    /// Reads without copying and without waiting: `take` gets at most `most` verified bytes in place. `None`:
    /// nothing is available. The end is an error.
    pub fn try_read_in_place<R>(&self, most: u64, take: impl FnOnce(&[u8]) -> R) -> io::Result<Option<R>> {
        let mut incoming = self.lock_incoming();
        match self.has_verified(&mut incoming, Some(Instant::now())) {
            Ok(true) => {}
            Ok(false) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Err(error) if error.kind() == io::ErrorKind::TimedOut => return Ok(None),
            Err(error) => return Err(error),
        }
        let bytes = incoming.records.plain();
        let bytes = &bytes[..usize::try_from(most).map_or(bytes.len(), |most| most.min(bytes.len()))];
        let taken = take(bytes);
        let len = bytes.len();
        incoming.records.consume(len);
        Ok(Some(taken))
    }

    /// Waits until verified bytes are available. False at the end.
    fn has_verified(&self, incoming: &mut Incoming, deadline: Option<Instant>) -> io::Result<bool> {
        let Incoming { opener, records } = incoming;
        let receive = |space: &mut [u8]| self.transport.receive(&mut [IoSliceMut::new(space)], deadline);
        while records.plain().is_empty() {
            let has_more = match opener {
                // A single modified byte ends the connection.
                Some(opener) => {
                    records.open(opener).inspect_err(|_| self.shut_down())? || records.fill(receive)?
                }
                None => records.open_raw() || records.fill_raw(receive)?,
            };
            if !has_more {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Accepts as much as can be sent soon, without waiting: `TimedOut` if nothing can. The caller must be
    /// the only writer, and tracks what was accepted; [`Self::try_flush`] says when all of it has been sent.
    pub fn try_write_vectored(&self, slices: &[IoSlice<'_>]) -> io::Result<usize> {
        let mut sending = self.lock_sending();
        self.send_records(&mut sending)?;
        let Outgoing { sealer: Some(sealer), record, .. } = &mut *sending else {
            return self.transport.send(slices, Some(Instant::now()));
        };
        if !record.seal_some(sealer, &mut &*slices, &mut 0, SEALED_AHEAD)? {
            return Ok(0);
        }
        let taken = record.carried();
        match self.send_records(&mut sending) {
            Err(error) if error.kind() != io::ErrorKind::TimedOut => Err(error),
            _ => Ok(taken),
        }
    }

    /// Sends, without waiting, what the channel has accepted and not sent. `TimedOut`: some is left.
    pub fn try_flush(&self) -> io::Result<()> {
        self.send_records(&mut self.lock_sending())?;
        self.transport.flush(Some(Instant::now()))
    }

    /// Sends the rest of the last records, without waiting. `TimedOut`: some is left.
    fn send_records(&self, sending: &mut Outgoing) -> io::Result<()> {
        while !sending.record.unsent().is_empty() {
            let slices = [IoSlice::new(sending.record.unsent())];
            match self.transport.send(&slices, Some(Instant::now()))? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                sent => sending.record.sent(sent),
            }
        }
        Ok(())
    }

    /// Releases memory that an idle connection does not need.
    pub fn release_buffers(&self) {
        self.lock_incoming().records.release();
        self.lock_sending().record.release();
        self.transport.release_buffers();
    }

    /// A descriptor to wait on, for both directions. `None`: this channel has none.
    pub fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.transport.descriptor()
    }

    /// Fills `into`. `UnexpectedEof` if the peer has ended before.
    pub fn read_exact(&self, into: &mut [u8]) -> io::Result<()> {
        let mut stream = self;
        Read::read_exact(&mut stream, into)
    }

    /// Sends one message atomically: never interleaved with another writer's. After an error the connection
    /// is ended, and nothing more can be sent.
    pub fn write_all_vectored(&self, slices: &[IoSlice<'_>]) -> io::Result<()> {
        self.send_message(|outgoing| match &mut outgoing.sealer {
            None => self.send_all(slices),
            Some(sealer) => {
                let mut rest = slices;
                let mut gone = 0;
                while outgoing.record.seal(sealer, &mut rest, &mut gone)? {
                    self.send_all(&[IoSlice::new(outgoing.record.unsent())])?;
                    outgoing.record.sent(usize::MAX);
                }
                Ok(())
            }
        })
    }

    fn send_message(&self, send: impl FnOnce(&mut Outgoing) -> io::Result<()>) -> io::Result<()> {
        let mut sending = self.lock_sending();
        if sending.broken {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let sent = send(&mut sending);
        if sent.is_err() {
            sending.broken = true;
            self.shut_down();
        }
        sent
    }

    fn lock_incoming(&self) -> MutexGuard<'_, Incoming> {
        self.incoming.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_sending(&self) -> MutexGuard<'_, Outgoing> {
        self.sending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The deadline of all reads and writes that begin from now on. Only [`Self::shut_down`] ends those
    /// already waiting.
    pub fn set_deadline(&self, deadline: Option<Instant>) {
        self.deadline.set(deadline);
    }

    /// Those who wait for data poll for up to `most` before they sleep, while that pays: for peers that answer at once.
    pub fn spin_before_sleeping(&self, most: Duration) {
        self.transport.spin_before_sleeping(most);
    }

    /// Ends both directions and wakes waiting threads; data that has arrived may still be read.
    pub fn shut_down(&self) {
        self.transport.shut_down();
    }

    /// Ends this direction: the peer reads what was sent, and then the end of the stream.
    pub fn end_sending(&self) {
        self.transport.end_sending();
    }

    /// A readable description of the peer.
    pub fn peer(&self) -> &str {
        &self.peer
    }

    #[cfg(feature = "tls")]
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.deadline.get()
    }

    #[cfg(feature = "tls")]
    pub(crate) fn into_transport(self) -> io::Result<Box<dyn Transport>> {
        // A peer that uses TLS sends nothing before this end has.
        let is_clean = self.lock_incoming().records.is_empty() && !self.is_sealed();
        if is_clean { Ok(self.transport) } else { Err(io::ErrorKind::InvalidData.into()) }
    }

    #[cfg(feature = "tls")]
    pub(crate) fn bind(
        &mut self,
        binding: [u8; 32],
        certificate: String,
        when_proved: impl Fn() -> Result<()> + Send + Sync + 'static,
    ) {
        self.bound = Some(Bound { binding, certificate, when_proved: Box::new(when_proved) });
    }

    fn send_all(&self, slices: &[IoSlice<'_>]) -> io::Result<()> {
        // The first piece that is not sent completely, and how much of it has been sent.
        let (mut first, mut gone) = (0, 0);
        while let Some(piece) = slices.get(first) {
            if gone == piece.len() {
                (first, gone) = (first + 1, 0);
                continue;
            }
            let mut window = [IoSlice::new(&[]); PIECES_AT_ONCE];
            let rest = &slices[first..];
            let count = rest.len().min(PIECES_AT_ONCE);
            window[..count].copy_from_slice(&rest[..count]);
            window[0] = IoSlice::new(&piece[gone..]);
            let mut sent = self.transport.send(&window[..count], self.deadline.get())?;
            if sent == 0 {
                return Err(io::ErrorKind::WriteZero.into());
            }
            while let Some(piece) = slices.get(first).filter(|piece| sent >= piece.len() - gone) {
                sent -= piece.len() - gone;
                (first, gone) = (first + 1, 0);
            }
            gone += sent;
        }
        self.transport.flush(self.deadline.get())
    }
}

impl fmt::Debug for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Channel")
            .field("peer", &self.peer)
            .field("by", &self.transport)
            .finish_non_exhaustive()
    }
}

impl Read for &Channel {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        Channel::read(self, into)
    }

    fn read_vectored(&mut self, into: &mut [IoSliceMut<'_>]) -> io::Result<usize> {
        Channel::read_vectored(self, into)
    }
}

/// Each call sends a separate message.
impl Write for &Channel {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Channel::write_all_vectored(self, &[IoSlice::new(bytes)])?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
