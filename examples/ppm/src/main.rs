// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program `ppm`: runs a set-up, continues a stored run, makes pictures.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "it is a program for people")]

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand};
use ppm::grid::Grid;
use ppm::picture::{Film, Plane};
use ppm::progress::Progress;
use ppm::run::{Crew, Record, Report, Run};
use ppm::setups::{self, SETUPS};
use ppm::store::{FolderStore, MemoryStore, PillarStore};

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
    /// Continues a run that was stopped or killed
    Resume {
        /// Folder with the pillars
        folder: PathBuf,
        #[command(flatten)]
        crew: CrewArguments,
    },
    /// Draws density and vorticity in a plane of a snapshot
    Slice(SliceArguments),
}

#[derive(Args)]
struct SliceArguments {
    /// Folder with the pillars of a run with --snapshots
    folder: PathBuf,
    /// PNG to write: density above, vorticity below
    picture: PathBuf,
    /// Number of the snapshot, from 1
    #[arg(long, default_value_t = 1)]
    snapshot: u64,
    /// Axis across which the plane lies
    #[arg(long, default_value = "z", value_parser = parse_axis)]
    across: usize,
    /// Zone along that axis; the middle by default
    #[arg(long)]
    at: Option<usize>,
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
    /// Stop after this number of double steps; `ppm resume` continues it
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
        Command::Slice(arguments) => slice(&arguments),
    }
}

fn slice(arguments: &SliceArguments) -> Result<()> {
    let store = FolderStore::open(&arguments.folder)?;
    let record = Run::read_record(&store)?;
    let setup = setups::find(&record.setup, record.resolution)?;
    let run = Run::open(&store, &setup, record)?;
    let at = arguments.at.unwrap_or(run.grid.zones[arguments.across] / 2);
    let plane = Plane::of_snapshot(&store, &run.grid, arguments.snapshot, arguments.across, at)?;
    Film::new(&[plane], &run.gas)?.write_still(0, &arguments.picture)?;
    println!("snapshot {}, plane {at}: {}", arguments.snapshot, arguments.picture.display());
    Ok(())
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
    let report = {
        let progress = Progress::new(run.record.end_time);
        run.advance(&crew, &progress)?
    };
    print_report(&run.grid, &report, crew.workers);
    match &arguments.pictures {
        Some(folder) => write_pictures(run, store, folder),
        None => Ok(()),
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
    let planes = Plane::of_all_frames(store, &run.grid)?;
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

fn parse_axis(text: &str) -> Result<usize, String> {
    let axis = ["x", "y", "z"].iter().position(|name| *name == text);
    axis.ok_or_else(|| format!("{text:?} is not x, y or z"))
}

fn list_of_setups() -> String {
    let rows = SETUPS.iter().map(|(name, about, zones, _)| format!("  {name:<12}{about} ({zones} zones)\n"));
    format!("Set-ups:\n{}", rows.collect::<String>())
}
