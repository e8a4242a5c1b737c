// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Watchdog`]: ends the process if a pair of programs hangs, and prints which it was. It never lets a test
//! pass.

use std::io::{Write, stderr};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// Far more than any pair needs on a slow machine.
const LIMIT: Duration = Duration::from_secs(120);

/// Watches until it is dropped.
pub(crate) struct Watchdog {
    _alive: Sender<()>,
}

impl Watchdog {
    pub(crate) fn new(seed: u64) -> Self {
        let (alive, ended) = channel::<()>();
        std::thread::spawn(move || {
            if ended.recv_timeout(LIMIT) == Err(RecvTimeoutError::Timeout) {
                // Not by a macro: its output in a test is lost with the process.
                let _ = writeln!(stderr(), "SEAWAY_SEED={seed} hangs: no end after {LIMIT:?}");
                std::process::abort();
            }
        });
        Self { _alive: alive }
    }
}
