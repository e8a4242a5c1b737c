// SPDX-License-Identifier: MIT OR Apache-2.0
//! The bars, and whether they hold.

use std::process::ExitCode;

#[derive(Default)]
pub(crate) struct Bars {
    lines: Vec<String>,
    missed: bool,
}

impl Bars {
    /// A value with an upper bound.
    pub(crate) fn at_most(&mut self, id: &str, value: f64, target: f64) {
        let kept = value <= target;
        self.missed |= !kept;
        self.lines.push(format!("bar {id} {value:.2} <= {target} {}", if kept { "ok" } else { "SHORT" }));
    }

    pub(crate) fn report(self) -> ExitCode {
        println!();
        for line in &self.lines {
            println!("{line}");
        }
        if self.missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}

/// The median.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
