// SPDX-License-Identifier: MIT OR Apache-2.0
//! Small steps, from the moment the last writer begins to the moment the last reader has its part; and how
//! long it takes to open a stream, from the moment the last rank of both programs arrives.

use crate::bars::{Bars, Limit};
use crate::pair::{Numbers, Task};
use crate::sample::Sample;
use crate::{Plan, SHAPES, rounds};

const STEP_BYTES: usize = 1024;

/// The first ones establish connections.
const WARM_UP: usize = 20;

struct Row {
    task: Task,
    /// In microseconds, for each of the shapes.
    targets: [f64; 2],
    warm_up: usize,
}

pub(crate) fn run(plan: &Plan, bars: &mut Bars) {
    let rows = [
        Row {
            task: Task { name: "paced", count: 300, step_bytes: STEP_BYTES },
            targets: [200.0, 2000.0],
            warm_up: WARM_UP,
        },
        Row {
            task: Task { name: "opens", count: 30, step_bytes: STEP_BYTES },
            targets: [10_000.0, 50_000.0],
            warm_up: 1,
        },
    ];
    println!("\nSteps of 1 KiB, and opening, on one host, microseconds: median (quartiles)");
    for row in &rows {
        for (shape, target) in SHAPES.into_iter().zip(row.targets) {
            let what = if row.task.name == "paced" { "step.1KiB" } else { "open" };
            let id = format!("{what}.{}x{}", shape.0, shape.1);
            if plan.wants(&id) {
                // Medians of rounds: the machine may be busy in one of them.
                let mut medians = Sample::default();
                let measure = |medians: &mut Sample| medians.push(row.measure(&id, shape).median());
                rounds::measure(plan.rounds, &mut medians, measure, |medians| medians.median() <= target);
                println!("{id:20} over the rounds {medians}");
                bars.record(id, medians.median(), Limit::AtMost(target));
            }
        }
    }
}

impl Row {
    fn measure(&self, id: &str, shape: (usize, usize)) -> Sample {
        let Some((writer, reader)) = self.task.run(shape) else { return Sample::default() };
        let empty = Vec::new();
        let of = |numbers: &Numbers, word: &str| numbers.get(word).unwrap_or(&empty).clone();
        let (writer_begun, reader_begun) = (of(&writer, "begun"), of(&reader, "begun"));
        let (writer_done, reader_done) = (of(&writer, "done"), of(&reader, "done"));
        let time = |index: usize| {
            let (begun, done) = if self.task.name == "paced" {
                (writer_begun[index], reader_done[index])
            } else {
                (writer_begun[index].max(reader_begun[index]), writer_done[index].max(reader_done[index]))
            };
            (done - begun) * 1e6
        };
        let sample: Sample = (self.warm_up..reader_done.len()).map(time).collect();
        println!("{id:20} {sample}, 9 of 10 within {:.0}", sample.quantile(0.9));
        sample
    }
}
