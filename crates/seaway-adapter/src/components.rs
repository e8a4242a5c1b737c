// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parts of Open MPI that it loads late. Some of them call MPI by the names that programs call, and would take our functions for
//! its own: so they are loaded before, each bundled with Open MPI's library, where they look first. What is loaded stays as it is.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use seaway_mpi::host::Library;

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
    file.write_all(&bundle(&[component, library], [start[18], start[19]])).ok()?;
    let _ = Library::load_apart(Path::new(&format!("/proc/self/fd/{}", file.as_raw_fd())));
    Some(file)
}

const HEADER_BYTES: u16 = 64;
const SEGMENT_BYTES: u16 = 56;
const SEGMENTS: u16 = 3;
const SYMBOL_BYTES: u64 = 24;
/// The largest page of any processor that we know.
const ALIGNMENT: u64 = 0x1_0000;
const READ_AND_WRITE: u32 = 6;

/// An ELF file that needs others, with the empty tables that the loader wants to see.
fn bundle(needed: &[&Path], processor: [u8; 2]) -> Vec<u8> {
    let mut strings = vec![0];
    let mut entries: Vec<[u64; 2]> = Vec::new();
    for path in needed {
        entries.push([1, strings.len() as u64]);
        strings.extend(path.as_os_str().as_bytes());
        strings.push(0);
    }
    let symbols = u64::from(HEADER_BYTES + SEGMENTS * SEGMENT_BYTES);
    // One symbol, number 0, which stands for none; one bucket and one chain, both empty.
    let hash = symbols + SYMBOL_BYTES;
    let dynamic = hash + 16;
    let dynamic_bytes = (entries.len() as u64 + 6) * 16;
    let texts = dynamic + dynamic_bytes;
    let length = texts + strings.len() as u64;
    entries.extend([
        [4, hash],
        [5, texts],
        [6, symbols],
        [10, strings.len() as u64],
        [11, SYMBOL_BYTES],
        [0, 0],
    ]);

    let mut bytes = header(processor);
    bytes.extend(segment(1, 0, length, ALIGNMENT));
    // Writable: loaders turn the addresses in it into their own.
    bytes.extend(segment(2, dynamic, dynamic_bytes, 8));
    // Without this one the loader would make the program's stack executable.
    bytes.extend(segment(0x6474_e551, 0, 0, 16));
    bytes.extend([0; 24]);
    bytes.extend([1_u32, 1, 0, 0].iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend(entries.iter().flatten().flat_map(|word| word.to_le_bytes()));
    bytes.extend(strings);
    bytes
}

fn header(processor: [u8; 2]) -> Vec<u8> {
    let mut bytes = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
    // A shared object.
    bytes.extend(3_u16.to_le_bytes());
    bytes.extend(processor);
    bytes.extend(1_u32.to_le_bytes());
    bytes.extend([0, u64::from(HEADER_BYTES), 0].iter().flat_map(|field| field.to_le_bytes()));
    bytes.extend(0_u32.to_le_bytes());
    let sizes = [HEADER_BYTES, SEGMENT_BYTES, SEGMENTS, 64, 0, 0];
    bytes.extend(sizes.iter().flat_map(|field| field.to_le_bytes()));
    bytes
}

fn segment(kind: u32, offset: u64, length: u64, alignment: u64) -> Vec<u8> {
    let words = [offset, offset, offset, length, length, alignment];
    [kind, READ_AND_WRITE]
        .iter()
        .flat_map(|field| field.to_le_bytes())
        .chain(words.iter().flat_map(|field| field.to_le_bytes()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loader_takes_a_bundle() {
        let program = fs::read("/proc/self/exe").unwrap();
        let load = |needed: &str| {
            let file = tempfile::NamedTempFile::new().unwrap();
            fs::write(file.path(), bundle(&[Path::new(needed)], [program[18], program[19]])).unwrap();
            Library::load_apart(file.path())
        };
        let library = load("libm.so.6").unwrap();
        assert!(library.symbol("cos").is_some() && library.symbol("MPI_Init").is_none());
        assert!(load("/no/such/library.so").is_err());
    }
}
