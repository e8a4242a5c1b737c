// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`GiveUp`]: decides when waiting for the other ranks has become pointless, although their processes are
//! alive.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use seaway_engine::Failed;

/// Checked by a file's ranks while they wait for each other.
#[derive(Default)]
pub(super) struct GiveUp(Mutex<Option<Failed>>);

impl GiveUp {
    pub(super) fn set(&self, failed: Failed) {
        *self.failed() = Some(failed);
    }

    /// Called between files, which have their own reasons to give up.
    pub(super) fn clear(&self) {
        *self.failed() = None;
    }

    pub(super) fn is_time(&self) -> bool {
        // Called without the lock: it may take long.
        let failed = self.failed().clone();
        failed.is_some_and(|failed| failed())
    }

    fn failed(&self) -> MutexGuard<'_, Option<Failed>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for GiveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GiveUp").field("is_possible", &self.failed().is_some()).finish()
    }
}
