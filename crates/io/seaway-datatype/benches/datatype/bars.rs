// SPDX-License-Identifier: MIT OR Apache-2.0
//! The performance bars, and whether each is met.

use std::process::ExitCode;

#[derive(Default)]
pub(crate) struct Bars {
    lines: Vec<String>,
    is_any_short: bool,
}

impl Bars {
    pub(crate) fn at_least(&mut self, id: &str, value: f64, target: f64) {
        self.add(id, value, ">=", target, value >= target);
    }

    pub(crate) fn at_most(&mut self, id: &str, value: f64, target: f64) {
        self.add(id, value, "<=", target, value <= target);
    }

    /// A bar whose baseline is not installed here.
    pub(crate) fn skipped(&mut self, id: &str, reason: &str) {
        self.lines.push(format!("bar {id} skipped: {reason}"));
    }

    /// Prints all bars, one line each.
    pub(crate) fn report(self) -> ExitCode {
        println!();
        for line in &self.lines {
            println!("{line}");
        }
        if self.is_any_short { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }

    fn add(&mut self, id: &str, value: f64, relation: &str, target: f64, holds: bool) {
        let verdict = if holds { "ok" } else { "SHORT" };
        self.lines.push(format!("bar {id} {value:.2} {relation} {target} {verdict}"));
        self.is_any_short |= !holds;
    }
}
