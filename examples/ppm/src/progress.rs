// SPDX-License-Identifier: MIT OR Apache-2.0
//! A progress bar that shows the time of the gas, on a terminal only.

use std::sync::Mutex;

use indicatif::{ProgressBar, ProgressStyle};

use crate::worker::{Event, Observer};

/// Shows nothing if standard error is not a terminal. Disappears when it is dropped.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    end_time: f64,
    latest: Mutex<f64>,
}

const TICKS: u64 = 1000;

impl Progress {
    pub fn new(end_time: f64) -> Self {
        let style = ProgressStyle::with_template("{bar:40} {percent}% {msg}, {eta} left");
        let bar = ProgressBar::new(TICKS).with_style(style.expect("the template is constant"));
        Self { bar, end_time, latest: Mutex::new(0.0) }
    }
}

impl Observer for Progress {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most TICKS")]
    fn see(&self, _worker: usize, event: Event<'_>) {
        let Event::Completed(task) = event else { return };
        let mut latest = self.latest.lock().expect("no one panics while holding a number");
        if task.step.end > *latest {
            *latest = task.step.end;
            self.bar.set_position((*latest / self.end_time * TICKS as f64) as u64);
            self.bar.set_message(format!("time {:.4}, double step {}", *latest, task.state + 1));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
