// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random MPI-IO programs (`programs/differential`), run by other implementations and by Seaway; their logs
//! are compared line by line: outcomes, counts, positions, digests of memory and of the file.
//!
//! Two comparisons. With ROMIO and OMPIO: where they agree, Seaway agrees as well. With a model, which
//! implements the standard byte by byte: programs that also do what ROMIO or OMPIO cannot.
//!
//! The programs are the same on every run. `SEAWAY_SEED=fresh` generates new ones, `SEAWAY_SEED=` with a
//! number runs that program alone, `SEAWAY_SEEDS=1000` runs that many.
#![allow(
    clippy::print_stdout,
    reason = "where other implementations differ is worth a line in the test's output"
)]

mod quick_folder;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use mpi_tests::{Daemon, Installation, Launch, Output, SecretFile};
use quick_folder::quick_folder;

/// ROMIO of MPICH 4.0 overruns buffers in one program of five: use that of MPICH 5.
const ROMIO: &str = "mpich";
const OMPIO: &str = "debian-openmpi";

/// Implementations may lose at most this share of lines to their own crashes and hangs, and must agree on
/// this share of the others: otherwise the comparison would be meaningless.
const SHARE_IN_COMMON: f64 = 0.90;
const SHARE_AGREED: f64 = 0.95;

/// A program takes milliseconds; only hanging programs of other implementations take this long, and are
/// skipped.
const PATIENCE: Duration = Duration::from_secs(30);

/// Seed, step, rank, number of the line in the step.
type CaseKey = (u64, u64, usize, usize);
type Log = BTreeMap<CaseKey, String>;

#[test]
fn seaway_does_what_romio_and_ompio_agree_on() {
    let (ranks, seeds) = (2, seeds(100));
    let romio = Runner::of(ROMIO).log_past_failures(ranks, &seeds);
    let ompio = Runner::of(OMPIO).log_past_failures(ranks, &seeds);
    let agreed = agreement(&romio, &ompio);
    for name in [ROMIO, OMPIO] {
        let runner = Runner { seaway: true, ..Runner::of(name) };
        compare(&runner, ranks, &agreed, &runner.log(ranks, &seeds));
    }
}

#[test]
fn seaway_does_what_the_standard_says() {
    let two_ranks = seeds(60);
    let expected = Runner::model().log(2, &two_ranks);
    for installation in Installation::all() {
        let runner = Runner { seaway: true, everything: true, ..Runner::of(installation.name) };
        compare(&runner, 2, &expected, &runner.log(2, &two_ranks));
    }
}

#[test]
fn seaway_does_what_the_standard_says_with_other_numbers_of_ranks() {
    // MPICH polls, which is slow where ranks share cores; Open MPI yields.
    for (name, ranks, count) in [(OMPIO, 1, 20), (OMPIO, 3, 60), (OMPIO, 5, 20), ("debian-mpich", 3, 4)] {
        let seeds = seeds(count);
        let expected = Runner::model().log(ranks, &seeds);
        let runner = Runner { seaway: true, everything: true, ..Runner::of(name) };
        compare(&runner, ranks, &expected, &runner.log(ranks, &seeds));
    }
}

/// A program's own hints override those of the environment, so every strategy is used by some.
#[test]
fn seaway_does_what_the_standard_says_with_every_strategy() {
    let (ranks, seeds) = (3, seeds(40));
    let expected = Runner::model().log(ranks, &seeds);
    for hints in [
        "seaway_mapping=disable",
        "seaway_mapping=disable;seaway_exchange=messages;romio_cb_write=enable;romio_cb_read=enable;cb_nodes=2",
        "seaway_mapping=disable;romio_ds_write=enable;romio_ds_read=enable;romio_cb_write=disable;romio_cb_read=disable",
        "seaway_mapping=enable;romio_cb_write=disable;romio_cb_read=disable",
        "seaway_async=enable;seaway_mapping=disable",
    ] {
        let runner = Runner { seaway: true, everything: true, hints, ..Runner::of(OMPIO) };
        compare(&runner, ranks, &expected, &runner.log(ranks, &seeds));
    }
}

/// The same, with all files behind a daemon.
#[test]
fn seaway_does_what_the_standard_says_with_files_of_another_machine() {
    let secret = SecretFile::new();
    let daemon = Daemon::serve(&secret, Path::new("/dev/shm"));
    for (name, ranks, count) in [(OMPIO, 3, 40), (OMPIO, 1, 10), ("debian-mpich", 2, 20)] {
        let seeds = seeds(count);
        let expected = Runner::model().log(ranks, &seeds);
        let remote = Some((&daemon, &secret));
        let runner = Runner { seaway: true, everything: true, remote, ..Runner::of(name) };
        compare(&runner, ranks, &expected, &runner.log(ranks, &seeds));
    }
}

fn seeds(count: u64) -> Range<u64> {
    let wish = std::env::var("SEAWAY_SEED").unwrap_or_default();
    if let Ok(seed) = wish.parse() {
        return seed..seed + 1;
    }
    let count = std::env::var("SEAWAY_SEEDS").ok().and_then(|count| count.parse().ok()).unwrap_or(count);
    let first = match wish.as_str() {
        "fresh" => {
            SystemTime::now().duration_since(UNIX_EPOCH).expect("clocks are past 1970").as_secs() * 1000
        }
        _ => 1,
    };
    first..first + count
}

/// One implementation under one MPI.
struct Runner<'d> {
    installation: Installation,
    seaway: bool,
    model: bool,
    everything: bool,
    hints: &'static str,
    /// The daemon that stores the files, if not this machine.
    remote: Option<(&'d Daemon, &'d SecretFile)>,
}

impl Runner<'_> {
    fn of(name: &str) -> Self {
        Self {
            installation: Installation::named(name),
            seaway: false,
            model: false,
            everything: false,
            hints: "",
            remote: None,
        }
    }

    fn model() -> Self {
        Self { model: true, everything: true, ..Self::of(OMPIO) }
    }

    fn log(&self, ranks: usize, seeds: &Range<u64>) -> Log {
        let folder = quick_folder();
        self.launch(folder.path(), ranks, seeds).run().expect_success();
        read_logs(folder.path(), ranks)
    }

    /// The log of an implementation that may crash or hang: continues after the program that it did not
    /// survive.
    fn log_past_failures(&self, ranks: usize, seeds: &Range<u64>) -> Log {
        let folder = quick_folder();
        let mut left = seeds.clone();
        while !left.is_empty() {
            let launch = self.launch(folder.path(), ranks, &left);
            let ended: Result<Output, _> = catch_unwind(AssertUnwindSafe(|| launch.run()));
            if ended.is_ok_and(|output| output.status.success()) {
                break;
            }
            let reached = last_seed(folder.path()).unwrap_or(left.start).max(left.start);
            println!("{} does not survive the program with seed {reached}", self.installation.name);
            left.start = reached + 1;
        }
        read_logs(folder.path(), ranks)
    }

    fn launch(&self, folder: &Path, ranks: usize, seeds: &Range<u64>) -> Launch {
        let options: &[&str] = if self.model { &["-DWITH_MODEL"] } else { &[] };
        let program = self.installation.compile_c("differential/differential.c", options);
        let count = seeds.end - seeds.start;
        let launch = Launch::new(&self.installation, program)
            .ranks(ranks)
            .preload(self.seaway)
            .environment("SEAWAY_HINTS", self.hints)
            .argument(folder)
            .arguments([seeds.start.to_string(), count.to_string()]);
        let may_hang = !self.seaway && !self.model;
        let launch = if may_hang { launch.limit(PATIENCE + Duration::from_secs(count)) } else { launch };
        let launch = match self.remote {
            Some((daemon, secret)) => launch.secret(secret).environment("SEAWAY_MAP", daemon.rule()),
            None => launch,
        };
        if self.everything { launch.argument("everything") } else { launch }
    }
}

fn read_logs(folder: &Path, ranks: usize) -> Log {
    let mut log = Log::new();
    for rank in 0..ranks {
        let text = fs::read_to_string(folder.join(format!("log.{rank}"))).unwrap_or_default();
        let mut lines_of_step = BTreeMap::new();
        let mut last = (0, 0);
        for line in text.lines() {
            let Some((seed, step, rest)) = split(line) else { continue };
            // A run that hung is repeated from its beginning: its new output replaces the old.
            if (seed, step) < last {
                lines_of_step.clear();
            }
            last = (seed, step);
            let number: &mut usize = lines_of_step.entry((seed, step)).or_default();
            log.insert((seed, step, rank, *number), rest.to_owned());
            *number += 1;
        }
    }
    log
}

/// A line: seed, step, and what was done and seen. `None` if a crash truncated it.
fn split(line: &str) -> Option<(u64, u64, &str)> {
    let mut words = line.splitn(3, ' ');
    Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?, words.next()?))
}

fn last_seed(folder: &Path) -> Option<u64> {
    let text = fs::read_to_string(folder.join("log.0")).ok()?;
    text.lines().filter_map(split).map(|(seed, ..)| seed).next_back()
}

/// Where both agree. Prints where they do not, and fails if that is too often for a meaningful comparison.
fn agreement(romio: &Log, ompio: &Log) -> Log {
    let all: BTreeSet<&CaseKey> = romio.keys().chain(ompio.keys()).collect();
    let both: Vec<&CaseKey> =
        all.iter().copied().filter(|&place| romio.contains_key(place) && ompio.contains_key(place)).collect();
    let agreed: Log = both
        .iter()
        .filter(|&&place| romio[place] == ompio[place])
        .map(|&&place| (place, romio[&place].clone()))
        .collect();
    let disagreeing: BTreeSet<u64> =
        both.iter().filter(|&&place| !agreed.contains_key(place)).map(|place| place.0).collect();
    println!("{} lines, {} by both, {} agreed", all.len(), both.len(), agreed.len());
    println!("ROMIO and OMPIO disagree in the programs with seeds {disagreeing:?}");
    assert!(both.len() as f64 >= SHARE_IN_COMMON * all.len() as f64, "too many programs were not survived");
    assert!(agreed.len() as f64 >= SHARE_AGREED * both.len() as f64, "ROMIO and OMPIO disagree too often");
    agreed
}

fn compare(runner: &Runner<'_>, ranks: usize, expected: &Log, seen: &Log) {
    let name = runner.installation.name;
    let wrong: Vec<&CaseKey> = expected
        .iter()
        .filter(|&(place, line)| seen.get(place) != Some(line))
        .map(|(place, _)| place)
        .collect();
    let seeds: BTreeSet<u64> = wrong.iter().map(|place| place.0).collect();
    let Some(&first) = wrong.first() else { return };
    let (seed, step, rank, _) = first;
    let nothing = String::from("nothing");
    let got = seen.get(first).unwrap_or(&nothing);
    panic!(
        "{name}, {ranks} ranks, hints {:?}: {} of {} lines differ, in the programs with seeds {seeds:?}\n\
         SEAWAY_SEED={seed}, step {step}, rank {rank}\nexpected: {}\nseaway:   {got}",
        runner.hints,
        wrong.len(),
        expected.len(),
        expected[first],
    );
}
