// SPDX-License-Identifier: MIT OR Apache-2.0
//! The host's MPI: named by `SEAWAY_MPI`, loaded at the first call of any MPI function, and isolated, so that
//! neither the host nor the program binds to the other's symbols.

use std::io::Write;
use std::path::PathBuf;
use std::ptr;
use std::sync::atomic::Ordering::Relaxed;

use seaway_mpi_abi::abi::{Abi, HANDLES, Predefined};
use seaway_mpi_abi::library::{Library, LibraryKind};
use seaway_mpi_abi::{Mpich, OpenMpi, Standard};

use crate::bundle::Bundles;
use crate::entries::Entries;
use crate::generated::functions::{COUNT, NAMES, all, narrowed};
use crate::handles::null_row;
use crate::sides::{Host, Program};
use crate::tables::tables;
use crate::{callbacks, calls, components, sentinels, shared_names};

/// The path of the host's library.
pub(crate) const VARIABLE: &str = "SEAWAY_MPI";

/// The host's function of this index.
#[inline(always)]
pub(crate) fn function(index: usize) -> *const () {
    tables().functions[index].load(Relaxed)
}

/// Whether the host has it.
pub(crate) fn has(index: usize) -> bool {
    !function(index).is_null()
}

/// Finds the host's functions, and points the entry points to those of the ABI pair.
pub(crate) fn load<P: Program>(entries: &Entries) {
    let library = open();
    for (index, name) in NAMES.iter().enumerate() {
        let symbol = library.symbol(&format!("P{name}")).or_else(|| library.symbol(name));
        tables().functions[index].store(symbol.unwrap_or(ptr::null_mut()).cast(), Relaxed);
    }
    let abi = match library.kind() {
        LibraryKind::Mpich => Mpich::NAME,
        LibraryKind::OpenMpi => OpenMpi::NAME,
        LibraryKind::Standard => Standard::NAME,
    };
    if abi == P::OneHost::NAME {
        prepare::<P, P::OneHost>(&library, entries);
    } else if abi == P::OtherHost::NAME {
        prepare::<P, P::OtherHost>(&library, entries);
    } else {
        fatal(&format!("the host's MPI ({VARIABLE}) has the program's ABI: run the program on it directly"));
    }
}

fn open() -> Library {
    let Some(path) = std::env::var_os(VARIABLE).map(PathBuf::from) else {
        fatal(&format!(
            "{VARIABLE} is not set, so the MPI to run on is unknown; start the program with `seaway run --mpi`"
        ));
    };
    let mut bundles = Bundles::new(&path, shared_names::find());
    let loaded = match &mut bundles {
        Some(bundles) => bundles.load(&[&path]).map(|_| Library::already_loaded(&path)),
        None => Library::load_apart(&path).map(Some),
    };
    match loaded {
        Ok(Some(library)) if library.symbol("MPI_Init").is_some() => {
            if let Some(bundles) = bundles.as_mut().filter(|_| library.kind() == LibraryKind::OpenMpi) {
                components::load(&path, bundles);
            }
            library
        }
        Ok(_) => fatal(&format!("{} ({VARIABLE}) is not an MPI library", path.display())),
        Err(reason) => fatal(&format!("the host's MPI ({VARIABLE}) cannot be loaded: {reason}")),
    }
}

/// Fills all tables. Later calls find the host.
fn prepare<P: Program, H: Host>(library: &Library, entries: &Entries) {
    // The process may have a symbol of the same name, which is the adapter's: the host means its own.
    let register = |handle: Predefined| handle.register(|symbol| library.symbol(symbol.to_str().ok()?));
    for (row, &(kind, _)) in HANDLES.iter().enumerate() {
        let word = register(H::HANDLES[row]).or_else(|| register(H::HANDLES[null_row(kind)]));
        tables().host_words[row].store(word.unwrap_or(0), Relaxed);
    }
    P::prepare();
    H::prepare();
    sentinels::prepare::<P, H>(library);
    calls::prepare::<P, H>();
    callbacks::prepare::<P, H>();
    for (index, function) in functions::<P, H>().into_iter().enumerate() {
        entries.set(index, function);
    }
}

/// The target of each entry point, on a host that has some of the functions and lacks others.
fn functions<P: Program, H: Host>() -> [*const (); COUNT] {
    let mut entries = all::<P, H>();
    for (index, entry) in entries.iter_mut().enumerate() {
        if !has(index) && calls::needs_host(NAMES[index]) {
            *entry = calls::missing(index);
        }
    }
    for (large, small, function) in narrowed::<P, H>()
        .into_iter()
        .chain(calls::narrowed_by_hand::<P, H>())
        .chain(calls::large_by_hand::<P, H>())
        .chain(calls::older_by_hand::<P, H>())
    {
        if !has(large) && has(small) {
            entries[large] = function;
        }
    }
    for (large, same) in calls::WIDE_ALREADY.into_iter().filter(|&(large, same)| !has(large) && has(same)) {
        entries[large] = entries[same];
    }
    entries
}

/// There is no MPI to report an error through: prints one sentence, and exits.
#[cold]
pub fn fatal(sentence: &str) -> ! {
    let _ = writeln!(std::io::stderr(), "seaway: {sentence}");
    std::process::exit(1);
}
