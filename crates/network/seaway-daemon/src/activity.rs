// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Activity`]: who is connected to the store, which files are open, and how many bytes are transferred. The
//! store records it, and `seaway status` shows it.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Instant;

use seaway_messages::{ConnectionStatus, FileStatus, Traffic};

use crate::door::Door;
use crate::pool::Pool;

/// Rates are averages over this many complete seconds.
const RATE_SECONDS: u64 = 5;
/// One more is being filled.
const BUCKETS: usize = 6;

#[allow(missing_debug_implementations, reason = "leads to a door, which has none")]
pub struct Activity {
    started: Instant,
    connections: Mutex<Vec<Weak<ConnectionActivity>>>,
    /// Of all connections, including those that have ended.
    total: Meter,
    /// Requests that were answered with an error.
    errors: AtomicU64,
    /// Source of the connection metrics, once set.
    door: OnceLock<Weak<Door>>,
    slow: OnceLock<Arc<Pool>>,
}

/// The activity of one connection.
pub(crate) struct ConnectionActivity {
    all: Arc<Activity>,
    peer: String,
    since: Instant,
    meter: Meter,
    /// By number: path, and whether it may be written.
    files: Mutex<HashMap<u32, (String, bool)>>,
}

/// Bytes of both directions.
#[derive(Debug, Default)]
struct Meter {
    written: Counter,
    read: Counter,
}

/// Bytes in all, and of the last seconds.
#[derive(Debug, Default)]
struct Counter {
    total: AtomicU64,
    recent: Mutex<[(u64, u64); BUCKETS]>,
}

impl Default for Activity {
    fn default() -> Self {
        Self {
            started: Instant::now(),
            connections: Mutex::default(),
            total: Meter::default(),
            errors: AtomicU64::new(0),
            door: OnceLock::new(),
            slow: OnceLock::new(),
        }
    }
}

impl Activity {
    /// Includes this door in the metrics from now on.
    pub fn watch(&self, door: &Arc<Door>) {
        let _ = self.door.set(Arc::downgrade(door));
    }

    pub(crate) fn watch_pool(&self, slow: &Arc<Pool>) {
        let _ = self.slow.set(Arc::clone(slow));
    }

    pub(crate) fn door(&self) -> Option<Arc<Door>> {
        self.door.get()?.upgrade()
    }

    /// The pool of slow jobs.
    pub(crate) fn slow(&self) -> Option<&Arc<Pool>> {
        self.slow.get()
    }

    pub(crate) fn errors(&self) -> u64 {
        self.errors.load(Ordering::Relaxed)
    }

    /// How many connections and open files there are.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let connections: Vec<_> = lock(&self.connections).iter().filter_map(Weak::upgrade).collect();
        let files = connections.iter().map(|connection| lock(&connection.files).len()).sum();
        (connections.len(), files)
    }

    pub(crate) fn connected(self: &Arc<Self>, peer: &str) -> Arc<ConnectionActivity> {
        let connection = Arc::new(ConnectionActivity {
            all: Arc::clone(self),
            peer: peer.into(),
            since: Instant::now(),
            meter: Meter::default(),
            files: Mutex::default(),
        });
        let mut connections = lock(&self.connections);
        connections.retain(|connection| connection.strong_count() > 0);
        connections.push(Arc::downgrade(&connection));
        connection
    }

    /// Milliseconds since the daemon started.
    pub(crate) fn uptime(&self) -> u64 {
        milliseconds(self.started)
    }

    /// In the order in which they connected.
    pub(crate) fn connections(&self) -> Vec<ConnectionStatus> {
        let now = self.second();
        let there: Vec<_> = lock(&self.connections).iter().filter_map(Weak::upgrade).collect();
        let status = |connection: Arc<ConnectionActivity>| ConnectionStatus {
            peer: connection.peer.clone(),
            age: milliseconds(connection.since),
            open_files: u32::try_from(lock(&connection.files).len()).unwrap_or(u32::MAX),
            traffic: connection.meter.traffic(now),
        };
        there.into_iter().map(status).collect()
    }

    /// By path.
    pub(crate) fn files(&self) -> Vec<FileStatus> {
        let mut files = BTreeMap::<String, (u32, bool)>::new();
        for connection in lock(&self.connections).iter().filter_map(Weak::upgrade) {
            for (path, writable) in lock(&connection.files).values() {
                let (opened, any_writable) = files.entry(path.clone()).or_default();
                *opened += 1;
                *any_writable |= *writable;
            }
        }
        let status = |(path, (opened, writable))| FileStatus { path, opened, writable };
        files.into_iter().map(status).collect()
    }

    pub(crate) fn total(&self) -> Traffic {
        self.total.traffic(self.second())
    }

    fn second(&self) -> u64 {
        self.started.elapsed().as_secs()
    }
}

impl ConnectionActivity {
    pub(crate) fn opened(&self, file: u32, path: &str, writable: bool) {
        lock(&self.files).insert(file, (path.into(), writable));
    }

    pub(crate) fn closed(&self, file: u32) {
        lock(&self.files).remove(&file);
    }

    pub(crate) fn failed(&self) {
        self.all.errors.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn wrote(&self, bytes: u64) {
        let now = self.all.second();
        self.meter.written.add(bytes, now);
        self.all.total.written.add(bytes, now);
    }

    pub(crate) fn read(&self, bytes: u64) {
        let now = self.all.second();
        self.meter.read.add(bytes, now);
        self.all.total.read.add(bytes, now);
    }
}

impl Meter {
    fn traffic(&self, now: u64) -> Traffic {
        Traffic {
            written: self.written.total.load(Ordering::Relaxed),
            read: self.read.total.load(Ordering::Relaxed),
            written_per_second: self.written.rate(now),
            read_per_second: self.read.rate(now),
        }
    }
}

impl Counter {
    /// `now` in seconds since the start.
    fn add(&self, bytes: u64, now: u64) {
        self.total.fetch_add(bytes, Ordering::Relaxed);
        let mut recent = lock(&self.recent);
        let bucket = &mut recent[bucket(now)];
        if bucket.0 != now {
            *bucket = (now, 0);
        }
        bucket.1 += bytes;
    }

    fn rate(&self, now: u64) -> u64 {
        let recent = lock(&self.recent);
        let passed = now.min(RATE_SECONDS);
        let counts = recent.iter().filter(|(second, _)| (now - passed..now).contains(second));
        counts.map(|(_, bytes)| bytes).sum::<u64>().checked_div(passed).unwrap_or(0)
    }
}

fn bucket(second: u64) -> usize {
    usize::try_from(second % BUCKETS as u64).unwrap_or(0)
}

fn milliseconds(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_is_over_the_last_whole_seconds() {
        let counter = Counter::default();
        for second in 0..20 {
            counter.add(second * 100, second);
        }
        assert_eq!(counter.rate(20), (15 + 16 + 17 + 18 + 19) * 100 / 5);
        assert_eq!(counter.rate(22), (17 + 18 + 19) * 100 / 5);
        assert_eq!(counter.rate(100), 0);
        assert_eq!(counter.total.load(Ordering::Relaxed), 19_000);
    }

    #[test]
    fn first_seconds_have_a_rate_too() {
        let counter = Counter::default();
        counter.add(600, 0);
        assert_eq!(counter.rate(0), 0, "no second has passed");
        counter.add(50, 1);
        assert_eq!(counter.rate(1), 600);
        assert_eq!(counter.rate(2), 325);
    }

    #[test]
    fn files_are_counted_by_path_and_go_with_their_connection() {
        let activity = Arc::new(Activity::default());
        let (first, second) = (activity.connected("a:1"), activity.connected("b:2"));
        first.opened(1, "/data/x", true);
        second.opened(1, "/data/x", false);
        second.opened(2, "/data/y", false);
        let seen: Vec<_> =
            activity.files().into_iter().map(|file| (file.path, file.opened, file.writable)).collect();
        assert_eq!(seen, [("/data/x".into(), 2, true), ("/data/y".into(), 1, false)]);
        second.closed(2);
        drop(first);
        assert_eq!(activity.files().len(), 1);
        assert_eq!(activity.connections().len(), 1);
        assert_eq!(activity.connections()[0].open_files, 1);
    }
}
