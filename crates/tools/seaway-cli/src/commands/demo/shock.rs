// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway demo ppm`: the example `examples/ppm` with a small grid. Its pillars are things in the memory of this node; at the
//! end a picture is left.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{process, thread};

use anyhow::{Result, ensure};
use clap::{Args, value_parser};
use ppm::picture::{Film, Plane};
use ppm::progress::Progress;
use ppm::run::{Crew, Record, Report, Run};
use ppm::setups::{self, Setup};
use ppm::store::ThingStore;
use seaway_things::{Kind, Space};

use crate::quantity;

#[derive(Debug, Args)]
pub(crate) struct Shock {
    /// Zones across the channel, which is three times as long
    #[arg(long, default_value_t = 64, value_parser = value_parser!(u16).range(8..=1024))]
    size: u16,

    /// Where the picture goes: density above, vorticity below
    #[arg(long, value_name = "FILE", default_value = "ppm-shock.png")]
    picture: PathBuf,

    /// Frames of the picture; more than one makes an animated PNG, which browsers play
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=1000))]
    frames: u16,

    /// Overwrite an existing picture
    #[arg(long)]
    overwrite: bool,
}

const SETUP: &str = "shock";
/// Square ones.
const PILLARS: [usize; 2] = [3, 1];
/// Share of a zone that the fastest signal crosses in a step.
const COURANT: f64 = 0.4;

impl Shock {
    pub(crate) fn run(&self) -> Result<()> {
        self.check_picture()?;
        let resolution = 3 * usize::from(self.size);
        let setup = setups::find(SETUP, resolution)?;
        let things = Things::new(Space::enter()?);
        let store = ThingStore::new(things.space.clone(), Kind::Memory, &things.prefix);
        let mut output = io::stdout().lock();
        let [x, y, z] = setup.zones;
        writeln!(output, "A Mach-5 shock, {x} x {y} x {z} zones, as things named {}...\n", things.prefix)?;
        let mut run = Run::create(&store, &setup, self.record(&setup, resolution))?;
        let workers = thread::available_parallelism().map_or(1, usize::from).min(run.grid.pillar_count());
        let report = {
            let progress = Progress::new(run.record.end_time);
            run.advance(&Crew::of(workers), &progress)?
        };
        writeln!(output, "{}\n", told(&run, &report, workers, &things)?)?;
        self.draw(&run, &store)?;
        writeln!(output, "{STORY}\nThe picture: {}", self.picture.display())?;
        Ok(())
    }

    /// Before minutes are spent on it.
    fn check_picture(&self) -> Result<()> {
        let picture = &self.picture;
        let folder = picture.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        ensure!(
            folder.is_dir(),
            "cannot write {}: there is no folder {}",
            picture.display(),
            folder.display()
        );
        ensure!(
            self.overwrite || !picture.exists(),
            "{} exists: name another file with --picture, or give --overwrite",
            picture.display()
        );
        Ok(())
    }

    fn record(&self, setup: &Setup, resolution: usize) -> Record {
        Record {
            setup: SETUP.to_owned(),
            resolution,
            pillars: PILLARS,
            courant: COURANT,
            end_time: setup.end_time,
            frame_interval: setup.end_time / f64::from(self.frames),
            snapshot_interval: 0.0,
            starts: 0,
        }
    }

    fn draw(&self, run: &Run<'_>, store: &ThingStore) -> Result<()> {
        let planes = Plane::of_all_frames(store, &run.grid)?;
        let film = Film::new(&planes, &run.gas)?;
        match self.frames {
            1 => film.write_still(film.len() - 1, &self.picture),
            _ => film.write_animation(&self.picture),
        }
    }
}

fn told(run: &Run<'_>, report: &Report, workers: usize, things: &Things) -> Result<String> {
    let [x, y] = run.grid.pillars;
    let (count, bytes) = things.count_and_bytes()?;
    let workers = super::counted(workers as u64, "worker");
    let updates = 2.0 * run.grid.zone_count() as f64 * report.state as f64;
    Ok(format!(
        "  updated by  {workers}: {} pillars, {} double steps, {:.1} Mzone/s\n  kept as     {count} things of {}",
        x * y,
        report.state,
        updates / report.seconds / 1e6,
        quantity::bytes(bytes)
    ))
}

/// The things of this demo, which are deleted at its end, whatever happens.
struct Things {
    space: Space,
    prefix: String,
}

impl Things {
    fn new(space: Space) -> Self {
        Self { space, prefix: format!("demo-ppm-{}/", process::id()) }
    }

    fn count_and_bytes(&self) -> Result<(usize, u64)> {
        let things = self.space.list(&self.prefix)?;
        Ok((things.len(), things.iter().map(|thing| thing.size).sum()))
    }
}

impl Drop for Things {
    fn drop(&mut self) {
        // If the agent is gone, so are they.
        for thing in self.space.list(&self.prefix).unwrap_or_default() {
            let _ = self.space.delete(&thing.name);
        }
    }
}

const STORY: &str = "\
What happened: the grid was cut into pillars. Each worker fetched a pillar and
the edges of its neighbours by name (A-0100-all, A-0000-bxr ...) from the memory
of this node, updated it by the piecewise parabolic method and wrote it back
under other names, so that no worker waits for all others. A run can stop and
continue, lose workers and be larger than memory: examples/ppm.";
