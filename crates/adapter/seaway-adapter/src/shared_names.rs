// SPDX-License-Identifier: MIT OR Apache-2.0
//! Names that must be the same for the host and the program. The host searches its own libraries first, so
//! that it finds its own MPI functions; the C library is among them. But the program may have replaced parts
//! of that: the linker has copied `environ` and `stdout` into the program, or another library provides
//! `malloc`. Memory allocated by one is freed by the other, and there is one environment, so the host must
//! bind these names as everything else does.

use std::ffi::{CStr, c_void};
use std::path::Path;
use std::ptr;

use seaway_mpi_abi::Library;

use crate::hollow_library::Symbol;
use crate::loaded_object::{Definition, LoadedObject};

/// Language runtimes, which the whole process shares.
const RUNTIMES: [&CStr; 11] = [
    c"libc.so.6",
    c"libm.so.6",
    c"libpthread.so.0",
    c"libdl.so.2",
    c"librt.so.1",
    c"ld-linux-x86-64.so.2",
    c"ld-linux-aarch64.so.1",
    c"libstdc++.so.6",
    c"libc++.so.1",
    c"libc++abi.so.1",
    c"libgcc_s.so.1",
];

/// The process's replacements for definitions of these libraries, and variables of any library that were
/// copied into the program.
pub(crate) fn find() -> Vec<Symbol> {
    let mut found: Vec<Symbol> = RUNTIMES.iter().flat_map(|name| replaced_of(name)).collect();
    found.extend(copies_in_program());
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found.dedup_by(|one, other| one.name == other.name);
    found
}

fn replaced_of(name: &CStr) -> Vec<Symbol> {
    let object = LoadedObject::named(name);
    let library = name.to_str().ok().and_then(|name| Library::already_loaded(Path::new(name)));
    let (Some(object), Some(library)) = (object, library) else { return Vec::new() };
    let replaced = |definition: Definition| {
        let address = definition.replaced(&library)?;
        // Some names are in two of these libraries, with the same meaning.
        (!is_of_runtime(address)).then(|| symbol(&definition, address))
    };
    object.definitions().filter_map(replaced).collect()
}

fn is_of_runtime(address: usize) -> bool {
    let path = Library::path_of_object(ptr::without_provenance_mut(address));
    let name = path.as_deref().and_then(Path::file_name).unwrap_or_default();
    RUNTIMES.iter().any(|runtime| runtime.to_bytes() == name.as_encoded_bytes())
}

/// Variables that the linker has copied from a library into the program. MPI's are excluded: the host has its
/// own under the same names.
fn copies_in_program() -> Vec<Symbol> {
    let Some(program) = LoadedObject::program() else { return Vec::new() };
    let variables = program.definitions().filter(|definition| definition.is_variable);
    let is_copy = |variable: &Definition| {
        Library::next_symbol(variable.name, ptr::null_mut()).is_some_and(|original| !is_of_seaway(original))
    };
    variables.filter(is_copy).filter_map(|copy| Some(symbol(&copy, copy.address?))).collect()
}

fn is_of_seaway(address: *mut c_void) -> bool {
    let path = Library::path_of_object(address);
    path.is_some_and(|path| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("libseaway"))
    })
}

fn symbol(definition: &Definition, address: usize) -> Symbol {
    Symbol { name: definition.name.to_owned(), address: address as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// This program has no copy relocations for the C library, and uses its malloc.
    #[test]
    fn a_program_that_replaces_nothing_shares_nothing() {
        let found = find();
        assert!(found.iter().all(|symbol| symbol.name.as_c_str() != c"malloc"), "{found:?}");
        assert!(found.len() < 20, "{found:?}");
    }
}
