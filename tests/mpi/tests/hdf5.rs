// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parallel HDF5 over Seaway, under Debian's MPICH and Open MPI: a program checks what it reads back,
//! `h5dump` shows the same as with the stock MPI, and the files are the same byte for byte. Only unallocated
//! bytes may differ: the stock MPIs leave random data there, Seaway leaves zeros.

mod hdf5_files;
mod quick_folder;

use std::path::PathBuf;

use hdf5_files::{compare, compile, h5dump, read};
use mpi_tests::{Installation, Launch};
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
