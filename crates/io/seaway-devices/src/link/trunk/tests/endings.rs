// SPDX-License-Identifier: MIT OR Apache-2.0
//! How channels end: after a goodbye, in one direction, at once, and with the process that forwards them.

use std::io::{ErrorKind as IoKind, IoSlice, IoSliceMut};
use std::time::{Duration, Instant};

use rustix::event::PollFlags;
use seaway_device_api::ErrorKind;
use seaway_messages::Side;

use super::web::{Rank, Web, contact, receive_all, receive_exactly, send_all, soon, until};

#[test]
fn end_of_one_direction_comes_behind_its_bytes_and_leaves_the_other() {
    let web = Web::new();
    let (one, other) = web.channel();
    send_all(&one, b"last words");
    one.end_sending();
    assert_eq!(receive_all(&other, 4), b"last words");
    assert_eq!(one.send(&[IoSlice::new(b"more")]).unwrap_err().kind(), IoKind::BrokenPipe);
    send_all(&other, b"answer");
    assert_eq!(receive_exactly(&one, 6), b"answer");
    assert!(!web.is_idle());
    other.end_sending();
    assert_eq!(receive_all(&one, 4), b"");
    until(|| web.is_idle());
}

#[test]
fn shut_down_wakes_all_and_leaves_what_has_arrived() {
    let web = Web::new();
    let (one, other) = web.channel();
    send_all(&other, b"arrived");
    one.wait(PollFlags::IN, Some(soon())).unwrap();
    std::thread::scope(|scope| {
        let reading = scope.spawn(|| receive_all(&other, 10));
        let writing = scope.spawn(|| {
            loop {
                match other.send(&[IoSlice::new(&[0; 1000])]) {
                    Err(error) if error.kind() == IoKind::WouldBlock => {
                        other.wait(PollFlags::OUT, Some(soon())).unwrap();
                    }
                    Err(error) => return error.kind(),
                    Ok(_) => {}
                }
            }
        });
        one.shut_down();
        assert_eq!(reading.join().unwrap(), b"");
        assert_eq!(writing.join().unwrap(), IoKind::BrokenPipe);
    });
    assert_eq!(receive_exactly(&one, 7), b"arrived");
    assert_eq!(one.send(&[IoSlice::new(b"more")]).unwrap_err().kind(), IoKind::BrokenPipe);
    until(|| web.is_idle());
}

#[test]
fn dropped_channel_is_over_for_the_other_end() {
    let web = Web::new();
    let (one, other) = web.channel();
    send_all(&one, b"bytes");
    drop(one);
    assert_eq!(receive_all(&other, 100), b"bytes");
    until(|| web.is_idle());
}

#[test]
fn lost_porter_ends_its_channels_and_says_who_it_was() {
    let web = Web::new();
    let channels: Vec<_> = (0..5).map(|_| web.channel()).collect();
    web.far.trunks.cut();
    for (of_reader, of_writer) in &channels {
        for end in [of_reader, of_writer] {
            end.wait(PollFlags::IN, Some(soon())).unwrap();
            let error = end.receive(&mut [IoSliceMut::new(&mut [0; 8])]).unwrap_err();
            assert_eq!(error.kind(), IoKind::ConnectionReset);
            assert!(error.to_string().contains("writer rank 0 of test"), "{error}");
            assert_eq!(end.send(&[IoSlice::new(b"x")]).unwrap_err().kind(), IoKind::BrokenPipe);
        }
    }
    until(|| web.far.trunks.count() == 0 && web.reader.trunks.count() == 1);
    // There is no substitute to connect to: porters of these tests have no addresses.
    let error = web.reader.trunks.open(&web.writer.trunks.me, soon()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PeerLost, "{error}");
}

#[test]
fn somebody_who_is_not_there_is_no_such_file() {
    let web = Web::new();
    let nobody = contact(Side::Writer, 9, 2);
    let error = web.reader.trunks.open(&nobody, soon()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSuchFile, "{error}");
    web.writer.trunks.close_door();
    let error = web.reader.trunks.open(&web.writer.trunks.me, soon()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSuchFile, "{error}");
    until(|| web.is_idle());
}

#[test]
fn one_who_does_not_answer_is_given_up() {
    let (reader, silent) = (Rank::new(Side::Reader, 0, 1), Rank::new(Side::Writer, 0, 2));
    reader.know(&[&reader, &silent]);
    let (_held, connection) = std::os::unix::net::UnixStream::pair().unwrap();
    reader.adopt(connection, seaway_messages::Role::Client, silent.trunks.me.clone());
    let deadline = Instant::now() + Duration::from_millis(100);
    let error = reader.trunks.open(&silent.trunks.me, deadline).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PeerLost, "{error}");
    assert!(Instant::now() >= deadline);
}

#[test]
fn porter_that_leaves_lets_others_say_goodbye() {
    let web = Web::new();
    let (one, other) = web.channel();
    std::thread::scope(|scope| {
        let leaving = scope.spawn(|| web.near.trunks.close());
        send_all(&one, &vec![3; 1_000_000 / 8]);
        one.end_sending();
        assert_eq!(receive_all(&other, 1000).len(), 1_000_000 / 8);
        other.end_sending();
        assert_eq!(receive_all(&one, 1000), b"");
        leaving.join().unwrap();
    });
    until(|| web.near.trunks.count() == 0 && web.reader.trunks.count() == 0);
}
