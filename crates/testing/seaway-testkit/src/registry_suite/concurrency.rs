// SPDX-License-Identifier: MIT OR Apache-2.0
//! Many callers at once.

use std::thread;

use seaway_registry::{Change, Registry};

use super::{found, long, made, new};

pub fn one_of_many_creators_wins(registry: &dyn Registry) {
    for round in 0..10 {
        let key = format!("name/{round}");
        let outcomes: Vec<Change> = thread::scope(|scope| {
            let create = |index: usize| registry.create(new(&key, &index.to_string()), long()).unwrap().value;
            let threads: Vec<_> = (0..16).map(|index| scope.spawn(move || create(index))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let winners: Vec<usize> = (0..16).filter(|&index| outcomes[index] == Change::Made).collect();
        let [winner] = winners[..] else { panic!("{winners:?} created {key}") };
        let current = found(registry, &key);
        assert_eq!(current.as_ref().unwrap().value, winner.to_string().into_bytes());
        let refused = Change::Refused { current };
        assert!(outcomes.iter().all(|outcome| *outcome == Change::Made || *outcome == refused));
    }
}

pub fn counter_by_replacement_loses_nothing(registry: &dyn Registry) {
    const THREADS: usize = 4;
    const STEPS: usize = 25;
    made(registry, "counter", "0");
    let add = || {
        let mut entry = found(registry, "counter").unwrap();
        loop {
            let number: usize = String::from_utf8(entry.value).unwrap().parse().unwrap();
            let next = new("counter", &(number + 1).to_string());
            match registry.replace(&next, entry.revision, long()).unwrap().value {
                Change::Made => return,
                Change::Refused { current } => entry = current.unwrap(),
            }
        }
    };
    thread::scope(|scope| {
        (0..THREADS).for_each(|_| _ = scope.spawn(|| (0..STEPS).for_each(|_| add())));
    });
    let total = (THREADS * STEPS).to_string();
    assert_eq!(found(registry, "counter").unwrap().value, total.into_bytes());
}
