// SPDX-License-Identifier: MIT OR Apache-2.0
//! A worker: three threads with a pillar each. One fetches the next pillar and its halos, one updates, one writes the last
//! one back. A pillar's array goes round between them, so a worker's memory does not depend on the size of the grid.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use ppm_kernel::{DOUBLE_STEP, Gas, PillarShape, Strip, Summary, summarize, sweep_pillar};

use crate::grid::Grid;
use crate::halo::Region;
use crate::names::{self, Share};
use crate::pillar_log::PillarLog;
use crate::store::{Block, PillarStore, StoreError, StoreResult, Transfer};
use crate::work_queue::{Revoked, Task, WorkQueue};

/// What workers share.
#[derive(Debug)]
pub struct Workplace<'r> {
    pub grid: &'r Grid,
    pub gas: Gas,
    pub store: &'r dyn PillarStore,
    pub queue: &'r WorkQueue<'r>,
    pub output: Output,
    pub observer: &'r dyn Observer,
}

/// What is kept of the states on the way: nothing, frames or snapshots every so often.
#[derive(Clone, Copy, Debug, Default)]
pub struct Output {
    /// Time between frames; 0 for none.
    pub frame_interval: f64,
    /// Time between snapshots; 0 for none.
    pub snapshot_interval: f64,
}

/// Sees what workers do. Tests stop workers from here.
pub trait Observer: Sync + std::fmt::Debug {
    fn see(&self, worker: usize, event: Event<'_>);
}

/// No observer.
#[derive(Clone, Copy, Debug)]
pub struct Unobserved;

impl Observer for Unobserved {
    fn see(&self, _worker: usize, _event: Event<'_>) {}
}

#[derive(Clone, Copy, Debug)]
pub enum Event<'t> {
    /// Sweep 0 to 5 of a double step is about to start.
    Sweep(&'t Task, usize),
    /// The update is about to be written.
    Write(&'t Task),
    /// Another worker has the task now; what this one did is discarded.
    Revoked(&'t Task),
    /// The store refused what a worker wrote after it had lost its task.
    Fenced(&'t Task),
    Completed(&'t Task),
}

/// Arrays of a worker: one for each thread.
const ARRAYS: usize = 3;

/// A task and its pillar with halos.
struct Load {
    task: Task,
    zones: Vec<f64>,
}

/// Bytes that each worker needs at most.
pub fn memory_of_worker(shape: &PillarShape) -> usize {
    let edges: usize = directions().map(|direction| Region::of_halo(shape, direction).values(shape)).sum();
    let blocks = 2 * (shape.values() + edges);
    let strip = 50 * shape.longest_line() * ppm_kernel::LANES;
    (ARRAYS * shape.values_with_halo() + blocks + strip) * size_of::<f64>()
}

/// Works until the run is over or the worker fails.
pub fn work(workplace: &Workplace<'_>, worker: usize) {
    let shape = workplace.grid.shape();
    // Pillars are handed over one by one: a task that waits in a channel would be a task that nobody does.
    let (fetched, to_update) = sync_channel(0);
    let (updated, to_write) = sync_channel(0);
    let (returned, empty) = sync_channel(ARRAYS);
    for _ in 0..ARRAYS {
        returned.send(vec![0.0; shape.values_with_halo()]).expect("the channel holds all arrays");
    }
    thread::scope(|scope| {
        scope.spawn(move || fetch_pillars(workplace, empty, fetched));
        scope.spawn(move || update_pillars(workplace, worker, to_update, updated));
        write_pillars(workplace, worker, &to_write, &returned);
        // Ends `fetch_pillars` if the update failed while it waited for an array.
        drop(returned);
    });
}

fn fetch_pillars(workplace: &Workplace<'_>, empty: Receiver<Vec<f64>>, fetched: SyncSender<Load>) {
    let mut blocks = Vec::new();
    for mut zones in empty {
        let Some(task) = workplace.queue.take() else { return };
        if let Err(error) = fetch(workplace, &task, &mut blocks, &mut zones) {
            // What others wrote cannot be read: no other worker could do better.
            return workplace.queue.fail(error.to_string());
        }
        if fetched.send(Load { task, zones }).is_err() {
            return workplace.queue.release(&task);
        }
    }
}

/// Reads a pillar and its halos, all at once.
fn fetch(
    workplace: &Workplace<'_>,
    task: &Task,
    blocks: &mut Vec<Block>,
    zones: &mut [f64],
) -> StoreResult<()> {
    let shape = workplace.grid.shape();
    let own = (names::zones(task.state, task.pillar, Share::All), Region::of_share(&shape, Share::All));
    let halos = workplace.grid.neighbours(task.pillar).into_iter().map(|neighbour| {
        let share = Share::Edge(neighbour.direction.map(|direction| -direction));
        let name = names::zones(task.state, neighbour.pillar, share);
        (name, Region::of_halo(&shape, neighbour.direction))
    });
    let objects: Vec<_> = std::iter::once(own).chain(halos).collect();
    let start = |(name, region): &(String, Region)| {
        let mut block = blocks.pop().unwrap_or_default();
        block.resize(region.values(&shape), 0.0);
        workplace.store.start_read(name, block)
    };
    let transfers: Vec<Box<dyn Transfer>> = objects.iter().rev().map(start).collect();
    for (transfer, (_, region)) in transfers.into_iter().rev().zip(&objects) {
        let block = transfer.wait()?;
        region.unpack(&shape, &block, zones);
        blocks.push(block);
    }
    Ok(())
}

fn update_pillars(
    workplace: &Workplace<'_>,
    worker: usize,
    to_update: Receiver<Load>,
    updated: SyncSender<Load>,
) {
    let mut strip = workplace.grid.shape().strip();
    for mut load in to_update {
        let task = load.task;
        // A worker that panics has failed as if it were killed: the task is done elsewhere.
        let update = AssertUnwindSafe(|| update(workplace, worker, &mut load, &mut strip));
        match catch_unwind(update) {
            Ok(Ok(())) => {}
            Ok(Err(Revoked)) => workplace.observer.see(worker, Event::Revoked(&task)),
            Err(_) => return workplace.queue.give_up(&task, "its worker panicked"),
        }
        if updated.send(load).is_err() {
            return;
        }
    }
}

fn update(
    workplace: &Workplace<'_>,
    worker: usize,
    load: &mut Load,
    strip: &mut Strip,
) -> Result<(), Revoked> {
    let (grid, task) = (workplace.grid, load.task);
    let boundaries = grid.boundaries_of(task.pillar);
    let ratio = task.step.dt / grid.width;
    for (number, sweep) in DOUBLE_STEP.iter().enumerate() {
        workplace.queue.renew(&task)?;
        workplace.observer.see(worker, Event::Sweep(&task, number));
        sweep_pillar(&mut load.zones, &grid.shape(), sweep, &boundaries, &workplace.gas, ratio, strip);
    }
    Ok(())
}

fn write_pillars(
    workplace: &Workplace<'_>,
    worker: usize,
    to_write: &Receiver<Load>,
    returned: &SyncSender<Vec<f64>>,
) {
    let mut blocks = Vec::new();
    while let Ok(Load { task, zones }) = to_write.recv() {
        // A task that was revoked during its update is not written.
        if workplace.queue.renew(&task).is_ok() {
            workplace.observer.see(worker, Event::Write(&task));
            match write(workplace, &task, &zones, &mut blocks) {
                Ok(summary) => finish(workplace, worker, &task, &summary),
                Err(StoreError::Fenced { .. }) => workplace.observer.see(worker, Event::Fenced(&task)),
                Err(error) => workplace.queue.fail(error.to_string()),
            }
        }
        // If nobody fetches any more, nobody needs the array.
        let _ = returned.send(zones);
    }
}

fn finish(workplace: &Workplace<'_>, worker: usize, task: &Task, summary: &Summary) {
    let crossed = summary.speed * task.step.dt / workplace.grid.width;
    if !summary.totals.iter().all(|total| total.is_finite()) || crossed >= 1.0 {
        let (x, y) = (task.pillar.x, task.pillar.y);
        let reason =
            format!("the flow in pillar {x},{y} became too fast for its time step; lower the Courant number");
        return workplace.queue.fail(reason);
    }
    match workplace.queue.complete(task, summary) {
        Ok(()) => workplace.observer.see(worker, Event::Completed(task)),
        Err(Revoked) => workplace.observer.see(worker, Event::Revoked(task)),
    }
}

/// Writes a pillar, its edges and what the run keeps, all at once; then the log, which says that they are there.
fn write(
    workplace: &Workplace<'_>,
    task: &Task,
    zones: &[f64],
    blocks: &mut Vec<Block>,
) -> StoreResult<Summary> {
    let (shape, state) = (workplace.grid.shape(), task.state + 1);
    let edges = directions().map(Share::Edge);
    let mut transfers = Vec::new();
    for share in edges.chain([Share::All]) {
        let mut block = blocks.pop().unwrap_or_default();
        Region::of_share(&shape, share).pack(&shape, zones, &mut block);
        let name = names::zones(state, task.pillar, share);
        transfers.push(workplace.store.start_write(&name, block, task.writer));
    }
    let kept = kept(workplace, task, zones).into_iter();
    let kept: Vec<_> =
        kept.map(|(name, block)| workplace.store.start_write(&name, block, task.writer)).collect();
    let summary = summarize(zones, &shape, &workplace.gas);
    // Blocks are used again in the order in which they were taken, so that each keeps its size.
    let outcomes: Vec<StoreResult<Block>> = transfers.into_iter().map(Transfer::wait).collect();
    for outcome in outcomes.into_iter().rev() {
        blocks.push(outcome?);
    }
    for transfer in kept {
        transfer.wait()?;
    }
    PillarLog::after(workplace.store, task, &summary)?.write(workplace.store, task.pillar, task.writer)?;
    Ok(summary)
}

/// Frames and snapshots that are due in this step.
fn kept(workplace: &Workplace<'_>, task: &Task, zones: &[f64]) -> Vec<(String, Block)> {
    let shape = workplace.grid.shape();
    let mut kept = Vec::new();
    if let Some(number) = due(workplace.output.frame_interval, task) {
        kept.push((names::frame(number, task.pillar), middle_plane(&shape, zones)));
    }
    if let Some(number) = due(workplace.output.snapshot_interval, task) {
        let mut block = Block::new();
        Region::of_share(&shape, Share::All).pack(&shape, zones, &mut block);
        kept.push((names::snapshot(number, task.pillar), block));
    }
    kept
}

/// The number of the frame whose time this step reaches.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small whole number")]
fn due(interval: f64, task: &Task) -> Option<u64> {
    // Rounding must not lose the frame at the end of the run.
    let number = |time: f64| (time / interval + 1e-9).floor() as u64;
    (interval > 0.0 && number(task.step.end) > number(task.step.time)).then(|| number(task.step.end))
}

/// All fields in the middle plane in z.
pub fn middle_plane(shape: &PillarShape, zones: &[f64]) -> Block {
    let plane = PillarShape { z: 1, ..*shape };
    let all = Region::of_share(shape, Share::All);
    let mut block = Block::new();
    all.pack(shape, zones, &mut block);
    let layer = plane.x * plane.y;
    let fields = block.chunks_exact(layer * shape.z);
    fields.flat_map(|field| field[shape.z / 2 * layer..][..layer].iter().copied()).collect()
}

pub(crate) fn directions() -> impl Iterator<Item = [isize; 2]> {
    let all = (-1..=1).flat_map(|y| (-1..=1).map(move |x| [x, y]));
    all.filter(|direction| *direction != [0, 0])
}
