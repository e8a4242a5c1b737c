// SPDX-License-Identifier: MIT OR Apache-2.0
//! A store behind a disk of a given rate: to measure how well computing and I/O overlap where the disk is too fast, or its
//! cache too large, to show it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::{Block, PillarStore, StoreResult, Transfer, Writer};

/// Transfers follow each other on one disk in the order in which they were started, each as long as its bytes take.
#[derive(Debug)]
pub struct ThrottledStore<'s> {
    store: &'s dyn PillarStore,
    bytes_per_second: f64,
    /// When the disk has done all that was started.
    idle_from: Mutex<Instant>,
    bytes: AtomicU64,
}

impl<'s> ThrottledStore<'s> {
    /// An infinite rate counts bytes and delays nothing.
    pub fn new(store: &'s dyn PillarStore, bytes_per_second: f64) -> Self {
        assert!(bytes_per_second > 0.0, "a disk of {bytes_per_second} bytes per second never ends");
        Self { store, bytes_per_second, idle_from: Mutex::new(Instant::now()), bytes: AtomicU64::new(0) }
    }

    /// Bytes read and written so far.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    fn delay(&self, bytes: usize, transfer: Box<dyn Transfer>) -> Box<dyn Transfer> {
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
        let time = Duration::from_secs_f64(bytes as f64 / self.bytes_per_second);
        // A time is whole whatever a thread does while it holds it.
        let mut idle_from = self.idle_from.lock().unwrap_or_else(PoisonError::into_inner);
        *idle_from = Instant::now().max(*idle_from) + time;
        Box::new(Delayed { transfer, until: *idle_from })
    }
}

struct Delayed {
    transfer: Box<dyn Transfer>,
    until: Instant,
}

impl Transfer for Delayed {
    fn wait(self: Box<Self>) -> StoreResult<Block> {
        let block = self.transfer.wait()?;
        thread::sleep(self.until.saturating_duration_since(Instant::now()));
        Ok(block)
    }
}

impl PillarStore for ThrottledStore<'_> {
    fn start_read(&self, name: &str, block: Block) -> Box<dyn Transfer> {
        self.delay(size_of_val(block.as_slice()), self.store.start_read(name, block))
    }

    fn start_write(&self, name: &str, block: Block, writer: Writer) -> Box<dyn Transfer> {
        self.delay(size_of_val(block.as_slice()), self.store.start_write(name, block, writer))
    }

    fn fence(&self, newest: Writer) {
        self.store.fence(newest);
    }

    fn size(&self, name: &str) -> StoreResult<Option<usize>> {
        self.store.size(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MemoryStore;

    #[test]
    fn transfers_share_the_rate_of_the_disk() {
        let memory = MemoryStore::default();
        let store = ThrottledStore::new(&memory, 80_000.0);
        let (writer, start) = (Writer { pillar: 0, lease: 0 }, Instant::now());
        let writes = ["a", "b"].map(|name| store.start_write(name, vec![1.5; 250], writer));
        writes.into_iter().for_each(|write| drop(write.wait().unwrap()));
        assert_eq!(store.start_read("b", vec![0.0; 250]).wait().unwrap(), [1.5; 250]);
        assert_eq!(store.bytes(), 3 * 2000);
        // 6000 bytes at 80,000 per second; a busy machine takes longer, none takes less.
        assert!(start.elapsed() >= Duration::from_millis(75), "{:?}", start.elapsed());
    }
}
