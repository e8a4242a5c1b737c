// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Descriptor`]: a connected stream, by Unix or TCP. Nothing here blocks without a way out: others wake it by
//! `shut_down`.
//!
//! By TCP all bytes are sealed from the handshake on. By Unix they are not: the kernel says at both ends which user the
//! other end is of (`check_user`), and nobody else can get at what is between them.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::net::{SocketAddr, TcpStream};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, retry_on_intr};
use rustix::net::sockopt::{self, Timeout};
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, Shutdown, SocketAddrUnix, SocketFlags, SocketType, UCred,
};
use rustix::{cmsg_space, net};
use seaway_channel::prepare_line;
use seaway_messages::Keys;

use super::seal::Seal;
use super::socket::remaining;
use super::sys::has_unsent;

/// How long bytes may stay in the kernel before it is asked to send them, the first time and at most.
pub(super) const FIRST_PUSH: Duration = Duration::from_millis(5);
const SLOWEST_PUSH: Duration = Duration::from_millis(160);

#[derive(Debug)]
pub(super) struct Descriptor {
    fd: OwnedFd,
    /// By Unix.
    local: bool,
    /// By TCP, from the handshake on.
    seal: OnceLock<Box<Seal>>,
}

impl Descriptor {
    pub(super) fn connect_local(name: &str, deadline: Instant) -> io::Result<Self> {
        let address = SocketAddrUnix::new_abstract_name(name.as_bytes())?;
        let fd = net::socket_with(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None)?;
        // Where many connect at once, the queue of the listener may be full for a while. Each signal that comes meanwhile
        // ends the call, and the kernel would restart its timer.
        loop {
            sockopt::set_socket_timeout(&fd, Timeout::Send, Some(remaining(deadline)?))?;
            match net::connect(&fd, &address) {
                Ok(()) => break,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Err(io::ErrorKind::TimedOut.into()),
                Err(error) => return Err(error.into()),
            }
        }
        sockopt::set_socket_timeout(&fd, Timeout::Send, None)?;
        Ok(Self::local(fd))
    }

    pub(super) fn connect_tcp(address: &SocketAddr, timeout: Duration) -> io::Result<Self> {
        Self::remote(TcpStream::connect_timeout(address, timeout)?.into())
    }

    /// Connected or accepted by Unix.
    pub(super) fn local(fd: OwnedFd) -> Self {
        Self { fd, local: true, seal: OnceLock::new() }
    }

    /// Connected or accepted by TCP.
    pub(super) fn remote(fd: OwnedFd) -> io::Result<Self> {
        prepare_line(&fd)?;
        Ok(Self { fd, local: false, seal: OnceLock::new() })
    }

    pub(super) fn is_local(&self) -> bool {
        self.local
    }

    /// After the handshake, before anything else is sent or received. By Unix it does nothing.
    pub(super) fn seal(&self, keys: &Keys) {
        if !self.local {
            self.seal.get_or_init(|| Box::new(Seal::new(keys)));
        }
    }

    /// Credentials of the peer, from the kernel. Unix sockets only.
    pub(super) fn peer(&self) -> io::Result<UCred> {
        Ok(sockopt::socket_peercred(&self.fd)?)
    }

    /// Ends both directions. What has arrived can still be read; blocked calls return.
    pub(super) fn shut_down(&self) {
        let _ = net::shutdown(&self.fd, Shutdown::Both);
    }

    /// Ends this direction: the peer reads what was sent, and then an end.
    pub(super) fn end_sending(&self) {
        let _ = net::shutdown(&self.fd, Shutdown::Write);
    }

    /// Waits until one of `events` (or the end of the connection) is there.
    pub(super) fn wait(&self, events: PollFlags, deadline: Option<Instant>) -> io::Result<PollFlags> {
        if events.contains(PollFlags::IN) && self.has_some()? {
            return Ok(PollFlags::IN);
        }
        let mut push = (events.contains(PollFlags::OUT) && !self.local).then_some(FIRST_PUSH);
        loop {
            let left = deadline.map(remaining).transpose()?;
            let ready = self.poll(events, left.into_iter().chain(push).min())?;
            if !ready.is_empty() {
                return Ok(ready);
            }
            if let Some(pause) = &mut push {
                self.push();
                *pause = longer(*pause);
            }
        }
    }

    /// Whether bytes lie here that the kernel has given already.
    fn has_some(&self) -> io::Result<bool> {
        self.seal.get().map_or(Ok(false), |seal| seal.has_some())
    }

    /// Nothing if `timeout` is over, or a signal has come.
    fn poll(&self, events: PollFlags, timeout: Option<Duration>) -> io::Result<PollFlags> {
        let timeout = timeout.map(|timeout| Timespec::try_from(timeout).unwrap_or_default());
        let mut entries = [PollFd::new(&self.fd, events)];
        match poll(&mut entries, timeout.as_ref()) {
            Ok(_) => Ok(entries[0].revents()),
            Err(Errno::INTR) => Ok(PollFlags::empty()),
            Err(error) => Err(error.into()),
        }
    }

    /// Waits until what was sent has left this host, or something arrives. For the thread that has sent the last of it:
    /// threads that wait for room do so anyway.
    pub(super) fn see_off(&self) -> io::Result<()> {
        let mut pause = FIRST_PUSH;
        if self.has_some()? {
            return Ok(());
        }
        while !self.local && has_unsent(&self.fd) && self.poll(PollFlags::IN, Some(pause))?.is_empty() {
            self.push();
            pause = longer(pause);
        }
        Ok(())
    }

    /// Has the kernel try to send what it holds. If the host's own queue was full, and nothing is on its way whose receipt
    /// would start it again, it lets 200 ms and more go by before it does so: connections that share a slow cable stood
    /// still in turn. Setting this option, though it is set, makes it try at once.
    pub(super) fn push(&self) {
        if !self.local {
            // If the connection is gone, the next read reports it.
            let _ = sockopt::set_tcp_nodelay(&self.fd, true);
        }
    }

    /// Sends what fits now. `WouldBlock` where nothing does: then the next to be sent are the same bytes.
    pub(super) fn send(&self, slices: &[IoSlice<'_>]) -> io::Result<usize> {
        match self.seal.get() {
            Some(seal) => seal.send(slices, |record| self.send_plain(&[IoSlice::new(record)])),
            None => self.send_plain(slices),
        }
    }

    fn send_plain(&self, slices: &[IoSlice<'_>]) -> io::Result<usize> {
        let flags = SendFlags::NOSIGNAL | SendFlags::DONTWAIT;
        let mut nothing = SendAncillaryBuffer::default();
        Ok(retry_on_intr(|| net::sendmsg(&self.fd, slices, &mut nothing, flags))?)
    }

    /// Sends what fits now of a message, with a descriptor.
    pub(super) fn send_with_fd(&self, bytes: &[u8], fd: BorrowedFd<'_>) -> io::Result<usize> {
        let fds = [fd];
        let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(1))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        control.push(SendAncillaryMessage::ScmRights(&fds));
        let slices = [IoSlice::new(bytes)];
        let flags = SendFlags::NOSIGNAL | SendFlags::DONTWAIT;
        Ok(retry_on_intr(|| net::sendmsg(&self.fd, &slices, &mut control, flags))?)
    }

    /// Receives what is there, or waits for it. 0 is the end.
    pub(super) fn receive(&self, into: &mut [u8]) -> io::Result<usize> {
        self.receive_into(&mut [IoSliceMut::new(into)])
    }

    /// As `receive`, into several places.
    pub(super) fn receive_into(&self, into: &mut [IoSliceMut<'_>]) -> io::Result<usize> {
        match self.seal.get() {
            Some(seal) => seal.receive(into, |space| self.receive_plain(space, RecvFlags::empty())),
            None => Ok(retry_on_intr(|| rustix::io::readv(&self.fd, into))?),
        }
    }

    /// As `receive`, without waiting. `WouldBlock` where nothing is there, or not the whole of a record.
    pub(super) fn receive_now(&self, into: &mut [u8]) -> io::Result<usize> {
        match self.seal.get() {
            Some(seal) => seal.receive(&mut [IoSliceMut::new(into)], |space| {
                self.receive_plain(space, RecvFlags::DONTWAIT)
            }),
            None => self.receive_plain(into, RecvFlags::DONTWAIT),
        }
    }

    fn receive_plain(&self, into: &mut [u8], flags: RecvFlags) -> io::Result<usize> {
        let (_, got) = retry_on_intr(|| net::recv(&self.fd, &mut *into, flags))?;
        Ok(got)
    }

    /// Receives what is there, and a descriptor that came along with it. Others than the first are closed.
    pub(super) fn receive_with_fd(&self, into: &mut [u8]) -> io::Result<(usize, Option<OwnedFd>)> {
        if !self.local {
            return Ok((self.receive_now(into)?, None));
        }
        let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(1))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let flags = RecvFlags::CMSG_CLOEXEC | RecvFlags::DONTWAIT;
        let received =
            retry_on_intr(|| net::recvmsg(&self.fd, &mut [IoSliceMut::new(into)], &mut control, flags))?;
        let mut fds = control.drain().flat_map(|message| match message {
            RecvAncillaryMessage::ScmRights(fds) => fds.collect::<Vec<_>>(),
            _ => Vec::new(),
        });
        let fd = fds.next();
        Ok((received.bytes, fd))
    }
}

/// A full queue has room now and then, so that it takes several pushes; a peer that reads nothing for long is not worth
/// that many.
fn longer(pause: Duration) -> Duration {
    (pause + pause / 8).min(SLOWEST_PUSH)
}

impl AsFd for Descriptor {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::thread::{self, JoinHandle};

    use super::super::sys::interrupted;
    use super::*;

    /// One that never accepts: after some connections its queue is full.
    fn full_queue(name: &str) -> (OwnedFd, Vec<Descriptor>) {
        let address = SocketAddrUnix::new_abstract_name(name.as_bytes()).unwrap();
        let flags = SocketFlags::CLOEXEC;
        let fd = net::socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None).unwrap();
        net::bind(&fd, &address).unwrap();
        net::listen(&fd, 0).unwrap();
        let connect = || Descriptor::connect_local(name, Instant::now() + Duration::from_millis(50));
        let connected = std::iter::from_fn(|| connect().ok()).collect();
        (fd, connected)
    }

    #[test]
    fn signals_do_not_prolong_the_wait_for_a_full_queue() {
        let name = format!("seaway-full-queue-{}", std::process::id());
        let (_listener, _connected) = full_queue(&name);
        let wait = || Descriptor::connect_local(&name, Instant::now() + Duration::from_millis(200));
        // Far more than come in that time.
        let (outcome, still_came) = interrupted(6000, wait);
        assert_eq!(outcome.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert!(still_came, "each signal has restarted the wait");
    }

    fn pair() -> (Descriptor, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let descriptor = Descriptor::connect_tcp(&address, Duration::from_secs(10)).unwrap();
        (descriptor, listener.accept().unwrap().0)
    }

    /// Sends until nothing fits. Returns how much did.
    fn fill(descriptor: &Descriptor) -> usize {
        let bytes = vec![0; 1 << 20];
        let mut sent = 0;
        loop {
            match descriptor.send(&[IoSlice::new(&bytes)]) {
                Ok(more) => sent += more,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    // Some of it may still be on its way into the peer's buffer.
                    match descriptor.wait(PollFlags::OUT, Some(Instant::now() + SLOWEST_PUSH)) {
                        Ok(_) => {}
                        Err(_) => return sent,
                    }
                }
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// The connection lives until it is joined.
    fn read_after_a_while(mut peer: TcpStream, len: usize) -> JoinHandle<TcpStream> {
        thread::spawn(move || {
            thread::sleep(5 * FIRST_PUSH);
            let mut bytes = vec![0; len];
            peer.read_exact(&mut bytes).unwrap();
            peer
        })
    }

    #[test]
    fn wait_for_room_that_pushes_keeps_its_deadline() {
        let (descriptor, _peer) = pair();
        fill(&descriptor);
        let deadline = Instant::now() + 3 * FIRST_PUSH;
        let waited = descriptor.wait(PollFlags::OUT, Some(deadline));
        assert_eq!(waited.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert!(Instant::now() >= deadline);
    }

    #[test]
    fn room_ends_a_wait_that_has_pushed() {
        let (descriptor, peer) = pair();
        let reading = read_after_a_while(peer, fill(&descriptor));
        assert!(descriptor.wait(PollFlags::OUT, None).unwrap().contains(PollFlags::OUT));
        reading.join().unwrap();
    }

    #[test]
    fn what_has_left_need_not_be_seen_off() {
        let (descriptor, peer) = pair();
        let reading = read_after_a_while(peer, fill(&descriptor));
        descriptor.see_off().unwrap();
        assert!(!has_unsent(&descriptor));
        reading.join().unwrap();
    }

    #[test]
    fn something_that_comes_in_ends_the_seeing_off() {
        let (descriptor, mut peer) = pair();
        fill(&descriptor);
        peer.write_all(b"x").unwrap();
        descriptor.see_off().unwrap();
        assert!(has_unsent(&descriptor));
    }

    #[test]
    fn end_of_the_connection_ends_a_wait_that_has_pushed() {
        let (descriptor, peer) = pair();
        fill(&descriptor);
        let leaving = thread::spawn(move || {
            thread::sleep(5 * FIRST_PUSH);
            drop(peer);
        });
        let ready = descriptor.wait(PollFlags::OUT, None).unwrap();
        assert!(ready.intersects(PollFlags::HUP | PollFlags::ERR));
        leaving.join().unwrap();
    }
}
