// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the handshake accepts, and what it rejects.

use seaway_messages::{
    HELLO_BYTES, HELLO_HEAD_BYTES, Handshake, HandshakeError, OLDEST_VERSION, PROOF_BYTES, Role, Service,
    Session, VERSION, grant_key, granted, hello_bytes_missing, refusal_of_version_1,
};

const SECRET: [u8; 32] = [42; 32];

fn client(nonce: u8) -> Handshake {
    Handshake::new(Role::Client, Service::Mxn, &SECRET, [nonce; 32], [nonce + 100; 32])
}

fn server(nonce: u8) -> Handshake {
    Handshake::new(Role::Server, Service::Mxn, &SECRET, [nonce; 32], [nonce + 100; 32])
}

type Outcome = Result<Session, HandshakeError>;

/// Both ends, connected by wires on which `change` may alter each hello and each proof.
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
        // A peer that has failed sends no proof.
        end.receive_proof(other.as_ref().unwrap_or(&[0; 32])).map(|proven| proven.session)
    };
    (finish(client, &client_proof, &server_proof), finish(server, &server_proof, &client_proof))
}

#[test]
fn two_that_know_the_secret_agree() {
    let session = Session { version: VERSION, features: 0b0110 };
    let outcome = shake(client(1).offering(0b1110), server(2).offering(0b0111), |_| ());
    assert_eq!(outcome, (Ok(session), Ok(session)));
}

/// Computed independently of this code, with another HMAC (Python's): the bytes cannot change unnoticed.
#[test]
fn bytes_match_an_independent_implementation() {
    let (mut client, mut server) = (client(1).offering(5), server(2));
    let expected =
        [&b"SEAWAY\x02\x00\x05\0\0\0\0\0\0\0\x01"[..], &[1; 32], b"\x02\x00\x40\x00", &[101; 32], &[0; 32]];
    assert_eq!(client.hello().as_slice(), expected.concat());
    let proofs = [client.receive_hello(&server.hello()), server.receive_hello(&client.hello())];
    let [of_client, of_server] = proofs.map(Result::unwrap);
    assert_eq!([hexadecimal(&of_client), hexadecimal(&of_server)], [CLIENT_PROOF, SERVER_PROOF]);
    let (client, server) =
        (client.receive_proof(&of_server).unwrap(), server.receive_proof(&of_client).unwrap());
    let (at_client, at_server) = (client.keys(&[9; 32]), server.keys(&[9; 32]));
    let keys = [&at_client.sending, &at_client.receiving].map(|key| hexadecimal(key.bytes()));
    assert_eq!(keys, [CLIENT_KEY, SERVER_KEY]);
    assert_eq!((at_server.sending, at_server.receiving), (at_client.receiving, at_client.sending));
    assert_ne!(client.keys(&[8; 32]), client.keys(&[9; 32]));
}
const CLIENT_PROOF: &str = "3c1a77807d777f364ff24238b27f42236b8c7790421e80c547eda00870a1fde3";
const SERVER_PROOF: &str = "090d90e7a1b154b66ab3b99b9468cf11c88b3e5bebc639556c430172ba30ce7a";
const CLIENT_KEY: &str = "a1300dc4836f3656c934c2f1bc70b4b3bc7b99868d2f40737142f51bfe986a3e";
const SERVER_KEY: &str = "258becab05c6f44d709dd533651e8194c7078d1b010f450b9af40f4cf62e4df7";

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A peer that was given the key of a grant authenticates with that, and not with the secret.
#[test]
fn a_grant_authenticates_without_revealing_the_secret() {
    let grant = [3; 32];
    let key = grant_key(&SECRET, &grant);
    assert_eq!(hexadecimal(&key), GRANT_KEY);
    let client = || Handshake::new(Role::Client, Service::Mxn, &key, [1; 32], [101; 32]).by_grant(grant);
    assert_eq!(granted(&client().hello()), Some(grant));
    let server = |secret: &[u8; 32]| Handshake::new(Role::Server, Service::Mxn, secret, [2; 32], [102; 32]);
    assert_eq!(granted(&server(&SECRET).hello()), None);
    assert!(shake(client(), server(&key), |_| ()).1.is_ok());
    assert!(shake(client(), server(&SECRET), |_| ()).1.is_err());
    assert!(
        shake(client(), server(&grant_key(&SECRET, &[4; 32])), |_| ()).1.is_err(),
        "nor as another grant"
    );
}
const GRANT_KEY: &str = "f014eeab683766458f0264a2cc8913d68204c836cfb8a37a6f550eda5cc35fe9";

#[test]
fn a_wrong_secret_is_refused_by_both() {
    for bit in [0, 7, 128, 255] {
        let mut other = SECRET;
        other[bit / 8] ^= 1 << (bit % 8);
        let stranger = Handshake::new(Role::Client, Service::Mxn, &other, [1; 32], [101; 32]);
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
    assert_eq!(new_server.receive_proof(&old_proof).unwrap_err(), HandshakeError::WrongSecret);
}

#[test]
fn a_mirror_proves_nothing() {
    let mut server = server(2);
    assert_eq!(server.receive_hello(&server.hello()), Err(HandshakeError::Reflected));
}

/// An attacker connects twice and forwards the messages of each connection to the other.
#[test]
fn two_connections_to_one_server_prove_nothing_to_it() {
    let (mut first, mut second) = (server(2), server(3));
    let from_first = first.receive_hello(&second.hello()).unwrap();
    let from_second = second.receive_hello(&first.hello()).unwrap();
    assert_eq!(first.receive_proof(&from_second).unwrap_err(), HandshakeError::WrongSecret);
    assert_eq!(second.receive_proof(&from_first).unwrap_err(), HandshakeError::WrongSecret);
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
fn features_cannot_be_removed_in_transit() {
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
        assert_eq!(server.receive_proof(&proof).unwrap_err(), HandshakeError::WrongSecret, "bit {bit}");
    }
}

#[test]
fn a_peer_of_another_protocol_or_service_gets_no_proof() {
    fn check(change: impl Fn(&mut [u8; HELLO_BYTES]), expected: HandshakeError) {
        let mut hello = client(1).hello();
        change(&mut hello);
        assert_eq!(server(2).receive_hello(&hello), Err(expected));
    }
    check(|hello| hello[..6].copy_from_slice(b"GET / "), HandshakeError::NotSeaway);
    check(|hello| hello[6..8].fill(0), HandshakeError::Version { oldest: 0, newest: 0 });
    check(|hello| hello[51] = 63, HandshakeError::NotSeaway);
    check(|hello| hello[52] = 0xFF, HandshakeError::NotSeaway);
    check(|hello| hello[16] = 9, HandshakeError::Service { theirs: 9 });

    let directory = Handshake::new(Role::Client, Service::Directory, &SECRET, [1; 32], [101; 32]);
    let wrong_service =
        (Err(HandshakeError::Service { theirs: 1 }), Err(HandshakeError::Service { theirs: 2 }));
    assert_eq!(shake(directory, server(2), |_| ()), wrong_service);
}

/// A server of several services answers with the requested one.
#[test]
fn a_hello_names_the_requested_service() {
    for service in [Service::Mxn, Service::Directory, Service::Trunk] {
        let mut hello = Handshake::new(Role::Client, service, &SECRET, [1; 32], [101; 32]).hello();
        assert_eq!(Service::asked_for(&hello), Some(service));
        hello[16] = 0xff;
        assert_eq!(Service::asked_for(&hello), None);
        hello[0] = b'X';
        assert_eq!(Service::asked_for(&hello), None);
    }
}

/// A hello of a peer that speaks `oldest` to `newest`, with unknown bytes after the share.
fn hello_of(oldest: u16, newest: u16) -> Vec<u8> {
    let mut hello = client(1).hello().to_vec();
    hello[6..8].copy_from_slice(&newest.to_le_bytes());
    hello[49..51].copy_from_slice(&oldest.to_le_bytes());
    hello[51..53].copy_from_slice(&72_u16.to_le_bytes());
    hello.extend(*b"unknown!");
    hello
}

/// Adjacent versions interoperate, in the newest that both speak.
#[test]
fn versions_are_negotiated() {
    for (oldest, newest) in [(VERSION, VERSION), (OLDEST_VERSION, VERSION + 1), (1, VERSION + 7)] {
        let hello = hello_of(oldest, newest);
        assert_eq!(hello_bytes_missing(&hello), Ok(0));
        assert!(server(2).receive_hello(&hello).is_ok(), "{oldest} to {newest}");
    }
    let error = server(2).receive_hello(&hello_of(VERSION + 1, VERSION + 3)).unwrap_err();
    assert_eq!(error, HandshakeError::Version { oldest: VERSION + 1, newest: VERSION + 3 });
    let text = "this program speaks protocol 2 (Seaway 0.2), the peer speaks 3 to 5; update Seaway here";
    assert_eq!(error.to_string(), text);
}

/// Its hello has 49 bytes; waiting for more would hang.
#[test]
fn a_peer_of_version_1_is_recognised() {
    let hello = [&b"SEAWAY\x01\x00\0\0\0\0\0\0\0\0\x01"[..], &[1; 32]].concat();
    assert_eq!(hello.len(), HELLO_HEAD_BYTES);
    let error = hello_bytes_missing(&hello).unwrap_err();
    assert_eq!(server(2).receive_hello(&hello), Err(error.clone()));
    let text = "this program speaks protocol 2 (Seaway 0.2), the peer speaks 1 (Seaway 0.1); update Seaway where the peer runs";
    assert_eq!(error.to_string(), text);
    // Version 1 read the same 49 bytes, and rejected a lower version by naming both.
    let refusal = refusal_of_version_1();
    assert_eq!((&refusal[..6], &refusal[6..8]), (&b"SEAWAY"[..], &[0, 0][..]));
}

#[test]
fn a_hello_says_how_long_it_is() {
    let whole = hello_of(VERSION, VERSION);
    for len in 0..whole.len() {
        let missing = hello_bytes_missing(&whole[..len]).unwrap();
        assert!(missing > 0 && len + missing <= whole.len(), "{len} bytes: {missing} missing");
        assert_eq!(server(2).receive_hello(&whole[..len]), Err(HandshakeError::NotSeaway), "{len} bytes");
    }
    let longer = [&whole[..], b"x"].concat();
    assert_eq!(server(2).receive_hello(&longer), Err(HandshakeError::NotSeaway));
}

#[test]
fn steps_out_of_order_are_refused() {
    assert_eq!(server(2).receive_proof(&[0; 32]).unwrap_err(), HandshakeError::OutOfOrder);
    let mut server = server(2);
    server.receive_hello(&client(1).hello()).unwrap();
    assert_eq!(server.receive_hello(&client(3).hello()), Err(HandshakeError::OutOfOrder));
}

#[test]
fn a_secret_does_not_get_into_logs() {
    let shown = format!("{:?}", server(2));
    assert!(shown.contains("Server") && !shown.contains("42"), "{shown}");
}
