// SPDX-License-Identifier: MIT OR Apache-2.0
//! Many small independent calls: what one call costs.

use std::path::PathBuf;

use seaway::Rank;

use crate::bars::Bars;
use crate::contest::{self, Competitor, Row};
use crate::ours::{Manner, OffsetCalls};
use crate::peers::raw::RawCalls;
use crate::peers::{Task, lay_out};
use crate::{Plan, RANKS};

const CALL_BYTES: [usize; 4] = [64, 256, 1 << 10, 4 << 10];
const CALLS: usize = 8000;

pub(crate) fn run(plan: &Plan, bars: &mut Bars) {
    println!("\nindependent calls, {CALLS} of each rank");
    for place in &plan.places {
        for ranks in RANKS {
            for task in [Task::Rewrite, Task::Read] {
                for call_bytes in CALL_BYTES {
                    let row = Row {
                        id: format!("calls.{}.{}.{call_bytes}.{ranks}", place.name, task.name()),
                        ranks,
                        bytes: (ranks * CALLS * call_bytes) as u64,
                        target: 0.9,
                        names: &["seaway", "raw"],
                        for_show: &[],
                    };
                    let paths = [place.file("ours"), place.file("raw")];
                    contest::hold(plan, bars, &row, |rank| enter(rank, task, call_bytes, &paths));
                }
            }
        }
    }
}

fn enter(rank: &Rank, task: Task, call_bytes: usize, paths: &[PathBuf; 2]) -> Vec<Box<dyn Competitor>> {
    lay_out(rank, paths, task, CALLS * call_bytes * rank.size());
    let start = (rank.rank() * CALLS * call_bytes) as u64;
    let fresh = || vec![1; CALLS * call_bytes];
    vec![
        Box::new(OffsetCalls {
            rank: rank.clone(),
            path: paths[0].clone(),
            task,
            manner: Manner::Independent,
            call_bytes,
            start,
            buffer: fresh(),
            file: None,
        }),
        Box::new(RawCalls {
            rank: rank.clone(),
            path: paths[1].clone(),
            task,
            call_bytes,
            start,
            buffer: fresh(),
            file: None,
        }),
    ]
}
