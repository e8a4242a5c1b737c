// SPDX-License-Identifier: MIT OR Apache-2.0
//! Creating, replacing, deleting and finding, by one caller.

use seaway_registry::{Change, MAX_BATCH, MAX_KEY, MAX_VALUE, NewEntry, Registry, RegistryErrorKind};

use super::{found, long, made, new};

pub fn absent_key_is_created_and_found(registry: &dyn Registry) {
    assert_eq!(found(registry, "thing/a"), None);
    let revision = made(registry, "thing/a", "node1");
    let answer = registry.get("thing/a", long()).unwrap();
    let entry = answer.value.unwrap();
    assert_eq!((entry.key.as_str(), entry.value.as_slice(), entry.lease), ("thing/a", &b"node1"[..], None));
    assert_eq!((entry.revision, entry.created), (revision, revision));
    assert!(answer.revision >= revision);
}

pub fn existing_key_is_refused_and_shown(registry: &dyn Registry) {
    made(registry, "thing/a", "node1");
    let current = found(registry, "thing/a");
    let refused = registry.create(new("thing/a", "node2"), long()).unwrap();
    assert_eq!(refused.value, Change::Refused { current: current.clone() });
    assert_eq!(found(registry, "thing/a"), current);
}

pub fn batch_creates_each_key_on_its_own(registry: &dyn Registry) {
    made(registry, "b", "before");
    let outcomes = registry.create_all(&[new("c", "1"), new("b", "2"), new("a", "3")], long()).unwrap().value;
    assert_eq!(outcomes[0], Change::Made);
    assert_eq!(outcomes[1], Change::Refused { current: found(registry, "b") });
    assert_eq!(outcomes[2], Change::Made);
    let values = ["a", "b", "c"].map(|key| found(registry, key).unwrap().value);
    assert_eq!(values, [b"3".to_vec(), b"before".to_vec(), b"1".to_vec()]);
}

pub fn batch_has_one_revision(registry: &dyn Registry) {
    let entries: Vec<NewEntry> = (0..MAX_BATCH).map(|index| new(&format!("key/{index:03}"), "v")).collect();
    let answer = registry.create_all(&entries, long()).unwrap();
    assert_eq!(answer.value, vec![Change::Made; MAX_BATCH]);
    let listed = registry.list("key/", long()).unwrap().value;
    assert_eq!(listed.len(), MAX_BATCH);
    assert!(listed.iter().all(|entry| entry.revision == answer.revision));
}

pub fn replace_needs_the_revision(registry: &dyn Registry) {
    for expected in [0, 1, u64::MAX] {
        let absent = registry.replace(&new("home", "x"), expected, long()).unwrap().value;
        assert_eq!(absent, Change::Refused { current: None });
    }
    let first = made(registry, "home", "node1");
    let second = registry.replace(&new("home", "node2"), first, long()).unwrap();
    assert_eq!(second.value, Change::Made);
    assert!(second.revision > first);
    let entry = found(registry, "home").unwrap();
    assert_eq!(
        (entry.value.as_slice(), entry.revision, entry.created),
        (&b"node2"[..], second.revision, first)
    );
    for stale in [0, first, second.revision + 1] {
        let refused = registry.replace(&new("home", "node3"), stale, long()).unwrap().value;
        assert_eq!(refused, Change::Refused { current: Some(entry.clone()) }, "revision {stale}");
    }
}

pub fn delete_needs_the_revision(registry: &dyn Registry) {
    for expected in [0, 1, u64::MAX] {
        let absent = registry.delete("home", expected, long()).unwrap().value;
        assert_eq!(absent, Change::Refused { current: None });
    }
    let first = made(registry, "home", "node1");
    let entry = found(registry, "home");
    for other in [0, first - 1, first + 1] {
        let refused = registry.delete("home", other, long()).unwrap().value;
        assert_eq!(refused, Change::Refused { current: entry.clone() }, "revision {other}");
    }
    let deleted = registry.delete("home", first, long()).unwrap();
    assert_eq!(deleted.value, Change::Made);
    assert!(deleted.revision > first);
    assert_eq!(found(registry, "home"), None);
}

pub fn name_has_another_life_after_deletion(registry: &dyn Registry) {
    let first = made(registry, "name", "1");
    registry.delete("name", first, long()).unwrap();
    let second = made(registry, "name", "2");
    assert!(second > first);
    // A client that knows only the deleted entry cannot change the new one.
    assert_ne!(registry.delete("name", first, long()).unwrap().value, Change::Made);
    assert_eq!(found(registry, "name").unwrap().created, second);
}

pub fn list_is_sorted_and_within_its_prefix(registry: &dyn Registry) {
    for key in ["b", "a/2", "a", "a/1", "a0", "a/10", "größe/1", "größe0"] {
        made(registry, key, key);
    }
    let check = |prefix: &str, expected: &[&str]| {
        let listed = registry.list(prefix, long()).unwrap();
        let keys: Vec<&str> = listed.value.iter().map(|entry| entry.key.as_str()).collect();
        assert_eq!(keys, expected, "{prefix:?}");
        assert!(listed.value.iter().all(|entry| entry.value == entry.key.as_bytes()));
        assert!(listed.value.iter().all(|entry| entry.revision <= listed.revision));
    };
    check("a/", &["a/1", "a/10", "a/2"]);
    check("a", &["a", "a/1", "a/10", "a/2", "a0"]);
    check("größe", &["größe/1", "größe0"]);
    check("c", &[]);
    check("", &["a", "a/1", "a/10", "a/2", "a0", "b", "größe/1", "größe0"]);
}

pub fn keys_and_values_of_all_kinds_are_kept(registry: &dyn Registry) {
    let every_byte: Vec<u8> = (0..=u8::MAX).collect();
    let cases = [
        ("empty".to_owned(), Vec::new()),
        ("bytes".to_owned(), every_byte),
        ("a key: with \"quotes\", a space and \u{10ffff}".to_owned(), b"x".to_vec()),
        ("k".repeat(MAX_KEY), vec![0xff; MAX_VALUE]),
    ];
    for (key, value) in cases {
        let entry = NewEntry { key: key.clone(), value: value.clone(), lease: None };
        assert_eq!(registry.create(entry, long()).unwrap().value, Change::Made);
        assert_eq!(found(registry, &key).unwrap().value, value);
    }
}

pub fn invalid_arguments_change_nothing(registry: &dyn Registry) {
    let (too_long, too_large) = ("k".repeat(MAX_KEY + 1), vec![0; MAX_VALUE + 1]);
    let too_many: Vec<NewEntry> = (0..=MAX_BATCH).map(|index| new(&format!("{index}"), "")).collect();
    let bad_batches = [
        vec![],
        too_many,
        vec![new("good", ""), new("", "")],
        vec![new("good", ""), new(&too_long, "")],
        vec![new("good", ""), new("line\nbreak", "")],
        vec![new("good", ""), new("twice", ""), new("twice", "")],
        vec![new("good", ""), NewEntry { key: "k".into(), value: too_large, lease: None }],
    ];
    for batch in &bad_batches {
        let error = registry.create_all(batch, long()).unwrap_err();
        assert_eq!(error.kind, RegistryErrorKind::Argument, "{error}");
    }
    for key in ["", &too_long, "nul\0"] {
        let kinds = [
            registry.get(key, long()).unwrap_err().kind,
            registry.delete(key, 1, long()).unwrap_err().kind,
            registry.replace(&new(key, ""), 1, long()).unwrap_err().kind,
        ];
        assert_eq!(kinds, [RegistryErrorKind::Argument; 3], "{key:?}");
    }
    assert_eq!(registry.list("", long()).unwrap().value, []);
}

/// The registry's own revision may grow meanwhile: others may use it, too.
pub fn reads_and_refusals_change_no_entry(registry: &dyn Registry) {
    let first = made(registry, "a", "");
    let before = found(registry, "a");
    let later = [
        registry.get("b", long()).unwrap().revision,
        registry.list("", long()).unwrap().revision,
        registry.create(new("a", "x"), long()).unwrap().revision,
        registry.replace(&new("a", "x"), first + 1, long()).unwrap().revision,
        registry.delete("a", first + 1, long()).unwrap().revision,
    ];
    assert!(later.is_sorted() && later[0] >= first, "{later:?} after {first}");
    assert_eq!(found(registry, "a"), before);
    assert!(made(registry, "b", "") > first);
}
