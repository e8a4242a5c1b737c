// SPDX-License-Identifier: MIT OR Apache-2.0
//! What this process has of its space: things are opened when they are used first, and stay open.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use seaway_device_api::Hints;
use seaway_things::{Error, ErrorKind, Space, Thing};

use crate::entry::Failure;
use crate::transfers::Transfers;
use crate::{locks, queues};

/// Of more than so many open things, one is closed before the next is opened.
const MOST_OPEN: usize = 1024;

#[derive(Debug)]
pub(crate) struct State {
    pub(crate) space: Space,
    open: HashMap<String, Thing>,
    process: u32,
}

#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Counts {
    pub(crate) reads: i64,
    pub(crate) writes: i64,
    pub(crate) bytes_read: i64,
    pub(crate) bytes_written: i64,
    pub(crate) waited: Duration,
}

static STATE: Mutex<Option<State>> = Mutex::new(None);
static COUNTS: Mutex<Option<Counts>> = Mutex::new(None);
static TRANSFERS: Mutex<Option<Transfers>> = Mutex::new(None);

pub(crate) fn start(hints: &Hints) -> Result<(), Failure> {
    let process = std::process::id();
    // Again is no mistake, and after a fork, or when the agent has ended, it is necessary.
    let is_started = |state: &State| state.process == process && !state.space.is_lost();
    if lock(&STATE).as_ref().is_some_and(is_started) {
        return Ok(());
    }
    queues::forget_other_processes();
    locks::forget_other_processes();
    let space = Space::enter_with(hints)?;
    *lock(&STATE) = Some(State { space, open: HashMap::new(), process });
    *lock(&COUNTS) = Some(Counts::default());
    Ok(())
}

/// Closes everything. What nobody has waited for is given up.
pub(crate) fn stop() -> Result<(), Failure> {
    let state = lock(&STATE).take().ok_or(Failure::NotStarted)?;
    lock(&TRANSFERS).take();
    queues::leave_all();
    locks::release_all();
    let mut outcome = Ok(());
    for thing in state.open.into_values() {
        outcome = outcome.and(close(thing));
    }
    outcome
}

pub(crate) fn space() -> Result<Space, Failure> {
    Ok(lock(&STATE).as_ref().ok_or(Failure::NotStarted)?.space.clone())
}

/// The thing of this name, opened now if it is not open, or if another has the name since.
pub(crate) fn thing(name: &str) -> Result<Thing, Failure> {
    let mut state = lock(&STATE);
    let state = state.as_mut().ok_or(Failure::NotStarted)?;
    if let Some(thing) = state.open.get(name).filter(|thing| !thing.is_deleted()) {
        return Ok(thing.clone());
    }
    state.open.remove(name);
    let thing = match state.space.open(name) {
        // One that was frozen can be read.
        Err(error) if error.kind() == ErrorKind::ReadOnly => state.space.open_to_read(name)?,
        other => other?,
    };
    state.keep(name, thing.clone());
    Ok(thing)
}

/// One that was created or renamed by this process.
pub(crate) fn keep(name: &str, thing: Thing) {
    if let Some(state) = lock(&STATE).as_mut() {
        state.keep(name, thing);
    }
}

/// Forgets an open thing; its writes are complete if the program says so.
pub(crate) fn forget(name: &str) -> Option<Thing> {
    lock(&STATE).as_mut()?.open.remove(name)
}

impl State {
    fn keep(&mut self, name: &str, thing: Thing) {
        if self.open.len() >= MOST_OPEN
            && let Some(other) = self.open.keys().next().cloned()
            && let Some(other) = self.open.remove(&other)
        {
            // Its writes are all done, but for those that are waited for, which have it open.
            let _ = close(other);
        }
        self.open.insert(name.to_owned(), thing);
    }
}

/// A transfer that goes on keeps it open.
pub(crate) fn close(thing: Thing) -> Result<(), Failure> {
    match thing.close() {
        // Its name was deleted: there is nothing to complete.
        Err(error) if error.kind() == ErrorKind::BadFile => Ok(()),
        other => other.map_err(Failure::from),
    }
}

pub(crate) fn count(change: impl FnOnce(&mut Counts)) {
    change(lock(&COUNTS).get_or_insert_default());
}

pub(crate) fn counts() -> Counts {
    lock(&COUNTS).unwrap_or_default()
}

pub(crate) fn with_transfers<T>(body: impl FnOnce(&mut Transfers) -> Result<T, Error>) -> Result<T, Failure> {
    Ok(body(lock(&TRANSFERS).get_or_insert_default())?)
}

fn lock<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
