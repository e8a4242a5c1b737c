// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fortran programs that cover the chapters of MPI, each for mpif.h, for the module mpi and for mpi_f08.
//! Their output is the same under the MPI that they were built with, and under MPIs of another ABI, with
//! `seaway run`.
//!
//! Debian's MPICH and Open MPI build them: the others come without Fortran.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use mpi_tests::{Abi, Installation, Launch, Output, Report, folder_in_memory, program_source, programs_in};

/// Which MPI builds a program, and which other it runs on.
const DIRECTIONS: [(&str, &str); 5] = [
    ("debian-mpich", "debian-openmpi"),
    ("debian-openmpi", "debian-mpich"),
    ("debian-mpich", "openmpi"),
    ("debian-openmpi", "mpich"),
    ("debian-openmpi", "intel"),
];

const ALL: [Interface; 3] = [Interface::Header, Interface::Module, Interface::Module2008];

/// The Fortran interface that a program uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Interface {
    Header,
    Module,
    Module2008,
}

/// A program of `programs/adapter_fortran`.
#[derive(Debug, Clone, Copy)]
struct Chapter {
    program: &'static str,
    interfaces: &'static [Interface],
    /// Besides two, with which it runs everywhere.
    more_ranks: &'static [usize],
    /// MPIs that do not pass it natively; nor would an adapter on them.
    faults: &'static [&'static str],
}

macro_rules! chapters {
    ($($name:ident $interfaces:expr, $more_ranks:expr, faults $faults:expr;)*) => {
        const CHAPTERS: &[Chapter] = &[$(Chapter {
            program: stringify!($name),
            interfaces: &$interfaces,
            more_ranks: &$more_ranks,
            faults: &$faults,
        }),*];

        mod says_the_same_under_both_mpis {
            $(#[test]
            fn $name() {
                super::chapter(stringify!($name)).check_natively();
            })*
        }

        mod says_the_same_on_other_mpis {
            $(#[test]
            fn $name() {
                super::chapter(stringify!($name)).check_adapted();
            })*
        }
    };
}

chapters! {
    point_to_point ALL, [1], faults [];
    requests ALL, [], faults [];
    collectives ALL, [1, 4], faults [];
    nonblocking_collectives ALL, [], faults [];
    persistent_collectives ALL, [], faults ["debian-mpich", "intel"];
    datatypes ALL, [], faults [];
    communicators ALL, [1, 4], faults [];
    topologies ALL, [1, 4], faults [];
    one_sided ALL, [], faults [];
    attributes ALL, [], faults [];
    error_handlers ALL, [], faults [];
    environment ALL, [], faults [];
    io ALL, [], faults [];
    dynamic ALL, [], faults ["debian-mpich", "intel"];
    handles ALL, [], faults [];
    old_names [Interface::Header, Interface::Module], [], faults [];
    sections [Interface::Module2008], [], faults [];
}

#[test]
fn every_program_of_the_directory_is_run() {
    let mut chapters: Vec<_> = CHAPTERS.iter().map(|chapter| chapter.program.to_owned()).collect();
    chapters.sort_unstable();
    assert_eq!(chapters, programs_in("adapter_fortran", ".F90"));
}

fn chapter(program: &str) -> Chapter {
    *CHAPTERS.iter().find(|chapter| chapter.program == program).expect("it is in the table")
}

impl Interface {
    fn option(self) -> &'static str {
        match self {
            Self::Header => "-DWITH_MPIF_H",
            Self::Module => "-DWITH_MPI",
            Self::Module2008 => "-DWITH_MPI_F08",
        }
    }
}

impl Chapter {
    /// Each MPI with its own Fortran. Sections that one skips are not compared.
    fn check_natively(&self) {
        for &interface in self.interfaces {
            let mut first: Option<Report> = None;
            for name in ["debian-openmpi", "debian-mpich"] {
                if self.faults.contains(&name) {
                    continue;
                }
                let own = Installation::named(name);
                let report = Report::of(&self.run(&own, &own, interface, 2).expect_success());
                if let Some(difference) = first.as_ref().and_then(|first| first.difference(&report)) {
                    panic!("{}, {interface:?}, {name}\n{difference}", self.program);
                }
                first.get_or_insert(report);
            }
        }
    }

    /// All directions. All failures are reported together: a failure in one direction alone is informative.
    fn check_adapted(&self) {
        let mut failures = String::new();
        for &interface in self.interfaces {
            let mut expected = BTreeMap::new();
            for (builder, host) in DIRECTIONS.into_iter().filter(|(_, host)| !self.faults.contains(host)) {
                let (builder, host) = (Installation::named(builder), Installation::named(host));
                // The interfaces differ between programs, not between hosts: one is enough on the MPIs
                // without Fortran.
                if !host.has_fortran() && self.interfaces.last() != Some(&interface) {
                    continue;
                }
                for ranks in self.ranks(&host) {
                    let expected = expected.entry(ranks).or_insert_with(|| self.expected(interface, ranks));
                    let output = self.run(&builder, &host, interface, ranks);
                    if let Err(failure) = check_report(&builder, &host, &output, expected) {
                        let (program, builder, host) = (self.program, builder.name, host.name);
                        let _ = writeln!(
                            failures,
                            "{program}, {interface:?}: {builder} on {host}, {ranks} ranks: {failure}"
                        );
                    }
                }
            }
        }
        assert!(failures.is_empty(), "{failures}");
    }

    /// Two everywhere. More than there are cores only on the MPI whose ranks do not poll.
    fn ranks(&self, host: &Installation) -> Vec<usize> {
        if host.name == "debian-openmpi" { [&[2], self.more_ranks].concat() } else { vec![2] }
    }

    /// Its output on the MPI that passes every chapter.
    fn expected(&self, interface: Interface, ranks: usize) -> Report {
        let sound = Installation::named("debian-openmpi");
        Report::of(&self.run(&sound, &sound, interface, ranks).expect_success())
    }

    fn run(&self, builder: &Installation, host: &Installation, interface: Interface, ranks: usize) -> Output {
        let folder = folder_in_memory();
        let launch = Launch::new(host, self.compile(builder, interface))
            .ranks(ranks)
            .environment("TMPDIR", folder.path());
        if builder.name == host.name { launch.run() } else { launch.by_seaway_run().run() }
    }

    fn compile(&self, builder: &Installation, interface: Interface) -> PathBuf {
        // mpif.h declares no procedures, so gfortran compares calls with each other and reports mismatches.
        let mut options =
            vec!["-fallow-argument-mismatch", "-w", "-fcray-pointer", "-ffree-line-length-none"];
        options.push(interface.option());
        if builder.abi == Abi::OpenMpi {
            // Its wrapper for Fortran does not know where mpi.h is.
            options.extend(["-DBUILT_WITH_OPEN_MPI", "-I/usr/lib/x86_64-linux-gnu/openmpi/include"]);
        }
        let part_in_c = program_source(format!("adapter_fortran/{}.c", self.program)).display().to_string();
        if fs::exists(&part_in_c).unwrap_or(false) {
            options.push(&part_in_c);
        }
        builder.compile_fortran(format!("adapter_fortran/{}.F90", self.program), &options)
    }
}

fn check_report(
    builder: &Installation,
    host: &Installation,
    output: &Output,
    expected: &Report,
) -> Result<(), String> {
    if !output.status.success() {
        return Err(output.to_string());
    }
    let adapted = Report::of(output);
    // The adapter's Fortran layer also passes where that of the program's own MPI fails; procedures that did
    // not exist when the program was built are still skipped.
    let may_skip = |section: &String| match (builder.abi, host.name, section.as_str()) {
        (_, "mpich", "ports")
        | (Abi::Mpich, _, "sizes" | "between")
        | (Abi::Mpich, "debian-openmpi", "persistent") => true,
        (abi, ..) => abi == Abi::OpenMpi && expected.skipped.contains(section),
    };
    if !adapted.skipped.iter().all(may_skip) {
        return Err(format!("it skips {:?}", adapted.skipped));
    }
    expected.difference(&adapted).map_or(Ok(()), Err)
}
