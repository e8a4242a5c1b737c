// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs that write NetCDF files with every kind of access that PnetCDF has, and the comparison of what they wrote.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use mpi_tests::Installation;

pub(crate) fn access_kinds_in_c(installation: &Installation) -> PathBuf {
    installation.compile_c("pnetcdf/access_kinds.c", &["-lpnetcdf"])
}

pub(crate) fn access_kinds_in_fortran(installation: &Installation) -> PathBuf {
    // Where Debian keeps the modules of this gfortran version, and pnetcdf.inc.
    let folders = ["-I/usr/lib/x86_64-linux-gnu/fortran/gfortran-mod-15", "-I/usr/include/x86_64-linux-gnu"];
    let options = [&folders[..], &["-w", "-lpnetcdf"]].concat();
    installation.compile_fortran("pnetcdf/access_kinds.F90", &options)
}

/// Both hold the same, byte for byte, and PnetCDF's own tools accept it.
pub(crate) fn compare(stock: &Path, seaway: &Path, what: &str) {
    let validated = tool("ncvalidator", seaway);
    assert!(validated.contains("is a valid NetCDF"), "{what}: {validated}");
    // Dumps first: their differences are readable.
    assert_eq!(tool("ncmpidump", stock), tool("ncmpidump", seaway), "{what}");
    let read = |path: &Path| fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (stock, seaway) = (read(stock), read(seaway));
    let difference = stock.iter().zip(&seaway).position(|(one, other)| one != other);
    assert_eq!(difference, None, "{what}: the files differ at this byte");
    assert_eq!(stock.len(), seaway.len(), "{what}: lengths");
}

/// The output of one of PnetCDF's tools for a file, without its path.
pub(crate) fn tool(name: &str, file: &Path) -> String {
    let mut command = Command::new(name);
    command.arg(file.file_name().expect("a file has a name"));
    command.current_dir(file.parent().expect("a file lies in a folder"));
    let output = command.output().unwrap_or_else(|error| panic!("{name}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{name} {}: {text}{output:?}", file.display());
    text
}
