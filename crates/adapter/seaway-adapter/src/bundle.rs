// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Bundles`]: libraries that are loaded together, as dependencies of an empty library. They search each
//! other for symbols before the global scope, except for names shared with the program (`shared_names`),
//! which the bundle itself defines and which are therefore found first. So the loader binds everything
//! correctly before any code of these libraries runs.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd};
use std::path::Path;

use seaway_mpi_abi::Library;

use crate::hollow_library::{self, Symbol};

/// The bundles of one host. Their files stay open as long as this lives: the loader identifies a bundle by
/// its name, which contains its descriptor number, and would take another of the same name for the same
/// library.
#[derive(Debug)]
pub(crate) struct Bundles {
    processor: u16,
    shared: Vec<Symbol>,
    files: Vec<File>,
}

impl Bundles {
    /// `None`: no bundle can be built for this host.
    pub(crate) fn new(host: &Path, shared: Vec<Symbol>) -> Option<Self> {
        let mut start = [0; 20];
        File::open(host).ok()?.read_exact(&mut start).ok()?;
        let processor = u16::from_le_bytes([start[18], start[19]]);
        let is_known = start.starts_with(b"\x7fELF\x02\x01");
        let bundles = is_known.then_some(Self { processor, shared, files: Vec::new() })?;
        Some(bundles.with_what_the_loader_takes())
    }

    /// Before glibc 2.28 the loader relocated absolute symbols. There the host has to do without shared
    /// names.
    fn with_what_the_loader_takes(mut self) -> Self {
        if let Some(Symbol { name, address }) = self.shared.first().cloned() {
            let found = self.load(&[]).ok().and_then(|bundle| bundle.symbol(name.to_str().ok()?));
            if found.map(|found| found.addr() as u64) != Some(address) {
                self.shared.clear();
            }
        }
        self
    }

    /// Loads `parts` together. The error is the loader's message.
    pub(crate) fn load(&mut self, parts: &[&Path]) -> Result<Library, String> {
        let bytes = hollow_library::library(None, parts, &self.shared, self.processor);
        let file = in_memory(&bytes).map_err(|error| format!("cannot create a file in memory: {error}"))?;
        let path = format!("/proc/self/fd/{}", file.as_raw_fd());
        self.files.push(file);
        Library::load_apart(Path::new(&path))
    }
}

fn in_memory(bytes: &[u8]) -> io::Result<File> {
    // SAFETY: the name is null-terminated.
    let descriptor = unsafe { libc::memfd_create(c"seaway-bundle".as_ptr(), libc::MFD_CLOEXEC) };
    if descriptor < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor is new, and nothing else uses it.
    let mut file = unsafe { File::from_raw_fd(descriptor) };
    file.write_all(bytes)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Leaked, because their files must stay open while others are made.
    fn bundles(shared: Vec<Symbol>) -> &'static mut Bundles {
        Box::leak(Box::new(Bundles::new(Path::new("/proc/self/exe"), shared).unwrap()))
    }

    #[test]
    fn the_loader_accepts_a_bundle() {
        let bundles = bundles(Vec::new());
        let library = bundles.load(&[Path::new("libm.so.6")]).unwrap();
        assert!(library.symbol("cos").is_some() && library.symbol("MPI_Init").is_none());
        assert!(bundles.load(&[Path::new("/no/such/library.so")]).is_err());
        assert!(Bundles::new(Path::new("/etc/passwd"), Vec::new()).is_none());
    }

    #[test]
    fn shared_names_are_found_before_those_of_the_parts() {
        static OURS: u32 = 7;
        let names = [c"cos", c"environ", c"seaway_test_one", c"seaway_test_two"];
        let address = (&raw const OURS) as u64;
        let shared = names.map(|name| Symbol { name: name.to_owned(), address }).to_vec();
        let library = bundles(shared).load(&[Path::new("libm.so.6")]).unwrap();
        for name in names {
            assert_eq!(library.symbol(name.to_str().unwrap()).unwrap().addr() as u64, address, "{name:?}");
        }
        assert_ne!(library.symbol("sin").unwrap().addr() as u64, address);
    }
}
