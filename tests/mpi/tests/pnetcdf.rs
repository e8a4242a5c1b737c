// SPDX-License-Identifier: MIT OR Apache-2.0
//! PnetCDF over Seaway: programs in C and in Fortran that use every kind of put and get check what they read back,
//! PnetCDF's own tools accept the files, and these are byte for byte those that the stock MPI writes.
//!
//! Under Debian's Open MPI, the only MPI that Debian's PnetCDF is built for.

mod quick_folder;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use mpi_tests::{Installation, Launch};
use quick_folder::quick_folder;

const FORMATS: [&str; 3] = ["1", "2", "5"];

#[test]
fn programs_in_c() {
    let installation = Installation::named("debian-openmpi");
    let program = installation.compile_c("pnetcdf/access_kinds.c", &["-lpnetcdf"]);
    write_and_compare(&installation, &program);
}

#[test]
fn programs_in_fortran() {
    let installation = Installation::named("debian-openmpi");
    // Where Debian keeps modules of this generation of gfortran's, and pnetcdf.inc.
    let folders = ["-I/usr/lib/x86_64-linux-gnu/fortran/gfortran-mod-15", "-I/usr/include/x86_64-linux-gnu"];
    let options = [&folders[..], &["-w", "-lpnetcdf"]].concat();
    let program = installation.compile_fortran("pnetcdf/access_kinds.F90", &options);
    write_and_compare(&installation, &program);
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

fn compare(stock: &Path, seaway: &Path, what: &str) {
    let validated = tool("ncvalidator", seaway);
    assert!(validated.contains("is a valid NetCDF"), "{what}: {validated}");
    // Dumps first: what is wrong in them can be read.
    assert_eq!(tool("ncmpidump", stock), tool("ncmpidump", seaway), "{what}");
    let read = |path: &Path| fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (stock, seaway) = (read(stock), read(seaway));
    let difference = stock.iter().zip(&seaway).position(|(one, other)| one != other);
    assert_eq!(difference, None, "{what}: the files differ at this byte");
    assert_eq!(stock.len(), seaway.len(), "{what}: lengths");
}

/// What one of PnetCDF's tools says about a file, without its path.
fn tool(name: &str, file: &Path) -> String {
    let mut command = Command::new(name);
    command.arg(file.file_name().expect("a file has a name"));
    command.current_dir(file.parent().expect("a file lies in a folder"));
    let output = command.output().unwrap_or_else(|error| panic!("{name}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{name} {}: {text}{output:?}", file.display());
    text
}
