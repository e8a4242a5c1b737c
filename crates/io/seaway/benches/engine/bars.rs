// SPDX-License-Identifier: MIT OR Apache-2.0
//! The bars: one `bar` line each at the end, and an exit code that says whether all hold.

use std::process::ExitCode;

#[derive(Default)]
pub(crate) struct Bars(Vec<Bar>);

struct Bar {
    id: String,
    value: f64,
    target: f64,
}

impl Bars {
    pub(crate) fn record(&mut self, id: &str, value: f64, target: f64) {
        self.0.push(Bar { id: id.to_owned(), value, target });
    }

    pub(crate) fn conclude(&self) -> ExitCode {
        println!();
        for Bar { id, value, target } in &self.0 {
            let verdict = if value >= target { "ok" } else { "SHORT" };
            println!("bar {id} {value:.2} >= {target} {verdict}");
        }
        let short = self.0.iter().filter(|bar| bar.value < bar.target).count();
        println!("{} bars, {short} short", self.0.len());
        if short == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
