// SPDX-License-Identifier: MIT OR Apache-2.0
//! Streams between programs under different MPIs: random pairs (`programs/mxn`), run one after the other
//! through a file and concurrently through `mxn:`. The logs must be the same.
//!
//! The pairs are the same on every run. `SEAWAY_SEED=` with a number runs that pair alone, `SEAWAY_SEEDS=`
//! that many.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use mpi_tests::{Installation, Launch, folder_in_memory, program_source};
use tempfile::TempDir;

const SEEDS: u64 = 20;

/// With more ranks than cores MPICH, which polls, is slow.
const PATIENCE: Duration = Duration::from_secs(180);

#[test]
fn mpich_writes_and_open_mpi_reads() {
    Couple::of(("debian-mpich", 2), ("debian-openmpi", 3)).compare(SEEDS);
}

#[test]
fn open_mpi_writes_and_mpich_reads() {
    Couple::of(("debian-openmpi", 3), ("debian-mpich", 2)).compare(SEEDS);
}

#[test]
fn many_ranks_of_open_mpi_on_both_sides() {
    Couple::of(("debian-openmpi", 5), ("debian-openmpi", 4)).compare(SEEDS);
}

#[test]
fn intel_mpi_writes_and_a_newer_open_mpi_reads() {
    Couple::of(("intel", 2), ("openmpi", 2)).compare(SEEDS / 4);
}

#[test]
fn a_program_of_the_standard_abi_reads_what_intel_mpi_writes() {
    Couple::of(("intel", 1), ("standard-abi", 2)).compare(SEEDS / 4);
}

#[test]
fn python_on_one_mpi_reads_what_python_on_another_writes() {
    for (writer, reader) in [("debian-mpich", "debian-openmpi"), ("debian-openmpi", "debian-mpich")] {
        let couple = Couple { python: true, ..Couple::of((writer, 2), (reader, 3)) };
        couple.compare(1);
    }
}

/// A writer that has closed before its readers start still delivers its data.
#[test]
fn both_programs_report_how_bytes_have_travelled() {
    let unique = folder_in_memory();
    let unique = unique.path().file_name().expect("it has a name").to_string_lossy().into_owned();
    let start = |part: &str, ranks| {
        let installation = Installation::named("debian-openmpi");
        Launch::new(&installation, installation.compile_c("mxn/flow.c", &["-O2"]))
            .ranks(ranks)
            .seaway()
            .environment("SEAWAY_VERBOSE", "1")
            .limit(PATIENCE)
            .arguments([part, &format!("mxn:told{unique}"), "opens", "1", "4096"])
            .run()
            .expect_success()
    };
    let (writer, reader) = thread::scope(|scope| {
        let writer = scope.spawn(|| start("write", 1));
        let reader = start("read", 2);
        (writer.join().expect("it does not panic"), reader)
    });
    assert!(writer.stderr.contains("peers: 2 by "), "{writer}");
    assert!(reader.stderr.contains("peers: 1 by "), "{reader}");
}

/// A writing program and a reading one.
struct Couple {
    writer: Side,
    reader: Side,
    python: bool,
}

struct Side {
    part: &'static str,
    installation: Installation,
    ranks: usize,
}

impl Couple {
    fn of(writer: (&str, usize), reader: (&str, usize)) -> Self {
        let side = |part, (name, ranks)| Side { part, installation: Installation::named(name), ranks };
        Self { writer: side("write", writer), reader: side("read", reader), python: false }
    }

    fn compare(&self, count: u64) {
        let number = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
        let seeds = match number("SEAWAY_SEED") {
            Some(seed) => (seed, 1),
            None => (1, number("SEAWAY_SEEDS").unwrap_or(count)),
        };
        let (files, streams, between) = (folder_in_memory(), folder_in_memory(), folder_in_memory());
        let file = between.path().join("pair").to_string_lossy().into_owned();
        for side in [&self.writer, &self.reader] {
            self.launch(side, &file, &files, seeds).run().expect_success();
        }
        // No other test has a directory of this name.
        let unique = streams.path().file_name().expect("it has a name").to_string_lossy().into_owned();
        let stream = format!("mxn:pair{unique}");
        thread::scope(|scope| {
            for side in [&self.reader, &self.writer] {
                let launch = self.launch(side, &stream, &streams, seeds);
                scope.spawn(move || launch.run().expect_success());
            }
        });
        for side in [&self.writer, &self.reader] {
            for rank in 0..side.ranks {
                side.compare_logs(rank, &files, &streams);
            }
        }
    }

    fn launch(&self, side: &Side, name: &str, logs: &TempDir, (first, count): (u64, u64)) -> Launch {
        let Side { part, installation, ranks } = side;
        let launch = if self.python {
            Launch::python(installation, program_source("mxn/pair.py"))
        } else {
            Launch::new(installation, installation.compile_c("mxn/pair.c", &[]))
        };
        let launch = launch.ranks(*ranks).seaway().limit(PATIENCE);
        let launch = launch.arguments([*part, name]).argument(logs.path());
        if self.python { launch } else { launch.arguments([first.to_string(), count.to_string()]) }
    }
}

impl Side {
    fn compare_logs(&self, rank: usize, files: &TempDir, streams: &TempDir) {
        let path = |folder: &TempDir| folder.path().join(format!("{}.{rank}", self.part));
        let (expected, seen) = (lines(&path(files)), lines(&path(streams)));
        assert!(expected.len() > 10, "a program that does nothing proves nothing");
        for (number, line) in expected.iter().enumerate() {
            let nothing = String::from("nothing");
            let got = seen.get(number).unwrap_or(&nothing);
            assert_eq!(line, got, "{} rank {rank}, line {number}: by file, and by stream", self.part);
        }
        assert_eq!(expected.len(), seen.len());
    }
}

fn lines(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(str::to_owned).collect()
}
