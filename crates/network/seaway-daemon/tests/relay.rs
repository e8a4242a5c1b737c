// SPDX-License-Identifier: MIT OR Apache-2.0
//! Relays between a client and a daemon: bytes pass unchanged, and only for authorised clients.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::io::IoSlice;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use seaway_channel::{Channel, Pin, Secret, TlsServer, accept_connection, pass_relay};
use seaway_daemon::{Door, Relay};
use seaway_device_api::{ErrorKind, Result};
use seaway_messages::{Role, Service};

const PATIENCE: Duration = Duration::from_secs(60);

fn secret() -> Secret {
    Secret::from_bytes([7; 32])
}

fn soon() -> Instant {
    Instant::now() + PATIENCE
}

/// A relay, until the door is dropped.
fn relay(allowed: &[SocketAddr]) -> (SocketAddr, Arc<Door>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let relay = Relay::to(allowed.iter().map(ToString::to_string).collect());
    let door = Door::new(listener, secret(), None, vec![Arc::new(relay)]);
    door.open().unwrap();
    (address, door)
}

fn channel_to(address: SocketAddr) -> Channel {
    let channel = Channel::tcp(TcpStream::connect(address).unwrap()).unwrap();
    channel.set_deadline(Some(soon()));
    channel
}

/// A channel to `to` through `relays`.
fn by_way_of(relays: &[SocketAddr], to: SocketAddr, secret: &Secret) -> Result<Channel> {
    let channel = channel_to(relays[0]);
    for next in relays[1..].iter().chain([&to]) {
        pass_relay(&channel, &next.to_string(), secret, PATIENCE)?;
    }
    Ok(channel)
}

/// Both ends send the same amount at the same time and receive it unchanged.
fn exchange(one: &Channel, other: &Channel, bytes: usize) {
    let bytes: Vec<u8> = (0..bytes).map(|index| (index % 253).to_le_bytes()[0]).collect();
    thread::scope(|scope| {
        for channel in [one, other] {
            let bytes = &bytes;
            scope.spawn(move || {
                for message in bytes.chunks(1_111_111) {
                    channel.write_all_vectored(&[IoSlice::new(message)]).unwrap();
                }
                channel.end_sending();
            });
            scope.spawn(move || {
                let mut received = vec![0; 1 << 20];
                for expected in bytes.chunks(received.len()) {
                    channel.read_exact(&mut received[..expected.len()]).unwrap();
                    assert!(received[..expected.len()] == *expected);
                }
                assert_eq!(channel.read(&mut received).unwrap(), 0, "the end of the stream is passed on");
            });
        }
    });
}

fn daemon() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

#[test]
fn session_runs_from_end_to_end_through_one_or_two_relays() {
    let (first, second) = (relay(&[]), relay(&[]));
    for relays in [&[first.0][..], &[first.0, second.0]] {
        let (listener, address) = daemon();
        thread::scope(|scope| {
            let accepted = scope.spawn(|| {
                let channel = accept_connection(listener.accept().unwrap().0, None, soon()).unwrap();
                channel.accept(&[Service::Store], &Secret::from_bytes([9; 32])).unwrap();
                channel
            });
            let one = by_way_of(relays, address, &secret()).unwrap();
            // The daemon has a secret of its own, which no relay knows.
            one.authenticate(Role::Client, Service::Store, &Secret::from_bytes([9; 32])).unwrap();
            exchange(&one, &accepted.join().unwrap(), 3_000_000);
        });
    }
}

#[test]
fn both_directions_flow_at_the_same_time_inside_tls_through_two_relays() {
    let folder = tempfile::tempdir().unwrap();
    let tls = TlsServer::load_from(&folder.path().join("certificate.pem")).unwrap();
    let (first, second) = (relay(&[]), relay(&[]));
    let (listener, address) = daemon();
    thread::scope(|scope| {
        let accepted = scope.spawn(|| {
            let channel = accept_connection(listener.accept().unwrap().0, Some(&tls), soon()).unwrap();
            channel.accept(&[Service::Store], &secret()).unwrap();
            channel
        });
        let pin = Pin::given(&tls.fingerprint()).unwrap();
        let one = by_way_of(&[first.0, second.0], address, &secret()).unwrap();
        let one = one.into_tls(&address.to_string(), &pin).unwrap();
        one.authenticate(Role::Client, Service::Store, &secret()).unwrap();
        exchange(&one, &accepted.join().unwrap(), 100_000_000);
    });
}

#[test]
fn stranger_passes_no_relay() {
    let (first, second) = (relay(&[]), relay(&[]));
    let (_listener, address) = daemon();
    let error = by_way_of(&[first.0], address, &Secret::from_bytes([8; 32])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AccessDenied);
    // Nor the second, through the first.
    let channel = channel_to(first.0);
    pass_relay(&channel, &second.0.to_string(), &secret(), PATIENCE).unwrap();
    let stranger = Secret::from_bytes([8; 32]);
    let error = pass_relay(&channel, &address.to_string(), &stranger, PATIENCE).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AccessDenied);
}

#[test]
fn relay_says_why_it_does_not_connect() {
    let (_listener, allowed) = daemon();
    let forbidden = daemon();
    let limited = relay(&[allowed]);
    by_way_of(&[limited.0], allowed, &secret()).unwrap();
    let error = by_way_of(&[limited.0], forbidden.1, &secret()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AccessDenied);
    assert!(error.to_string().contains("--allow"), "{error}");

    let free = relay(&[]);
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let error = by_way_of(&[free.0], nobody, &secret()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!(error.to_string().contains(&nobody.to_string()), "{error}");
}

#[test]
fn what_passes_through_ends_with_the_relay() {
    let (address, door) = relay(&[]);
    let (listener, daemon) = daemon();
    let one = by_way_of(&[address], daemon, &secret()).unwrap();
    let other = Channel::tcp(listener.accept().unwrap().0).unwrap();
    one.write_all_vectored(&[IoSlice::new(b"x")]).unwrap();
    other.read_exact(&mut [0]).unwrap();
    door.close(PATIENCE);
    assert!(matches!(one.read(&mut [0]), Ok(0) | Err(_)));
    assert!(matches!(other.read(&mut [0]), Ok(0) | Err(_)));
}
