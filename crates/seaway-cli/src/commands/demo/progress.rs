// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Progress`]: a bar while a phase runs, on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};

#[derive(Debug)]
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// Shows nothing where standard error is no terminal.
    pub(super) fn new(what: &'static str, steps: u64) -> Self {
        let bar = ProgressBar::new(steps);
        if let Ok(style) = ProgressStyle::with_template("  {msg:8} [{bar:40}] step {pos} of {len}") {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_message(what);
        Self(bar)
    }

    pub(super) fn advance(&self) {
        self.0.inc(1);
    }
}

impl Drop for Progress {
    /// The line of results takes its place.
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
