// SPDX-License-Identifier: MIT OR Apache-2.0
//! Components that Open MPI loads late. Some of them call MPI by the names that programs use, and would bind
//! to the adapter's functions: so they are loaded early, each bundled with Open MPI's library, which is
//! searched first. What is loaded stays bound.

use std::fs;
use std::path::Path;

use crate::bundle::Bundles;

/// Their directories relative to the library: usually, and on Debian.
const FOLDERS: [&str; 2] = ["openmpi", "openmpi/lib/openmpi3"];
/// Those that call MPI as programs do.
const COMPONENTS: [&str; 3] = ["mca_io_romio", "mca_osc_pt2pt", "mca_fcoll_two_phase"];

/// Loads them. One that cannot be loaded here is left to Open MPI, which reports it or does not need it.
pub(crate) fn load(library: &Path, bundles: &mut Bundles) {
    let Ok(library) = fs::canonicalize(library) else { return };
    for folder in FOLDERS.iter().map(|folder| library.with_file_name(folder)) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.ends_with(".so") && COMPONENTS.iter().any(|component| name.starts_with(component)) {
                let _ = bundles.load(&[&entry.path(), &library]);
            }
        }
    }
}
