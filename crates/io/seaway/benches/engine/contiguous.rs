// SPDX-License-Identifier: MIT OR Apache-2.0
//! 32 MiB per rank, contiguous: what Seaway adds to a single system call.

use std::path::PathBuf;

use seaway::Rank;

use crate::bars::Bars;
use crate::contest::{self, Competitor, Row};
use crate::ours::{Manner, OffsetCalls};
use crate::peers::memory_copy::MemoryCopy;
use crate::peers::raw::RawCalls;
use crate::peers::{Task, lay_out};
use crate::{Plan, RANKS};

const BYTES_PER_RANK: usize = 32 << 20;

pub(crate) fn run(plan: &Plan, bars: &mut Bars) {
    println!("\n32 MiB of each rank in one piece");
    for place in &plan.places {
        for ranks in RANKS {
            for task in Task::ALL {
                for manner in Manner::BOTH {
                    let row = Row {
                        id: format!("contiguous.{}.{}.{}.{ranks}", place.name, task.name(), manner.name()),
                        ranks,
                        bytes: (ranks * BYTES_PER_RANK) as u64,
                        target: 0.9,
                        names: &["seaway", "raw", "memcpy"],
                        for_show: &["memcpy"],
                    };
                    let paths = [place.file("ours"), place.file("raw")];
                    contest::hold(plan, bars, &row, |rank| enter(rank, task, manner, &paths));
                }
            }
        }
    }
}

fn enter(rank: &Rank, task: Task, manner: Manner, paths: &[PathBuf; 2]) -> Vec<Box<dyn Competitor>> {
    lay_out(rank, paths, task, BYTES_PER_RANK * rank.size());
    let start = (rank.rank() * BYTES_PER_RANK) as u64;
    let call_bytes = BYTES_PER_RANK;
    let fresh = || vec![1; BYTES_PER_RANK];
    vec![
        Box::new(OffsetCalls {
            rank: rank.clone(),
            path: paths[0].clone(),
            task,
            manner,
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
        Box::new(MemoryCopy::new(BYTES_PER_RANK)),
    ]
}
