// SPDX-License-Identifier: MIT OR Apache-2.0
//! The registry of a daemon meets its contract over the network.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use seaway_channel::Secret;
use seaway_daemon::{Door, RegistryService};
use seaway_registry::{
    Change, EmbeddedRegistry, MemoryStore, NewEntry, RedbStore, Registry, RegistryErrorKind, RemoteRegistry,
    Store,
};
use seaway_testkit::registry_suite;
use seaway_testkit::registry_suite::Fixture;
use seaway_testkit::registry_suite::histories::{Caller, Recorder};

registry_suite!(|| {
    let folder = tempfile::tempdir().unwrap();
    let daemon = Daemon::keeping(RedbStore::open(&folder.path().join("registry")).unwrap());
    let registry = daemon.client();
    Fixture::keeping((daemon, folder), registry)
});

const SECRET: [u8; 32] = [0x5a; 32];

/// Serves until dropped.
struct Daemon {
    door: Arc<Door>,
    address: SocketAddr,
}

impl Daemon {
    fn keeping(store: impl Store + 'static) -> Self {
        Self::at(TcpListener::bind("127.0.0.1:0").unwrap(), store)
    }

    fn at(listener: TcpListener, store: impl Store + 'static) -> Self {
        let address = listener.local_addr().unwrap();
        let registry = Arc::new(EmbeddedRegistry::start(store).unwrap());
        let service = Arc::new(RegistryService::new(registry));
        let door = Door::new(listener, Secret::from_bytes(SECRET), None, vec![service]);
        door.open().unwrap();
        Self { door, address }
    }

    fn client(&self) -> RemoteRegistry {
        RemoteRegistry::at(self.address.to_string(), Secret::from_bytes(SECRET))
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        self.door.close(Duration::ZERO);
    }
}

fn long() -> Instant {
    Instant::now() + Duration::from_secs(120)
}

fn new(key: &str) -> NewEntry {
    NewEntry { key: key.into(), value: key.into(), lease: None }
}

#[test]
fn strangers_get_nothing() {
    let daemon = Daemon::keeping(MemoryStore::default());
    let stranger = RemoteRegistry::at(daemon.address.to_string(), Secret::from_bytes([1; 32]));
    let error = stranger.get("a", long()).unwrap_err();
    assert_ne!(error.kind, RegistryErrorKind::TimedOut, "{error}");
    assert!(!error.may_have_happened());
}

#[test]
fn lost_daemon_is_an_error_and_its_successor_is_found() {
    let store = MemoryStore::default();
    let daemon = Daemon::keeping(store.clone());
    let (address, client) = (daemon.address, daemon.client());
    client.create(new("a"), long()).unwrap();
    drop(daemon);
    let error = client.create(new("b"), long()).unwrap_err();
    assert!(matches!(error.kind, RegistryErrorKind::Unreachable | RegistryErrorKind::Interrupted), "{error}");
    assert!(error.text.contains(&address.to_string()), "{error}");

    let _successor = Daemon::at(listen_again(address), store);
    assert!(client.get("a", long()).unwrap().value.is_some());
    assert_eq!(client.create(new("c"), long()).unwrap().value, Change::Made);
}

/// The port may be in use for a moment after its listener was closed.
fn listen_again(address: SocketAddr) -> TcpListener {
    let deadline = long();
    loop {
        match TcpListener::bind(address) {
            Ok(listener) => return listener,
            Err(error) => assert!(Instant::now() < deadline, "{address}: {error}"),
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// A registry is killed and restarted while clients use it: nothing acknowledged is lost.
#[test]
fn histories_across_restarts_are_linearizable() {
    let store = MemoryStore::default();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let mut daemon = Daemon::at(listener, store.clone());
    let recorder = Recorder::default();
    thread::scope(|scope| {
        let callers: Vec<_> = (0..3)
            .map(|seed| {
                let (client, recorder) = (Persistent(daemon.client()), &recorder);
                scope.spawn(move || Caller::new(&client, recorder, seed).run(60))
            })
            .collect();
        let mut restarts = 0;
        while callers.iter().any(|caller| !caller.is_finished()) {
            if restarts < 5 && recorder.known() > 20 * (restarts + 1) {
                drop(daemon);
                daemon = Daemon::at(listen_again(address), store.clone());
                restarts += 1;
            }
            thread::sleep(Duration::from_millis(1));
        }
    });
    recorder.check();
    assert!(recorder.known() > 100, "{} calls were answered", recorder.known());
}

/// Tries again as long as nothing can have been changed.
#[derive(Debug)]
struct Persistent(RemoteRegistry);

impl seaway_registry::Ask for Persistent {
    fn ask(
        &self,
        request: seaway_messages::RegistryMessage,
        deadline: Instant,
    ) -> seaway_registry::Result<seaway_messages::RegistryMessage> {
        loop {
            match self.0.ask(request.clone(), deadline) {
                Err(error) if !error.may_have_happened() && Instant::now() < deadline => {
                    thread::sleep(Duration::from_millis(5));
                }
                other => return other,
            }
        }
    }
}
