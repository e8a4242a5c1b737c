// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Patience`]: how long a write waits for readers before its bytes are copied for them.

use std::time::{Duration, Instant};

/// Without a sign of readers, not longer than a slow copy of the step takes, as those of other ranks may come first; while
/// they get on, a few times as long.
#[derive(Debug)]
pub(super) struct Patience {
    allowance: Duration,
    end: Instant,
    latest: Instant,
    progress: u64,
}

impl Patience {
    pub(super) fn new(step_bytes: u64) -> Self {
        const BYTES_A_MICROSECOND: u64 = 3_000;
        const MOST_TIMES: u32 = 8;
        let (now, allowance) = (Instant::now(), Duration::from_micros(step_bytes / BYTES_A_MICROSECOND));
        Self { allowance, end: now + allowance, latest: now + allowance * MOST_TIMES, progress: 0 }
    }

    /// How long it still waits, if at all. `progress` is another number whenever readers have got on.
    pub(super) fn left(&mut self, progress: u64) -> Option<Duration> {
        let now = Instant::now();
        if std::mem::replace(&mut self.progress, progress) != progress {
            self.end = (now + self.allowance).min(self.latest);
        }
        (now < self.end).then(|| self.end - now)
    }
}
