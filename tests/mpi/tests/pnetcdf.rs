// SPDX-License-Identifier: MIT OR Apache-2.0
//! PnetCDF over Seaway: programs in C and in Fortran that use every kind of put and get check what they read back,
//! PnetCDF's own tools accept the files, and these are byte for byte those that the stock MPI writes.
//!
//! Under Debian's Open MPI, the only MPI that Debian's PnetCDF is built for.

mod netcdf_files;
mod quick_folder;

use std::fs;
use std::path::{Path, PathBuf};

use mpi_tests::{Installation, Launch};
use netcdf_files::{access_kinds_in_c, access_kinds_in_fortran, compare};
use quick_folder::quick_folder;

const FORMATS: [&str; 3] = ["1", "2", "5"];

#[test]
fn programs_in_c() {
    let installation = Installation::named("debian-openmpi");
    write_and_compare(&installation, &access_kinds_in_c(&installation));
}

#[test]
fn programs_in_fortran() {
    let installation = Installation::named("debian-openmpi");
    write_and_compare(&installation, &access_kinds_in_fortran(&installation));
}

fn write_and_compare(installation: &Installation, program: &Path) {
    for ranks in [1, 2, 3] {
        for format in FORMATS {
            let folder = quick_folder();
            let write = |name: &str, seaway: bool| -> PathBuf {
                let file = folder.path().join(name);
                fs::create_dir_all(file.parent().expect("it lies in a folder")).expect("folders can be made");
                let launch = Launch::new(installation, program).ranks(ranks).preload(seaway);
                launch.argument(&file).argument(format).run().expect_success();
                file
            };
            let (stock, seaway) = (write("stock/data.nc", false), write("seaway/data.nc", true));
            compare(&stock, &seaway, &format!("format {format}, {ranks} ranks"));
        }
    }
}
