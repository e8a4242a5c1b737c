// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parallel HDF5 over Seaway, under Debian's MPICH and Open MPI: a program checks what it reads back, `h5dump` shows the
//! same as with the stock MPI, and the files are the same byte for byte. Only bytes that belong to nobody may differ:
//! the stock MPIs leave something else there in every run, Seaway leaves zeros.

mod quick_folder;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use mpi_tests::{Abi, Installation, Launch};
use quick_folder::quick_folder;

const RANKS: [usize; 3] = [1, 2, 4];

#[test]
fn datasets_of_all_layouts() {
    let [mpich, openmpi] = ["debian-mpich", "debian-openmpi"].map(Installation::named);
    let folder = quick_folder();
    for ranks in RANKS {
        let write = |installation: &Installation, seaway: bool| -> PathBuf {
            let name = format!("{}-{ranks}-{}", installation.name, if seaway { "seaway" } else { "stock" });
            let file = folder.path().join(name);
            let launch = Launch::new(installation, compile(installation)).ranks(ranks).preload(seaway);
            launch.argument(&file).run().expect_success();
            file
        };
        let stock = write(&openmpi, false);
        let seaway = write(&openmpi, true);
        compare(&stock, &seaway);
        // MPICH polls: HDF5's own messages between more ranks than cores take minutes.
        if ranks <= 2 {
            let under_mpich = write(&mpich, true);
            compare(&stock, &under_mpich);
            assert!(
                read(&seaway) == read(&under_mpich),
                "{ranks} ranks: Seaway's files differ between the MPIs"
            );
            assert_eq!(h5dump(&stock), h5dump(&write(&mpich, false)), "stock MPICH, {ranks} ranks");
        }
    }
}

fn compare(stock: &Path, seaway: &Path) {
    let what = seaway.display();
    assert_eq!(h5dump(stock), h5dump(seaway), "{what}");
    let (stock, seaway) = (read(stock), read(seaway));
    let wrong = stock.iter().zip(&seaway).position(|(one, other)| one != other && *other != 0);
    assert_eq!(wrong, None, "{what}: differs from stock Open MPI's file at this byte");
    assert_eq!(stock.len(), seaway.len(), "{what}: length");
}

fn compile(installation: &Installation) -> PathBuf {
    let variant = if installation.abi == Abi::OpenMpi { "openmpi" } else { "mpich" };
    let headers = format!("-I/usr/include/hdf5/{variant}");
    let libraries = format!("-L/usr/lib/x86_64-linux-gnu/hdf5/{variant}");
    installation.compile_c("hdf5/datasets.c", &[&headers, &libraries, "-lhdf5"])
}

/// What the file contains, as text, without its name.
fn h5dump(file: &Path) -> String {
    let output = Command::new("h5dump").arg(file).output();
    let output = output.unwrap_or_else(|error| panic!("h5dump: {error}"));
    assert!(output.status.success(), "h5dump {}: {output:?}", file.display());
    let text = String::from_utf8_lossy(&output.stdout);
    text.split_once('\n').map_or_else(String::new, |(_, rest)| rest.to_owned())
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
