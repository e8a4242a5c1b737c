// SPDX-License-Identifier: MIT OR Apache-2.0
//! Connections that do not authenticate do not block others.

use std::io::{Read, Write};
use std::net::TcpStream;

use seaway_messages::Side;

use super::Link;
use super::endpoint::{Endpoint, LONG};

fn stranger(endpoint: &Endpoint, says: &[u8]) -> TcpStream {
    let port = endpoint.me.contact.tcp[0].port();
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.write_all(says).unwrap();
    stream
}

fn assert_friends_come_in(writer: &Endpoint) {
    let reader = Endpoint::new(Side::Reader, None);
    let link = reader.connect(&writer.me.contact).unwrap();
    assert_eq!(writer.connected().peer(), &reader.me.contact);
    link.close();
}

#[test]
fn silent_and_babbling_strangers_keep_nobody_out() {
    let writer = Endpoint::elsewhere(Side::Writer);
    let mut random = fastrand::Rng::with_seed(4);
    let mut noise: Vec<u8> = std::iter::repeat_with(|| random.u8(..)).take(10_000).collect();
    noise[0] = b'X';
    let _silent = stranger(&writer, b"");
    let _half = stranger(&writer, b"SEAWAY\x01\0");
    let mut babbling = stranger(&writer, &noise);
    assert_friends_come_in(&writer);
    let mut answer = Vec::new();
    // Refused; unread bytes decide whether by an end or by a reset.
    let _ = babbling.read_to_end(&mut answer);
    assert!(answer.len() <= seaway_messages::HELLO_BYTES, "a hello at most: nothing is proved to a stranger");
}

#[test]
fn crowd_of_silent_strangers_makes_room() {
    let writer = Endpoint::elsewhere(Side::Writer);
    let crowd: Vec<TcpStream> = (0..70).map(|_| stranger(&writer, b"")).collect();
    assert_friends_come_in(&writer);
    drop(crowd);
}

#[test]
fn listener_stops_with_strangers_inside() {
    let writer = Endpoint::elsewhere(Side::Writer);
    let mut silent = stranger(&writer, b"");
    assert_friends_come_in(&writer);
    drop(writer.guard);
    let mut rest = Vec::new();
    silent.read_to_end(&mut rest).unwrap();
    assert!(rest.len() <= seaway_messages::HELLO_BYTES);
}

#[test]
fn many_friends_at_once_all_come_in() {
    let (writer, reader) = (Endpoint::new(Side::Writer, None), Endpoint::new(Side::Reader, None));
    let (contact, me, events) = (&writer.me.contact, &reader.me, &reader.events);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| (0..25).for_each(|_| Link::connect(contact, me, events, LONG).unwrap().close()));
        }
    });
}
