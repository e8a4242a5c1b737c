// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs with file format libraries, in C and in Fortran, on an MPI that neither they nor the libraries
//! were built with: parallel HDF5 of both of Debian's MPIs, and PnetCDF, which Debian builds for Open MPI.
//! The files are the same as those that they write on their own MPI.

mod hdf5_files;
mod netcdf_files;
mod quick_folder;

use std::fs;
use std::path::{Path, PathBuf};

use mpi_tests::{Abi, Installation, Launch};
use netcdf_files::{access_kinds_in_c, access_kinds_in_fortran};
use quick_folder::quick_folder;

/// Which MPI builds a program, and which others it runs on.
const DIRECTIONS: [(&str, &[&str]); 2] =
    [("debian-mpich", &["debian-openmpi", "openmpi"]), ("debian-openmpi", &["debian-mpich", "mpich"])];

#[test]
fn hdf5_from_c() {
    for (builder, hosts) in DIRECTIONS {
        let builder = Installation::named(builder);
        check(&builder, &hdf5_files::compile(&builder), hosts, &[], hdf5_files::compare);
    }
}

#[test]
fn hdf5_from_fortran() {
    for (builder, hosts) in DIRECTIONS {
        let builder = Installation::named(builder);
        check(&builder, &matrix_in_fortran(&builder), hosts, &[], |stock, adapted| {
            // The file contains the creation time of datasets.
            assert_eq!(hdf5_files::h5dump(stock), hdf5_files::h5dump(adapted), "{}", adapted.display());
        });
    }
}

#[test]
fn pnetcdf_from_c() {
    let builder = Installation::named("debian-openmpi");
    check(&builder, &access_kinds_in_c(&builder), DIRECTIONS[1].1, &["5"], compare_netcdf);
}

#[test]
fn pnetcdf_from_fortran() {
    let builder = Installation::named("debian-openmpi");
    check(&builder, &access_kinds_in_fortran(&builder), DIRECTIONS[1].1, &["5"], compare_netcdf);
}

fn compare_netcdf(stock: &Path, adapted: &Path) {
    netcdf_files::compare(stock, adapted, &adapted.display().to_string());
}

/// Writes a file on the program's own MPI and one on each of the others.
fn check(
    builder: &Installation,
    program: &Path,
    hosts: &[&str],
    arguments: &[&str],
    compare: impl Fn(&Path, &Path),
) {
    let folder = quick_folder();
    // Files have the same name: tools print it.
    let file = |whose: &str| -> PathBuf {
        let own = folder.path().join(whose);
        fs::create_dir_all(&own).expect("folders can be made");
        own.join("data")
    };
    let stock = file("stock");
    let launch = |host: &Installation| Launch::new(host, program).ranks(2);
    launch(builder).argument(&stock).arguments(arguments).run().expect_success();
    for host in hosts {
        let adapted = file(host);
        let launch = launch(&Installation::named(host)).by_seaway_run();
        launch.argument(&adapted).arguments(arguments).run().expect_success();
        compare(&stock, &adapted);
    }
}

fn matrix_in_fortran(builder: &Installation) -> PathBuf {
    let variant = if builder.abi == Abi::OpenMpi { "openmpi" } else { "mpich" };
    let modules = format!("-I/usr/include/hdf5/{variant}");
    let libraries = format!("-L/usr/lib/x86_64-linux-gnu/hdf5/{variant}");
    builder.compile_fortran("hdf5/matrix.F90", &[&modules, &libraries, "-lhdf5_fortran", "-lhdf5"])
}
