// SPDX-License-Identifier: MIT OR Apache-2.0
//! The discretiser and the solver of `examples/pde`: one after the other through a file, on each MPI, and
//! concurrently through a stream, on two.

mod quick_folder;

use std::path::{Path, PathBuf};
use std::process;
use std::thread;

use mpi_tests::{Family, Installation, Launch, Output, workspace_root};
use quick_folder::quick_folder;

/// Points along each side of the mesh. Not a multiple of any number of ranks here.
const SIDE: &str = "23";

/// What the solver prints for this mesh, regardless of the program.
const NORM: &str = "norm of the solution 7.9999";

fn source(name: &str) -> PathBuf {
    workspace_root().join("examples/pde").join(name)
}

fn discretiser(installation: &Installation, language: &str) -> PathBuf {
    match language {
        "C" => installation.compile_c(source("discretise.c"), &[]),
        _ => installation.compile_fortran(source("discretise.f90"), &[]),
    }
}

fn solver(installation: &Installation) -> PathBuf {
    installation.compile_c(source("solve.c"), &["-lm"])
}

/// A language, and the number of write calls of its program.
fn discretisers(installation: &Installation) -> &'static [(&'static str, &'static str)] {
    if installation.has_fortran() { &[("C", "4"), ("Fortran", "1")] } else { &[("C", "1")] }
}

fn installation(name: &str) -> Installation {
    let found = Installation::all().into_iter().find(|installation| installation.name == name);
    found.unwrap_or_else(|| panic!("{name} is missing: run `cargo xtask test-mpi`"))
}

#[track_caller]
fn check(solved: &Output, ranks: usize) {
    let read = format!("solve: {ranks} ranks read {} bytes", 23 * 23 * 96);
    assert!(solved.stdout.contains(&read) && solved.stdout.contains(NORM), "{solved}");
}

fn through_a_file(installation: &Installation, seaway: bool) {
    let folder = quick_folder();
    let mut contents = Vec::new();
    for &(language, steps) in discretisers(installation) {
        let file = folder.path().join(format!("{language}-{steps}"));
        let launch = |program: &Path, ranks| {
            Launch::new(installation, program).ranks(ranks).preload(seaway).argument(&file).argument(SIDE)
        };
        launch(&discretiser(installation, language), 3).argument(steps).run().expect_success();
        check(&launch(&solver(installation), 2).run().expect_success(), 2);
        contents.push(std::fs::read(&file).expect("the discretiser made it"));
    }
    assert!(contents.iter().all(|bytes| bytes == &contents[0]), "{}: files differ", installation.name);
}

#[test]
fn a_file_between_them() {
    Installation::all().iter().for_each(|installation| through_a_file(installation, true));
}

/// Shows that the programs are correct on their own.
#[test]
fn a_file_between_them_on_stock_mpi() {
    Installation::all().iter().for_each(|installation| through_a_file(installation, false));
}

/// MPICH's ranks poll: with more of them than cores it would take minutes.
fn reading_ranks(installation: &Installation) -> usize {
    if installation.family == Family::OpenMpi { 16 } else { 2 }
}

fn through_a_stream(writer: &str, reader: &str) {
    let (writer, reader) = (installation(writer), installation(reader));
    for &(language, steps) in discretisers(&writer) {
        let name = format!("mxn:pde-{}-{}-{}-{language}-{steps}", process::id(), writer.name, reader.name);
        let ranks = reading_ranks(&reader);
        let write =
            Launch::new(&writer, discretiser(&writer, language)).ranks(4).arguments([&name, SIDE, steps]);
        let read = Launch::new(&reader, solver(&reader)).ranks(ranks).arguments([&name, SIDE]);
        let writing = thread::spawn(move || write.seaway().run().expect_success());
        check(&read.seaway().run().expect_success(), ranks);
        writing.join().expect("the discretiser has succeeded");
    }
}

#[test]
fn a_stream_from_mpich_to_open_mpi() {
    through_a_stream("debian-mpich", "debian-openmpi");
}

#[test]
fn a_stream_from_open_mpi_to_mpich() {
    through_a_stream("debian-openmpi", "debian-mpich");
}
