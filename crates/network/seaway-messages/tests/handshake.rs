// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the handshake lets through, and what it stops.

use seaway_proto::{HELLO_BYTES, Handshake, HandshakeError, PROOF_BYTES, Role, Service, Session, VERSION};

const SECRET: [u8; 32] = [42; 32];

fn client(nonce: u8) -> Handshake {
    Handshake::new(Role::Client, Service::Mxn, &SECRET, [nonce; 32])
}

fn server(nonce: u8) -> Handshake {
    Handshake::new(Role::Server, Service::Mxn, &SECRET, [nonce; 32])
}

type Outcome = Result<Session, HandshakeError>;

/// Both ends, joined by wires on which `change` may do to each hello and each proof what it likes.
fn shake(mut client: Handshake, mut server: Handshake, change: impl Fn(&mut [u8])) -> (Outcome, Outcome) {
    let changed = |mut hello: [u8; HELLO_BYTES]| {
        change(&mut hello);
        hello
    };
    let (from_client, from_server) = (changed(client.hello()), changed(server.hello()));
    let client_proof = client.receive_hello(&from_server);
    let server_proof = server.receive_hello(&from_client);
    let finish = |end: Handshake, own: &Result<[u8; 32], HandshakeError>, other: &Result<[u8; 32], _>| {
        own.clone()?;
        // A peer that has given up sends no proof.
        end.receive_proof(other.as_ref().unwrap_or(&[0; 32]))
    };
    (finish(client, &client_proof, &server_proof), finish(server, &server_proof, &client_proof))
}

#[test]
fn two_that_know_the_secret_agree() {
    let session = Session { version: VERSION, features: 0b0110 };
    let outcome = shake(client(1).offering(0b1110), server(2).offering(0b0111), |_| ());
    assert_eq!(outcome, (Ok(session), Ok(session)));
}

/// Computed apart from this code, with another HMAC: the bytes cannot change unnoticed.
#[test]
fn the_bytes_are_as_written_down() {
    let (mut client, mut server) = (client(1).offering(5), server(2));
    let expected = [&b"SEAWAY\x01\x00\x05\0\0\0\0\0\0\0\x01"[..], &[1; 32]].concat();
    assert_eq!(client.hello().as_slice(), expected);
    let proofs = [client.receive_hello(&server.hello()), server.receive_hello(&client.hello())];
    let hex = proofs.map(|proof| proof.unwrap().map(|byte| format!("{byte:02x}")).concat());
    assert_eq!(hex, [CLIENT_PROOF, SERVER_PROOF]);
}
const CLIENT_PROOF: &str = "da01eda922c98029d9ff6e3b690a9e063234eb8223e0c38c12987bb54dd5dafd";
const SERVER_PROOF: &str = "553ceba148e386e6b9ba5235a0cb3a2ec2d675112d850136bf1b8b7f3b776033";

#[test]
fn a_wrong_secret_is_refused_by_both() {
    for bit in [0, 7, 128, 255] {
        let mut other = SECRET;
        other[bit / 8] ^= 1 << (bit % 8);
        let stranger = Handshake::new(Role::Client, Service::Mxn, &other, [1; 32]);
        let outcome = shake(stranger, server(2), |_| ());
        assert_eq!(outcome, (Err(HandshakeError::WrongSecret), Err(HandshakeError::WrongSecret)));
    }
}

#[test]
fn an_old_handshake_cannot_be_replayed() {
    let (mut old_client, mut old_server) = (client(1), server(2));
    let old_hello = old_client.hello();
    let old_proof = old_client.receive_hello(&old_server.hello()).unwrap();
    old_server.receive_hello(&old_hello).unwrap();
    assert!(old_server.receive_proof(&old_proof).is_ok());

    let mut new_server = server(3);
    new_server.receive_hello(&old_hello).unwrap();
    assert_eq!(new_server.receive_proof(&old_proof), Err(HandshakeError::WrongSecret));
}

#[test]
fn a_mirror_proves_nothing() {
    let mut server = server(2);
    assert_eq!(server.receive_hello(&server.hello()), Err(HandshakeError::Reflected));
}

/// A stranger connects twice and gives each connection what the other one says.
#[test]
fn two_connections_to_one_server_prove_nothing_to_it() {
    let (mut first, mut second) = (server(2), server(3));
    let from_first = first.receive_hello(&second.hello()).unwrap();
    let from_second = second.receive_hello(&first.hello()).unwrap();
    assert_eq!(first.receive_proof(&from_second), Err(HandshakeError::WrongSecret));
    assert_eq!(second.receive_proof(&from_first), Err(HandshakeError::WrongSecret));
}

#[test]
fn a_change_of_any_bit_of_a_hello_is_noticed_by_both() {
    for bit in 0..HELLO_BYTES * 8 {
        let (client, server) = (client(1).offering(u64::MAX), server(2).offering(u64::MAX));
        let outcome = shake(client, server, |hello| hello[bit / 8] ^= 1 << (bit % 8));
        assert!(outcome.0.is_err() && outcome.1.is_err(), "bit {bit}: {outcome:?}");
    }
}

#[test]
fn features_cannot_be_taken_away_on_the_way() {
    let (client, server) = (client(1).offering(0b11), server(2).offering(0b11));
    let outcome = shake(client, server, |hello| hello[8] = 0b01);
    assert_eq!(outcome, (Err(HandshakeError::WrongSecret), Err(HandshakeError::WrongSecret)));
}

#[test]
fn a_change_of_any_bit_of_a_proof_is_noticed() {
    for bit in 0..PROOF_BYTES * 8 {
        let (mut client, mut server) = (client(1), server(2));
        let mut proof = client.receive_hello(&server.hello()).unwrap();
        server.receive_hello(&client.hello()).unwrap();
        proof[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(server.receive_proof(&proof), Err(HandshakeError::WrongSecret), "bit {bit}");
    }
}

#[test]
fn a_peer_that_means_something_else_gets_no_proof() {
    fn check(change: impl Fn(&mut [u8; HELLO_BYTES]), expected: HandshakeError) {
        let mut hello = client(1).hello();
        change(&mut hello);
        assert_eq!(server(2).receive_hello(&hello), Err(expected));
    }
    check(|hello| hello[..6].copy_from_slice(b"GET / "), HandshakeError::NotSeaway);
    check(|hello| hello[6..8].fill(0), HandshakeError::Version { theirs: 0 });
    check(|hello| hello[16] = 9, HandshakeError::Service { theirs: 9 });

    let directory = Handshake::new(Role::Client, Service::Directory, &SECRET, [1; 32]);
    let wrong_service =
        (Err(HandshakeError::Service { theirs: 1 }), Err(HandshakeError::Service { theirs: 2 }));
    assert_eq!(shake(directory, server(2), |_| ()), wrong_service);
}

/// One that offers several services answers with the one that is wanted.
#[test]
fn a_hello_says_what_is_wanted() {
    for service in [Service::Mxn, Service::Directory, Service::Trunk] {
        let mut hello = Handshake::new(Role::Client, service, &SECRET, [1; 32]).hello();
        assert_eq!(Service::asked_for(&hello), Some(service));
        hello[16] = 9;
        assert_eq!(Service::asked_for(&hello), None);
        hello[0] = b'X';
        assert_eq!(Service::asked_for(&hello), None);
    }
}

/// A newer peer is spoken to in our version; it refuses if it no longer can.
#[test]
fn the_lower_version_is_spoken() {
    let mut hello = client(1).hello();
    hello[6..8].copy_from_slice(&(VERSION + 1).to_le_bytes());
    assert!(server(2).receive_hello(&hello).is_ok());
}

#[test]
fn steps_out_of_order_are_refused() {
    assert_eq!(server(2).receive_proof(&[0; 32]), Err(HandshakeError::OutOfOrder));
    let mut server = server(2);
    server.receive_hello(&client(1).hello()).unwrap();
    assert_eq!(server.receive_hello(&client(3).hello()), Err(HandshakeError::OutOfOrder));
}

#[test]
fn a_secret_does_not_get_into_logs() {
    let shown = format!("{:?}", server(2));
    assert!(shown.contains("Server") && !shown.contains("42"), "{shown}");
}
