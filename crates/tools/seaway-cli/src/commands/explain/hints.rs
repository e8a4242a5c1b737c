// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which hints are in force, and which have no effect.

use seaway_device_api::Hints;
use seaway_engine::EngineHints;

use crate::report::Report;

/// `in_use` returns the hints that the device applies.
pub(super) fn describe(report: &mut Report, given: &Hints, in_use: impl Fn(&Hints) -> Hints) {
    let of_device = in_use(given);
    if given.is_empty() && of_device.is_empty() {
        report.heading("Hints", "none");
        return;
    }
    report.heading("Hints", "");
    for (key, value) in of_device.iter() {
        report.row(key, value);
    }
    for (key, value) in given.iter().filter(|(key, _)| of_device.get(key).is_none()) {
        let without = without(given, key);
        let has_effect = changes_the_engine(given, &without) || in_use(&without) != of_device;
        let note = if has_effect { "" } else { "   (kept, without effect)" };
        report.row(key, format!("{value}{note}"));
    }
}

fn without(given: &Hints, key: &str) -> Hints {
    let mut fewer = given.clone();
    fewer.remove(key);
    fewer
}

fn changes_the_engine(given: &Hints, without: &Hints) -> bool {
    EngineHints::from(given) != EngineHints::from(without)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_has_effect_or_not() {
        // A device that knows one hint, and reports it under another name.
        let in_use = |hints: &Hints| {
            hints.get("both").map_or_else(Hints::new, |value| Hints::new().with("one", value))
        };
        let given = Hints::parse("cb_nodes=2;cb_buffer_size=many;both=1;x=y");
        let mut report = Report::new();
        describe(&mut report, &given, in_use);
        let mut printed = Vec::new();
        report.print(&mut printed).unwrap();
        let printed = String::from_utf8(printed).unwrap();
        let without_effect: Vec<&str> =
            printed.lines().filter(|line| line.contains("without effect")).collect();
        assert_eq!(without_effect.len(), 2, "{printed}");
        assert!(without_effect[0].contains("cb_buffer_size") && without_effect[1].contains('x'), "{printed}");
    }
}
