// SPDX-License-Identifier: MIT OR Apache-2.0
//! Histories of concurrent creations, replacements, deletions and reads by seeded threads, checked for
//! linearizability key by key: each key is an object of its own.

use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use fastrand::Rng;
use seaway_registry::{Answer, Change, Registry, RegistryEntry, RegistryError, Revision};
use seaway_simulator::linearizability::Timed;
use seaway_simulator::registry::one_key::{Action, KeyCall, Outcome, check_keys};

use super::{long, new};

const KEYS: [&str; 3] = ["x", "y", "z"];
const THREADS: u64 = 4;
const CALLS: u64 = 40;

pub fn concurrent_histories_are_linearizable(registry: &dyn Registry) {
    let seed = 1;
    let history = Recorder::default();
    let work = |thread: u64| Caller::new(registry, &history, seed + thread).run(CALLS);
    thread::scope(|scope| (0..THREADS).for_each(|thread| _ = scope.spawn(move || work(thread))));
    history.check();
}

/// The calls of all threads, on one clock.
#[derive(Debug)]
pub struct Recorder {
    started: Instant,
    calls: Mutex<Vec<Timed<KeyCall>>>,
}

impl Default for Recorder {
    fn default() -> Self {
        Self { started: Instant::now(), calls: Mutex::default() }
    }
}

impl Recorder {
    fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_nanos()).unwrap()
    }

    /// Panics, with the calls of the key, if a history is not linearizable.
    pub fn check(&self) {
        check_keys(&self.calls.lock().unwrap()).unwrap_or_else(|wrong| panic!("{wrong}"));
    }

    /// How many calls have a known outcome.
    pub fn known(&self) -> usize {
        self.calls.lock().unwrap().iter().filter(|timed| timed.ended.is_some()).count()
    }
}

/// One thread that calls at random.
#[derive(Debug)]
pub struct Caller<'r> {
    registry: &'r dyn Registry,
    recorder: &'r Recorder,
    random: Rng,
    seed: u64,
    /// Last seen of each key.
    revisions: [Revision; KEYS.len()],
}

impl<'r> Caller<'r> {
    pub fn new(registry: &'r dyn Registry, recorder: &'r Recorder, seed: u64) -> Self {
        let random = Rng::with_seed(seed);
        Self { registry, recorder, random, seed, revisions: [0; KEYS.len()] }
    }

    pub fn run(&mut self, calls: u64) {
        (0..calls).for_each(|number| self.call(number));
    }

    pub fn call(&mut self, number: u64) {
        let index = self.random.usize(..KEYS.len());
        let value = format!("{}/{number}", self.seed).into_bytes();
        let expected = self.revisions[index];
        let action = match self.random.u8(..5) {
            0 => Action::Create { value },
            1 | 2 => Action::Replace { value, expected },
            3 => Action::Delete { expected },
            _ => Action::Get,
        };
        let began = self.recorder.now();
        let outcome = self.carry_out(KEYS[index], &action);
        let ended = (outcome != Outcome::Unknown).then(|| self.recorder.now());
        if let Outcome::Made(revision) | Outcome::Found(Some((_, revision))) = outcome {
            self.revisions[index] = revision;
        }
        let call = KeyCall { key: KEYS[index].into(), action, outcome };
        self.recorder.calls.lock().unwrap().push(Timed { began, ended, call });
    }

    fn carry_out(&self, key: &str, action: &Action) -> Outcome {
        let text = |value: &[u8]| String::from_utf8(value.to_vec()).unwrap();
        let outcome = match action {
            Action::Create { value } => self.registry.create(new(key, &text(value)), long()).map(changed),
            Action::Replace { value, expected } => {
                self.registry.replace(&new(key, &text(value)), *expected, long()).map(changed)
            }
            Action::Delete { expected } => self.registry.delete(key, *expected, long()).map(changed),
            Action::Get => {
                self.registry.get(key, long()).map(|answer| Outcome::Found(answer.value.map(seen)))
            }
        };
        outcome.unwrap_or_else(|error: RegistryError| match action {
            // A read that failed says nothing; nor does a change that was certainly not made.
            _ if error.may_have_happened() || *action == Action::Get => Outcome::Unknown,
            _ => panic!("{key}: {action:?} failed: {error}"),
        })
    }
}

fn changed(answer: Answer<Change>) -> Outcome {
    match answer.value {
        Change::Made => Outcome::Made(answer.revision),
        Change::Refused { current } => Outcome::Found(current.map(seen)),
    }
}

fn seen(entry: RegistryEntry) -> (Vec<u8>, Revision) {
    (entry.value, entry.revision)
}
