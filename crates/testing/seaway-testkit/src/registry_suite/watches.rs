// SPDX-License-Identifier: MIT OR Apache-2.0
//! Watching a prefix.

use std::thread;
use std::time::{Duration, Instant};

use seaway_registry::{Events, NewEntry, Registry, RegistryEntry, RegistryEvent, Revision};

use super::{long, made, new};

/// Until `count` events have come.
fn watch(registry: &dyn Registry, prefix: &str, mut after: Revision, count: usize) -> Vec<RegistryEvent> {
    let mut seen = Vec::new();
    while seen.len() < count {
        let Events { revision, events } = registry.watch(prefix, after, long()).unwrap();
        assert!(!events.is_empty(), "{} of {count} events", seen.len());
        assert!(events.iter().all(|event| event.revision > after && event.revision <= revision));
        seen.extend(events);
        after = revision;
    }
    seen
}

/// Key, and value unless deleted.
fn shown(events: &[RegistryEvent]) -> Vec<(&str, Option<&str>)> {
    events.iter().map(|event| (event.key.as_str(), event.entry.as_ref().map(text))).collect()
}

fn text(entry: &RegistryEntry) -> &str {
    std::str::from_utf8(&entry.value).unwrap()
}

pub fn changes_are_seen_in_order(registry: &dyn Registry) {
    let start = registry.list("", long()).unwrap().revision;
    let first = made(registry, "a", "1");
    let second = registry.replace(&new("a", "2"), first, long()).unwrap().revision;
    let third = registry.delete("a", second, long()).unwrap().revision;
    let fourth = made(registry, "a", "3");
    let events = watch(registry, "a", start, 4);
    assert_eq!(shown(&events), [("a", Some("1")), ("a", Some("2")), ("a", None), ("a", Some("3"))]);
    let revisions: Vec<Revision> = events.iter().map(|event| event.revision).collect();
    assert_eq!(revisions, [first, second, third, fourth]);
    assert_eq!(events[1].entry.as_ref().unwrap().created, first);
}

pub fn watch_begins_in_the_past(registry: &dyn Registry) {
    made(registry, "a/1", "");
    let second = made(registry, "a/2", "");
    made(registry, "b/1", "");
    made(registry, "a/3", "");
    assert_eq!(shown(&watch(registry, "a/", second, 1)), [("a/3", Some(""))]);
    assert_eq!(shown(&watch(registry, "a/", second - 1, 2)), [("a/2", Some("")), ("a/3", Some(""))]);
}

pub fn watch_waits_for_its_prefix(registry: &dyn Registry) {
    let start = made(registry, "a/0", "");
    thread::scope(|scope| {
        let watching = scope.spawn(|| watch(registry, "b/", start, 1));
        for index in 1..20 {
            made(registry, &format!("a/{index}"), "");
        }
        made(registry, "b/1", "now");
        assert_eq!(shown(&watching.join().unwrap()), [("b/1", Some("now"))]);
    });
}

pub fn watch_without_events_ends_at_its_deadline(registry: &dyn Registry) {
    let start = made(registry, "a", "");
    let patience = Duration::from_millis(300);
    let began = Instant::now();
    let answer = registry.watch("b", start, began + patience).unwrap();
    assert!(answer.events.is_empty() && answer.revision >= start);
    assert!(began.elapsed() >= patience / 2, "it did not wait");
    // Nothing is lost by it.
    made(registry, "b", "later");
    assert_eq!(shown(&watch(registry, "b", answer.revision, 1)), [("b", Some("later"))]);
}

pub fn watch_sees_the_end_of_a_lease(registry: &dyn Registry) {
    let lease = registry.grant(Duration::from_secs(1), long()).unwrap().value.id;
    let entry = NewEntry { lease: Some(lease), ..new("member", "") };
    let start = registry.create(entry, long()).unwrap().revision;
    assert_eq!(shown(&watch(registry, "member", start, 1)), [("member", None)]);
}

pub fn batch_is_seen_as_a_whole(registry: &dyn Registry) {
    let start = made(registry, "first", "");
    let entries: Vec<NewEntry> = (0..100).map(|index| new(&format!("b/{index:02}"), "")).collect();
    let revision = registry.create_all(&entries, long()).unwrap().revision;
    let Events { revision: seen, events } = registry.watch("b/", start, long()).unwrap();
    assert_eq!((events.len(), seen >= revision), (100, true));
    assert!(events.iter().all(|event| event.revision == revision));
}
