// SPDX-License-Identifier: MIT OR Apache-2.0
//! The two parallel programs of the demo. Both are what an MPI program would do, call for call.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use seaway::{AccessMode, Datatype, ErrorKind, File, Group, Hints, Named, Order, Rank};

use super::cube::{Block, Cube};
use super::progress::Progress;

/// What both phases share.
#[derive(Debug)]
pub(super) struct Setting {
    pub(super) cube: Cube,
    pub(super) steps: u64,
    pub(super) overwrite: bool,
    /// With its scheme.
    pub(super) name: String,
    pub(super) hints: Hints,
}

impl Setting {
    pub(super) fn bytes(&self) -> u64 {
        self.cube.bytes() * self.steps
    }
}

/// Writes all steps; returns the time spent in collective writes.
pub(super) fn write(setting: &Setting, ranks: u64) -> Result<Duration> {
    let progress = Progress::new("writing", setting.steps);
    slowest(ranks, |rank| {
        let creation = if setting.overwrite { AccessMode::empty() } else { AccessMode::EXCLUSIVE };
        let mode = AccessMode::CREATE | AccessMode::WRITE_ONLY | creation;
        let file = File::open(rank, &setting.name, mode, &setting.hints).map_err(advise)?;
        file.set_size(0)?;
        let block = setting.cube.block(rank.rank() as u64, ranks);
        let mut busy = Duration::ZERO;
        for step in 0..setting.steps {
            set_view(&file, setting, step, &block)?;
            let values = setting.cube.fill(step, &block);
            busy += timed(rank, || Ok(file.write_all(&values)?))?;
            show(rank, &progress);
        }
        file.close()?;
        Ok(busy)
    })
}

/// Reads all steps and checks each value; returns the time spent in collective reads.
pub(super) fn read(setting: &Setting, ranks: u64) -> Result<Duration> {
    let progress = Progress::new("reading", setting.steps);
    slowest(ranks, |rank| {
        let file = File::open(rank, &setting.name, AccessMode::READ_ONLY, &setting.hints)?;
        let slab = setting.cube.slab(rank.rank() as u64, ranks);
        let mut values = vec![0.0; usize::try_from(slab.values())?];
        let mut busy = Duration::ZERO;
        for step in 0..setting.steps {
            set_view(&file, setting, step, &slab)?;
            values.fill(f64::NAN);
            busy += timed(rank, || Ok(file.read_all(&mut values)?))?;
            if let Some(wrong) = setting.cube.check(step, &slab, &values) {
                bail!("{} holds something else than was written: step {step}, {wrong:?}", setting.name);
            }
            show(rank, &progress);
        }
        file.close()?;
        Ok(busy)
    })
}

/// Runs a program on `ranks` ranks; the time is that of the rank that took longest.
fn slowest(ranks: u64, program: impl Fn(&Rank) -> Result<Duration> + Sync) -> Result<Duration> {
    let times = Group::run(usize::try_from(ranks)?, |rank| program(&rank))?;
    let times: Vec<Duration> = times.into_iter().collect::<Result<_>>()?;
    times.into_iter().max().context("a group has at least one rank")
}

/// Says how to go on where the user decides.
fn advise(error: seaway::Error) -> anyhow::Error {
    match error.kind() {
        ErrorKind::FileExists => {
            anyhow::Error::from(error).context("give --overwrite to write over the file")
        }
        _ => error.into(),
    }
}

/// Makes this rank's part of one step all that it sees of the file.
fn set_view(file: &File, setting: &Setting, step: u64, part: &Block) -> Result<()> {
    let double = Datatype::named(Named::Double);
    let sizes = [setting.cube.side; 3];
    let filetype =
        Datatype::subarray(&signed(sizes)?, &signed(part.size)?, &signed(part.start)?, Order::C, &double)?;
    filetype.commit();
    let displacement = i64::try_from(step * setting.cube.bytes())?;
    file.set_view(displacement, &double, &filetype, "native", &Hints::new())?;
    Ok(())
}

fn signed(numbers: [u64; 3]) -> Result<[i64; 3]> {
    let [x, y, z] = numbers.map(i64::try_from);
    Ok([x?, y?, z?])
}

/// The ranks start together, so that nobody's time contains waiting for another's preparations.
fn timed<T>(rank: &Rank, call: impl FnOnce() -> Result<T>) -> Result<Duration> {
    rank.barrier()?;
    let start = Instant::now();
    call()?;
    Ok(start.elapsed())
}

fn show(rank: &Rank, progress: &Progress) {
    if rank.rank() == 0 {
        progress.advance();
    }
}
