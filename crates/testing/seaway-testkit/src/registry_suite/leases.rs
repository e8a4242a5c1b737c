// SPDX-License-Identifier: MIT OR Apache-2.0
//! Leases, and the keys that end with them.

use std::time::{Duration, Instant};

use seaway_registry::{Change, LeaseId, NewEntry, Registry, RegistryErrorKind};

use super::{found, long, made, new};

/// The shortest that all registries grant.
const SHORT: Duration = Duration::from_secs(1);
/// No test takes this long.
const LASTING: Duration = Duration::from_secs(600);

fn grant(registry: &dyn Registry, duration: Duration) -> LeaseId {
    let lease = registry.grant(duration, long()).unwrap().value;
    assert!(lease.duration >= duration);
    lease.id
}

fn bound(key: &str, lease: LeaseId) -> NewEntry {
    NewEntry { lease: Some(lease), ..new(key, "bound") }
}

pub fn keys_vanish_with_their_lease(registry: &dyn Registry) {
    let (lease, other) = (grant(registry, LASTING), grant(registry, LASTING));
    assert_ne!(lease, other);
    let entries = [bound("a", lease), bound("b", lease), bound("c", other), new("d", "")];
    assert_eq!(registry.create_all(&entries, long()).unwrap().value, vec![Change::Made; 4]);
    assert_eq!(found(registry, "a").unwrap().lease, Some(lease));
    registry.revoke(lease, long()).unwrap();
    let left: Vec<String> =
        registry.list("", long()).unwrap().value.into_iter().map(|entry| entry.key).collect();
    assert_eq!(left, ["c", "d"]);
}

pub fn neglected_lease_ends(registry: &dyn Registry) {
    let lease = grant(registry, SHORT);
    registry.create(bound("member", lease), long()).unwrap();
    made(registry, "stays", "");
    let deadline = long();
    while found(registry, "member").is_some() {
        assert!(Instant::now() < deadline, "a neglected lease does not end");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(found(registry, "stays").is_some());
    let error = registry.keep_alive(lease, long()).unwrap_err();
    assert_eq!(error.kind, RegistryErrorKind::LeaseEnded, "{error}");
}

pub fn lease_that_is_kept_alive_lasts(registry: &dyn Registry) {
    // On a machine that pauses this test for longer than the lease, the lease may end: then it is no proof.
    for _ in 0..20 {
        let lease = grant(registry, SHORT);
        let key = format!("member/{lease}");
        registry.create(bound(&key, lease), long()).unwrap();
        let began = Instant::now();
        let (mut last, mut longest, mut is_kept) = (began, Duration::ZERO, true);
        while began.elapsed() < SHORT * 3 {
            std::thread::sleep(SHORT / 10);
            is_kept &= registry.keep_alive(lease, long()).is_ok();
            longest = longest.max(last.elapsed());
            last = Instant::now();
        }
        let is_there = found(registry, &key).is_some();
        if longest.max(last.elapsed()) < SHORT {
            assert!(is_kept && is_there, "the lease ended, although no pause was longer than {longest:?}");
            return;
        }
    }
    panic!("this machine pauses for longer than a second all the time");
}

pub fn ended_lease_is_refused(registry: &dyn Registry) {
    let lease = grant(registry, LASTING);
    let revision = made(registry, "a", "");
    registry.revoke(lease, long()).unwrap();
    let kinds = [
        registry.keep_alive(lease, long()).unwrap_err().kind,
        registry.revoke(lease, long()).unwrap_err().kind,
        registry.create(bound("b", lease), long()).unwrap_err().kind,
        registry.create_all(&[new("c", ""), bound("b", lease)], long()).unwrap_err().kind,
        registry.replace(&bound("a", lease), revision, long()).unwrap_err().kind,
    ];
    assert_eq!(kinds, [RegistryErrorKind::LeaseEnded; 5]);
    let keys: Vec<String> =
        registry.list("", long()).unwrap().value.into_iter().map(|entry| entry.key).collect();
    assert_eq!(keys, ["a"]);
}

pub fn replacing_moves_a_key_to_another_lease(registry: &dyn Registry) {
    let (old, new_lease) = (grant(registry, LASTING), grant(registry, LASTING));
    let first = registry.create(bound("moves", old), long()).unwrap().revision;
    let freed = registry.create(bound("freed", old), long()).unwrap().revision;
    registry.replace(&bound("moves", new_lease), first, long()).unwrap();
    registry.replace(&new("freed", "free"), freed, long()).unwrap();
    registry.revoke(old, long()).unwrap();
    assert_eq!(found(registry, "moves").unwrap().lease, Some(new_lease));
    assert_eq!(found(registry, "freed").unwrap().lease, None);
    registry.revoke(new_lease, long()).unwrap();
    assert_eq!(found(registry, "moves"), None);
}
