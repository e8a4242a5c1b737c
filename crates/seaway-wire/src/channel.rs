// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Channel`]: bytes to a peer and back, whatever carries them. One thread reads while others write.

mod deadline;
mod pipes;
mod socket;

use std::fmt;
use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::ops::Range;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use seaway_device::Result;
use seaway_proto::{Role, Service, Session};

use self::deadline::Deadline;
#[cfg(feature = "tls")]
pub(crate) use self::deadline::wait_on;
use self::pipes::Pipes;
use self::socket::Socket;
pub use self::socket::prepare_line;
use crate::authenticate::{authenticate, authenticate_for_any};
use crate::secret::Secret;

/// Pieces of memory that one system call is given.
const PIECES_AT_ONCE: usize = 256;

/// What carries the bytes. Interrupted calls are begun again in there.
pub(crate) trait Transport: Send + Sync + fmt::Debug {
    /// Waits for bytes until `deadline` (`TimedOut`) and takes what is there. 0 is the end. One thread at a time.
    fn receive(&self, into: &mut [IoSliceMut<'_>], deadline: Option<Instant>) -> io::Result<usize>;

    /// Waits for room until `deadline` (`TimedOut`) and takes as much as fits. One thread at a time.
    fn send(&self, slices: &[IoSlice<'_>], deadline: Option<Instant>) -> io::Result<usize>;

    /// As `send`, bytes of a file, without a copy of them. `None`: this transport cannot.
    fn send_file(&self, _file: BorrowedFd<'_>, _offset: u64, _bytes: usize) -> Option<io::Result<usize>> {
        None
    }

    /// Whether `send_file` can, and does well.
    fn sends_files(&self) -> bool {
        false
    }

    /// Ends both directions: whoever waits here comes back. What has arrived may still be read.
    fn shut_down(&self);

    /// Ends this direction: the peer reads what was sent, and then an end.
    fn end_sending(&self);

    /// The peer has closed its end, and nothing is left to be received. Does not wait.
    fn has_ended(&self) -> bool;
}

/// A connection. All methods take `&self`: it may be shared by the thread that reads and those that write.
pub struct Channel {
    transport: Box<dyn Transport>,
    peer: String,
    deadline: Deadline,
    /// Whether all messages so far were sent whole: behind half of one nothing can be understood.
    sending: Mutex<Sent>,
    bound: Option<Bound>,
}

/// What a channel is bound to that is more than a stream of bytes.
struct Bound {
    /// Both ends know it of this connection, and nobody else.
    binding: [u8; 32],
    certificate: String,
    when_proved: Box<dyn Fn() -> Result<()> + Send + Sync>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sent {
    Whole,
    InPart,
}

impl Channel {
    /// A TCP connection. Small messages leave at once, and a peer whose host has vanished is noticed within half a minute.
    pub fn tcp(stream: TcpStream) -> io::Result<Self> {
        let peer = stream.peer_addr()?.to_string();
        Ok(Self::over(Socket::tcp(stream)?, peer))
    }

    /// To `HOST:PORT`, at whichever of the host's addresses answers first.
    pub fn connect(address: &str, deadline: Instant) -> io::Result<Self> {
        // To whom the name means nothing, the host is out of reach.
        let unknown = |error: io::Error| io::Error::new(io::ErrorKind::HostUnreachable, error.to_string());
        let addresses: Vec<_> = address.to_socket_addrs().map_err(unknown)?.collect();
        let mut last = io::Error::new(io::ErrorKind::AddrNotAvailable, "the host has no address");
        for (index, address) in addresses.iter().enumerate() {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            // An address that swallows everything leaves time for those behind it.
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

    /// Two pipes. The process must ignore SIGPIPE; programs in Rust do.
    pub fn pipes(reading: OwnedFd, writing: OwnedFd, peer: &str) -> io::Result<Self> {
        Ok(Self::over(Pipes::new(reading, writing)?, peer.into()))
    }

    pub(crate) fn over(transport: impl Transport + 'static, peer: String) -> Self {
        let sending = Mutex::new(Sent::Whole);
        Self { transport: Box::new(transport), peer, deadline: Deadline::default(), sending, bound: None }
    }

    /// Proves the secret to the peer, and has it prove the same: in TLS, the secret as bound to this connection.
    pub fn authenticate(&self, role: Role, service: Service, secret: &Secret) -> Result<Session> {
        let Some(bound) = &self.bound else { return authenticate(&mut &*self, role, service, secret) };
        let session = authenticate(&mut &*self, role, service, &secret.bound_to(&bound.binding)?)?;
        (bound.when_proved)()?;
        Ok(session)
    }

    /// The accepting end of [`Self::authenticate`], with several services to choose from: which one the peer wants.
    pub fn accept(&self, services: &[Service], secret: &Secret) -> Result<(Service, Session)> {
        match &self.bound {
            Some(bound) => authenticate_for_any(&mut &*self, services, &secret.bound_to(&bound.binding)?),
            None => authenticate_for_any(&mut &*self, services, secret),
        }
    }

    /// Whether the peer has closed its end, and all it said was read. Does not wait.
    pub fn has_ended(&self) -> bool {
        self.transport.has_ended()
    }

    /// The daemon's certificate, as `sha256:` and its digits. `None` without TLS.
    pub fn certificate(&self) -> Option<&str> {
        self.bound.as_ref().map(|bound| bound.certificate.as_str())
    }

    /// Waits for bytes and takes what is there. 0 is the end.
    pub fn read(&self, into: &mut [u8]) -> io::Result<usize> {
        self.read_vectored(&mut [IoSliceMut::new(into)])
    }

    /// As `read`, into several places, in order.
    pub fn read_vectored(&self, into: &mut [IoSliceMut<'_>]) -> io::Result<usize> {
        self.transport.receive(into, self.deadline.get())
    }

    /// Fills `into`. `UnexpectedEof` where the peer has ended before.
    pub fn read_exact(&self, into: &mut [u8]) -> io::Result<()> {
        let mut stream = self;
        Read::read_exact(&mut stream, into)
    }

    /// Sends one message whole: never mixed with another writer's. After an error nothing more can be sent, and the
    /// connection is ended.
    pub fn write_all_vectored(&self, slices: &[IoSlice<'_>]) -> io::Result<()> {
        self.send_message(|| self.send_all(slices))
    }

    /// Whether [`Self::write_all_from_file`] is to be had.
    pub fn sends_files(&self) -> bool {
        self.transport.sends_files()
    }

    /// As [`Self::write_all_vectored`], a message that ends with bytes of a file, which the kernel takes from where they
    /// are. The file must have them; deadlines are not looked at.
    pub fn write_all_from_file(
        &self,
        slices: &[IoSlice<'_>],
        file: BorrowedFd<'_>,
        bytes: Range<u64>,
    ) -> io::Result<()> {
        self.send_message(|| {
            self.send_all(slices)?;
            let mut offset = bytes.start;
            while offset < bytes.end {
                let left = usize::try_from(bytes.end - offset).unwrap_or(usize::MAX);
                match self.transport.send_file(file, offset, left) {
                    None => return Err(io::ErrorKind::Unsupported.into()),
                    Some(Ok(0)) => return Err(io::ErrorKind::UnexpectedEof.into()),
                    Some(sent) => offset += sent? as u64,
                }
            }
            Ok(())
        })
    }

    fn send_message(&self, send: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        let mut sending = self.sending.lock().unwrap_or_else(PoisonError::into_inner);
        if *sending == Sent::InPart {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let sent = send();
        if sent.is_err() {
            *sending = Sent::InPart;
            self.shut_down();
        }
        sent
    }

    /// For all reads and writes that begin from now on: until when they may wait. Those that wait already are ended by
    /// [`Self::shut_down`] alone.
    pub fn set_deadline(&self, deadline: Option<Instant>) {
        self.deadline.set(deadline);
    }

    /// Ends both directions. Whoever waits for the peer comes back; what has arrived may still be read.
    pub fn shut_down(&self) {
        self.transport.shut_down();
    }

    /// Ends this direction: the peer reads what was sent, and then an end.
    pub fn end_sending(&self) {
        self.transport.end_sending();
    }

    /// Who is at the other end, for people.
    pub fn peer(&self) -> &str {
        &self.peer
    }

    #[cfg(feature = "tls")]
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.deadline.get()
    }

    #[cfg(feature = "tls")]
    pub(crate) fn into_transport(self) -> Box<dyn Transport> {
        self.transport
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
        // The first piece that is not sent whole, and how much of it has gone.
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
        Ok(())
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

/// Each call sends a message of its own.
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
