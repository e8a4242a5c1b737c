// SPDX-License-Identifier: MIT OR Apache-2.0
//! ScaLAPACK's own tests, as Debian builds them for MPICH and for Open MPI, on the other of the two: Fortran
//! and C, which call the library, which calls MPI. They print how many tests passed, which must be the same
//! as on their own MPI.
//!
//! One tester of each kind runs; all of them with `SEAWAY_TEST_SCALAPACK=all`, which takes a quarter of an
//! hour.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mpi_tests::{Installation, Launch, folder_in_memory};

/// One tester of each kind, in changing precision: factorizations, systems, eigenvalues, singular values, bands.
const CHOSEN: [&str; 17] = [
    "xdlu", "xzllt", "xsqr", "xcinv", "xdls", "xdhrd", "xcbrd", "xztrd", "xdnep", "xssep", "xdgsep", "xdsvd",
    "xddblu", "xzgblu", "xspbllt", "xcptllt", "xzevc",
];

#[test]
fn testers_for_mpich_run_on_open_mpi() {
    check("debian-mpich", "debian-openmpi");
}

#[test]
fn testers_for_open_mpi_run_on_mpich() {
    check("debian-openmpi", "debian-mpich");
}

fn check(builder: &str, host: &str) {
    let (builder, host) = (Installation::named(builder), Installation::named(host));
    let testers = testers(&builder);
    assert!(testers.len() >= CHOSEN.len(), "{testers:?}");
    for tester in testers {
        let native = summary(&builder, &tester, false);
        let adapted = summary(&host, &tester, true);
        assert_eq!(native, adapted, "{} of {} on {}", tester.display(), builder.name, host.name);
    }
}

fn testers(builder: &Installation) -> Vec<PathBuf> {
    let variant = builder.name.trim_start_matches("debian-");
    let folder =
        PathBuf::from(format!("/usr/lib/{}-linux-gnu/scalapack/{variant}-tests", std::env::consts::ARCH));
    if std::env::var("SEAWAY_TEST_SCALAPACK").is_ok_and(|which| which == "all") {
        let entries = fs::read_dir(&folder).expect("scalapack-mpi-test is installed");
        let mut all: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        // Those of BLACS fail under their own MPIs too.
        all.retain(|path| path.is_file() && path.extension().is_none() && !path.ends_with("xFbtest"));
        all.retain(|path| !path.ends_with("xCbtest"));
        all.sort_unstable();
        return all;
    }
    CHOSEN.map(|name| folder.join(name)).into()
}

/// The results of a tester: its last lines, and how often it reported a pass or a failure.
fn summary(host: &Installation, tester: &Path, by_seaway_run: bool) -> (Vec<String>, usize, usize) {
    let folder = folder_in_memory();
    copy_data(Path::new("/usr/share/scalapack"), folder.path());
    let launch = Launch::new(host, tester).ranks(2).folder(folder.path()).limit(Duration::from_secs(120));
    let output = if by_seaway_run { launch.by_seaway_run().run() } else { launch.run() }.expect_success();
    let text = output.stdout.to_lowercase();
    let is_count =
        |line: &&str| line.starts_with(|first: char| first.is_ascii_digit()) && line.contains("tests ");
    let lines: Vec<String> = text.lines().map(str::trim).filter(is_count).map(str::to_owned).collect();
    let (passed, failed) = (text.matches("passed").count(), text.matches("failed").count());
    // One kind counts nothing, and only prints when a test passes.
    assert!(text.contains("pass"), "{output}");
    (lines, passed, failed)
}

/// The testers' input files in their working directory, with grids of two processes: MPICH's ranks poll, and
/// testers for four take minutes on two cores.
fn copy_data(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("scalapack-test-common is installed").flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "dat") {
            let text = fs::read_to_string(&path).expect("data are text");
            fs::write(to.join(entry.file_name()), with_small_grids(&text)).expect("it can be copied");
        }
    }
}

fn with_small_grids(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for index in 1..lines.len() {
        let says = |line: &str, what: &str| line.to_lowercase().contains(what);
        if says(&lines[index - 1], "values of p") && says(&lines[index], "values of q") {
            let grids = numbers(&lines[index - 1]).into_iter().zip(numbers(&lines[index]));
            let small = |(p, q): (u32, u32)| match p * q {
                ..=2 => (p, q),
                _ if p > q => (2, 1),
                _ => (1, 2),
            };
            let (rows, columns): (Vec<u32>, Vec<u32>) = grids.map(small).unzip();
            lines[index - 1] = format!("{} values of P", words(&rows));
            lines[index] = format!("{} values of Q", words(&columns));
        }
    }
    lines.join("\n") + "\n"
}

fn numbers(line: &str) -> Vec<u32> {
    line.split_whitespace().map_while(|word| word.parse().ok()).collect()
}

fn words(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn grids_shrink_to_two_processes() {
    let text = "'title'\n4 number of grids\n1 2 1 4 2\tvalues of P\n1 2 4 1 1 values of Q\n1.0 threshold";
    let expected =
        "'title'\n4 number of grids\n1 1 1 2 2 values of P\n1 2 2 1 1 values of Q\n1.0 threshold\n";
    assert_eq!(with_small_grids(text), expected);
}
