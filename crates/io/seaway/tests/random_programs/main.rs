// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random parallel programs of I/O calls, each compared step by step with a simple model of a file.
//!
//! The programs are the same on every run. `SEAWAY_SEED=fresh cargo test --test random_programs` makes new
//! ones; a failure prints its seed and step, and `SEAWAY_SEED=` with that number runs that program alone.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

#[allow(dead_code, reason = "streams ask for more")]
mod access;
#[path = "../daemon_here/mod.rs"]
mod daemon_here;
mod model;
mod perform;
mod plain_type;
mod program;

use std::path::Path;

use fastrand::Rng;
use perform::Actor;
use program::Step;
use seaway::{AccessMode, File, Group, Hints, Rank};

const SIZES: [usize; 4] = [1, 2, 3, 7];
const STEPS: usize = 40;

#[test]
fn programs_in_memory_match_the_model() {
    run_programs(150, |seed| format!("mem:random-program-{seed}"));
}

#[test]
fn programs_on_tmpfs_match_the_model() {
    run_programs(80, |seed| format!("/dev/shm/seaway-random-{}-{seed}", std::process::id()));
}

#[test]
fn programs_on_disk_match_the_model() {
    let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let path = |seed| directory.path().join(format!("program-{seed}")).to_string_lossy().into_owned();
    run_programs(3, path);
}

/// Through a daemon in this process.
#[test]
fn programs_on_another_host_match_the_model() {
    let daemon = daemon_here::Daemon::start();
    run_programs(20, |seed| daemon.name(&format!("program-{seed}")));
}

/// Programs for every group size; or the requested one.
fn run_programs(programs: u64, name: impl Fn(u64) -> String) {
    let wish = std::env::var("SEAWAY_SEED").unwrap_or_default();
    let wanted = wish.parse::<u64>().ok();
    let seeds = |size: usize| {
        let first = if wish == "fresh" { fastrand::u64(..) } else { 1000 * size as u64 };
        first..=first.saturating_add(programs - 1)
    };
    for size in SIZES {
        for seed in wanted.map_or_else(|| seeds(size), |seed| seed..=seed) {
            run_program(size, seed, &name);
        }
    }
}

fn run_program(size: usize, seed: u64, name: &impl Fn(u64) -> String) {
    let mut setting = Rng::with_seed(seed);
    let (shared_memory, hints) = (setting.bool(), random_hints(&mut setting));
    let group = if shared_memory { Group::of(size) } else { Group::of(size).without_shared_memory() };
    let place = name(seed);
    let ran = group.run(|rank| play(&rank, seed, &place, &hints));
    let _ = File::delete(&place, &Hints::new());
    assert!(!Path::new(&place).exists());
    if let Err(failure) = ran {
        panic!(
            "SEAWAY_SEED={seed} with {size} ranks, {} shared memory, {hints:?}: {failure}",
            if shared_memory { "with" } else { "without" }
        );
    }
}

fn play(rank: &Rank, seed: u64, name: &str, hints: &Hints) {
    let mut actor = Actor::new(rank, name, hints).unwrap();
    let mut random = Rng::with_seed(seed);
    // Most programs are many small steps; some are long ones that exceed every buffer size in the hints.
    let scale = if random.u8(..16) == 0 { 10 } else { 1 };
    for number in 0..STEPS {
        let step = Step::random(&mut random, &actor.model, scale);
        let performed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| actor.perform(&step)));
        match performed {
            Ok(Ok(())) => (),
            Ok(Err(error)) => panic!("step {number} failed: {error}; {step:?}"),
            Err(_) => panic!("step {number} differs from the model (see above); {step:?}"),
        }
    }
    actor.close().unwrap();
    let model = actor.model;
    let reopened = File::open(rank, name, AccessMode::READ_ONLY, hints).unwrap();
    let mut content = vec![0; model.bytes.len() + 1];
    let status = reopened.read_at(0, &mut content).unwrap();
    assert_eq!(status.bytes, model.bytes.len() as u64);
    assert!(content[..model.bytes.len()] == model.bytes, "the file after {STEPS} steps");
    reopened.close().unwrap();
}

/// Buffers so small that every loop of the engine has several iterations, and every strategy in turn.
fn random_hints(random: &mut Rng) -> Hints {
    let mut hints = Hints::new();
    let mut maybe = |key: &str, values: &[&str]| {
        let choice = random.usize(..values.len() + 1);
        if let Some(value) = values.get(choice) {
            hints.set(key, *value);
        }
    };
    maybe("romio_cb_write", &["enable", "disable"]);
    maybe("romio_cb_read", &["enable", "disable"]);
    maybe("romio_ds_write", &["enable", "disable"]);
    maybe("romio_ds_read", &["enable", "disable"]);
    maybe("cb_buffer_size", &["64", "1000", "4096"]);
    maybe("cb_nodes", &["1", "2"]);
    maybe("ind_rd_buffer_size", &["16", "100"]);
    maybe("ind_wr_buffer_size", &["16", "100"]);
    maybe("striping_unit", &["7", "64"]);
    maybe("seaway_mapping", &["enable", "disable"]);
    maybe("seaway_exchange", &["messages"]);
    maybe("seaway_async", &["enable"]);
    hints
}
