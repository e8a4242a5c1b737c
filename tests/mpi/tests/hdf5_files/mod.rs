// SPDX-License-Identifier: MIT OR Apache-2.0
//! A program that writes HDF5 datasets of all layouts, and the comparison of what it wrote.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use mpi_tests::{Abi, Installation};

/// Both hold the same; only unallocated bytes may differ.
pub(crate) fn compare(stock: &Path, seaway: &Path) {
    let what = seaway.display();
    assert_eq!(h5dump(stock), h5dump(seaway), "{what}");
    let (stock, seaway) = (read(stock), read(seaway));
    let wrong = stock.iter().zip(&seaway).position(|(one, other)| one != other && *other != 0);
    assert_eq!(wrong, None, "{what}: differs from stock Open MPI's file at this byte");
    assert_eq!(stock.len(), seaway.len(), "{what}: length");
}

pub(crate) fn compile(installation: &Installation) -> PathBuf {
    let variant = if installation.abi == Abi::OpenMpi { "openmpi" } else { "mpich" };
    let headers = format!("-I/usr/include/hdf5/{variant}");
    let libraries = format!("-L/usr/lib/x86_64-linux-gnu/hdf5/{variant}");
    installation.compile_c("hdf5/datasets.c", &[&headers, &libraries, "-lhdf5"])
}

/// The contents of the file as text, without its name.
pub(crate) fn h5dump(file: &Path) -> String {
    let output = Command::new("h5dump").arg(file).output();
    let output = output.unwrap_or_else(|error| panic!("h5dump: {error}"));
    assert!(output.status.success(), "h5dump {}: {output:?}", file.display());
    let text = String::from_utf8_lossy(&output.stdout);
    text.split_once('\n').map_or_else(String::new, |(_, rest)| rest.to_owned())
}

pub(crate) fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
