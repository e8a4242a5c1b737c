// SPDX-License-Identifier: MIT OR Apache-2.0
//! Blocks distributed over ranks round-robin: 32 bytes each, and a cube of integers split along each of its
//! axes.

use std::path::PathBuf;
use std::sync::Arc;

use seaway::{Datatype, Named, Order, Rank};

use crate::bars::Bars;
use crate::contest::{self, Competitor, Row};
use crate::ours::{Manner, ViewCall};
use crate::pattern::Pattern;
use crate::peers::mapped::MappedScatter;
use crate::peers::memory_copy::MemoryCopy;
use crate::peers::shared_buffer::SharedBuffer;
use crate::peers::two_phase::TwoPhase;
use crate::peers::{Task, lay_out};
use crate::places::FileSystem;
use crate::{Plan, RANKS};

const SMALL_BLOCK: usize = 32;
const SMALL_BLOCK_COUNT: usize = 512 << 10;

const CUBE_SIDE: usize = 256;
const INTEGER: usize = 4;

pub(crate) fn run(plan: &Plan, bars: &mut Bars) {
    println!("\n{SMALL_BLOCK}-byte blocks, interleaved between ranks, 16 MiB of each");
    for place in &plan.places {
        for ranks in RANKS {
            let pattern = Pattern { ranks, block_bytes: SMALL_BLOCK, count: SMALL_BLOCK_COUNT };
            let filetype = |rank: usize| interleaved_blocks(pattern, rank);
            for manner in Manner::BOTH {
                for task in Task::ALL {
                    let id = format!("interleaved.{}.{}.{}.{ranks}", place.name, task.name(), manner.name());
                    Race { id, target: 0.5, pattern, task, manner, place }.hold(plan, bars, &filetype);
                }
            }
        }
    }
    println!("\n{CUBE_SIDE}^3 integers, split along one axis, collective");
    for place in &plan.places {
        for ranks in RANKS {
            for axis in 0..3 {
                let inner = CUBE_SIDE.pow(u32::try_from(2 - axis).unwrap_or(0)) * INTEGER;
                let pattern = Pattern {
                    ranks,
                    block_bytes: CUBE_SIDE / ranks * inner,
                    count: CUBE_SIDE.pow(u32::try_from(axis).unwrap_or(0)),
                };
                let filetype = |rank: usize| part_of_cube(ranks, rank, axis);
                for task in Task::ALL {
                    let id = format!("cube.{}.{}.axis{axis}.{ranks}", place.name, task.name());
                    let manner = Manner::Collective;
                    Race { id, target: 0.7, pattern, task, manner, place }.hold(plan, bars, &filetype);
                }
            }
        }
    }
}

struct Race<'p> {
    id: String,
    target: f64,
    pattern: Pattern,
    task: Task,
    manner: Manner,
    place: &'p FileSystem,
}

impl Race<'_> {
    fn hold(&self, plan: &Plan, bars: &mut Bars, filetype: &(impl Fn(usize) -> Datatype + Sync)) {
        let row = Row {
            id: self.id.clone(),
            ranks: self.pattern.ranks,
            bytes: self.pattern.total_bytes() as u64,
            target: self.target,
            names: &["seaway", "mapped", "two-phase", "memcpy"],
            for_show: &["memcpy"],
        };
        let paths = [self.place.file("ours"), self.place.file("mapped"), self.place.file("two-phase")];
        let windows = TwoPhase::windows(self.pattern.ranks);
        contest::hold(plan, bars, &row, |rank| {
            lay_out(rank, &paths, self.task, self.pattern.total_bytes());
            self.enter(rank, filetype(rank.rank()), &paths, &windows)
        });
    }

    fn enter(
        &self,
        rank: &Rank,
        filetype: Datatype,
        paths: &[PathBuf; 3],
        windows: &Arc<SharedBuffer>,
    ) -> Vec<Box<dyn Competitor>> {
        let Self { pattern, task, manner, .. } = *self;
        let fresh = || vec![1; pattern.bytes_per_rank()];
        let [ours, mapped, two_phase] = paths.clone();
        vec![
            Box::new(ViewCall {
                rank: rank.clone(),
                path: ours,
                task,
                manner,
                pattern,
                filetype,
                buffer: fresh(),
                file: None,
            }),
            Box::new(MappedScatter {
                rank: rank.clone(),
                path: mapped,
                task,
                pattern,
                buffer: fresh(),
                file: None,
            }),
            Box::new(TwoPhase {
                rank: rank.clone(),
                path: two_phase,
                task,
                pattern,
                buffer: fresh(),
                windows: Arc::clone(windows),
                file: None,
            }),
            Box::new(MemoryCopy::new(pattern.bytes_per_rank())),
        ]
    }
}

/// One block of every round.
fn interleaved_blocks(pattern: Pattern, rank: usize) -> Datatype {
    let signed = |bytes: usize| i64::try_from(bytes).expect("patterns are small");
    let displacement = signed(rank * pattern.block_bytes);
    let block = Datatype::hindexed(&[signed(pattern.block_bytes)], &[displacement], &Datatype::bytes());
    let filetype = block.and_then(|block| Datatype::resized(0, signed(pattern.stride()), &block));
    let filetype = filetype.expect("the pattern is a valid type");
    filetype.commit();
    filetype
}

fn part_of_cube(ranks: usize, rank: usize, axis: usize) -> Datatype {
    let side = i64::try_from(CUBE_SIDE).expect("cubes are small");
    let part = i64::try_from(CUBE_SIDE / ranks).expect("cubes are small");
    let (mut sizes, mut starts) = ([side; 3], [0; 3]);
    sizes[axis] = part;
    starts[axis] = part * i64::try_from(rank).expect("ranks are few");
    let integer = Datatype::named(Named::Int);
    let filetype = Datatype::subarray(&[side; 3], &sizes, &starts, Order::C, &integer);
    let filetype = filetype.expect("the part lies inside of the cube");
    filetype.commit();
    filetype
}
