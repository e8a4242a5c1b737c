// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs that go through the chapters of MPI and check their results. Each must print the same under every
//! MPI it is compiled for, and when an adapter runs it on an MPI of another ABI.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use mpi_tests::{Abi, Installation, Launch, Report, folder_in_memory, programs_in};

/// The MPIs whose compilers build the programs for adapter tests. The older Open MPI is among them because
/// its objects have other sizes, which programs have copied into themselves.
const COMPILERS: [&str; 4] = ["mpich", "debian-openmpi", "openmpi", "standard-abi"];
/// The MPIs that they run on.
const HOSTS: [&str; 5] = ["mpich", "debian-openmpi", "openmpi", "intel", "standard-abi"];

/// A program of `programs/adapter`.
#[derive(Debug, Clone, Copy)]
struct Chapter {
    program: &'static str,
    /// Beside two, with which it runs everywhere.
    more_ranks: &'static [usize],
    /// MPIs that do not pass it themselves; nor would an adapter on them.
    faults: &'static [&'static str],
}

/// One test for each chapter natively, one through adapters.
macro_rules! chapters {
    ($($name:ident $more_ranks:expr, faults $faults:expr;)*) => {
        const CHAPTERS: &[Chapter] =
            &[$(Chapter { program: stringify!($name), more_ranks: &$more_ranks, faults: &$faults }),*];

        mod says_the_same_under_every_mpi {
            $(#[test]
            fn $name() {
                super::chapter(stringify!($name)).check_natively();
            })*
        }

        mod says_the_same_through_adapters {
            $(#[test]
            fn $name() {
                super::chapter(stringify!($name)).check_adapted();
            })*
        }
    };
}

chapters! {
    point_to_point [1], faults [];
    persistent [], faults [];
    collectives [1, 4], faults [];
    nonblocking_collectives [], faults [];
    persistent_collectives [], faults ["debian-mpich", "intel"];
    user_operations [], faults [];
    datatypes [], faults [];
    communicators [1, 4], faults [];
    topologies [1, 4], faults ["debian-mpich"];
    one_sided [], faults ["debian-mpich"];
    attributes [], faults [];
    error_handlers [], faults [];
    info [], faults [];
    dynamic [], faults ["debian-mpich", "intel"];
    io [], faults [];
    tools [], faults [];
    sessions [], faults [];
    requests [], faults [];
    large_counts [], faults [];
    partitioned [], faults [];
    constants [1], faults [];
    handles [], faults [];
    strings [], faults [];
    old_names [], faults [];
    threads [], faults [];
    buffered [1], faults [];
}

#[test]
fn every_program_of_the_directory_is_run() {
    let mut chapters: Vec<_> = CHAPTERS.iter().map(|chapter| chapter.program.to_owned()).collect();
    chapters.sort_unstable();
    assert_eq!(chapters, programs_in("adapter", ".c"));
}

fn chapter(program: &str) -> Chapter {
    *CHAPTERS.iter().find(|chapter| chapter.program == program).expect("it is in the table")
}

impl Chapter {
    /// Every MPI by itself. Differences show which of them deviates from the others.
    fn check_natively(&self) {
        let mut first: Option<(&str, Arc<Report>)> = None;
        for installation in Installation::all() {
            if self.faults.contains(&installation.name) {
                continue;
            }
            let report = self.native(&installation, 2);
            match &first {
                Some((name, other)) => compare(
                    &format!("{}, {} against {name}", self.program, installation.name),
                    other,
                    &report,
                ),
                None => first = Some((installation.name, report)),
            }
        }
    }

    /// All directions. All failures are reported together: a failure in one direction only is informative.
    fn check_adapted(&self) {
        let mut failures = String::new();
        let hosts: Vec<Installation> =
            Installation::all().into_iter().filter(|host| HOSTS.contains(&host.name)).collect();
        for compiler in COMPILERS.map(Installation::named) {
            let others = hosts.iter().filter(|host| host.abi != compiler.abi);
            for host in others.filter(|host| !self.faults.contains(&host.name)) {
                for ranks in self.ranks(&compiler, host) {
                    if let Err(failure) = self.try_adapted(&compiler, host, ranks) {
                        let _ = writeln!(
                            failures,
                            "{}: {} on {}, {ranks} ranks: {failure}",
                            self.program, compiler.name, host.name
                        );
                    }
                }
            }
        }
        assert!(failures.is_empty(), "{failures}");
    }

    /// Two ranks in every direction, other numbers between two MPIs alone: this is about arguments, not about MPIs.
    fn ranks(&self, compiler: &Installation, host: &Installation) -> Vec<usize> {
        match (compiler.name, host.name) {
            ("mpich", "openmpi") | ("openmpi", "mpich") => [&[2], self.more_ranks].concat(),
            // An adapter is made of two ABIs. A further MPI of the same ABI is tried with one kind of program.
            ("debian-openmpi", "intel" | "standard-abi") | ("standard-abi", "debian-openmpi" | "intel") => {
                Vec::new()
            }
            _ => vec![2],
        }
    }

    fn try_adapted(&self, compiler: &Installation, host: &Installation, ranks: usize) -> Result<(), String> {
        let native = self.native(compiler, ranks);
        let folder = folder_in_memory();
        let output = self
            .launch(compiler, host, ranks)
            .environment("TMPDIR", folder.path())
            .adapted(compiler.abi)
            .run();
        if !output.status.success() {
            return Err(output.to_string());
        }
        let adapted = Report::of(&output);
        let lacks = lacks(host);
        let unexpected: Vec<_> = adapted
            .skipped
            .difference(&native.skipped)
            .filter(|section| !lacks.contains(&section.as_str()))
            .collect();
        if !unexpected.is_empty() {
            return Err(format!("it skips {unexpected:?}"));
        }
        native.difference(&adapted).map_or(Ok(()), Err)
    }

    /// Its output under its own MPI; determined once.
    fn native(&self, installation: &Installation, ranks: usize) -> Arc<Report> {
        // Chapter, MPI, ranks. A slot for each, so that tests wait only for what they need.
        type Slots = HashMap<(&'static str, &'static str, usize), Arc<OnceLock<Arc<Report>>>>;
        static KNOWN: Mutex<Option<Slots>> = Mutex::new(None);
        let key = (self.program, installation.name, ranks);
        let slot = Arc::clone(
            KNOWN
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .get_or_insert_default()
                .entry(key)
                .or_default(),
        );
        let run = || {
            let folder = folder_in_memory();
            let launch = self.launch(installation, installation, ranks).environment("TMPDIR", folder.path());
            Arc::new(Report::of(&launch.run().expect_success()))
        };
        Arc::clone(slot.get_or_init(run))
    }

    fn launch(&self, compiler: &Installation, host: &Installation, ranks: usize) -> Launch {
        let program = compiler.compile_c(format!("adapter/{}.c", self.program), &["-pthread"]);
        // Where spawned processes end early, UCX reports files of theirs that it can no longer open, at random.
        Launch::new(host, program).ranks(ranks).environment("UCX_LOG_LEVEL", "fatal")
    }
}

/// Sections that a program finds no functions for on this MPI, and an adapter cannot make up for.
fn lacks(host: &Installation) -> &'static [&'static str] {
    match (host.abi, host.name) {
        (_, "debian-openmpi") => &[
            "nonblocking exchanges",
            "copies with info",
            "persistent",
            "persistent neighbourhoods",
            "process sets",
            "communication",
            "session handlers",
            "session infos",
            "between groups",
            "two at once",
            "end",
            "partitioned",
            "new environment",
            "looking at many",
            "of communicators",
            "fields",
            "events",
        ],
        (Abi::OpenMpi, _) => &["looking at many", "of communicators", "fields", "events"],
        // MPICH from PyPI does not check arguments, and its port names exceed its own limit.
        (_, "mpich") => &["refused", "ports"],
        (_, "standard-abi") => &["refused"],
        _ => &[],
    }
}

#[track_caller]
fn compare(what: &str, expected: &Report, got: &Report) {
    if let Some(difference) = expected.difference(got) {
        panic!("{what}\n{difference}");
    }
}
