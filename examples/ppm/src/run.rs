// SPDX-License-Identifier: MIT OR Apache-2.0
//! A run: writes the initial state to a store, then lets workers advance it. A run can stop after any double step, or be
//! killed, and continue from what is in the store with any number of workers: the result has the same bits.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use ppm_kernel::{FIELDS, Gas, HALO, summarize};
use serde::{Deserialize, Serialize};

use crate::grid::{Grid, Pillar};
use crate::halo::Region;
use crate::names::{self, Share};
use crate::pillar_log::PillarLog;
use crate::setups::Setup;
use crate::store::{Block, PillarStore, StoreResult, Transfer, Writer};
use crate::time_steps::{Limits, TimeSteps};
use crate::work_queue::{Outcome, Progress, Terms, WorkQueue};
use crate::worker::{self, Observer, Output, Workplace};

/// What the object `run` holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    pub setup: String,
    pub resolution: usize,
    pub pillars: [usize; 2],
    pub courant: f64,
    pub end_time: f64,
    pub frame_interval: f64,
    pub snapshot_interval: f64,
    /// How often the run was started: leases of earlier starts are void.
    pub starts: u64,
}

/// How to continue.
#[derive(Clone, Copy, Debug)]
pub struct Crew {
    pub workers: usize,
    /// Stop after this number of double steps since the beginning.
    pub last_state: u64,
    /// How long a worker may be silent before its task is given to another.
    pub patience: Duration,
    /// Bytes that all workers together may use.
    pub memory: Option<usize>,
}

impl Crew {
    pub fn of(workers: usize) -> Self {
        Self { workers, last_state: u64::MAX, patience: Duration::from_secs(60), memory: None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// Double steps since the beginning.
    pub state: u64,
    pub time: f64,
    /// Sums over all zones: mass, momenta, energy, each per zone volume.
    pub totals: [f64; FIELDS],
    /// Double steps since this start, of all pillars together.
    pub updates: u64,
    pub seconds: f64,
}

#[derive(Debug)]
pub struct Run<'s> {
    pub grid: Grid,
    pub gas: Gas,
    pub record: Record,
    store: &'s dyn PillarStore,
}

/// The object `run` belongs to no pillar.
const NO_PILLAR: usize = usize::MAX;
const LEASES_PER_START: u64 = 1 << 32;

impl<'s> Run<'s> {
    /// Writes the initial state, pillar by pillar.
    pub fn create(store: &'s dyn PillarStore, setup: &Setup, mut record: Record) -> Result<Self> {
        ensure!(record.courant > 0.0 && record.courant < 1.0, "the Courant number must be between 0 and 1");
        record.starts = 0;
        let grid = Grid::new(setup.zones, record.pillars, setup.width, setup.boundaries)?;
        let run = Self { grid, gas: Gas { gamma: setup.gamma }, record, store };
        for pillar in run.grid.all_pillars() {
            run.write_initial(pillar, setup)?;
        }
        run.write_record()?;
        Ok(run)
    }

    /// Finds a run in a store.
    pub fn open(store: &'s dyn PillarStore, setup: &Setup, record: Record) -> Result<Self> {
        let grid = Grid::new(setup.zones, record.pillars, setup.width, setup.boundaries)?;
        Ok(Self { grid, gas: Gas { gamma: setup.gamma }, record, store })
    }

    pub fn read_record(store: &dyn PillarStore) -> Result<Record> {
        let size =
            store.size(names::RUN)?.context("there is no run in the store; start one with `ppm run`")?;
        let block = store.start_read(names::RUN, vec![0.0; size]).wait()?;
        let text = std::str::from_utf8(bytemuck::cast_slice(&block)).context("the object run is not text")?;
        toml::from_str(text).context("the object run is damaged")
    }

    /// Lets workers continue until the end, or until the crew shall stop.
    pub fn advance(&mut self, crew: &Crew, observer: &dyn Observer) -> Result<Report> {
        ensure!(crew.workers > 0, "there must be at least one worker");
        self.check_memory(crew)?;
        self.record.starts += 1;
        self.write_record()?;
        let logs = self.logs()?;
        let terms = Terms {
            first_lease: self.record.starts * LEASES_PER_START,
            last_state: crew.last_state,
            patience: crew.patience,
        };
        let progress = logs.iter().map(|log| Progress::at(log.state)).collect();
        let queue = WorkQueue::new(&self.grid, self.store, progress, self.time_steps(&logs), terms);
        let output = Output {
            frame_interval: self.record.frame_interval,
            snapshot_interval: self.record.snapshot_interval,
        };
        let (grid, gas, store) = (&self.grid, self.gas, self.store);
        let workplace = Workplace { grid, gas, store, queue: &queue, output, observer };
        let start = Instant::now();
        thread::scope(|scope| {
            for worker in 0..crew.workers {
                let workplace = &workplace;
                scope.spawn(move || worker::work(workplace, worker));
            }
        });
        match queue.outcome() {
            Some(Outcome::Finished) => self.report(&logs, start.elapsed()),
            Some(Outcome::Failed(reason)) => bail!("{reason}"),
            None => bail!("all workers have failed; `ppm resume` continues from the last finished steps"),
        }
    }

    /// All zones: fields follow each other; in each, x runs fastest, then y, then z.
    pub fn zones(&self) -> Result<Vec<f64>> {
        let mut zones = vec![0.0; FIELDS * self.grid.zone_count()];
        let shape = self.grid.shape();
        let [nx, ny, _] = self.grid.zones;
        for pillar in self.grid.all_pillars() {
            let log = self.log(pillar)?;
            let name = names::zones(log.state, pillar, Share::All);
            let block = self.store.start_read(&name, vec![0.0; shape.values()]).wait()?;
            for (row, values) in block.chunks_exact(shape.x).enumerate() {
                let (plane, y) = (row / shape.y, row % shape.y + pillar.y * shape.y);
                let start = (plane * ny + y) * nx + pillar.x * shape.x;
                zones[start..start + shape.x].copy_from_slice(values);
            }
        }
        Ok(zones)
    }

    fn write_initial(&self, pillar: Pillar, setup: &Setup) -> StoreResult<()> {
        let shape = self.grid.shape();
        let mut zones = vec![0.0; shape.values_with_halo()];
        for z in 0..shape.z {
            for y in 0..shape.y {
                for x in 0..shape.x {
                    let zone = [pillar.x * shape.x + x, pillar.y * shape.y + y, z];
                    let state = self.gas.conserved(&(setup.state)(self.grid.centre(zone)));
                    for (field, value) in state.into_iter().enumerate() {
                        zones[shape.index(field, HALO + x, HALO + y, z)] = value;
                    }
                }
            }
        }
        let writer = Writer { pillar: self.grid.number(pillar), lease: 0 };
        let shares = worker::directions().map(Share::Edge).chain([Share::All]);
        let transfers: Vec<_> = shares
            .map(|share| {
                let mut block = Block::new();
                Region::of_share(&shape, share).pack(&shape, &zones, &mut block);
                self.store.start_write(&names::zones(0, pillar, share), block, writer)
            })
            .collect();
        transfers.into_iter().try_for_each(|transfer| Transfer::wait(transfer).map(drop))?;
        if self.record.frame_interval > 0.0 {
            let plane = worker::middle_plane(&shape, &zones);
            self.store.start_write(&names::frame(0, pillar), plane, writer).wait()?;
        }
        PillarLog::initial(&summarize(&zones, &shape, &self.gas)).write(self.store, pillar, writer)
    }

    fn write_record(&self) -> Result<()> {
        let mut text = toml::to_string(&self.record).context("cannot describe the run")?;
        while !text.len().is_multiple_of(size_of::<f64>()) {
            text.push('\n');
        }
        let words = text.as_bytes().chunks_exact(size_of::<f64>());
        let block: Block = words.map(bytemuck::pod_read_unaligned).collect();
        self.store
            .start_write(names::RUN, block, Writer { pillar: NO_PILLAR, lease: self.record.starts })
            .wait()?;
        Ok(())
    }

    fn logs(&self) -> Result<Vec<PillarLog>> {
        self.grid.all_pillars().map(|pillar| self.log(pillar)).collect()
    }

    fn log(&self, pillar: Pillar) -> Result<PillarLog> {
        let log = PillarLog::newest(self.store, pillar)?;
        log.with_context(|| format!("pillar {},{} was never written; start a new run", pillar.x, pillar.y))
    }

    /// Time steps as they were when the run stopped.
    fn time_steps(&self, logs: &[PillarLog]) -> TimeSteps {
        let (courant, end_time) = (self.record.courant, self.record.end_time);
        let limits = Limits { courant, zone_width: self.grid.width, end_time };
        let slowest = logs.iter().min_by_key(|log| log.state).expect("a grid has pillars");
        let mut steps = TimeSteps::new(limits, logs.len(), slowest.state, slowest.arrival);
        for state in slowest.state.saturating_sub(1)..=slowest.state + 2 {
            for speed in logs.iter().filter_map(|log| log.speed_in(state)) {
                steps.report(state, speed);
            }
        }
        steps
    }

    fn check_memory(&self, crew: &Crew) -> Result<()> {
        let need = worker::memory_of_worker(&self.grid.shape());
        let Some(limit) = crew.memory else { return Ok(()) };
        let most = limit / need;
        ensure!(
            most >= crew.workers,
            "{} workers need {} MB, more than the limit of {} MB; cut the grid into more pillars{}",
            crew.workers,
            crew.workers * need / 1_000_000,
            limit / 1_000_000,
            if most > 0 { format!(" or use {most} workers") } else { String::new() }
        );
        Ok(())
    }

    fn report(&self, before: &[PillarLog], elapsed: Duration) -> Result<Report> {
        let logs = self.logs()?;
        let slowest = logs.iter().min_by_key(|log| log.state).expect("a grid has pillars");
        let mut totals = [0.0; FIELDS];
        for log in &logs {
            totals.iter_mut().zip(log.totals).for_each(|(total, of_pillar)| *total += of_pillar);
        }
        let updates = logs.iter().zip(before).map(|(now, before)| now.state - before.state).sum();
        let (state, time) = (slowest.state, slowest.arrival.time);
        Ok(Report { state, time, totals, updates, seconds: elapsed.as_secs_f64() })
    }
}
