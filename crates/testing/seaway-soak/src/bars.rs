// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Bars`]: one line per requirement, in the form of the benches: `bar ID VALUE >= TARGET ok`, or `SHORT`.

/// Printed as they are reported; the end fails if one was missed.
#[derive(Debug, Default)]
pub struct Bars {
    short: Vec<String>,
}

impl Bars {
    pub fn at_least(&mut self, id: &str, value: u64, target: u64) {
        self.note(id, value, ">=", target, value >= target);
    }

    pub fn at_most(&mut self, id: &str, value: u64, target: u64) {
        self.note(id, value, "<=", target, value <= target);
    }

    /// Panics, as an assertion does, if a bar was missed. `advice` is the command that repeats the failure.
    pub fn end(self, advice: &str) {
        assert!(self.short.is_empty(), "{} fell short; {advice}", self.short.join(", "));
    }

    fn note(&mut self, id: &str, value: u64, relation: &str, target: u64, kept: bool) {
        println!("bar {id} {value} {relation} {target} {}", if kept { "ok" } else { "SHORT" });
        if !kept {
            self.short.push(id.to_owned());
        }
    }
}
