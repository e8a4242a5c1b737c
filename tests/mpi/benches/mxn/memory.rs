// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether memory grows with the stream: 10 GiB through the usual window.

use crate::Plan;
use crate::bars::{Bars, Limit};
use crate::pair::{Numbers, Task};

const STEP_BYTES: usize = 64 << 20;
const STEPS: usize = 160;

/// Sixteenths of the stream: by then every page of the window has been used.
const FULL: usize = 3;

/// In MiB: what the C library may add now and then.
const MOST: f64 = 2.0;

pub(crate) fn run(plan: &Plan, bars: &mut Bars) {
    if !plan.wants("memory.10GB") {
        return;
    }
    println!("\nMemory of the fattest rank, 10 GiB in steps of 64 MiB, MiB");
    let task = Task { name: "memory", count: STEPS, step_bytes: STEP_BYTES };
    let Some((writer, reader)) = task.run((1, 1)) else {
        bars.record("memory.10GB".to_owned(), f64::INFINITY, Limit::AtMost(MOST));
        return;
    };
    for (side, numbers) in [("writer", &writer), ("reader", &reader)] {
        let (first, full, last) = moments(numbers);
        println!("{side:20} after 0.6 GiB {first:.1}, after 1.9 GiB {full:.1}, after 10 GiB {last:.1}");
        bars.record(format!("memory.10GB.{side}"), last - full, Limit::AtMost(MOST));
    }
}

fn moments(numbers: &Numbers) -> (f64, f64, f64) {
    let values = numbers.get("memory").cloned().unwrap_or_default();
    let at = |index: usize| values.get(index).map_or(f64::NAN, |kibibytes| kibibytes / 1024.0);
    (at(0), at(FULL - 1), at(values.len().saturating_sub(1)))
}
