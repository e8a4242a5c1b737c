// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Sections`]: headings with the elapsed time, and advice if a section fails.

use std::time::Instant;

use anyhow::{Context, Result};

pub(crate) struct Sections {
    start: Instant,
}

impl Sections {
    pub(crate) fn begin() -> Self {
        Self { start: Instant::now() }
    }

    /// Runs one section. `advice` is what to do if it fails.
    pub(crate) fn run<T>(&self, title: &str, advice: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        println!("\n=== {title} ({:.0} s so far)", self.start.elapsed().as_secs_f64());
        work().with_context(|| format!("{title}: {advice}"))
    }

    pub(crate) fn end(&self) {
        println!("\n=== Done in {:.0} s", self.start.elapsed().as_secs_f64());
    }
}
