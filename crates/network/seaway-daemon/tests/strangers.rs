// SPDX-License-Identifier: MIT OR Apache-2.0
//! Clients without the secret get nothing, and cannot impede others.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

mod raw_client;

use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fastrand::Rng;
use raw_client::{CREATE, Daemon, LONG, READ, SECRET, WRITE, extent, pattern};
use seaway_channel::{Channel, Secret};
use seaway_device_api::ErrorKind;
use seaway_messages::{
    HELLO_BYTES, HELLO_HEAD_BYTES, Handshake, PROOF_BYTES, Role, Service, StoreMessage, encode_frame,
};

fn start() -> (tempfile::TempDir, Daemon) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a"), b"gold").unwrap();
    let daemon = Daemon::exporting(&[folder.path()], false);
    (folder, daemon)
}

fn stranger(daemon: &Daemon) -> TcpStream {
    let stream = TcpStream::connect(daemon.address).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    stream
}

/// All that the daemon sends until it ends the connection.
fn said(mut stream: TcpStream) -> Vec<u8> {
    let mut said = Vec::new();
    match stream.read_to_end(&mut said) {
        Err(error)
            if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) =>
        {
            panic!("the connection was not ended")
        }
        // By a reset, if something lay unread.
        _ => said,
    }
}

#[test]
fn wrong_secret_opens_nothing() {
    let (_folder, daemon) = start();
    for bit in [0, 100, 255] {
        let mut wrong = SECRET;
        wrong[bit / 8] ^= 1 << (bit % 8);
        let channel = Channel::tcp(stranger(&daemon)).unwrap();
        channel.set_deadline(Some(Instant::now() + LONG));
        let error =
            channel.authenticate(Role::Client, Service::Store, &Secret::from_bytes(wrong)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AccessDenied, "{error}");
        // It continues as if nothing had happened.
        let open = StoreMessage::Open { id: 1, path: "/".into(), directory: String::new(), flags: 1 };
        let mut frame = Vec::new();
        open.encode(&mut frame).unwrap();
        let _ = (&channel).write_all(&frame);
        let mut rest = Vec::new();
        let _ = (&channel).read_to_end(&mut rest);
        assert!(rest.is_empty(), "{rest:?}");
    }
}

/// A replay of what a legitimate client sent on another connection.
#[test]
fn replayed_handshake_opens_nothing() {
    let (_folder, daemon) = start();
    let recorded = Arc::new(Mutex::new(Vec::new()));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (to, record) = (stranger(&daemon), Arc::clone(&recorded));
    std::thread::spawn(move || {
        let from = listener.accept().unwrap().0;
        let (mut back_from, mut back_to) = (to.try_clone().unwrap(), from.try_clone().unwrap());
        std::thread::spawn(move || std::io::copy(&mut back_from, &mut back_to));
        let (mut from, mut to, mut buffer) = (from, to, [0; 4096]);
        while let Ok(received @ 1..) = from.read(&mut buffer) {
            record.lock().unwrap().extend_from_slice(&buffer[..received]);
            to.write_all(&buffer[..received]).unwrap();
        }
    });
    let mut sound = raw_client::Client::connect(address);
    sound.send(&StoreMessage::Ping { number: 4 });
    while sound.receive().0 != (StoreMessage::Pong { number: 4 }) {}

    let recorded = recorded.lock().unwrap().clone();
    let mut replaying = stranger(&daemon);
    replaying.write_all(&recorded).unwrap();
    let heard = said(replaying);
    assert!(heard.len() <= HELLO_BYTES + PROOF_BYTES, "a hello and a proof of its own, and no answer");
    // Reflecting the daemon's own messages does not authenticate either.
    let mut mirror = stranger(&daemon);
    mirror.write_all(&heard).unwrap();
    mirror.shutdown(Shutdown::Write).unwrap();
    said(mirror);
}

/// A program of Seaway 0.1, whose hello has 49 bytes: it waits for no more than that, is refused, and can
/// report why.
#[test]
fn program_of_protocol_1_is_refused_by_a_version() {
    let (_folder, daemon) = start();
    let mut old = stranger(&daemon);
    old.write_all(&[&b"SEAWAY\x01\x00\0\0\0\0\0\0\0\0\x03"[..], &[7; 32]].concat()).unwrap();
    let mut answer = [0; HELLO_HEAD_BYTES];
    old.read_exact(&mut answer).unwrap();
    assert_eq!(&answer[..8], b"SEAWAY\0\0", "version 1 takes that for a version that it does not speak");
    assert!(said(old).is_empty());
}

/// The other way round.
#[test]
fn daemon_of_protocol_1_is_refused_with_both_versions() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let old = std::thread::spawn(move || {
        let mut stream = listener.accept().unwrap().0;
        stream.read_exact(&mut [0; HELLO_HEAD_BYTES]).unwrap();
        // Version 1 agrees to speak its own version with a newer peer, and sends its proof.
        stream.write_all(&[&b"SEAWAY\x01\x00\0\0\0\0\0\0\0\0\x03"[..], &[7; 32], &[8; 32]].concat()).unwrap();
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        rest.len()
    });
    let error = raw_client::authenticated(address, Service::Store).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AccessDenied);
    let text = "this program speaks protocol 2 (Seaway 0.2), the peer speaks 1 (Seaway 0.1); update Seaway";
    assert!(error.to_string().contains(text), "{error}");
    assert!(old.join().unwrap() < HELLO_BYTES - HELLO_HEAD_BYTES + PROOF_BYTES, "nothing was proven to it");
}

/// A man in the middle lowers the versions, features or services.
#[test]
fn changed_hello_opens_nothing() {
    let (_folder, daemon) = start();
    for at in 6..HELLO_BYTES {
        let mut stream = stranger(&daemon);
        let mut handshake =
            Handshake::new(Role::Client, Service::Store, &SECRET, [9; 32], [109; 32]).offering(u64::MAX);
        let mut changed = handshake.hello();
        changed[at] ^= 1;
        stream.write_all(&changed).unwrap();
        if (HELLO_HEAD_BYTES + 2..HELLO_HEAD_BYTES + 4).contains(&at) {
            // A hello that claims to be longer than it is.
            stream.shutdown(Shutdown::Write).unwrap();
        }
        let mut hello = [0; HELLO_BYTES];
        // An unknown version or service ends it at once.
        if stream.read_exact(&mut hello).is_err() {
            continue;
        }
        let Ok(proof) = handshake.receive_hello(&hello) else { continue };
        stream.write_all(&proof).unwrap();
        let mut proof = [0; PROOF_BYTES];
        let heard = stream.read_exact(&mut proof).is_ok();
        assert!(!heard || handshake.receive_proof(&proof).is_err(), "byte {at}: the client would continue");
        assert!(said(stream).is_empty(), "byte {at}: the daemon continued");
    }
}

#[test]
fn service_that_is_not_there_is_refused() {
    let (_folder, daemon) = start();
    for service in [Service::Mxn, Service::Relay] {
        assert!(raw_client::authenticated(daemon.address, service).is_err());
    }
    assert!(raw_client::authenticated(daemon.address, Service::Directory).is_ok());
}

#[test]
fn silent_and_partial_connections_do_not_block_others() {
    let (folder, daemon) = start();
    let hello = Handshake::new(Role::Client, Service::Store, &SECRET, [3; 32], [103; 32]).hello();
    // More than may wait for authentication at a time.
    let silent: Vec<TcpStream> = (0..100).map(|_| stranger(&daemon)).collect();
    let halves: Vec<TcpStream> = (1..HELLO_BYTES)
        .map(|len| {
            let mut stream = stranger(&daemon);
            let _ = stream.write_all(&hello[..len]);
            stream
        })
        .collect();
    let mut good = daemon.connect();
    let file = good.open(folder.path().join("a"), READ).unwrap();
    assert_eq!(good.read(file, extent(0, 4)).unwrap(), b"gold");
    drop((silent, halves));
}

#[test]
fn slow_stranger_is_disconnected() {
    let (_folder, daemon) = start();
    let mut slow = stranger(&daemon);
    let started = Instant::now();
    // A byte per second, which would take most of a minute: the limit is for the whole handshake.
    let hello = Handshake::new(Role::Client, Service::Store, &SECRET, [3; 32], [103; 32]).hello();
    for byte in hello {
        if slow.write_all(&[byte]).is_err() {
            break;
        }
        slow.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
        match slow.read(&mut [0]) {
            Ok(_) => break,
            Err(error)
                if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {}
            Err(_) => break,
        }
    }
    assert!(started.elapsed() < Duration::from_secs(30), "it was not limited in time");
}

/// From a client that knows the secret.
#[test]
fn invalid_frames_end_the_connection() {
    let (_folder, daemon) = start();
    let frame = |kind: u16, body: &[u8]| {
        let mut frame = Vec::new();
        encode_frame(kind, body, &mut frame).unwrap();
        frame
    };
    let chunk = |len: u64| frame(0x0012, &[1u64.to_le_bytes(), len.to_le_bytes()].concat());
    let cases = [
        ("all ones", vec![0xff; 64]),
        ("a body of 4 GiB", [&u32::MAX.to_le_bytes()[..], &1u16.to_le_bytes()].concat()),
        (
            "a body of 64 MiB, of an unknown kind",
            [&(64u32 << 20).to_le_bytes()[..], &0x8001u16.to_le_bytes()].concat(),
        ),
        ("a chunk of 2^60 bytes", chunk(1 << 60)),
        ("a chunk of no write", chunk(1)),
        ("an unknown kind", frame(0x0777, b"abc")),
        ("a list of 2^32 ranges", frame(0x0010, &[&[0; 12][..], &[1], &u32::MAX.to_le_bytes()].concat())),
        ("an answer", frame(0x0045, &1u64.to_le_bytes())),
    ];
    for (what, bytes) in cases {
        let client = daemon.connect();
        (&client.channel).write_all(&bytes).unwrap();
        assert!(client.is_sent_away(), "{what}");
    }
    assert!(
        matches!(daemon.connect().ask(|id| StoreMessage::Size { id, file: 1 }), Err(error) if error.kind == ErrorKind::BadFile)
    );
}

/// Half a frame, and then the end: the client and all its resources are gone.
#[test]
fn half_a_frame_and_the_end_leave_nothing_behind() {
    let (folder, daemon) = start();
    let mut whole = Vec::new();
    let (path, directory) = (folder.path().join("a").to_str().unwrap().to_owned(), String::new());
    StoreMessage::Open { id: 1, path, directory, flags: READ }.encode(&mut whole).unwrap();
    for len in 1..whole.len() {
        let client = daemon.connect();
        (&client.channel).write_all(&whole[..len]).unwrap();
        client.channel.shut_down();
    }
    let mut other = daemon.connect();
    let file = other.open(folder.path().join("b"), WRITE | CREATE).unwrap();
    let id = other.begin_write(file, extent(0, 100));
    other.send_chunk(id, &[1; 50]);
    other.channel.shut_down();
    drop(other);
    let deadline = Instant::now() + LONG;
    loop {
        let seaway_messages::StatusMessage::Report { connection_count, file_count, .. } = daemon.status()
        else {
            panic!("no report")
        };
        if (connection_count, file_count) == (0, 0) {
            return;
        }
        assert!(Instant::now() < deadline, "{connection_count} connections and {file_count} files are left");
    }
}

#[test]
fn random_bytes_open_nothing_and_break_nothing() {
    let (folder, daemon) = start();
    let mut good = daemon.connect();
    let file = good.open(folder.path().join("a"), READ).unwrap();
    for seed in 0..300 {
        let mut random = Rng::with_seed(seed);
        let bytes: Vec<u8> = (0..random.usize(1..5000)).map(|_| random.u8(..)).collect();
        // Before the handshake, and after it.
        if seed % 2 == 0 {
            let mut stream = stranger(&daemon);
            let _ = stream.write_all(&bytes);
            let _ = stream.shutdown(Shutdown::Write);
            said(stream);
        } else {
            let client = daemon.connect();
            let _ = (&client.channel).write_all(&bytes);
            client.channel.end_sending();
            assert!(client.is_sent_away());
        }
    }
    assert_eq!(good.read(file, extent(0, 4)).unwrap(), b"gold");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn ten_thousand_bad_connections_do_not_stop_good_ones() {
    let (folder, daemon) = start();
    let mut good = daemon.connect();
    let path = folder.path().join("b");
    let file = good.open(&path, READ | WRITE | CREATE).unwrap();
    let mut expected = Vec::new();
    std::thread::scope(|scope| {
        let bad = scope.spawn(|| {
            for number in 0..10_000_u32 {
                let mut stream = TcpStream::connect(daemon.address).unwrap();
                // Some are silent, some send garbage, some send half a message.
                match number % 3 {
                    0 => {}
                    1 => drop(stream.write_all(&number.to_le_bytes().repeat(30))),
                    _ => drop(stream.write_all(b"SEAWAY\x01\x00")),
                }
            }
        });
        let mut round = 0;
        while !bad.is_finished() || round < 10 {
            let bytes = pattern(10_000, round);
            good.write(file, extent(round * 10_000, bytes.len()), &bytes).unwrap();
            expected.extend(bytes);
            // New clients are accepted too.
            if round % 50 == 0 {
                let mut other = daemon.connect();
                let file = other.open(&path, READ).unwrap();
                assert!(other.read(file, extent(0, expected.len())).unwrap() == expected);
            }
            round += 1;
        }
        bad.join().unwrap();
    });
    assert!(fs::read(&path).unwrap() == expected);
}
