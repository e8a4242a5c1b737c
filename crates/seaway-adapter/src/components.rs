// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parts of Open MPI that it loads late. Some of them call MPI by the names that programs call, and would take our functions for
//! its own: so they are loaded before, each bundled with Open MPI's library, where they look first. What is loaded stays as it is.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::{AsRawFd, FromRawFd};
use std::path::Path;

use seaway_mpi_abi::Library;

use crate::hollow_library::hollow_library;

/// Where they are, beside the library: usually, and on Debian.
const FOLDERS: [&str; 2] = ["openmpi", "openmpi/lib/openmpi3"];
/// Those that call MPI as programs do.
const COMPONENTS: [&str; 3] = ["mca_io_romio", "mca_osc_pt2pt", "mca_fcoll_two_phase"];

/// Loads them. One that cannot be loaded here is left to Open MPI, which knows why, or does not want it.
pub(crate) fn load(library: &Path) {
    let Ok(library) = fs::canonicalize(library) else { return };
    // All are open until the end: the loader knows what it has loaded by its name, which is the number of the file.
    let mut bundles = Vec::new();
    for folder in FOLDERS.iter().map(|folder| library.with_file_name(folder)) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.ends_with(".so") && COMPONENTS.iter().any(|component| name.starts_with(component)) {
                bundles.extend(load_together(&entry.path(), &library));
            }
        }
    }
}

/// Both are parts of an object that has nothing of its own, and all parts of it look into each other before they look elsewhere.
/// Returns the file of that object.
fn load_together(component: &Path, library: &Path) -> Option<File> {
    let mut start = [0; 20];
    File::open(library).ok()?.read_exact(&mut start).ok()?;
    // SAFETY: a name that ends with zero.
    let descriptor = unsafe { libc::memfd_create(c"seaway-bundle".as_ptr(), libc::MFD_CLOEXEC) };
    if descriptor < 0 || !start.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    // SAFETY: it is new, and nobody else's.
    let mut file = unsafe { File::from_raw_fd(descriptor) };
    let processor = u16::from_le_bytes([start[18], start[19]]);
    file.write_all(&hollow_library(None, &[component, library], processor)).ok()?;
    let _ = Library::load_apart(Path::new(&format!("/proc/self/fd/{}", file.as_raw_fd())));
    Some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loader_takes_a_bundle() {
        let program = fs::read("/proc/self/exe").unwrap();
        let load = |needed: &str| {
            let file = tempfile::NamedTempFile::new().unwrap();
            let processor = u16::from_le_bytes([program[18], program[19]]);
            fs::write(file.path(), hollow_library(None, &[Path::new(needed)], processor)).unwrap();
            Library::load_apart(file.path())
        };
        let library = load("libm.so.6").unwrap();
        assert!(library.symbol("cos").is_some() && library.symbol("MPI_Init").is_none());
        assert!(load("/no/such/library.so").is_err());
    }
}
