// SPDX-License-Identifier: MIT OR Apache-2.0
//! A registry on a real etcd meets its contract. The etcd of Debian's package etcd-server is started on
//! loopback ports of its own, and stopped afterwards.

mod etcd_server;

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

use seaway_registry::{EtcdRegistry, NewEntry, Registry, RegistryErrorKind};
use seaway_testkit::registry_suite;
use seaway_testkit::registry_suite::Fixture;
use seaway_testkit::registry_suite::histories::{Caller, Recorder};

use crate::etcd_server::{EtcdServer, namespace};

registry_suite!(|| {
    let server = EtcdServer::shared();
    let registry = server.registry(&namespace());
    Fixture::keeping(server, registry)
});

fn long() -> Instant {
    Instant::now() + Duration::from_secs(120)
}

#[test]
fn another_member_is_asked_when_one_is_gone() {
    let server = EtcdServer::shared();
    // Nobody listens there any more.
    let gone = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let members = [format!("http://{gone}"), server.endpoints[0].clone()];
    let registry = EtcdRegistry::new(&members, &namespace()).unwrap();
    let entry = NewEntry { key: "a".into(), value: Vec::new(), lease: None };
    registry.create(entry, long()).unwrap();
    assert!(registry.get("a", long()).unwrap().value.is_some());
}

#[test]
fn lost_cluster_is_an_error_before_the_deadline() {
    let gone = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let registry = EtcdRegistry::new(&[format!("http://{gone}")], "/test/").unwrap();
    let error = registry.get("a", Instant::now() + Duration::from_millis(300)).unwrap_err();
    assert_eq!(error.kind, RegistryErrorKind::Unreachable, "{error}");
    assert!(error.text.contains(&gone.to_string()), "{error}");
}

#[test]
fn versions_that_lose_writes_are_refused() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    // Says that it is such a version.
    let answering = thread::spawn(move || {
        let (mut connection, _) = listener.accept().unwrap();
        let mut request = Vec::new();
        while !request.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            connection.read_exact(&mut byte).unwrap();
            request.extend(byte);
        }
        let body = r#"{"etcdserver":"3.5.1","etcdcluster":"3.5.0"}"#;
        write!(connection, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    });
    let registry = EtcdRegistry::new(&[endpoint], "/test/").unwrap();
    let error = registry.get("a", long()).unwrap_err();
    assert_eq!(error.kind, RegistryErrorKind::Unsupported, "{error}");
    assert!(error.text.contains("3.5.1") && error.text.contains("lose"), "{error}");
    answering.join().unwrap();
}

#[test]
fn name_spaces_are_separate() {
    let server = EtcdServer::shared();
    let [one, other] = [(); 2].map(|()| server.registry(&namespace()));
    let entry = NewEntry { key: "a".into(), value: Vec::new(), lease: None };
    one.create(entry, long()).unwrap();
    assert_eq!(other.get("a", long()).unwrap().value, None);
    assert_eq!(other.list("", long()).unwrap().value, []);
}

/// Members are killed and restarted, one after the other, while clients use the registry.
#[test]
fn histories_across_lost_members_are_linearizable() {
    let mut server = EtcdServer::start(3);
    let (namespace, recorder) = (namespace(), Recorder::default());
    thread::scope(|scope| {
        let callers: Vec<_> = (0..3)
            .map(|seed| {
                let (registry, recorder) = (server.registry(&namespace), &recorder);
                scope.spawn(move || Caller::new(&registry, recorder, seed).run(60))
            })
            .collect();
        for killed in 0..3 {
            let enough = recorder.known() + 20;
            while recorder.known() < enough && callers.iter().any(|caller| !caller.is_finished()) {
                thread::sleep(Duration::from_millis(1));
            }
            server.kill(killed);
            // Two of three go on.
            let enough = recorder.known() + 10;
            while recorder.known() < enough && callers.iter().any(|caller| !caller.is_finished()) {
                thread::sleep(Duration::from_millis(1));
            }
            server.restart(killed);
        }
    });
    recorder.check();
    assert!(recorder.known() > 100, "{} calls were answered", recorder.known());
}

#[test]
fn bad_addresses_are_refused() {
    for members in [vec![], vec!["node1:2379".to_owned()], vec!["http://".to_owned()]] {
        let error = EtcdRegistry::new(&members, "/test/").unwrap_err();
        assert_eq!(error.kind, RegistryErrorKind::Argument, "{members:?}");
    }
    assert!(EtcdRegistry::new(&["http://node1:2379".to_owned()], "").is_err());
}
