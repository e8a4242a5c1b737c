// SPDX-License-Identifier: MIT OR Apache-2.0
//! Mzone/s per core in core: the whole code with one worker, against the bare kernel on the same pillars in the same run. Then
//! out of core: the same code on files behind a disk that is throttled to what computing needs, and to twice that.
//! `cargo xtask bench ppm`, or with a smaller grid: `cargo bench -p ppm --bench ppm -- --quick`.
#![allow(clippy::print_stdout, reason = "it is a program for people")]

use std::process::ExitCode;
use std::time::Instant;

use ppm::run::{Crew, Record, Run};
use ppm::setups::{Setup, turbulence};
use ppm::store::{FolderStore, MemoryStore, PillarStore, ThrottledStore};
use ppm::worker::Unobserved;
use ppm_kernel::{Boundaries, Boundary, DOUBLE_STEP, Gas, HALO, Instructions, PillarShape, sweep_pillar};

/// Flops of a zone in one sweep, as sPPM counts them.
const FLOPS: f64 = 680.0;
const ROUNDS: usize = 5;
const PILLAR: usize = 64;
/// Share of the kernel's speed that the whole code must reach.
const TARGET: f64 = 0.7;
/// Rates of the disk out of core, as multiples of what computing needs.
const DISKS: [f64; 2] = [1.0, 2.0];
/// How much longer a run may take than computing alone, or the disk alone, whichever is longer.
const OVERLAP: f64 = 1.1;

fn main() -> ExitCode {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let (depth, double_steps) = if quick { (16, 2) } else { (64, 4) };
    let shape = PillarShape { x: PILLAR, y: PILLAR, z: depth };
    println!("pillars of {PILLAR}x{PILLAR}x{depth} zones, {} instructions", Instructions::widest().name());
    // Alternately, so that both see the same neighbours on the machine; the best of each.
    let (mut kernel, mut whole) = (0.0_f64, 0.0_f64);
    for _ in 0..ROUNDS {
        kernel = kernel.max(kernel_rate(&shape, double_steps));
        whole = whole.max(whole_rate(&shape, double_steps));
    }
    print_rate("kernel alone", kernel);
    print_rate("with store, queue and halos", whole);
    let share = whole / kernel;
    let mut short = share < TARGET;
    println!("bar ppm.in-core {share:.2} >= {TARGET} {}", verdict(short));
    for (disk, ratio) in DISKS.into_iter().zip(overlaps(quick)) {
        short |= ratio > OVERLAP;
        println!("bar ppm.out-of-core-{disk}x {ratio:.2} <= {OVERLAP} {}", verdict(ratio > OVERLAP));
    }
    ExitCode::from(u8::from(short))
}

fn verdict(short: bool) -> &'static str {
    if short { "SHORT" } else { "ok" }
}

/// T / max(Tc, Tio) for each disk: the time of the run against that in core, and that in which the disk is busy.
fn overlaps(quick: bool) -> [f64; DISKS.len()] {
    let (depth, double_steps) = if quick { (8, 2) } else { (32, 6) };
    // Where periodic neighbours meet, the pipeline of one worker runs dry once per double step: many pillars make it rare.
    let setup = Setup { zones: [8 * 32, 4 * 32, depth], ..turbulence::turbulence(8 * 32) };
    let (mut in_core, mut bytes, mut throttled) = (f64::MAX, 0, [f64::MAX; DISKS.len()]);
    for _ in 0..ROUNDS {
        let (seconds, moved) = out_of_core(&MemoryStore::default(), &setup, double_steps, f64::INFINITY);
        (in_core, bytes) = (in_core.min(seconds), moved);
        let need = moved as f64 / in_core;
        for (disk, best) in DISKS.iter().zip(&mut throttled) {
            let folder = tempfile::tempdir().expect("a folder for files of the run");
            let store = FolderStore::open(folder.path()).expect("the folder is new");
            let (seconds, _) = out_of_core(&store, &setup, double_steps, disk * need);
            // Against the need of this round: the machine may be faster in the next one.
            *best = best.min(seconds / in_core.max(moved as f64 / (disk * need)));
        }
    }
    let need = bytes as f64 / in_core / 1e6;
    println!("out of core: {in_core:.2} s of computing, {} MB, which need {need:.0} MB/s", bytes / 1_000_000);
    throttled
}

/// Seconds and bytes of a run whose transfers pass a disk of this rate.
fn out_of_core(store: &dyn PillarStore, setup: &Setup, double_steps: u64, rate: f64) -> (f64, u64) {
    let record = record(setup, [8, 4]);
    Run::create(store, setup, record.clone()).expect("the set-up is valid");
    let throttled = ThrottledStore::new(store, rate);
    let mut run = Run::open(&throttled, setup, record).expect("it was just created");
    let start = Instant::now();
    let crew = Crew { last_state: double_steps, ..Crew::of(1) };
    run.advance(&crew, &Unobserved).expect("the disk has room");
    (start.elapsed().as_secs_f64(), throttled.bytes())
}

fn record(setup: &Setup, pillars: [usize; 2]) -> Record {
    Record {
        setup: "turbulence".to_owned(),
        resolution: setup.zones[0],
        pillars,
        courant: 0.4,
        end_time: setup.end_time,
        frame_interval: 0.0,
        snapshot_interval: 0.0,
        starts: 0,
    }
}

fn print_rate(what: &str, rate: f64) {
    let (zones, flops) = (rate / 1e6, rate * 3.0 * FLOPS / 1e9);
    println!(
        "{what:<28} {zones:6.2} Mzone/s per core, {flops:6.1} Gflop/s at {FLOPS} flops per zone and sweep"
    );
}

fn setup(shape: &PillarShape) -> Setup {
    Setup { zones: [2 * shape.x, shape.y, shape.z], ..turbulence::turbulence(2 * shape.x) }
}

/// Zones per second of double steps on one pillar whose halo is already there.
fn kernel_rate(shape: &PillarShape, double_steps: u64) -> f64 {
    let (setup, gas) = (setup(shape), Gas { gamma: 1.4 });
    let mut zones = vec![0.0; shape.values_with_halo()];
    for z in 0..shape.z {
        for y in 0..shape.y + 2 * HALO {
            for x in 0..shape.x + 2 * HALO {
                let centre = [x, y, z].map(|index| (index as f64 + 0.5) * setup.width);
                for (field, value) in gas.conserved(&(setup.state)(centre)).into_iter().enumerate() {
                    zones[shape.index(field, x, y, z)] = value;
                }
            }
        }
    }
    let mut boundaries = Boundaries::all(Boundary::Neighbour);
    (boundaries.low[2], boundaries.high[2]) = (Boundary::Periodic, Boundary::Periodic);
    let (mut strip, start) = (shape.strip(), Instant::now());
    // As many pillars as the whole code has.
    for _ in 0..2 * double_steps {
        for sweep in &DOUBLE_STEP {
            sweep_pillar(&mut zones, shape, sweep, &boundaries, &gas, 0.1, &mut strip);
        }
    }
    rate(shape, 2 * double_steps, start)
}

/// The same for the whole code with one worker on two pillars.
fn whole_rate(shape: &PillarShape, double_steps: u64) -> f64 {
    let (store, setup) = (MemoryStore::default(), setup(shape));
    let mut run = Run::create(&store, &setup, record(&setup, [2, 1])).expect("the set-up is valid");
    let start = Instant::now();
    let crew = Crew { last_state: double_steps, ..Crew::of(1) };
    let report = run.advance(&crew, &Unobserved).expect("nothing fails in memory");
    rate(shape, report.updates, start)
}

fn rate(shape: &PillarShape, updates: u64, start: Instant) -> f64 {
    2.0 * updates as f64 * (shape.x * shape.y * shape.z) as f64 / start.elapsed().as_secs_f64()
}
