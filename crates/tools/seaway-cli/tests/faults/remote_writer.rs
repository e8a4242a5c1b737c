// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program under test: it writes records through `remote:`, syncs now and then, reads back what it wrote,
//! and reports each step before and after. It continues after errors, as a program with checkpoints does.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use seaway::{AccessMode, File, Group, Hints, Rank, Result};
use seaway_soak::apart::{heard, say};

use crate::records::{RECORD, SLOTS, offset, record};

/// `part` is `URL TIMEOUT SEED WRITE_BEHIND FIRST_VERSION`.
pub(crate) fn run(part: &str) {
    let words: Vec<&str> = part.split(' ').collect();
    let [url, timeout, seed, write_behind, first] = words[..] else { panic!("not a part: {part}") };
    let orders = Mutex::new(heard());
    let hints = Hints::new()
        .with("seaway_timeout", timeout)
        .with("seaway_start", "none")
        .with("seaway_write_behind", write_behind);
    let limit = Duration::from_secs_f64(timeout.parse().unwrap());
    let (seed, first) = (seed.parse().unwrap(), first.parse().unwrap());
    let ended = Group::run(1, |rank| {
        let orders = orders.lock().unwrap();
        let random = Rng::with_seed(seed);
        let (versions, unsynced, is_to_rest) = ([0; SLOTS], BTreeMap::new(), false);
        let (hints, orders, next) = (&hints, &*orders, first);
        let mut writer = Writer { url, hints, limit, orders, random, next, versions, unsynced, is_to_rest };
        while writer.open_and_write(&rank) {}
    });
    ended.unwrap();
}

struct Writer<'a> {
    url: &'a str,
    hints: &'a Hints,
    limit: Duration,
    orders: &'a Receiver<String>,
    random: Rng,
    next: u64,
    /// The last version written to each record.
    versions: [u64; SLOTS],
    /// Records whose last version is not known to be synced.
    unsynced: BTreeMap<usize, u64>,
    /// A rest was requested, and is awaited, whatever fails meanwhile.
    is_to_rest: bool,
}

impl Writer<'_> {
    /// Until an error, after which the file is opened again. False: done.
    fn open_and_write(&mut self, rank: &Rank) -> bool {
        let mode = AccessMode::CREATE | AccessMode::READ_WRITE;
        let Ok(file) = timed("open", self.limit, || File::open(rank, self.url, mode, self.hints)) else {
            // The end may be requested meanwhile.
            thread::sleep(Duration::from_millis(20));
            return self.listen();
        };
        let outcome = self.write_on(&file);
        let _ = timed("close", self.limit, || file.close());
        outcome.unwrap_or(true)
    }

    /// `Ok(false)`: done.
    fn write_on(&mut self, file: &File) -> Result<bool> {
        // Repeats what may have been lost with the last error.
        for (slot, version) in self.unsynced.clone() {
            self.write(file, slot, version)?;
        }
        loop {
            if !self.listen() {
                return Ok(false);
            }
            if self.is_to_rest {
                self.sync(file)?;
                let state: Vec<String> = self.versions.iter().map(u64::to_string).collect();
                say(&format!("state {}", state.join(" ")));
                // Until the rest is over.
                let _ = self.orders.recv();
                return Ok(false);
            }
            for _ in 0..self.random.usize(1..6) {
                let slot = self.random.usize(..SLOTS);
                self.next += 1;
                self.write(file, slot, self.next)?;
            }
            if self.random.bool() {
                self.read_back(file)?;
            }
            self.sync(file)?;
            // Leaves the processors to others.
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// False: done.
    fn listen(&mut self) -> bool {
        match self.orders.try_recv() {
            Ok(order) if order == "rest" => self.is_to_rest = true,
            Ok(_) | Err(TryRecvError::Disconnected) => return false,
            Err(TryRecvError::Empty) => {}
        }
        true
    }

    fn write(&mut self, file: &File, slot: usize, version: u64) -> Result<()> {
        say(&format!("write {slot} {version}"));
        self.versions[slot] = version;
        self.unsynced.insert(slot, version);
        let bytes = record(slot, version);
        timed("write", self.limit, || file.write_at(i64::try_from(offset(slot)).unwrap(), &bytes)).map(|_| ())
    }

    fn sync(&mut self, file: &File) -> Result<()> {
        timed("sync", self.limit, || file.sync())?;
        self.unsynced.clear();
        say("synced");
        Ok(())
    }

    /// A rank sees its own writes.
    fn read_back(&mut self, file: &File) -> Result<()> {
        let slot = self.random.usize(..SLOTS);
        if self.versions[slot] == 0 {
            // It may be from a writer that was killed.
            return Ok(());
        }
        let mut bytes = vec![0_u8; RECORD];
        let at = i64::try_from(offset(slot)).unwrap();
        let read = timed("read", self.limit, || file.read_at(at, &mut bytes))?.bytes;
        if bytes != record(slot, self.versions[slot]) {
            let found = u64::from_le_bytes(bytes[..8].try_into().unwrap()) >> 24;
            let expected = self.versions[slot];
            say(&format!(
                "stale record {slot} was read as version {found}, not {expected}; {read} bytes came"
            ));
        }
        Ok(())
    }
}

/// Reports how long a call took, if that is near its limit, and whether it failed.
fn timed<T>(call: &str, limit: Duration, run: impl FnOnce() -> Result<T>) -> Result<T> {
    let started = Instant::now();
    let outcome = run();
    let took = started.elapsed();
    if took > limit * 9 / 10 {
        say(&format!("long {call} {}", took.as_millis()));
    }
    if let Err(error) = &outcome {
        say(&format!("failed {call} after {} ms: {error}", took.as_millis()));
    }
    outcome
}
