// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`AgentSocket`]: a connection between a program and its node's agent: frames, some of which carry a
//! descriptor. Both ends check that the other belongs to the same user, since any user may take an abstract
//! name; the kernel vouches for that, so that frames need no seal.

use std::io::{self, IoSlice, IoSliceMut, Read};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::time::Duration;

use rustix::cmsg_space;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, recvmsg, sendmsg, sockopt,
};
use seaway_messages::{HEADER_BYTES, decode_header};

/// Where an agent listens.
#[derive(Debug)]
pub struct AgentListener(UnixListener);

#[derive(Debug)]
pub struct AgentSocket {
    stream: UnixStream,
    /// Process id of the other end.
    peer: u32,
}

impl AgentListener {
    /// `AddrInUse`: another agent has this name.
    pub fn bind(name: &str) -> io::Result<Self> {
        UnixListener::bind_addr(&SocketAddr::from_abstract_name(name.as_bytes())?).map(Self)
    }

    /// Waits for a connection of the same user; others are dropped.
    pub fn accept(&self) -> io::Result<AgentSocket> {
        loop {
            match self.0.accept() {
                Ok((stream, _)) => {
                    if let Ok(socket) = AgentSocket::check(stream) {
                        return Ok(socket);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Whether a connection arrives within this time.
    pub fn wait(&self, patience: Duration) -> bool {
        is_ready(self.0.as_fd(), PollFlags::IN, patience)
    }
}

impl AgentSocket {
    pub fn connect(name: &str) -> io::Result<Self> {
        let stream = UnixStream::connect_addr(&SocketAddr::from_abstract_name(name.as_bytes())?)?;
        Self::check(stream)
    }

    fn check(stream: UnixStream) -> io::Result<Self> {
        let peer = sockopt::socket_peercred(&stream)?;
        if peer.uid != rustix::process::geteuid() {
            let text = format!("user {} has taken the name of this user's agent", peer.uid.as_raw());
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, text));
        }
        let peer = u32::try_from(peer.pid.as_raw_nonzero().get()).unwrap_or(0);
        Ok(Self { stream, peer })
    }

    /// Process id of the other end.
    pub fn peer(&self) -> u32 {
        self.peer
    }

    /// Receiving and sending fail after this time.
    pub fn set_patience(&self, patience: Option<Duration>) -> io::Result<()> {
        self.stream.set_write_timeout(patience)?;
        self.stream.set_read_timeout(patience)
    }

    /// Sends a whole frame, and a descriptor with its first byte.
    pub fn send(&self, frame: &[u8], descriptor: Option<BorrowedFd<'_>>) -> io::Result<()> {
        let descriptors: Vec<BorrowedFd<'_>> = descriptor.into_iter().collect();
        let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(1))];
        let mut ancillary = SendAncillaryBuffer::new(&mut space);
        if !descriptors.is_empty() && !ancillary.push(SendAncillaryMessage::ScmRights(&descriptors)) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let mut sent = 0;
        while sent < frame.len() {
            // No signal where the other end is gone: this may be a user's program.
            match sendmsg(&self.stream, &[IoSlice::new(&frame[sent..])], &mut ancillary, SendFlags::NOSIGNAL)
            {
                Ok(bytes) => {
                    sent += bytes;
                    ancillary.clear();
                }
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Receives a frame: its kind, its body, and the descriptor that came with it. `UnexpectedEof`: the other
    /// end is gone.
    pub fn receive(&self) -> io::Result<(u16, Vec<u8>, Option<OwnedFd>)> {
        let mut header = [0; HEADER_BYTES];
        let (first, descriptor) = self.receive_some(&mut header)?;
        (&self.stream).read_exact(&mut header[first..])?;
        let header = decode_header(&header)?;
        let mut body = Vec::new();
        let received = (&self.stream).take(header.body_bytes as u64).read_to_end(&mut body)?;
        if received < header.body_bytes {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok((header.kind, body, descriptor))
    }

    /// Whether a frame, or the end, can be received within this time.
    pub fn wait(&self, patience: Duration) -> bool {
        is_ready(self.stream.as_fd(), PollFlags::IN | PollFlags::RDHUP, patience)
    }

    /// Ends the connection in both directions; threads that wait for it return.
    pub fn shut_down(&self) {
        let _ = self.stream.shutdown(std::net::Shutdown::Both);
    }

    fn receive_some(&self, bytes: &mut [u8]) -> io::Result<(usize, Option<OwnedFd>)> {
        let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(1))];
        let mut ancillary = RecvAncillaryBuffer::new(&mut space);
        let received = loop {
            let mut places = [IoSliceMut::new(bytes)];
            match recvmsg(&self.stream, &mut places, &mut ancillary, RecvFlags::CMSG_CLOEXEC) {
                Ok(received) => break received.bytes,
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        };
        if received == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let descriptor = ancillary.drain().find_map(|message| match message {
            RecvAncillaryMessage::ScmRights(mut descriptors) => descriptors.next(),
            _ => None,
        });
        Ok((received, descriptor))
    }
}

impl AsFd for AgentSocket {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }
}

fn is_ready(fd: BorrowedFd<'_>, flags: PollFlags, patience: Duration) -> bool {
    let timeout = Timespec::try_from(patience).ok();
    poll(&mut [PollFd::new(&fd, flags)], timeout.as_ref()).is_ok_and(|ready| ready > 0)
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::thread;

    use rustix::fs::{MemfdFlags, memfd_create};
    use seaway_messages::{LARGE, encode_frame};

    use super::*;

    fn name(of: &str) -> String {
        format!("seaway-test-{}-{of}", std::process::id())
    }

    #[test]
    fn frames_and_descriptors_arrive_in_order() {
        let listener = AgentListener::bind(&name("frames")).unwrap();
        let agent = thread::spawn(move || {
            let socket = listener.accept().unwrap();
            let (kind, body, none) = socket.receive().unwrap();
            assert!(none.is_none());
            let file = File::from(memfd_create("test", MemfdFlags::CLOEXEC).unwrap());
            file.set_len(77).unwrap();
            let mut frame = Vec::new();
            encode_frame(kind, &body, &mut frame).unwrap();
            socket.send(&frame, Some(file.as_fd())).unwrap();
            socket.send(&frame, None).unwrap();
            (socket.peer(), socket)
        });
        let socket = AgentSocket::connect(&name("frames")).unwrap();
        let mut frame = Vec::new();
        let body = vec![9; 3 << 20];
        encode_frame(LARGE | 5, &body, &mut frame).unwrap();
        socket.send(&frame, None).unwrap();
        let (kind, echo, descriptor) = socket.receive().unwrap();
        assert_eq!((kind, echo), (LARGE | 5, body));
        assert_eq!(File::from(descriptor.unwrap()).metadata().unwrap().len(), 77);
        assert!(socket.receive().unwrap().2.is_none());
        let (peer, agents) = agent.join().unwrap();
        assert_eq!((peer, socket.peer()), (std::process::id(), std::process::id()));
        drop(agents);
        assert_eq!(socket.receive().unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn one_agent_has_a_name() {
        let _first = AgentListener::bind(&name("one")).unwrap();
        assert_eq!(AgentListener::bind(&name("one")).unwrap_err().kind(), io::ErrorKind::AddrInUse);
        let missing = AgentSocket::connect(&name("none")).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::ConnectionRefused);
    }
}
