// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fortran programs reach Seaway through their MPI's own Fortran layer: `mpif.h`, `use mpi` and `use
//! mpi_f08`, each under Debian's MPICH and Open MPI: the others come without Fortran.

mod quick_folder;

use std::path::Path;

use mpi_tests::{Abi, Installation, Launch, Output};
use quick_folder::quick_folder;

const INTERFACES: [&str; 3] = ["-DWITH_MPIF_H", "-DWITH_MPI", "-DWITH_MPI_F08"];

/// mpif.h declares no procedures, so gfortran compares calls with each other and reports mismatches.
const LENIENT: [&str; 2] = ["-fallow-argument-mismatch", "-w"];

fn installations() -> Vec<Installation> {
    Installation::all().into_iter().filter(Installation::has_fortran).collect()
}

/// Runs a program for each interface, on each MPI; `judge` gets the installation and the output.
fn for_each_interface(
    source: &str,
    seaway: bool,
    word: impl Fn(&Installation) -> &'static str,
    judge: impl Fn(&Installation, &Output),
) {
    for installation in installations() {
        for interface in INTERFACES {
            let program = installation.compile_fortran(source, &[&[interface], &LENIENT[..]].concat());
            for ranks in [1, 2] {
                let output =
                    run(&installation, &program, ranks, seaway, word(&installation)).expect_success();
                judge(&installation, &output);
            }
        }
    }
}

fn run(installation: &Installation, program: &Path, ranks: usize, seaway: bool, word: &str) -> Output {
    let folder = quick_folder();
    let launch = Launch::new(installation, program).ranks(ranks).preload(seaway);
    launch.argument(folder.path().join("file")).argument(word).run()
}

#[test]
fn accesses_of_all_kinds() {
    for_each_interface("fortran/accesses.F90", true, |_| "", |_, _| ());
}

/// Shows that the stock MPIs pass the same checks.
#[test]
fn accesses_of_all_kinds_on_stock_mpi() {
    for_each_interface("fortran/accesses.F90", false, |_| "", |_, _| ());
}

#[test]
fn callbacks_and_facts() {
    // MPICH's layer passes procedures for a representation to C unchanged, which cannot call them.
    let word = |installation: &Installation| if installation.abi == Abi::OpenMpi { "datarep" } else { "" };
    for_each_interface("fortran/callbacks.F90", true, word, |installation, output| {
        expect_lines(output, "hints: kept");
        expect_lines(output, "handler: right");
        if installation.abi == Abi::OpenMpi {
            expect_lines(output, "representation: used");
        }
    });
}

#[test]
fn callbacks_and_facts_on_stock_mpi() {
    for_each_interface(
        "fortran/callbacks.F90",
        false,
        |_| "careful",
        |_, output| {
            assert!(output.stdout.contains("handler: "), "{output}");
        },
    );
}

#[test]
fn accesses_that_fail_late() {
    for_each_interface(
        "fortran/late_failures.F90",
        true,
        |_| "",
        |installation, output| {
            // Open MPI does not poll requests.
            if installation.abi == Abi::OpenMpi {
                expect_lines(output, "failures: at once");
            } else {
                expect_lines(output, "failures: late");
            }
        },
    );
}

#[test]
fn sections_of_arrays_are_buffers() {
    for installation in installations() {
        let program = installation.compile_fortran("fortran/sections.F90", &[]);
        for seaway in [false, true] {
            let output = run(&installation, &program, 2, seaway, "").expect_success();
            if installation.abi == Abi::Mpich {
                expect_lines(&output, "sections: right");
            }
        }
    }
}

/// All lines about the same item agree.
#[track_caller]
fn expect_lines(output: &Output, expected: &str) {
    let subject = expected.split(' ').next().expect("it is a line of words");
    let lines: Vec<&str> = output.stdout.lines().filter(|line| line.starts_with(subject)).collect();
    assert!(!lines.is_empty() && lines.iter().all(|&line| line == expected), "expected {expected}\n{output}");
}
