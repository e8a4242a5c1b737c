// SPDX-License-Identifier: MIT OR Apache-2.0
//! The requirements: one `bar` line each at the end, and an exit code that says whether all were met.

use std::process::ExitCode;

#[derive(Default)]
pub(crate) struct Bars(Vec<Bar>);

struct Bar {
    id: String,
    value: f64,
    limit: Limit,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Limit {
    AtLeast(f64),
    AtMost(f64),
}

impl Limit {
    pub(crate) fn is_kept_by(self, value: f64) -> bool {
        match self {
            Self::AtLeast(target) => value >= target,
            Self::AtMost(target) => value <= target,
        }
    }
}

impl Bars {
    pub(crate) fn record(&mut self, id: String, value: f64, limit: Limit) {
        self.0.push(Bar { id, value, limit });
    }

    pub(crate) fn conclude(&self) -> ExitCode {
        println!();
        let mut short = 0;
        for Bar { id, value, limit } in &self.0 {
            let kept = limit.is_kept_by(*value);
            short += usize::from(!kept);
            let (sign, target) = match limit {
                Limit::AtLeast(target) => (">=", target),
                Limit::AtMost(target) => ("<=", target),
            };
            let digits = digits(*target);
            println!("bar {id} {value:.digits$} {sign} {target} {}", if kept { "ok" } else { "SHORT" });
        }
        println!("{} bars, {short} short", self.0.len());
        if short == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

/// One more digit than the target has, so that a value that misses it does not look equal.
fn digits(target: f64) -> usize {
    let target = target.to_string();
    target.split_once('.').map_or(2, |(_, fraction)| (fraction.len() + 1).max(2))
}
