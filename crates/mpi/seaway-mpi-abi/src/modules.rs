// SPDX-License-Identifier: MIT OR Apache-2.0
//! Libraries of a process that were built for an MPI: programs that load these late, such as Python, do not show before they run
//! which ABI they will need.

use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::DynamicSection;

const SEGMENT_DYNAMIC: u32 = 2;
const TAG_NEEDED: i64 = 1;
const TAG_STRINGS: i64 = 5;

/// A loaded library that needs an MPI of another ABI than `own`, and the word for that ABI: `mpich`, `openmpi` or `standard`. What
/// MPIs and Seaway have loaded for themselves does not count.
pub fn module_of_another_abi(own: &str) -> Option<(PathBuf, &'static str)> {
    let is_user = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_of_mpi = ["libmpi", "libseaway", "mca_"].iter().any(|start| name.starts_with(start));
        // Adapters load an MPI as a dependency of a library that is a file in memory.
        !is_of_mpi && !path.starts_with("/proc/self/fd")
    };
    let mut found: Vec<(PathBuf, &'static str)> = Vec::new();
    for (path, needed) in loaded_objects().into_iter().filter(|(path, _)| is_user(path)) {
        let mut words = needed.iter().filter_map(|name| abi_of_library(name));
        if let Some(word) = words.find(|word| *word != own) {
            found.push((path, word));
        }
    }
    // The last one has been loaded for the call that is about to be made.
    found.pop()
}

/// The ABI of a library of this name, if it has MPI's C functions.
fn abi_of_library(name: &str) -> Option<&'static str> {
    match name.rsplit('/').next()? {
        "libmpi.so.12" | "libmpich.so.12" => Some("mpich"),
        "libmpi.so.40" => Some("openmpi"),
        "libmpi_abi.so.1" => Some("standard"),
        _ => None,
    }
}

/// The loaded objects, and the names of the libraries that each needs.
fn loaded_objects() -> Vec<(PathBuf, Vec<String>)> {
    unsafe extern "C" fn collect(info: *mut libc::dl_phdr_info, _: usize, objects: *mut c_void) -> c_int {
        // SAFETY: `objects` is the vector below, and the loader describes a loaded object.
        unsafe {
            let info = &*info;
            let name = if info.dlpi_name.is_null() { c"" } else { CStr::from_ptr(info.dlpi_name) };
            let path = Path::new(OsStr::from_bytes(name.to_bytes())).to_owned();
            (*objects.cast::<Vec<(PathBuf, Vec<String>)>>()).push((path, needed(info)));
        }
        0
    }
    let mut objects: Vec<(PathBuf, Vec<String>)> = Vec::new();
    // SAFETY: the callback gets the vector that lives until the call returns.
    unsafe { libc::dl_iterate_phdr(Some(collect), (&raw mut objects).cast()) };
    objects
}

/// # Safety
/// The loader's description of a loaded object.
unsafe fn needed(info: &libc::dl_phdr_info) -> Vec<String> {
    let base = usize::try_from(info.dlpi_addr).unwrap_or(0);
    // SAFETY: the object has as many segments as it says.
    let mut segments = (0..usize::from(info.dlpi_phnum)).map(|index| unsafe { &*info.dlpi_phdr.add(index) });
    let Some(segment) = segments.find(|segment| segment.p_type == SEGMENT_DYNAMIC) else { return Vec::new() };
    let address = base.wrapping_add(usize::try_from(segment.p_vaddr).unwrap_or(0));
    // SAFETY: the object is loaded while the loader describes it.
    let dynamic = unsafe { DynamicSection::of_object(base, address) };
    let Some(strings) = dynamic.table(TAG_STRINGS) else { return Vec::new() };
    // SAFETY: offsets in the object's table of strings, which end with zero.
    let string = |offset: usize| unsafe { CStr::from_ptr((strings + offset) as *const c_char) };
    let needed = dynamic.entries().filter(|(tag, _)| *tag == TAG_NEEDED);
    needed.map(|(_, offset)| string(offset).to_string_lossy().into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_object_says_what_it_needs() {
        let objects = loaded_objects();
        assert!(objects[0].1.iter().any(|name| name == "libc.so.6"), "{objects:?}");
        assert_eq!(module_of_another_abi("mpich"), None);
    }

    #[test]
    fn names_with_functions_in_c_tell_the_abi() {
        for (name, abi) in [
            ("libmpi.so.12", Some("mpich")),
            ("/opt/lib/libmpi.so.40", Some("openmpi")),
            ("libmpi_abi.so.1", Some("standard")),
            ("libmpi_cxx.so.40", None),
            ("libc.so.6", None),
        ] {
            assert_eq!(abi_of_library(name), abi, "{name}");
        }
    }
}
