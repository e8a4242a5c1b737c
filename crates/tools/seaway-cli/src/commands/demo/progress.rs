// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Progress`]: a progress bar while the equations are solved, on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};

use super::solver::GOAL;

#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    steps: u64,
}

/// Units of the bar per step.
const UNITS_PER_STEP: u32 = 1000;

impl Progress {
    /// Shows nothing if standard error is not a terminal.
    pub(super) fn new(steps: u64) -> Self {
        let bar = ProgressBar::new(steps * u64::from(UNITS_PER_STEP));
        if let Ok(style) = ProgressStyle::with_template("  [{bar:40}] {msg}") {
            bar.set_style(style.progress_chars("=> "));
        }
        Self { bar, steps }
    }

    /// The residual shrinks by orders of magnitude; the bar counts those.
    pub(super) fn show(&self, step: u64, residual: f64) {
        let part = (residual.log10() / GOAL.log10()).clamp(0.0, 1.0) * f64::from(UNITS_PER_STEP);
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it lies between 0 and the units"
        )]
        let part = part as u64;
        self.bar.set_position(step * u64::from(UNITS_PER_STEP) + part);
        self.bar.set_message(format!("step {} of {}, residual {residual:.1e}", step + 1, self.steps));
    }
}

impl Drop for Progress {
    /// The result lines replace it.
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
