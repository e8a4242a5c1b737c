// SPDX-License-Identifier: MIT OR Apache-2.0
//! mpi4py's own tests on MPIs that its modules were not built for: `seaway run --mpi` and the adapter. Its wheel has a module
//! for the ABI of MPICH and one for that of Open MPI.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

mod mpi4py_results;

use std::fs;

use mpi_tests::{Family, Installation, environment_folder, folder_in_memory, program_source, seaway};

use self::mpi4py_results::{Outcome, Results, mpi4py_tests};

/// `test_mpiabi` queries the library itself, and fails without an adapter too.
const LEFT_OUT: &[&str] = &["test_mpiabi"];
/// Processes that start others, one by one. Open MPI 4 occasionally loses one of them, which then waits in
/// its MPI_Init forever; MPICH from PyPI hangs in them without an adapter too. They run with
/// SEAWAY_TEST_LONG, on Open MPI.
const STARTING: &[&str] = &["test_spawn", "test_util_pool", "test_dynproc"];
/// The same for any number of ranks.
const FOR_ONE_RANK: &[&str] = &["test_msgspec", "test_doc"];
/// Forty seconds of arithmetic each: they run with SEAWAY_TEST_LONG.
const LONG: &[&str] = &["test_datatype", "test_util_dtlib"];

#[test]
fn module_of_open_mpi_on_mpich() {
    check("mpich", "openmpi");
}

#[test]
fn module_of_open_mpi_on_intel_mpi() {
    check("intel", "openmpi");
}

#[test]
fn module_of_mpich_on_open_mpi_5() {
    check("openmpi", "mpich");
}

#[test]
fn module_of_mpich_on_open_mpi_4() {
    check("debian-openmpi", "mpich");
}

fn check(host: &str, module: &str) {
    let host = Installation::named(host);
    let is_long = std::env::var_os("SEAWAY_TEST_LONG").is_some();
    let starts = is_long && host.family == Family::OpenMpi;
    let left_out_of_one = [if is_long { &[] } else { LONG }, if starts { &[] } else { STARTING }].concat();
    for (ranks, left_out) in [(1, left_out_of_one), (2, [LONG, STARTING, FOR_ONE_RANK].concat())] {
        let results = run(&host, module, ranks, &left_out);
        assert!(
            results.failed().is_empty(),
            "{ranks} ranks: {:#?}\n{}",
            results.failed(),
            tail(&results.output)
        );
        let skipped = results.outcomes.values().filter(|outcome| **outcome == Outcome::Skipped).count();
        assert!(results.passed() >= 1300, "{} passed and {skipped} skipped", results.passed());
    }
}

fn run(host: &Installation, module: &str, ranks: usize, left_out: &[&str]) -> Results {
    let folder = folder_in_memory();
    let place = host.place();
    let ranks_word = ranks.to_string();
    let tests = mpi4py_tests();
    let words = ["run", "--mpi", &place, "-n", &ranks_word];
    let mut command = seaway(host, &words);
    command
        .arg(environment_folder().join("python/bin/python"))
        .arg(program_source("mpi4py/run_tests.py"))
        .args([tests.as_path(), folder.path()])
        .env("MPI4PY_MPIABI", module)
        .env("TMPDIR", folder.path())
        // Spawned processes load the tests too, and there are more of them than cores.
        .env("PYTHONPATH", &tests)
        .env("OMPI_MCA_rmaps_base_oversubscribe", "1")
        .env("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe")
        .env_remove("LD_LIBRARY_PATH");
    for module in modules().iter().filter(|module| !left_out.contains(&module.as_str())) {
        command.args(["-i", module]);
    }
    let output = command.output().unwrap();
    let printed = [output.stdout, output.stderr].concat();
    Results::read(
        folder.path(),
        ranks,
        output.status.success(),
        String::from_utf8_lossy(&printed).into_owned(),
    )
}

fn modules() -> Vec<String> {
    let files = fs::read_dir(mpi4py_tests()).unwrap().map(|entry| entry.unwrap().file_name());
    let names = files.filter_map(|name| name.to_str()?.strip_suffix(".py").map(str::to_owned));
    names.filter(|name| name.starts_with("test_") && !LEFT_OUT.contains(&name.as_str())).collect()
}

fn tail(output: &str) -> &str {
    let start = output.len().saturating_sub(8000);
    output.get(start..).unwrap_or(output)
}
