// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`ThreadCounter`]: a shared counter is one atomic word when ranks are threads.

use std::sync::atomic::{AtomicU64, Ordering};

use seaway_device::Result;
use seaway_engine::SharedCounter;

#[derive(Debug, Default)]
pub(super) struct ThreadCounter(AtomicU64);

impl SharedCounter for ThreadCounter {
    fn fetch_add(&self, amount: u64) -> Result<u64> {
        Ok(self.0.fetch_add(amount, Ordering::SeqCst))
    }

    fn load(&self) -> Result<u64> {
        Ok(self.0.load(Ordering::SeqCst))
    }

    fn store(&self, value: u64) -> Result<()> {
        self.0.store(value, Ordering::SeqCst);
        Ok(())
    }
}
