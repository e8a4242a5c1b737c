// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program `ppm`: runs a set-up, goes on with a stored run, makes pictures.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "it is a program for people")]

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use ppm::grid::Grid;
use ppm::picture::{Film, Plane};
use ppm::run::{Crew, Record, Report, Run};
use ppm::setups::{self, SETUPS};
use ppm::store::{FolderStore, MemoryStore, PillarStore};
use ppm::worker::{Event, Observer};

/// Compressible gas in three dimensions by the piecewise parabolic method.
#[derive(Parser)]
#[command(version, after_help = list_of_setups())]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Starts a run
    Run(StartArguments),
    /// Goes on with a run that was stopped or killed
    Resume {
        /// Folder with the pillars
        folder: PathBuf,
        #[command(flatten)]
        crew: CrewArguments,
    },
}

#[derive(Args)]
struct StartArguments {
    /// Problem to run; see the list below
    setup: String,
    /// Zones along the longest side
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    zones: usize,
    /// Pillars in x and y, such as 4x2
    #[arg(long, default_value = "1x1", value_parser = parse_pillars)]
    pillars: [usize; 2],
    /// Keep pillars in files in this folder instead of in memory
    #[arg(long)]
    folder: Option<PathBuf>,
    /// Keep pillars as things in the memory of this Seaway space
    #[cfg(feature = "things")]
    #[arg(long, conflicts_with = "folder")]
    space: Option<String>,
    /// When to end, in the time of the gas
    #[arg(long)]
    end: Option<f64>,
    /// Share of a zone that the fastest signal crosses in a step
    #[arg(long, default_value_t = 0.4)]
    courant: f64,
    /// Number of frames of the middle plane to keep
    #[arg(long, default_value_t = 0)]
    frames: u32,
    /// Number of snapshots of all zones to keep
    #[arg(long, default_value_t = 0)]
    snapshots: u32,
    #[command(flatten)]
    crew: CrewArguments,
}

#[derive(Args)]
struct CrewArguments {
    #[arg(long, default_value_t = 2)]
    workers: usize,
    /// Megabytes that all workers together may use
    #[arg(long)]
    memory: Option<usize>,
    /// Stop after this number of double steps; `ppm resume` goes on
    #[arg(long)]
    stop_after: Option<u64>,
    /// Write pictures of the frames to this folder
    #[arg(long)]
    pictures: Option<PathBuf>,
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Run(arguments) => start(&arguments),
        Command::Resume { folder, crew } => {
            let store = FolderStore::open(&folder)?;
            let record = Run::read_record(&store)?;
            let setup = setups::find(&record.setup, record.resolution)?;
            let mut run = Run::open(&store, &setup, record)?;
            advance(&mut run, &store, &crew)
        }
    }
}

fn start(arguments: &StartArguments) -> Result<()> {
    let store = open_store(arguments)?;
    let setup = setups::find(&arguments.setup, arguments.zones)?;
    let end_time = arguments.end.unwrap_or(setup.end_time);
    let interval = |count: u32| if count == 0 { 0.0 } else { end_time / f64::from(count) };
    let record = Record {
        setup: arguments.setup.clone(),
        resolution: arguments.zones,
        pillars: arguments.pillars,
        courant: arguments.courant,
        end_time,
        frame_interval: interval(arguments.frames),
        snapshot_interval: interval(arguments.snapshots),
        starts: 0,
    };
    let mut run = Run::create(store.as_ref(), &setup, record)?;
    advance(&mut run, store.as_ref(), &arguments.crew)
}

fn open_store(arguments: &StartArguments) -> Result<Box<dyn PillarStore>> {
    #[cfg(feature = "things")]
    if let Some(space) = &arguments.space {
        let hints = seaway_device_api::Hints::new().with("seaway_space", space);
        let space = seaway_things::Space::enter_with(&hints)?;
        return Ok(Box::new(ppm::store::ThingStore::new(space, seaway_things::Kind::Memory, "ppm/")));
    }
    Ok(match &arguments.folder {
        Some(folder) => Box::new(FolderStore::open(folder)?),
        None => Box::new(MemoryStore::default()),
    })
}

fn advance(run: &mut Run<'_>, store: &dyn PillarStore, arguments: &CrewArguments) -> Result<()> {
    let crew = Crew {
        last_state: arguments.stop_after.unwrap_or(u64::MAX),
        memory: arguments.memory.map(|megabytes| megabytes * 1_000_000),
        ..Crew::of(arguments.workers)
    };
    let progress = Progress::new(run);
    let report = run.advance(&crew, &progress)?;
    progress.bar.finish_and_clear();
    print_report(&run.grid, &report, crew.workers);
    match &arguments.pictures {
        Some(folder) => write_pictures(run, store, folder),
        None => Ok(()),
    }
}

/// The bar shows the time of the gas.
#[derive(Debug)]
struct Progress {
    bar: ProgressBar,
    end_time: f64,
    latest: Mutex<f64>,
}

const TICKS: u64 = 1000;

impl Progress {
    fn new(run: &Run<'_>) -> Self {
        let style = ProgressStyle::with_template("{bar:40} {percent}% {msg}, {eta} left");
        let bar = ProgressBar::new(TICKS).with_style(style.expect("the template is constant"));
        Self { bar, end_time: run.record.end_time, latest: Mutex::new(0.0) }
    }
}

impl Observer for Progress {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most TICKS")]
    fn see(&self, _worker: usize, event: Event<'_>) {
        let Event::Completed(task) = event else { return };
        let mut latest = self.latest.lock().expect("no one panics while holding a number");
        if task.step.end > *latest {
            *latest = task.step.end;
            self.bar.set_position((*latest / self.end_time * TICKS as f64) as u64);
            self.bar.set_message(format!("time {:.4}, double step {}", *latest, task.state + 1));
        }
    }
}

/// Flops of a zone in one sweep, as sPPM counts them.
const FLOPS: f64 = 680.0;

fn print_report(grid: &Grid, report: &Report, workers: usize) {
    let zones_of_pillar = grid.zone_count() as f64 / grid.pillar_count() as f64;
    let rate = 2.0 * report.updates as f64 * zones_of_pillar / report.seconds;
    let [x, y, z] = grid.zones;
    println!("{x}x{y}x{z} zones, {} double steps, time {:.6}", report.state, report.time);
    println!(
        "{:.2} s, {:.2} Mzone/s with {workers} workers, {:.1} Gflop/s at 680 flops per zone and sweep",
        report.seconds,
        rate / 1e6,
        rate * 3.0 * FLOPS / 1e9
    );
    let volume = grid.width.powi(3);
    println!("mass {:.12}, energy {:.12}", report.totals[0] * volume, report.totals[4] * volume);
}

fn write_pictures(run: &Run<'_>, store: &dyn PillarStore, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let mut planes = Vec::new();
    for frame in 0.. {
        match Plane::of_frame(store, &run.grid, frame)? {
            Some(plane) => planes.push(plane),
            None => break,
        }
    }
    let film = Film::new(&planes, &run.gas)?;
    for frame in 0..film.len() {
        film.write_still(frame, &folder.join(format!("{}-{frame:04}.png", run.record.setup)))?;
    }
    let animation = folder.join(format!("{}.png", run.record.setup));
    film.write_animation(&animation)?;
    println!("{} frames in {}", film.len(), animation.display());
    Ok(())
}

fn parse_pillars(text: &str) -> Result<[usize; 2], String> {
    let numbers = text.split_once('x').and_then(|(x, y)| Some([x.parse().ok()?, y.parse().ok()?]));
    numbers.ok_or_else(|| format!("{text:?} is not two numbers with an x between them"))
}

fn list_of_setups() -> String {
    let rows = SETUPS.iter().map(|(name, about, zones, _)| format!("  {name:<12}{about} ({zones} zones)\n"));
    format!("Set-ups:\n{}", rows.collect::<String>())
}
