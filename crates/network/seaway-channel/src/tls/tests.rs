// SPDX-License-Identifier: MIT OR Apache-2.0
//! Two ends, their certificates, and a man in the middle.

use std::io::{self, IoSlice};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use seaway_device_api::{ErrorKind, Result};
use seaway_messages::{Role, Service};

use super::{Pin, TlsServer, accept_connection};
use crate::{Channel, Secret};

fn soon() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

fn server(folder: &Path) -> TlsServer {
    TlsServer::load_from(&folder.join("certificate.pem")).unwrap()
}

/// Both ends of a TCP connection.
fn connected() -> (Channel, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let one = Channel::tcp(TcpStream::connect(listener.local_addr().unwrap()).unwrap()).unwrap();
    one.set_deadline(Some(soon()));
    (one, listener.accept().unwrap().0)
}

/// Both ends in TLS: the result of each.
fn in_tls(server: &TlsServer, name: &str, pin: &Pin) -> (Result<Channel>, Result<Channel>) {
    let (one, other) = connected();
    thread::scope(|scope| {
        let accepted = scope.spawn(|| accept_connection(other, Some(server), soon()));
        let made = one.into_tls(name, pin);
        (made, accepted.join().unwrap())
    })
}

/// The result of authentication at each end.
fn prove(one: &Channel, other: &Channel, secrets: [&Secret; 2]) -> (Result<()>, Result<()>) {
    thread::scope(|scope| {
        let accepted = scope.spawn(|| other.accept(&[Service::Store, Service::Relay], secrets[1]).map(drop));
        let proved = one.authenticate(Role::Client, Service::Store, secrets[0]).map(drop);
        if proved.is_err() {
            one.shut_down();
        }
        (proved, accepted.join().unwrap())
    })
}

#[test]
fn certificate_is_remembered_once_the_secret_is_proved_and_another_is_refused() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (real, fake) = (server(folder.path()), server(elsewhere.path()));
    assert_ne!(real.fingerprint(), fake.fingerprint());
    let hosts = folder.path().join("known_hosts");
    let pin = Pin::first_use_in(&hosts);
    let secret = Secret::from_bytes([3; 32]);

    let (one, other) = in_tls(&real, "ocean:7117", &pin);
    let (one, other) = (one.unwrap(), other.unwrap());
    assert!(!hosts.exists(), "nothing is proved yet");
    let (proved, accepted) = prove(&one, &other, [&secret, &secret]);
    proved.unwrap();
    accepted.unwrap();
    assert_eq!(one.certificate(), Some(real.fingerprint().as_str()));

    assert!(in_tls(&real, "ocean:7117", &pin).0.is_ok(), "the same again");
    let error = in_tls(&fake, "ocean:7117", &pin).0.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AccessDenied);
    let text = error.to_string();
    for part in ["has changed", "ocean:7117", &real.fingerprint(), &fake.fingerprint(), "remove line 1"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(in_tls(&fake, "lake:7117", &pin).0.is_ok(), "another host may have another certificate");
}

#[test]
fn wrong_secret_is_not_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let hosts = folder.path().join("known_hosts");
    let (one, other) = in_tls(&server(folder.path()), "ocean:7117", &Pin::first_use_in(&hosts));
    let secrets = [Secret::from_bytes([3; 32]), Secret::from_bytes([4; 32])];
    let (proved, _) = prove(&one.unwrap(), &other.unwrap(), [&secrets[0], &secrets[1]]);
    assert_eq!(proved.unwrap_err().kind(), ErrorKind::AccessDenied);
    assert!(!hosts.exists());
}

#[test]
fn given_certificate_is_required_by_fingerprint_or_file() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (real, fake) = (server(folder.path()), server(elsewhere.path()));
    let file = folder.path().join("certificate.pem");
    for given in [real.fingerprint(), file.to_str().unwrap().to_owned()] {
        let pin = Pin::given(&given).unwrap();
        assert!(in_tls(&real, "ocean:1", &pin).0.is_ok());
        let error = in_tls(&fake, "ocean:1", &pin).0.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AccessDenied);
        assert!(error.to_string().contains("seaway_certificate"), "{error}");
    }
    assert_eq!(Pin::given("/nowhere").unwrap_err().kind(), ErrorKind::Argument);
}

/// A man in the middle with a certificate of its own that forwards all messages of both ends.
#[test]
fn man_in_the_middle_is_detected_at_first_use() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (real, fake) = (server(folder.path()), server(elsewhere.path()));
    let hosts = folder.path().join("known_hosts");
    let secret = Secret::from_bytes([3; 32]);
    let (victim, near) = in_tls(&fake, "ocean:1", &Pin::first_use_in(&hosts));
    let pin = Pin::first_use_in(&elsewhere.path().join("known_hosts"));
    let (far, daemon) = in_tls(&real, "ocean:1", &pin);
    let (near, far, daemon) = (near.unwrap(), far.unwrap(), daemon.unwrap());
    let pass_on = |from: &Channel, to: &Channel| {
        let mut bytes = [0; 256];
        while let Ok(received @ 1..) = from.read(&mut bytes) {
            if to.write_all_vectored(&[IoSlice::new(&bytes[..received])]).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| pass_on(&near, &far));
        scope.spawn(|| pass_on(&far, &near));
        let (proved, _) = prove(&victim.unwrap(), &daemon, [&secret, &secret]);
        assert_eq!(proved.unwrap_err().kind(), ErrorKind::AccessDenied);
        near.shut_down();
        far.shut_down();
        daemon.shut_down();
    });
    assert!(!hosts.exists());
}

#[test]
fn one_port_serves_both_and_can_require_tls() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path());
    let secret = Secret::from_bytes([3; 32]);
    let plain = |tls: Option<&TlsServer>| {
        let (one, other) = connected();
        one.write_all_vectored(&[IoSlice::new(b"SEAWAY")]).unwrap();
        accept_connection(other, tls, soon()).map(|channel| (one, channel))
    };
    assert!(plain(Some(&server)).unwrap().1.certificate().is_none());
    assert!(plain(None).is_ok());
    let (one, other) = connected();
    thread::scope(|scope| {
        let wants_tls = server.clone().required();
        let accepting = scope.spawn(move || accept_connection(other, Some(&wants_tls), soon()).unwrap_err());
        let refused = one.authenticate(Role::Client, Service::Store, &secret).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::AccessDenied);
        assert!(refused.to_string().contains("remote+tls"), "{refused}");
        assert_eq!(accepting.join().unwrap().kind(), ErrorKind::AccessDenied);
    });

    let (one, other) = in_tls(&server.required(), "a:1", &Pin::first_use_in(&folder.path().join("known")));
    let (proved, accepted) = prove(&one.unwrap(), &other.unwrap(), [&secret, &secret]);
    proved.unwrap();
    accepted.unwrap();
}

#[test]
fn silent_or_random_peer_ends_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path());
    let (_silent, other) = connected();
    let error = accept_connection(other, Some(&server), Instant::now()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PeerLost);
    // Begins like TLS, and continues with random bytes.
    let (one, other) = connected();
    one.write_all_vectored(&[IoSlice::new(&[22; 4096])]).unwrap();
    assert!(accept_connection(other, Some(&server), soon()).is_err());
}

#[test]
fn both_directions_flow_at_the_same_time() {
    const BYTES: usize = 100_000_000;
    let folder = tempfile::tempdir().unwrap();
    let pin = Pin::first_use_in(&folder.path().join("known_hosts"));
    let (one, other) = in_tls(&server(folder.path()), "a:1", &pin);
    let (one, other) = (one.unwrap(), other.unwrap());
    let bytes: Vec<u8> = (0..BYTES).map(|index| (index % 251).to_le_bytes()[0]).collect();
    thread::scope(|scope| {
        for channel in [&one, &other] {
            let bytes = &bytes;
            scope.spawn(move || {
                let messages: Vec<IoSlice<'_>> = bytes.chunks(777_777).map(IoSlice::new).collect();
                messages.chunks(3).for_each(|message| channel.write_all_vectored(message).unwrap());
            });
            scope.spawn(move || {
                let mut received = vec![0; 1 << 20];
                for expected in bytes.chunks(1 << 20) {
                    channel.read_exact(&mut received[..expected.len()]).unwrap();
                    assert!(received[..expected.len()] == *expected);
                }
            });
        }
    });
    drop(other);
    one.set_deadline(Some(soon()));
    assert!(matches!(one.read(&mut [0]), Ok(0)) || one.has_ended());
    assert_eq!(one.read_exact(&mut [0]).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
}

#[test]
fn key_that_others_can_read_is_refused() {
    use std::fs::{Permissions, metadata, set_permissions};
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("certificate.pem");
    TlsServer::load_from(&path).unwrap();
    assert_eq!(metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
    assert_eq!(TlsServer::load_from(&path).unwrap_err().kind(), ErrorKind::AccessDenied);
}
