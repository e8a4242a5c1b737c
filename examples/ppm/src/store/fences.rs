// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fences: the newest lease of each pillar. A worker that was frozen may wake up long after its task was done again; what it
//! writes then would land in a set that is in use for a later step.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{StoreError, StoreResult, Writer};

#[derive(Debug, Default)]
pub struct Fences {
    newest: Mutex<HashMap<usize, Arc<Mutex<u64>>>>,
}

impl Fences {
    /// Runs the write unless its lease was replaced. While it runs, `raise` for the same pillar waits.
    pub fn write<T>(
        &self,
        name: &str,
        writer: Writer,
        write: impl FnOnce() -> StoreResult<T>,
    ) -> StoreResult<T> {
        let fence = self.of(writer.pillar);
        let newest = lock(&fence);
        if writer.lease < *newest {
            return Err(StoreError::Fenced { name: name.to_owned(), lease: writer.lease, newest: *newest });
        }
        write()
    }

    pub fn raise(&self, writer: Writer) {
        let fence = self.of(writer.pillar);
        let mut newest = lock(&fence);
        *newest = writer.lease.max(*newest);
    }

    fn of(&self, pillar: usize) -> Arc<Mutex<u64>> {
        lock(&self.newest).entry(pillar).or_default().clone()
    }
}

/// A panic while a number is compared leaves it as it was.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_leases_are_refused_and_others_are_not() {
        let fences = Fences::default();
        let write = |pillar, lease| fences.write("A-0000-all", Writer { pillar, lease }, || Ok(()));
        assert!(write(0, 5).is_ok());
        fences.raise(Writer { pillar: 0, lease: 6 });
        let refused = write(0, 5).unwrap_err().to_string();
        assert_eq!(refused, "write to A-0000-all refused: lease 5 of its pillar was replaced by lease 6");
        assert!(write(0, 6).is_ok());
        assert!(write(1, 5).is_ok());
        fences.raise(Writer { pillar: 0, lease: 3 });
        assert!(write(0, 5).is_err(), "a fence never goes down");
    }
}
