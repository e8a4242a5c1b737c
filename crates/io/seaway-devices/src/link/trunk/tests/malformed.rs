// SPDX-License-Identifier: MIT OR Apache-2.0
//! Frames that violate the protocol end the trunk and nothing else.

use std::io::{ErrorKind, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::Arc;

use fastrand::Rng;
use seaway_messages::{CHANNEL_WINDOW, MAX_CHANNEL_BYTES, Role, Side, TrunkMessage};

use super::web::{LONG, Rank, contact, until};
use crate::link::trunk::connection::Trunk;

struct Peer {
    rank: Rank,
    trunk: Arc<Trunk>,
    stream: UnixStream,
}

/// A trunk whose other end is controlled by the test. Its own channels have even numbers.
fn peer() -> Peer {
    let rank = Rank::new(Side::Writer, 0, 1);
    let (stream, connection) = UnixStream::pair().unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    let trunk = rank.adopt(connection, Role::Server, contact(Side::Reader, 0, 2));
    Peer { rank, trunk, stream }
}

impl Peer {
    fn say(&mut self, message: &TrunkMessage) {
        let mut frame = Vec::new();
        message.encode(&mut frame).unwrap();
        // The trunk may have ended already.
        let _ = self.stream.write_all(&frame);
    }

    fn open(&mut self, channel: u32) {
        let to = self.rank.trunks.me.unix.clone();
        self.say(&TrunkMessage::Open { channel, to, porter: None });
    }

    fn bytes(&mut self, channel: u32, len: u32) {
        self.say(&TrunkMessage::Bytes { channel, len });
        let _ = self.stream.write_all(&vec![0; len as usize]);
    }

    fn assert_sent_away(mut self) {
        let mut rest = Vec::new();
        if let Err(error) = self.stream.read_to_end(&mut rest) {
            assert_eq!(error.kind(), ErrorKind::ConnectionReset);
        }
        until(|| self.trunk.is_over() && self.rank.trunks.count() == 0);
    }
}

fn check(what: impl FnOnce(&mut Peer)) {
    let mut peer = peer();
    what(&mut peer);
    peer.assert_sent_away();
}

#[test]
fn numbers_that_were_not_given_end_the_trunk() {
    check(|peer| peer.bytes(2, 10));
    check(|peer| peer.say(&TrunkMessage::Credit { channel: 1, bytes: 1 }));
    check(|peer| peer.say(&TrunkMessage::Opened { channel: 1 }));
    check(|peer| peer.say(&TrunkMessage::End { channel: 0 }));
    check(|peer| peer.open(1));
    check(|peer| {
        peer.open(2);
        peer.open(2);
    });
    check(|peer| {
        peer.open(4);
        peer.open(2);
    });
    check(|peer| {
        peer.open(2);
        peer.say(&TrunkMessage::Opened { channel: 2 });
    });
}

#[test]
fn more_than_is_allowed_ends_the_trunk() {
    for len in [0, MAX_CHANNEL_BYTES + 1, u32::MAX] {
        check(|peer| {
            peer.open(2);
            peer.say(&TrunkMessage::Bytes { channel: 2, len });
        });
    }
    check(|peer| {
        peer.open(2);
        (0..=CHANNEL_WINDOW / MAX_CHANNEL_BYTES).for_each(|_| peer.bytes(2, MAX_CHANNEL_BYTES));
    });
    check(|peer| {
        peer.open(2);
        peer.say(&TrunkMessage::Credit { channel: 2, bytes: 1 });
    });
    check(|peer| {
        peer.open(2);
        peer.say(&TrunkMessage::End { channel: 2 });
        peer.bytes(2, 1);
    });
}

#[test]
fn frames_that_are_none_end_the_trunk() {
    check(|peer| drop(peer.stream.write_all(&[0xff; 6])));
    check(|peer| drop(peer.stream.write_all(&[0, 0, 0, 0, 9, 9])));
    check(|peer| {
        peer.stream.write_all(&[200, 0, 0, 0, 3, 0, 1, 2]).unwrap();
        peer.stream.shutdown(std::net::Shutdown::Write).unwrap();
    });
    check(|peer| peer.say(&TrunkMessage::Introduce { contact: contact(Side::Reader, 0, 2) }));
}

#[test]
fn noise_ends_the_trunk_sooner_or_later() {
    for seed in 0..50 {
        check(|peer| {
            let mut random = Rng::with_seed(seed);
            peer.open(2);
            let noise: Vec<u8> = std::iter::repeat_with(|| random.u8(..)).take(5000).collect();
            let _ = peer.stream.write_all(&noise);
            let _ = peer.stream.shutdown(std::net::Shutdown::Write);
        });
    }
}

#[test]
fn late_words_of_a_channel_that_is_over_are_no_offence() {
    let mut peer = peer();
    peer.open(2);
    drop(peer.rank.came());
    until(|| peer.trunk.channel_count() == 0);
    peer.bytes(2, 100);
    peer.say(&TrunkMessage::Credit { channel: 2, bytes: 5 });
    peer.say(&TrunkMessage::End { channel: 2 });
    peer.open(4);
    peer.bytes(4, 3);
    let channel = peer.rank.came();
    assert_eq!(super::web::receive_exactly(&channel, 3), [0; 3]);
}
