// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`GiveUp`]: when waiting for the other ranks has become pointless, although their processes are there.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use seaway_engine::Failed;

/// What a file's ranks look at while they wait for each other.
#[derive(Default)]
pub(super) struct GiveUp(Mutex<Option<Failed>>);

impl GiveUp {
    pub(super) fn set(&self, failed: Failed) {
        *self.failed() = Some(failed);
    }

    /// The next file has reasons of its own.
    pub(super) fn clear(&self) {
        *self.failed() = None;
    }

    pub(super) fn is_time(&self) -> bool {
        // Not while it is locked: it may take its time.
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
