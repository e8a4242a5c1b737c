// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether memory grows with the stream: 10 GiB through the usual window.

use crate::Plan;
use crate::bars::{Bars, Limit};
use crate::pair::{Numbers, Task};

const STEP_BYTES: usize = 64 << 20;
const STEPS: usize = 160;

/// The rank's own buffer and the window, in MiB: the memory that a stream may use.
const BUFFER_AND_WINDOW: f64 = 128.0;

/// In MiB: what the C library, MPI and libseaway may add.
const MOST_GROWTH: f64 = 1.0;
const MOST_BEYOND: f64 = 16.0;

pub(crate) fn run(plan: &Plan, bars: &mut Bars) {
    if !plan.wants("memory.10GB") {
        return;
    }
    println!("\nMemory of the fattest rank, 10 GiB in steps of 64 MiB through a window of 64 MiB, MiB");
    let task = Task { name: "memory", count: STEPS, step_bytes: STEP_BYTES };
    let (writer, reader) = task.run((1, 1)).unwrap_or_default();
    for (side, numbers) in [("writer", &writer), ("reader", &reader)] {
        let (first, middle, last) = moments(numbers);
        println!("{side:20} after 0.6 GiB {first:.1}, after 5 GiB {middle:.1}, after 10 GiB {last:.1}");
        bars.record(format!("memory.10GB.growth.{side}"), last - middle, Limit::AtMost(MOST_GROWTH));
        bars.record(
            format!("memory.10GB.beyond.{side}"),
            last - BUFFER_AND_WINDOW,
            Limit::AtMost(MOST_BEYOND),
        );
    }
}

/// Pages of the window are touched one after the other: by the middle of the run, all of them.
fn moments(numbers: &Numbers) -> (f64, f64, f64) {
    let values = numbers.get("memory").cloned().unwrap_or_default();
    let at = |index: usize| values.get(index).map_or(f64::NAN, |kibibytes| kibibytes / 1024.0);
    (at(0), at(values.len() / 2), at(values.len().saturating_sub(1)))
}
