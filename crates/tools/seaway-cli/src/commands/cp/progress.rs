// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a copy shows: a bar with rate and remaining time on a terminal, and a line for each failure.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use seaway_ring::{CopyError, Monitor, describe};

const TEMPLATE: &str = "  [{bar:30}] {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";

/// Shows nothing if standard error is not a terminal.
pub(crate) fn bar(size: u64) -> ProgressBar {
    let bar = ProgressBar::new(size);
    if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}

#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    failed: AtomicU64,
    removed: AtomicU64,
    verbose: bool,
}

impl Progress {
    pub(super) fn of(bytes: u64, verbose: bool) -> Self {
        Self { bar: bar(bytes), failed: AtomicU64::new(0), removed: AtomicU64::new(0), verbose }
    }

    pub(super) fn failures(&self) -> u64 {
        self.failed.load(Ordering::Relaxed)
    }

    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }

    fn say(&self, line: &str) {
        // Standard error may be closed.
        self.bar.suspend(|| _ = writeln!(io::stderr(), "{line}"));
    }
}

impl Monitor for Progress {
    fn failed(&self, node: &str, error: &CopyError) {
        self.failed.fetch_add(1, Ordering::Relaxed);
        let place = if node.is_empty() { String::new() } else { format!("{node}: ") };
        self.say(&format!("seaway: cannot copy {place}{error}"));
    }

    fn removed(&self, node: &str, name: &[u8]) {
        self.removed.fetch_add(1, Ordering::Relaxed);
        if self.verbose {
            let place = if node.is_empty() { String::new() } else { format!("{node}: ") };
            self.say(&format!("removed {place}{}", describe(name)));
        }
    }

    fn total(&self, bytes: u64) {
        self.bar.set_length(bytes);
    }

    fn progress(&self, bytes: u64) {
        self.bar.set_position(bytes);
    }

    fn note(&self, text: &str) {
        if self.verbose && !text.is_empty() {
            self.say(&format!("seaway: {text}"));
        }
    }
}
