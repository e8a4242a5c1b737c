// SPDX-License-Identifier: MIT OR Apache-2.0
//! A channel's bytes by TCP or by a Unix socket.

use std::io::{self, IoSlice, IoSliceMut};
use std::net::TcpStream;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::PollFlags;
use rustix::io::{Errno, retry_on_intr};
use rustix::net::sockopt;
use rustix::net::{self, RecvAncillaryBuffer, RecvFlags, SendAncillaryBuffer, SendFlags, Shutdown};

use super::Transport;
use super::deadline::wait_on;
use super::spinning::Spinning;

/// A TCP connection ends after this long with unacknowledged data or without a reply. Higher layers detect a
/// peer that is stuck but still reachable.
const LINE_TIMEOUT_MILLISECONDS: u32 = 30_000;

#[derive(Debug)]
pub(super) struct Socket {
    fd: OwnedFd,
    spinning: Spinning,
}

impl Socket {
    /// Connected or accepted, blocking.
    pub(super) fn new(fd: OwnedFd) -> Self {
        Self { fd, spinning: Spinning::default() }
    }

    pub(super) fn tcp(stream: TcpStream) -> io::Result<Self> {
        stream.set_nonblocking(false)?;
        prepare_line(&stream)?;
        Ok(Self::new(stream.into()))
    }

    fn receive_now(&self, into: &mut [IoSliceMut<'_>], flags: RecvFlags) -> Result<usize, Errno> {
        let mut nothing = RecvAncillaryBuffer::default();
        retry_on_intr(|| net::recvmsg(&self.fd, into, &mut nothing, flags)).map(|received| received.bytes)
    }

    /// `None`: nothing is available.
    fn try_receive(&self, into: &mut [IoSliceMut<'_>]) -> io::Result<Option<usize>> {
        match self.receive_now(into, RecvFlags::DONTWAIT) {
            Err(Errno::AGAIN) => Ok(None),
            received => Ok(Some(received?)),
        }
    }
}

/// Configures a TCP connection: TCP_NODELAY, and detection of a peer whose host has vanished.
pub fn prepare_line(stream: &impl AsFd) -> io::Result<()> {
    sockopt::set_tcp_nodelay(stream, true)?;
    sockopt::set_socket_keepalive(stream, true)?;
    sockopt::set_tcp_keepidle(stream, Duration::from_secs(5))?;
    sockopt::set_tcp_keepintvl(stream, Duration::from_secs(5))?;
    sockopt::set_tcp_keepcnt(stream, 5)?;
    Ok(sockopt::set_tcp_user_timeout(stream, LINE_TIMEOUT_MILLISECONDS)?)
}

impl Transport for Socket {
    fn receive(&self, into: &mut [IoSliceMut<'_>], deadline: Option<Instant>) -> io::Result<usize> {
        let may_wait = deadline.is_none_or(|deadline| deadline > Instant::now());
        if may_wait && let Some(received) = self.spinning.spin(|| self.try_receive(into))? {
            return Ok(received);
        }
        // Without a deadline the call itself blocks: one system call instead of two or three.
        let flags = if deadline.is_none() { RecvFlags::empty() } else { RecvFlags::DONTWAIT };
        self.spinning.sleep(|| {
            loop {
                match self.receive_now(into, flags) {
                    Err(Errno::AGAIN) => wait_on(&self.fd, PollFlags::IN, deadline)?,
                    received => return Ok(received?),
                }
            }
        })
    }

    fn send(&self, slices: &[IoSlice<'_>], deadline: Option<Instant>) -> io::Result<usize> {
        let waits = if deadline.is_none() { SendFlags::empty() } else { SendFlags::DONTWAIT };
        loop {
            let mut nothing = SendAncillaryBuffer::default();
            match retry_on_intr(|| net::sendmsg(&self.fd, slices, &mut nothing, waits | SendFlags::NOSIGNAL))
            {
                Err(Errno::AGAIN) => wait_on(&self.fd, PollFlags::OUT, deadline)?,
                sent => return Ok(sent?),
            }
        }
    }

    fn spin_before_sleeping(&self, most: Duration) {
        self.spinning.set(most);
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        Some(self.fd.as_fd())
    }

    fn shut_down(&self) {
        let _ = net::shutdown(&self.fd, Shutdown::Both);
    }

    fn end_sending(&self) {
        let _ = net::shutdown(&self.fd, Shutdown::Write);
    }

    fn has_ended(&self) -> bool {
        match retry_on_intr(|| net::recv(&self.fd, &mut [0], RecvFlags::PEEK | RecvFlags::DONTWAIT)) {
            Ok((_, received)) => received == 0,
            Err(error) => error != Errno::AGAIN,
        }
    }
}
