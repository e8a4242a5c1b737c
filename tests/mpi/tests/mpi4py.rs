// SPDX-License-Identifier: MIT OR Apache-2.0
//! mpi4py's own file tests, from its source distribution, under the MPIs that it has builds for: with
//! libseaway nothing fails that passes without it; nor with files on another machine.

mod mpi4py_results;

use std::path::Path;
use std::time::Duration;

use mpi_tests::{Daemon, Installation, Launch, SecretFile, folder_in_memory, program_source};

use self::mpi4py_results::{Outcome, Results, mpi4py_tests};

/// Modules that open files, or convert and store their handles.
const MODULES: &[&str] = &[
    "test_io",
    "test_file",
    "test_errhandler",
    "test_exceptions",
    "test_handle",
    "test_objmodel",
    "test_subclass",
    "test_status",
];

/// With several ranks, only tests that are not about a single rank.
const COLLECTIVE_MODULES: &[&str] = &["test_io", "test_file", "test_errhandler", "test_handle"];

#[test]
fn debian_mpich() {
    nothing_fails_that_passes_without_libseaway("debian-mpich");
}

#[test]
fn mpich() {
    nothing_fails_that_passes_without_libseaway("mpich");
}

#[test]
fn debian_openmpi() {
    nothing_fails_that_passes_without_libseaway("debian-openmpi");
}

#[test]
fn openmpi() {
    nothing_fails_that_passes_without_libseaway("openmpi");
}

#[test]
fn intel() {
    nothing_fails_that_passes_without_libseaway("intel");
}

/// mpi4py skips what it knows to be broken in an MPI's own MPI-IO. With libseaway it works.
#[test]
fn what_is_skipped_because_of_the_mpi_passes() {
    for name in ["debian-mpich", "debian-openmpi"] {
        let options = ["--no-skip-mpi", "-i", "test_io", "-i", "test_file"];
        let results = run(&Installation::named(name), 2, &options, &Mode::Seaway);
        assert!(results.failed().is_empty(), "{:#?}\n{}", results.failed(), results.output);
        let skipped = results.outcomes.values().filter(|outcome| **outcome == Outcome::Skipped).count();
        assert_eq!(skipped, 0, "{}", results.output);
    }
}

/// The same tests, with all their files behind a daemon.
#[test]
fn files_of_another_machine() {
    for (name, ranks) in [("debian-mpich", 2), ("debian-openmpi", 3)] {
        let secret = SecretFile::new();
        let daemon = Daemon::serve(&secret, Path::new("/dev/shm"));
        let options = ["--no-skip-mpi", "-i", "test_io", "-i", "test_file"];
        let way = Mode::Remote(&daemon, &secret);
        let results = run(&Installation::named(name), ranks, &options, &way);
        assert!(results.failed().is_empty(), "{:#?}\n{}", results.failed(), results.output);
        assert!(results.passed() >= 50, "only {} tests passed\n{}", results.passed(), results.output);
    }
}

/// Which MPI-IO to use.
enum Mode<'d> {
    Stock,
    Seaway,
    Remote(&'d Daemon, &'d SecretFile),
}

fn nothing_fails_that_passes_without_libseaway(name: &str) {
    let installation = Installation::named(name);
    for (ranks, modules) in [(1, MODULES), (2, COLLECTIVE_MODULES), (3, COLLECTIVE_MODULES)] {
        let modules: Vec<&str> = modules.iter().flat_map(|module| ["-i", *module]).collect();
        let seaway = run(&installation, ranks, &modules, &Mode::Seaway);
        assert!(seaway.passed() >= 100, "only {} tests passed\n{}", seaway.passed(), seaway.output);
        let mut failed = seaway.failed();
        if failed.is_empty() {
            continue;
        }
        let stock = run(&installation, ranks, &modules, &Mode::Stock);
        failed.retain(|test| !stock.failed().contains(test));
        assert!(failed.is_empty(), "pass without libseaway, but not with it: {failed:#?}\n{}", seaway.output);
    }
}

fn run(installation: &Installation, ranks: usize, options: &[&str], way: &Mode<'_>) -> Results {
    let folder = folder_in_memory();
    let launch = Launch::python(installation, program_source("mpi4py/run_tests.py"))
        .argument(mpi4py_tests())
        .argument(folder.path())
        .arguments(options)
        // Python's temporary files, which the tests open.
        .environment("TMPDIR", folder.path())
        .ranks(ranks)
        // Three ranks on two processors poll for each other; on a busy machine that takes minutes.
        .limit(Duration::from_secs(900))
        .preload(!matches!(way, Mode::Stock));
    let launch = match way {
        Mode::Remote(daemon, secret) => launch.secret(secret).environment("SEAWAY_MAP", daemon.rule()),
        Mode::Stock | Mode::Seaway => launch,
    };
    let output = launch.run();
    let success = output.status.success();
    Results::read(folder.path(), ranks, success, output.to_string())
}
