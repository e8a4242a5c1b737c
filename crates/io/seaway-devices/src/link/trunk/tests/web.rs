// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ranks connected by pairs of sockets, as their listeners would connect them.

use std::io::{IoSlice, IoSliceMut};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::event::PollFlags;
use seaway_messages::{Contact, HostId, Role, Side};

use crate::link::descriptor::Descriptor;
use crate::link::threads::spawn;
use crate::link::trunk::connection::Trunk;
use crate::link::trunk::{Channel, Trunks};
use seaway_channel::Secret;

/// Far longer than anything takes: a test that waits this long has failed.
pub(super) const LONG: Duration = Duration::from_secs(60);

pub(super) fn soon() -> Instant {
    Instant::now() + LONG
}

pub(in crate::link::trunk) fn contact(side: Side, rank: u32, host: u32) -> Contact {
    Contact {
        side,
        program: "test".into(),
        rank,
        host_name: format!("node{host}"),
        pid: 1,
        host: HostId { boot: [1; 16], network: host.into() },
        unix: format!("seaway-nobody-{side:?}-{rank}-{}", std::process::id()),
        tcp: Vec::new(),
    }
}

/// A rank, and the channels that have come to it.
pub(super) struct Rank {
    pub(super) trunks: Arc<Trunks>,
    pub(super) came: Mutex<Receiver<Channel>>,
}

impl Rank {
    pub(super) fn new(side: Side, rank: u32, host: u32) -> Self {
        let trunks = Trunks::new(contact(side, rank, host), Secret::from_bytes([7; 32]), 0);
        let (sender, came) = channel();
        let sender = Mutex::new(sender);
        trunks.open_door(move |channel| drop(sender.lock().unwrap().send(channel)));
        Self { trunks, came: Mutex::new(came) }
    }

    pub(super) fn came(&self) -> Channel {
        self.came.lock().unwrap().recv_timeout(LONG).expect("a channel should come")
    }

    pub(super) fn open(&self, to: &Rank) -> Channel {
        self.trunks.open(&to.trunks.me, soon()).unwrap()
    }

    /// Has a trunk to the peer.
    pub(super) fn adopt(&self, connection: UnixStream, role: Role, peer: Contact) -> Arc<Trunk> {
        let trunk = Trunk::start(Descriptor::local(OwnedFd::from(connection)), role, peer).unwrap();
        let (trunks, of_thread) = (Arc::clone(&self.trunks), Arc::clone(&trunk));
        spawn(move || trunks.come_up(&of_thread.peer.unix, Ok(Arc::clone(&of_thread)))).unwrap();
        until(|| self.trunks.is_up(&trunk.peer.unix));
        trunk
    }

    pub(super) fn know(&self, ranks: &[&Rank]) {
        for side in [Side::Writer, Side::Reader] {
            let of_side = ranks.iter().map(|rank| rank.trunks.me.clone()).filter(|rank| rank.side == side);
            self.trunks.learn(side, &of_side.collect::<Vec<_>>());
        }
    }
}

pub(super) fn join(client: &Rank, server: &Rank) -> (Arc<Trunk>, Arc<Trunk>) {
    let (one, other) = UnixStream::pair().unwrap();
    let of_server = server.adopt(other, Role::Server, client.trunks.me.clone());
    (client.adopt(one, Role::Client, server.trunks.me.clone()), of_server)
}

/// Two hosts with a porter and another rank each: a channel from `reader` to `writer` goes over three trunks.
pub(super) struct Web {
    pub(super) reader: Rank,
    pub(super) near: Rank,
    pub(super) far: Rank,
    pub(super) writer: Rank,
    /// The trunk between the hosts, as seen by each porter.
    pub(super) between: (Arc<Trunk>, Arc<Trunk>),
}

impl Web {
    pub(super) fn new() -> Self {
        let (near, reader) = (Rank::new(Side::Reader, 0, 1), Rank::new(Side::Reader, 1, 1));
        let (far, writer) = (Rank::new(Side::Writer, 0, 2), Rank::new(Side::Writer, 1, 2));
        let all = [&near, &reader, &far, &writer];
        all.iter().for_each(|rank| rank.know(&all));
        join(&reader, &near);
        let between = join(&near, &far);
        join(&far, &writer);
        Self { reader, near, far, writer, between }
    }

    /// Both ends of a new channel.
    pub(super) fn channel(&self) -> (Channel, Channel) {
        (self.reader.open(&self.writer), self.writer.came())
    }

    /// No trunk has a channel any more.
    pub(super) fn is_idle(&self) -> bool {
        let (near, far) = &self.between;
        near.channel_count() == 0 && far.channel_count() == 0
    }
}

/// Sends all, as a link does.
pub(super) fn send_all(channel: &Channel, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        match channel.send(&[IoSlice::new(bytes)]) {
            Ok(sent) => bytes = &bytes[sent..],
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                channel.wait(PollFlags::OUT, Some(soon())).unwrap();
            }
            Err(error) => panic!("{error}"),
        }
    }
}

/// Receives until the end, at most `most` bytes at a time.
pub(super) fn receive_all(channel: &Channel, most: usize) -> Vec<u8> {
    let (mut all, mut some) = (Vec::new(), vec![0; most]);
    loop {
        channel.wait(PollFlags::IN, Some(soon())).unwrap();
        match channel.receive(&mut [IoSliceMut::new(&mut some)]).unwrap() {
            0 => return all,
            got => all.extend_from_slice(&some[..got]),
        }
    }
}

pub(super) fn receive_exactly(channel: &Channel, len: usize) -> Vec<u8> {
    let mut all = Vec::new();
    while all.len() < len {
        let mut some = vec![0; len - all.len()];
        channel.wait(PollFlags::IN, Some(soon())).unwrap();
        let got = channel.receive(&mut [IoSliceMut::new(&mut some)]).unwrap();
        assert_ne!(got, 0, "it ended after {} of {len} bytes", all.len());
        all.extend_from_slice(&some[..got]);
    }
    all
}

/// Waits until other threads have made `condition` true.
pub(super) fn until(is_so: impl Fn() -> bool) {
    let deadline = soon();
    while !is_so() {
        assert!(Instant::now() < deadline, "it should have come true");
        std::thread::yield_now();
    }
}
