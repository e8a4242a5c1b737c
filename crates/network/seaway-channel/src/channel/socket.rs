// SPDX-License-Identifier: MIT OR Apache-2.0
//! A channel's bytes by TCP or by a Unix socket.

use std::io::{self, IoSlice, IoSliceMut};
use std::net::TcpStream;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::PollFlags;
use rustix::fs::sendfile;
use rustix::io::{Errno, retry_on_intr};
use rustix::net::sockopt;
use rustix::net::{self, RecvAncillaryBuffer, RecvFlags, SendAncillaryBuffer, SendFlags, Shutdown};

use super::Transport;
use super::deadline::wait_on;

/// Unacknowledged bytes or a silent line end a TCP connection after this long. Whether a peer that still answers is
/// stuck is decided above.
const LINE_TIMEOUT_MILLISECONDS: u32 = 30_000;

#[derive(Debug)]
pub(super) struct Socket {
    fd: OwnedFd,
    /// The peer is on another host.
    is_far: bool,
}

impl Socket {
    /// Connected or accepted, blocking.
    pub(super) fn new(fd: OwnedFd) -> Self {
        Self { fd, is_far: false }
    }

    pub(super) fn tcp(stream: TcpStream) -> io::Result<Self> {
        stream.set_nonblocking(false)?;
        prepare_line(&stream)?;
        let is_far = stream.peer_addr()?.ip() != stream.local_addr()?.ip();
        Ok(Self { fd: stream.into(), is_far })
    }
}

/// A TCP connection on which small messages leave at once, and a peer whose host has vanished is noticed.
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
        // Without a deadline the call itself waits: one system call instead of two or three.
        let flags = if deadline.is_none() { RecvFlags::empty() } else { RecvFlags::DONTWAIT };
        loop {
            let mut nothing = RecvAncillaryBuffer::default();
            match retry_on_intr(|| net::recvmsg(&self.fd, into, &mut nothing, flags)) {
                Err(Errno::AGAIN) => wait_on(&self.fd, PollFlags::IN, deadline)?,
                received => return Ok(received?.bytes),
            }
        }
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

    fn send_file(&self, file: BorrowedFd<'_>, mut offset: u64, bytes: usize) -> Option<io::Result<usize>> {
        Some(retry_on_intr(|| sendfile(&self.fd, file, Some(&mut offset), bytes)).map_err(io::Error::from))
    }

    /// Within a host the peer would copy out of the file's own pages, which is slow where its memory lies badly to them:
    /// better through a buffer.
    fn sends_files(&self) -> bool {
        self.is_far
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
