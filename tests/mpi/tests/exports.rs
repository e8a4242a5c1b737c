// SPDX-License-Identifier: MIT OR Apache-2.0
//! What libseaway.so exports: exactly the names of `exports.txt`, including all file functions of the MPIs.
//! An extra name would interpose a program's own; a missing one would pass our file handle to the MPI's own
//! code.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use mpi_tests::{environment_folder, seaway_library};

const SNAPSHOT: &str = include_str!("../exports.txt");

#[test]
fn names_are_those_of_the_snapshot() {
    let found = exports(&seaway_library());
    let expected: BTreeSet<String> = SNAPSHOT.lines().map(str::to_owned).collect();
    let new: Vec<_> = found.difference(&expected).collect();
    let gone: Vec<_> = expected.difference(&found).collect();
    assert!(new.is_empty() && gone.is_empty(), "tests/mpi/exports.txt: new {new:#?}, gone {gone:#?}");
}

#[test]
fn every_call_has_its_profiling_twin() {
    let found = exports(&seaway_library());
    for name in found.iter().filter(|name| name.starts_with("MPI_")) {
        assert!(found.contains(&format!("P{name}")), "{name} has no twin for profiling");
    }
}

#[test]
fn all_that_the_mpis_have_for_files_is_answered() {
    let ours = exports(&seaway_library());
    let libraries = ["mpich5/lib/libmpi.so.12", "mpich5/lib/libmpi_abi.so.1", "openmpi5/lib/libmpi.so.40"];
    for library in libraries.into_iter().chain(["intel/lib/libmpi.so.12", "debian-mpich/lib/libmpi.so.12"]) {
        let path = environment_folder().join(library);
        let theirs = exports(&path);
        let of_files = theirs.iter().filter(|name| is_of_files(name));
        let missing: Vec<_> = of_files.filter(|name| !ours.contains(*name)).collect();
        assert!(missing.is_empty(), "{library} has {missing:#?}");
        assert!(theirs.iter().any(|name| name == "MPI_File_open"), "{library} has no MPI_File_open");
    }
}

/// It finds the MPI at run time, so one file serves all of them.
#[test]
fn it_needs_no_mpi_to_be_loaded() {
    let dynamic = output_of("readelf", &["--dynamic", "--wide"], &seaway_library());
    let needed: Vec<&str> = dynamic.lines().filter(|line| line.contains("(NEEDED)")).collect();
    assert!(!needed.is_empty(), "{dynamic}");
    for line in needed {
        assert!(!line.contains("mpi") && !line.contains("fabric"), "{line}");
    }
}

fn is_of_files(name: &str) -> bool {
    let name = name.strip_prefix('P').unwrap_or(name);
    name.starts_with("MPI_File_") || name.starts_with("MPI_Register_datarep")
}

fn exports(library: &Path) -> BTreeSet<String> {
    let listing = output_of("nm", &["--dynamic", "--defined-only", "--format=posix"], library);
    let names = listing.lines().filter_map(|line| line.split_whitespace().next());
    // A library with symbol versions lists `name@@version`.
    names.map(|name| name.split('@').next().unwrap_or(name).to_owned()).collect()
}

fn output_of(program: &str, options: &[&str], library: &Path) -> String {
    let output = Command::new(program).args(options).arg(library).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}; run `cargo xtask test-mpi`"));
    assert!(output.status.success(), "{program} cannot read {}", library.display());
    String::from_utf8_lossy(&output.stdout).into_owned()
}
