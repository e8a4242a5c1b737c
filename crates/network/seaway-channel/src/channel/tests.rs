// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every kind of channel provides the same guarantees.

use std::io::{self, IoSlice};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::thread;
use std::time::{Duration, Instant};

use seaway_messages::{Role, Service};

use super::Channel;
use crate::secret::Secret;

fn by_tcp() -> (Channel, Channel) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let one = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    (Channel::tcp(one).unwrap(), Channel::tcp(listener.accept().unwrap().0).unwrap())
}

fn by_unix() -> (Channel, Channel) {
    let (one, other) = UnixStream::pair().unwrap();
    (Channel::unix(one).unwrap(), Channel::unix(other).unwrap())
}

fn by_pipes() -> (Channel, Channel) {
    let (there, back) = (io::pipe().unwrap(), io::pipe().unwrap());
    let one = Channel::pipes(back.0.into(), there.1.into(), "one").unwrap();
    (one, Channel::pipes(there.0.into(), back.1.into(), "other").unwrap())
}

/// Runs `check` on each kind, before a handshake and after.
fn on_all(check: fn(Channel, Channel)) {
    for pair in [by_tcp, by_unix, by_pipes] {
        let (one, other) = pair();
        check(one, other);
        let (one, other) = sealed(pair());
        check(one, other);
    }
}

fn sealed((one, other): (Channel, Channel)) -> (Channel, Channel) {
    let secret = Secret::from_bytes([7; 32]);
    thread::scope(|scope| {
        scope.spawn(|| one.authenticate(Role::Client, Service::Store, &secret).unwrap());
        other.accept(&[Service::Directory, Service::Store], &secret).unwrap();
    });
    assert!(one.is_sealed() && other.is_sealed());
    (one, other)
}

/// A message that must not be interleaved with another's: the writer, and the same byte many times.
fn message(writer: u8, number: usize) -> Vec<u8> {
    vec![writer; 1 + number * 977 % 9000]
}

#[test]
fn messages_of_several_writers_stay_whole() {
    on_all(|one, other| {
        const WRITERS: u8 = 4;
        const MESSAGES: usize = 200;
        thread::scope(|scope| {
            for writer in 0..WRITERS {
                let one = &one;
                scope.spawn(move || {
                    for number in 0..MESSAGES {
                        let bytes = message(writer, number);
                        let length = u32::try_from(bytes.len()).unwrap().to_le_bytes();
                        let pieces: Vec<IoSlice<'_>> =
                            [&length[..]].into_iter().chain(bytes.chunks(13)).map(IoSlice::new).collect();
                        one.write_all_vectored(&pieces).unwrap();
                    }
                });
            }
            let mut next = [0; WRITERS as usize];
            for _ in 0..usize::from(WRITERS) * MESSAGES {
                let mut length = [0; 4];
                other.read_exact(&mut length).unwrap();
                let mut bytes = vec![0; u32::from_le_bytes(length) as usize];
                other.read_exact(&mut bytes).unwrap();
                let writer = bytes[0];
                let number = &mut next[usize::from(writer)];
                assert_eq!(bytes, message(writer, *number), "message {number} of {writer}");
                *number += 1;
            }
        });
    });
}

#[test]
fn both_directions_flow_at_the_same_time() {
    on_all(|one, other| {
        // Larger than any buffer between them: each end must read while it writes.
        let bytes: Vec<u8> = (0..4_000_000_u32).map(|index| (index % 251).to_le_bytes()[0]).collect();
        thread::scope(|scope| {
            for channel in [&one, &other] {
                let bytes = &bytes;
                scope.spawn(move || channel.write_all_vectored(&[IoSlice::new(bytes)]).unwrap());
                scope.spawn(move || {
                    let mut received = vec![0; bytes.len()];
                    channel.read_exact(&mut received).unwrap();
                    assert!(received == *bytes);
                });
            }
        });
    });
}

#[test]
fn deadline_ends_reads_and_writes() {
    on_all(|one, _other| {
        let in_the_past = Instant::now();
        one.set_deadline(Some(in_the_past));
        assert_eq!(one.read(&mut [0]).unwrap_err().kind(), io::ErrorKind::TimedOut);
        let much = vec![0; 64 << 20];
        let error = one.write_all_vectored(&[IoSlice::new(&much)]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        one.set_deadline(None);
        let error = one.write_all_vectored(&[IoSlice::new(b"x")]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "nothing is sent after half a message");
    });
}

#[test]
fn shut_down_wakes_waiting_threads() {
    on_all(|one, other| {
        thread::scope(|scope| {
            let reader = scope.spawn(|| one.read(&mut [0; 8]));
            let writer = scope.spawn(|| one.write_all_vectored(&[IoSlice::new(&vec![0; 64 << 20])]));
            // It does not matter whether they wait already or start later.
            one.shut_down();
            assert!(matches!(reader.join().unwrap(), Ok(0) | Err(_)));
            assert!(writer.join().unwrap().is_err());
        });
        drop(other);
    });
}

#[test]
fn end_of_the_peer_is_seen() {
    on_all(|one, other| {
        other.write_all_vectored(&[IoSlice::new(b"last")]).unwrap();
        drop(other);
        let mut last = [0; 4];
        one.read_exact(&mut last).unwrap();
        assert_eq!(&last, b"last");
        one.set_deadline(Some(Instant::now() + Duration::from_secs(60)));
        assert_eq!(one.read(&mut last).unwrap(), 0);
        assert_eq!(one.read_exact(&mut last).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    });
}

/// As a relay and its client do: encryption ends after one message, and what follows is plain, even if both
/// arrive together.
#[test]
fn seal_ends_behind_a_message_and_another_begins() {
    for pair in [by_tcp, by_unix, by_pipes] {
        let (one, other) = sealed(pair());
        other.write_all_vectored(&[IoSlice::new(b"last word")]).unwrap();
        other.end_seal().unwrap();
        other.write_all_vectored(&[IoSlice::new(b"plain")]).unwrap();
        let (mut last, mut plain) = ([0; 9], [0; 5]);
        one.read_exact(&mut last).unwrap();
        one.end_seal().unwrap();
        assert!(!one.has_ended(), "data may be buffered here");
        one.read_exact(&mut plain).unwrap();
        assert_eq!((&last, &plain), (b"last word", b"plain"));
        let (one, other) = sealed((one, other));
        one.write_all_vectored(&[IoSlice::new(b"again")]).unwrap();
        other.read_exact(&mut plain).unwrap();
        assert_eq!(&plain, b"again");
    }
}

#[test]
fn seal_does_not_end_in_the_middle_of_a_record() {
    let (one, other) = sealed(by_tcp());
    other.write_all_vectored(&[IoSlice::new(b"last word and one more")]).unwrap();
    one.read_exact(&mut [0; 9]).unwrap();
    assert_eq!(one.end_seal().unwrap_err().kind(), io::ErrorKind::InvalidData);
}
