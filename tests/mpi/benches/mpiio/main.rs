// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask bench mpiio`: unmodified MPI programs with libseaway beside the same programs on stock MPIs.
//!
//! Every row is a contest: launches of one program under each MPI, with and without libseaway, alternate.
//! Within a launch ranks start together and repeat the case; the result of a launch is the lower quartile of
//! its laps, that of a row the median ratio over the launches. Seaway runs under Debian's MPICH and Open MPI;
//! "best" is the fastest of the stock MPI-IOs: ROMIO of that MPICH and of a newer one, OMPIO of that Open
//! MPI. Large parts of new files are held against the limit instead: the kernel's new pages, taken by as many
//! processes without any MPI-IO, by write() or by fallocate() and a mapping, whichever is faster. On disk
//! all write to the page cache. A word, or `--only WORD`, runs the rows whose name contains it;
//! `--quick` makes one round.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that people read in a terminal")]

mod bars;
mod bystander;
mod cases;
mod competitor;
mod contest;
mod formats;
mod places;
mod plan;
mod times;

use std::process::ExitCode;

use bars::Bars;
use competitor::{Competitor, Role};
use plan::Plan;

fn main() -> ExitCode {
    let (plan, places) = match Plan::from_arguments(3).and_then(|plan| Ok((plan, find_places()?))) {
        Ok(prepared) => prepared,
        Err(complaint) => {
            eprintln!("error: {complaint}");
            return ExitCode::FAILURE;
        }
    };
    let mut bars = Bars::default();
    let hosts = hosts();
    bystander::run(&plan, &mut bars, &hosts);
    // A newer ROMIO, which is faster in some cases.
    let newer = Competitor::new(Role::Other, "romio-5", "mpich");
    let limit = Competitor::new(Role::NewPages, "new-pages", "debian-openmpi");
    cases::run(&plan, &mut bars, &places, &[hosts.clone(), vec![newer, limit.clone()]].concat());
    // Open MPI has a ROMIO too: the only one that runs with Debian's PnetCDF.
    let romio = Competitor::new(Role::Other, "romio-openmpi", "debian-openmpi");
    let romio = romio.variable("OMPI_MCA_io", "romio321");
    formats::run(&plan, &mut bars, &places, &[hosts, vec![romio, limit]].concat());
    bars.conclude()
}

/// The MPIs that Seaway runs under, with and without it.
fn hosts() -> Vec<Competitor> {
    vec![
        Competitor::new(Role::Ours, "mpich", "debian-mpich"),
        Competitor::new(Role::Own, "romio", "debian-mpich"),
        Competitor::new(Role::Ours, "openmpi", "debian-openmpi"),
        Competitor::new(Role::Own, "ompio", "debian-openmpi"),
    ]
}

fn find_places() -> Result<Vec<places::FileSystem>, String> {
    places::all().map_err(|error| format!("cannot make a directory for files: {error}"))
}
