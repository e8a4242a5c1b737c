// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Socket`]: the transport of a link: a descriptor of its own, or a channel in a trunk. Other threads can interrupt any
//! call that blocks with `shut_down`.

use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::os::fd::{BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::PollFlags;
use rustix::net::UCred;
use seaway_messages::Keys;

use super::descriptor::Descriptor;
use super::trunk::Channel;

#[derive(Debug)]
pub(super) enum Socket {
    Descriptor(Descriptor),
    Channel(Channel),
}

impl Socket {
    /// A connected Unix socket.
    pub(super) fn is_local(&self) -> bool {
        match self {
            Self::Descriptor(descriptor) => descriptor.is_local(),
            Self::Channel(_) => false,
        }
    }

    /// Seals everything after the handshake. Unix sockets need no seal, and a trunk seals its channels itself.
    pub(super) fn seal(&self, keys: &Keys) {
        match self {
            Self::Descriptor(descriptor) => descriptor.seal(keys),
            Self::Channel(_) => {}
        }
    }

    /// Credentials of the peer, from the kernel. Unix sockets only.
    pub(super) fn peer(&self) -> io::Result<UCred> {
        match self {
            Self::Descriptor(descriptor) => descriptor.peer(),
            Self::Channel(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    /// Ends both directions. What has arrived can still be read; blocked calls return.
    pub(super) fn shut_down(&self) {
        match self {
            Self::Descriptor(descriptor) => descriptor.shut_down(),
            Self::Channel(channel) => channel.shut_down(),
        }
    }

    /// Ends this direction: the peer reads what was sent, and then an end.
    pub(super) fn end_sending(&self) {
        match self {
            Self::Descriptor(descriptor) => descriptor.end_sending(),
            Self::Channel(channel) => channel.end_sending(),
        }
    }

    /// Waits for one of `events`, or for the end of the connection.
    pub(super) fn wait(&self, events: PollFlags, deadline: Option<Instant>) -> io::Result<PollFlags> {
        match self {
            Self::Descriptor(descriptor) => descriptor.wait(events, deadline),
            Self::Channel(channel) => channel.wait(events, deadline),
        }
    }

    /// Sends what fits now. `WouldBlock` if nothing does.
    pub(super) fn send(&self, slices: &[IoSlice<'_>]) -> io::Result<usize> {
        match self {
            Self::Descriptor(descriptor) => descriptor.send(slices),
            Self::Channel(channel) => channel.send(slices),
        }
    }

    /// Waits until everything sent has left this host, or something arrives.
    pub(super) fn see_off(&self) -> io::Result<()> {
        match self {
            Self::Descriptor(descriptor) => descriptor.see_off(),
            // The trunk's own threads send it.
            Self::Channel(_) => Ok(()),
        }
    }

    /// Makes the kernel retry sending what it has buffered, if anything.
    pub(super) fn push(&self) {
        match self {
            Self::Descriptor(descriptor) => descriptor.push(),
            Self::Channel(_) => {}
        }
    }

    /// Sends the whole of a short message, with a descriptor.
    pub(super) fn send_with_fd(&self, bytes: &[u8], fd: BorrowedFd<'_>, deadline: Instant) -> io::Result<()> {
        let sent = match self {
            Self::Descriptor(descriptor) => descriptor.send_with_fd(bytes, fd)?,
            Self::Channel(_) => return Err(io::ErrorKind::Unsupported.into()),
        };
        Timed { socket: self, deadline }.write_all(&bytes[sent..])
    }

    /// Receives the available bytes; waits if there are none. 0 means the end.
    pub(super) fn receive(&self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Descriptor(descriptor) => descriptor.receive(into),
            Self::Channel(channel) => channel.receive(&mut [IoSliceMut::new(into)]),
        }
    }

    /// As `receive`, into several buffers.
    pub(super) fn receive_into(&self, into: &mut [IoSliceMut<'_>]) -> io::Result<usize> {
        match self {
            Self::Descriptor(descriptor) => descriptor.receive_into(into),
            Self::Channel(channel) => channel.receive(into),
        }
    }

    /// As `receive`, after `wait` has reported that something arrived. `WouldBlock` if that is not enough.
    fn receive_now(&self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Descriptor(descriptor) => descriptor.receive_now(into),
            Self::Channel(channel) => channel.receive(&mut [IoSliceMut::new(into)]),
        }
    }

    /// Receives the available bytes and a descriptor sent with them. Further descriptors are closed.
    fn receive_with_fd(&self, into: &mut [u8]) -> io::Result<(usize, Option<OwnedFd>)> {
        match self {
            Self::Descriptor(descriptor) => descriptor.receive_with_fd(into),
            Self::Channel(_) => Ok((self.receive(into)?, None)),
        }
    }
}

/// Reads and writes before a link is up. One deadline covers them all, however slowly the peer sends.
#[derive(Debug)]
pub(super) struct Timed<'a> {
    pub(super) socket: &'a Socket,
    pub(super) deadline: Instant,
}

impl Timed<'_> {
    /// Fills `into`, and keeps a descriptor sent with the bytes.
    pub(super) fn read_exact_with_fd(&mut self, into: &mut [u8]) -> io::Result<Option<OwnedFd>> {
        let (mut filled, mut kept) = (0, None);
        while filled < into.len() {
            self.socket.wait(PollFlags::IN, Some(self.deadline))?;
            match self.socket.receive_with_fd(&mut into[filled..]) {
                Ok((0, _)) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok((more, fd)) => {
                    filled += more;
                    kept = kept.or(fd);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        Ok(kept)
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            self.socket.wait(PollFlags::IN, Some(self.deadline))?;
            match self.socket.receive_now(into) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                other => return other,
            }
        }
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.socket.send(&[IoSlice::new(bytes)]) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.socket.wait(PollFlags::OUT, Some(self.deadline))?;
                }
                other => return other,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The time until `deadline`, or `TimedOut`.
pub(super) fn remaining(deadline: Instant) -> io::Result<Duration> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
}
