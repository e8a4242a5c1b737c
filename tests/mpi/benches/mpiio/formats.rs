// SPDX-License-Identifier: MIT OR Apache-2.0
//! Libraries on top of MPI-IO: PnetCDF and HDF5 write and read 256^3 integers, timed from open to close.
//!
//! They send messages of their own, which are slow in an MPI that polls where ranks outnumber cores. So
//! Seaway is compared with the best MPI-IO under the same MPI: Open MPI has OMPIO and ROMIO.

use std::ffi::OsString;
use std::path::Path;

use crate::Plan;
use crate::bars::Bars;
use crate::competitor::{Competitor, Role};
use crate::contest::{self, Against, Bar, Case, Contest};
use crate::places::FileSystem;

const RANKS: usize = 4;
const SECONDS: &str = "0.3";
const TARGET: f64 = 1.5;

pub(crate) fn run(plan: &Plan, bars: &mut Bars, places: &[FileSystem], competitors: &[Competitor]) {
    println!("\nPnetCDF and HDF5, {RANKS} ranks");
    // Debian builds PnetCDF for Open MPI only.
    let with_pnetcdf: Vec<Competitor> = competitors
        .iter()
        .filter(|one| one.installation() == "debian-openmpi" || one.role == Role::NewPages)
        .cloned()
        .collect();
    for place in places {
        hold(plan, bars, place, "pnetcdf", &with_pnetcdf, |_| vec!["-lpnetcdf".to_owned()]);
        hold(plan, bars, place, "hdf5", competitors, |competitor| hdf5(competitor.installation()));
    }
}

fn hold(
    plan: &Plan,
    bars: &mut Bars,
    place: &FileSystem,
    format: &str,
    competitors: &[Competitor],
    options: impl Fn(&Competitor) -> Vec<String>,
) {
    let compile = |competitor: &Competitor| {
        let options = options(competitor);
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        competitor.compile(&format!("{format}.c"), &options)
    };
    let case = |parts, task| Case {
        name: format!("{format}.{parts}.{task}"),
        against: Against::Own,
        bar: if (parts, task) == ("blocks", "write") { Bar::OfNewPages } else { Bar::OfStock(TARGET) },
    };
    let tasks = ["write", "rewrite", "read"];
    let arguments = |names: &[&str]| {
        let first = [place.path().as_os_str().to_owned(), OsString::from(SECONDS)];
        first.into_iter().chain(names.iter().map(OsString::from)).collect()
    };
    let contest = Contest {
        suffix: format!("{}.{RANKS}", place.name),
        ranks: RANKS,
        competitors,
        programs: competitors.iter().map(compile).collect(),
        cases: ["blocks", "columns"]
            .into_iter()
            .flat_map(|parts| tasks.map(|task| case(parts, task)))
            .collect(),
        arguments: &arguments,
    };
    contest::hold(plan, bars, &contest);
}

/// Where Debian puts the HDF5 for an MPI.
fn hdf5(installation: &str) -> Vec<String> {
    let flavour = installation.trim_start_matches("debian-");
    let library = format!("/usr/lib/{}-linux-gnu/hdf5/{flavour}", std::env::consts::ARCH);
    assert!(Path::new(&library).exists(), "{library} is missing; run `cargo xtask test-mpi`");
    vec![format!("-I/usr/include/hdf5/{flavour}"), format!("-L{library}"), "-lhdf5".to_owned()]
}
