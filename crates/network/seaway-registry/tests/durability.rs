// SPDX-License-Identifier: MIT OR Apache-2.0
//! The embedded registry meets its contract on redb, and keeps what it has acknowledged across a restart.

use std::time::{Duration, Instant};

use seaway_registry::{
    Batch, Change, Contents, EmbeddedRegistry, MemoryStore, NewEntry, RedbStore, Registry, RegistryError,
    RegistryErrorKind, Result, Store,
};
use seaway_testkit::registry_suite;
use seaway_testkit::registry_suite::Fixture;

registry_suite!(|| {
    let folder = tempfile::tempdir().unwrap();
    let registry =
        EmbeddedRegistry::start(RedbStore::open(&folder.path().join("registry")).unwrap()).unwrap();
    Fixture::keeping(folder, registry)
});

fn long() -> Instant {
    Instant::now() + Duration::from_secs(120)
}

fn new(key: &str, lease: Option<u64>) -> NewEntry {
    NewEntry { key: key.into(), value: key.into(), lease }
}

#[test]
fn everything_is_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("registry");
    let start = || EmbeddedRegistry::start(RedbStore::open(&path).unwrap()).unwrap();
    let registry = start();
    let lease = registry.grant(Duration::from_secs(600), long()).unwrap().value.id;
    let ended = registry.grant(Duration::from_secs(600), long()).unwrap().value.id;
    registry.create_all(&[new("a", Some(lease)), new("b", None), new("c", Some(ended))], long()).unwrap();
    registry.revoke(ended, long()).unwrap();
    let deleted = registry.get("b", long()).unwrap();
    registry.delete("b", deleted.value.unwrap().revision, long()).unwrap();
    let before = registry.list("", long()).unwrap();
    drop(registry);

    let registry = start();
    assert_eq!(registry.list("", long()).unwrap(), before);
    // Neither revisions nor leases are used again.
    assert!(registry.create(new("b", None), long()).unwrap().revision > before.revision);
    assert!(registry.grant(Duration::from_secs(1), long()).unwrap().value.id > ended);
    assert_eq!(registry.keep_alive(ended, long()).unwrap_err().kind, RegistryErrorKind::LeaseEnded);
    // The events before are gone; those since are there.
    assert_eq!(
        registry.watch("", before.revision - 1, long()).unwrap_err().kind,
        RegistryErrorKind::Compacted
    );
    assert_eq!(registry.watch("", before.revision, long()).unwrap().events.len(), 1);
    registry.revoke(lease, long()).unwrap();
    assert_eq!(registry.get("a", long()).unwrap().value, None);
}

#[test]
fn leases_start_over_after_a_restart() {
    let store = MemoryStore::default();
    let registry = EmbeddedRegistry::start(store.clone()).unwrap();
    let lease = registry.grant(Duration::from_secs(1), long()).unwrap().value.id;
    registry.create(new("a", Some(lease)), long()).unwrap();
    drop(registry);
    std::thread::sleep(Duration::from_millis(1100));
    // Its holder could not keep it alive meanwhile.
    let registry = EmbeddedRegistry::start(store).unwrap();
    let answer = registry.watch("", 1, long()).unwrap();
    assert_eq!((answer.events.len(), &answer.events[0].entry), (1, &None));
}

#[test]
fn one_process_has_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("registry");
    let first = RedbStore::open(&path).unwrap();
    let error = RedbStore::open(&path).unwrap_err();
    assert_eq!(error.kind, RegistryErrorKind::Storage);
    assert!(error.text.contains("registry"), "{error}");
    drop(first);
    RedbStore::open(&path).unwrap();
}

/// Fails at the second commit.
#[derive(Default)]
struct FullDisk {
    kept: MemoryStore,
    commits: u32,
}

impl Store for FullDisk {
    fn load(&mut self) -> Result<Contents> {
        self.kept.load()
    }

    fn commit(&mut self, batch: &Batch) -> Result<()> {
        self.commits += 1;
        if self.commits == 2 {
            return Err(RegistryError::new(RegistryErrorKind::Storage, "no space"));
        }
        self.kept.commit(batch)
    }
}

#[test]
fn nothing_is_answered_after_the_disk_has_failed() {
    let registry = EmbeddedRegistry::start(FullDisk::default()).unwrap();
    assert_eq!(registry.create(new("a", None), long()).unwrap().value, Change::Made);
    let error = registry.create(new("b", None), long()).unwrap_err();
    assert_eq!(error.kind, RegistryErrorKind::Storage);
    assert!(error.may_have_happened());
    // Whether `b` exists is not known, so neither reads nor changes are answered.
    assert_eq!(registry.get("b", long()).unwrap_err().kind, RegistryErrorKind::Storage);
    assert_eq!(registry.create(new("c", None), long()).unwrap_err().kind, RegistryErrorKind::Storage);
}
