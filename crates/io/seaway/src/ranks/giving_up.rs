// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`GiveUp`]: when waiting for the other ranks has become pointless, although all of them are alive.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use seaway_device_api::{Error, ErrorKind, Operation};
use seaway_engine::Failed;

/// One rank's condition to stop waiting, and whether any rank's was met.
pub(super) struct GiveUp {
    failed: OnceLock<Failed>,
    given_up: Arc<AtomicBool>,
}

impl GiveUp {
    pub(super) fn new(given_up: &Arc<AtomicBool>) -> Self {
        Self { failed: OnceLock::new(), given_up: Arc::clone(given_up) }
    }

    /// The first condition stays.
    pub(super) fn set(&self, failed: Failed) {
        let _ = self.failed.set(failed);
    }

    pub(super) fn is_possible(&self) -> bool {
        self.failed.get().is_some()
    }

    /// Once a rank has given up, all have: that rank will not enter again.
    pub(super) fn is_time(&self) -> bool {
        let is_time =
            self.given_up.load(Ordering::SeqCst) || self.failed.get().is_some_and(|failed| failed());
        if is_time {
            self.given_up.store(true, Ordering::SeqCst);
        }
        is_time
    }
}

impl fmt::Debug for GiveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GiveUp").field("is_possible", &self.is_possible()).finish_non_exhaustive()
    }
}

pub(super) fn pointless(rank: usize, awaited: impl fmt::Display) -> Error {
    Error::new(ErrorKind::PeerLost, Operation::Wait).with_detail(format!(
        "rank {rank} stopped waiting {awaited}: the resource that the ranks share has failed"
    ))
}
