// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random pairs of parallel programs, one that writes and one that reads, with a file between them and with a
//! stream between them. The rule of streams: a program cannot distinguish the two.
//!
//! The pairs are the same on every run. `SEAWAY_SEED=fresh` makes new ones; a failure prints its seed, and
//! `SEAWAY_SEED=` with that number runs that pair alone. `SEAWAY_SEEDS=1000` runs that many.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]
#![allow(clippy::print_stderr, reason = "a test that hangs says so before it ends itself")]

#[path = "../random_programs/access.rs"]
mod access;
mod calls;
mod connections;
mod display;
mod faults;
mod hosts;
mod log;
mod lone_rank;
#[path = "../random_programs/model.rs"]
#[allow(dead_code, reason = "of the model, only what programs are made up with is used here")]
mod model;
mod other_process;
mod perform;
#[path = "../random_programs/plain_type.rs"]
mod plain_type;
mod program;
mod reading;
mod records;
mod representation;
mod stalls;
mod steady;
mod trunks;
mod views;
mod waits;
mod watchdog;
mod writing;

use std::fs;
use std::path::Path;
use std::thread;

use log::Log;
use other_process::{OtherProcess, Words, say};
use program::{Pair, Program};
use seaway::{File, Hints};
use tempfile::TempDir;
use watchdog::Watchdog;

/// Tests the tester: two devices that are both files cannot be distinguished.
#[test]
fn pairs_see_the_same_through_a_file_and_through_memory() {
    let folder = quick_folder();
    for_each_seed(200, |seed, pair| {
        let file = through_file(pair, folder.path(), seed, |_| ());
        let memory = one_after_the_other(pair, &format!("mem:stream-{seed}"), || ());
        compare(seed, pair, &file, &memory);
    });
}

/// Tests the tester: bytes that changed on the way, or were lost at the end, are noticed by the readers.
#[test]
fn files_that_were_changed_on_the_way_are_noticed() {
    type Damage = fn(&mut Vec<u8>);
    let one_byte: Damage = |bytes| bytes.iter_mut().for_each(|byte| *byte ^= 1);
    let shorter: Damage = |bytes| bytes.truncate(bytes.len() / 2);
    let shifted: Damage = |bytes| bytes.insert(0, 0);
    let folder = quick_folder();
    for damage in [one_byte, shorter, shifted] {
        let (mut noticed, mut pairs) = (0, 0);
        for seed in 0..60 {
            let pair = Pair::random(seed);
            let intact = through_file(&pair, folder.path(), seed, |_| ());
            let damaged = through_file(&pair, folder.path(), seed, |path| {
                let mut bytes = fs::read(path).unwrap();
                damage(&mut bytes);
                fs::write(path, bytes).unwrap();
            });
            noticed += usize::from(intact.1.difference(&damaged.1).is_some());
            pairs += 1;
        }
        // Some readers read nothing, or stop before the changed byte.
        assert!(noticed * 10 >= pairs * 7, "{noticed} of {pairs}");
    }
}

/// The rule of streams, for ranks of one process.
#[test]
fn pairs_see_the_same_through_a_file_and_through_a_stream() {
    let folder = quick_folder();
    for_each_seed(200, |seed, pair| {
        let file = through_file(pair, folder.path(), seed, |_| ());
        let name = format!("mxn:pair-{}-{seed}", std::process::id());
        let stream = thread::scope(|scope| {
            let writer = scope.spawn(|| run(&pair.writer, &name));
            let reader = run(&pair.reader, &name);
            Logs(writer.join().unwrap(), reader)
        });
        compare(seed, pair, &file, &stream);
    });
}

/// The rule of streams, for two processes on one host, by each transport.
#[test]
fn pairs_in_two_processes_see_the_same_through_a_file_and_through_a_stream() {
    let folder = quick_folder();
    for way in ["memory", "window", "socket"] {
        // Shown if the test fails.
        eprintln!("bytes come by {way}");
        for_each_seed(40, |seed, pair| {
            let file = through_file(pair, folder.path(), seed, |_| ());
            let name = format!("mxn:pair-{way}-{}-{seed}", std::process::id());
            let words = ["part=pair".to_owned(), format!("seed={seed}"), format!("name={name}")];
            // The reader decides which transport is used.
            let reader = OtherProcess::start(&words, None, &[("SEAWAY_MXN_WAY", way)]);
            let writer = run(&pair.writer, &name);
            let reader = Log::from_lines(pair.reader.ranks, &reader.rest());
            compare(seed, pair, &file, &Logs(writer, reader));
        });
    }
}

/// The role of another process that one of these tests has started; does nothing otherwise.
#[test]
fn plays_its_role() {
    let Some(words) = Words::told() else { return };
    match words.get("part") {
        "steady" => faults::play(&words),
        "connections" => connections::play(&words),
        "lone rank" => lone_rank::play(&words),
        _ => {
            representation::register();
            let pair = Pair::random(words.number("seed") as u64);
            run(&pair.reader, words.get("name")).to_lines().iter().for_each(|line| say(line));
        }
    }
}

/// What writers and readers saw.
struct Logs(Log, Log);

fn for_each_seed(count: u64, test: impl Fn(u64, &Pair)) {
    representation::register();
    let wish = std::env::var("SEAWAY_SEED").unwrap_or_default();
    let count = std::env::var("SEAWAY_SEEDS").ok().and_then(|count| count.parse().ok()).unwrap_or(count);
    let seeds = match wish.parse::<u64>() {
        Ok(seed) => seed..seed + 1,
        Err(_) if wish == "fresh" => {
            let first = fastrand::u64(..1 << 48);
            first..first + count
        }
        Err(_) => 0..count,
    };
    for seed in seeds {
        let pair = Pair::random(seed);
        let _watchdog = Watchdog::new(seed);
        test(seed, &pair);
    }
}

/// `between` may inspect and change the file before it is read.
fn through_file(pair: &Pair, folder: &Path, seed: u64, between: impl FnOnce(&Path)) -> Logs {
    let path = folder.join(format!("pair-{seed}"));
    let logs = one_after_the_other(pair, path.to_str().unwrap(), || between(&path));
    assert!(!path.exists());
    logs
}

fn one_after_the_other(pair: &Pair, name: &str, between: impl FnOnce()) -> Logs {
    let writer = run(&pair.writer, name);
    between();
    let reader = run(&pair.reader, name);
    // The reader may have deleted it.
    let _ = File::delete(name, &Hints::new());
    Logs(writer, reader)
}

fn run(program: &Program, name: &str) -> Log {
    perform::run(program, name).unwrap_or_else(|failure| panic!("{failure}"))
}

fn compare(seed: u64, pair: &Pair, expected: &Logs, seen: &Logs) {
    let sides = [("writer", &expected.0, &seen.0), ("reader", &expected.1, &seen.1)];
    for (side, expected, seen) in sides {
        if let Some(difference) = expected.difference(seen) {
            let (writers, readers) = (pair.writer.ranks, pair.reader.ranks);
            if std::env::var_os("SEAWAY_SEED").is_some() {
                eprintln!("{pair}");
            }
            panic!("SEAWAY_SEED={seed}, {writers} x {readers} ranks: {side}, {difference}");
        }
    }
}

/// Where synchronising costs nothing.
fn quick_folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}
