// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which hints are in force, and which were given for nothing.

use seaway_device::{DeviceFile, Hints};
use seaway_engine::EngineHints;

use super::report::Report;

pub(super) fn describe(report: &mut Report, given: &Hints, file: &dyn DeviceFile) {
    let of_device = file.hints_in_use();
    if given.is_empty() && of_device.is_empty() {
        report.heading("Hints", "none");
        return;
    }
    report.heading("Hints", "");
    for (key, value) in of_device.iter() {
        report.row(key, value);
    }
    for (key, value) in given.iter().filter(|(key, _)| of_device.get(key).is_none()) {
        let note = if changes_the_engine(given, key) { "" } else { "   (kept, and without effect)" };
        report.row(key, format!("{value}{note}"));
    }
}

/// Whether the engine would do something else without it.
fn changes_the_engine(given: &Hints, key: &str) -> bool {
    let mut without = given.clone();
    without.remove(key);
    EngineHints::from(given) != EngineHints::from(&without)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_has_effect_or_not() {
        let given = Hints::parse("cb_nodes=2;cb_buffer_size=many;x=y");
        assert!(changes_the_engine(&given, "cb_nodes"));
        assert!(!changes_the_engine(&given, "cb_buffer_size"));
        assert!(!changes_the_engine(&given, "x"));
    }
}
