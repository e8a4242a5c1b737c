// SPDX-License-Identifier: MIT OR Apache-2.0
//! Libraries on top of MPI-IO: PnetCDF and HDF5 write and read 256^3 integers, timed from open to close.

use std::ffi::OsString;
use std::process::Command;

use crate::Plan;
use crate::bars::Bars;
use crate::competitor::Competitor;
use crate::contest::{self, Against, Case, Contest};
use crate::places::Place;

const RANKS: usize = 4;
const SECONDS: &str = "0.4";
const TARGET: f64 = 1.5;

pub(crate) fn run(plan: &Plan, bars: &mut Bars, places: &[Place], competitors: &[Competitor]) {
    println!("\nPnetCDF and HDF5, {RANKS} ranks");
    // Debian builds PnetCDF for Open MPI alone.
    let with_pnetcdf: Vec<Competitor> = competitors
        .iter()
        .filter(|competitor| competitor.installation() == "debian-openmpi")
        .cloned()
        .collect();
    for place in places {
        hold(plan, bars, place, "pnetcdf", &with_pnetcdf, |_| vec!["-lpnetcdf".to_owned()]);
        hold(plan, bars, place, "hdf5", competitors, |competitor| {
            package(&competitor.installation().replace("debian-", "hdf5-"))
        });
    }
}

fn hold(
    plan: &Plan,
    bars: &mut Bars,
    place: &Place,
    format: &str,
    competitors: &[Competitor],
    options: impl Fn(&Competitor) -> Vec<String>,
) {
    let compile = |competitor: &Competitor| {
        let options = options(competitor);
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        competitor.compile(&format!("{format}.c"), &options)
    };
    let case = |task| Case { name: format!("{format}.{task}"), against: Against::Best, target: TARGET };
    let contest = Contest {
        suffix: format!("{}.{RANKS}", place.name),
        ranks: RANKS,
        competitors,
        programs: competitors.iter().map(compile).collect(),
        cases: vec![case("write"), case("read")],
        // The program always carries out both.
        arguments: &|_| vec![place.path().into(), OsString::from(SECONDS)],
    };
    contest::hold(plan, bars, &contest);
}

/// What pkg-config says of a library.
fn package(name: &str) -> Vec<String> {
    let output = Command::new("pkg-config").args(["--cflags", "--libs", name]).output();
    let output = output.unwrap_or_else(|error| panic!("pkg-config: {error}"));
    assert!(output.status.success(), "{name} is not installed; run `cargo xtask test-mpi`");
    String::from_utf8_lossy(&output.stdout).split_whitespace().map(str::to_owned).collect()
}
