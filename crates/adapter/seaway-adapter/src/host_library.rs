// SPDX-License-Identifier: MIT OR Apache-2.0
//! The host's MPI: found in `SEAWAY_MPI`, loaded at the first call of any MPI function, and kept to itself, so that nothing of
//! it answers to the program and nothing of the program's answers to it.

use std::io::Write;
use std::path::PathBuf;
use std::ptr;
use std::sync::atomic::Ordering::Relaxed;

use seaway_mpi_abi::abi::{Abi, HANDLES, Kind, Predefined};
use seaway_mpi_abi::library::{Kind as Interface, Library};
use seaway_mpi_abi::{Mpich, OpenMpi, Standard};

use crate::entries::Entries;
use crate::generated::functions::{COUNT, NAMES, all, narrowed};
use crate::handles::row_of;
use crate::sides::{Host, Program};
use crate::tables::tables;
use crate::{callbacks, calls, components, sentinels};

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

/// Finds the host's functions, and lets entry points lead to those of the pair.
pub(crate) fn load<P: Program>(entries: &Entries) {
    let library = open();
    for (index, name) in NAMES.iter().enumerate() {
        let symbol = library.symbol(&format!("P{name}")).or_else(|| library.symbol(name));
        tables().functions[index].store(symbol.unwrap_or(ptr::null_mut()).cast(), Relaxed);
    }
    let abi = match library.kind() {
        Interface::Mpich => Mpich::NAME,
        Interface::OpenMpi => OpenMpi::NAME,
        Interface::Standard => Standard::NAME,
    };
    if abi == P::OneHost::NAME {
        prepare::<P, P::OneHost>(&library, entries);
    } else if abi == P::OtherHost::NAME {
        prepare::<P, P::OtherHost>(&library, entries);
    } else {
        fatal(&format!("the host's MPI ({VARIABLE}) has the program's ABI: the program runs on it as it is"));
    }
}

fn open() -> Library {
    let Some(path) = std::env::var_os(VARIABLE).map(PathBuf::from) else {
        fatal(&format!(
            "{VARIABLE} does not say which MPI this program is to run on; start it with `seaway run --mpi`"
        ));
    };
    match Library::load_apart(&path) {
        Ok(library) if library.symbol("MPI_Init").is_some() => {
            if library.kind() == Interface::OpenMpi {
                components::load(&path);
            }
            library
        }
        Ok(_) => fatal(&format!("{} ({VARIABLE}) is no MPI library", path.display())),
        Err(reason) => fatal(&format!("the host's MPI ({VARIABLE}) cannot be loaded: {reason}")),
    }
}

/// Fills all tables. What is called from now on finds the host.
fn prepare<P: Program, H: Host>(library: &Library, entries: &Entries) {
    // The process may have a symbol of the same name, which is ours: the host means its own.
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

/// What each entry point leads to, on a host that has some of the functions and lacks others.
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

/// A handle that the host lacks is its null handle: an error of the host's, and never another object.
fn null_row(kind: Kind) -> usize {
    match kind {
        Kind::Comm => row_of("MPI_COMM_NULL"),
        Kind::Group => row_of("MPI_GROUP_NULL"),
        Kind::Datatype => row_of("MPI_DATATYPE_NULL"),
        Kind::File => row_of("MPI_FILE_NULL"),
        Kind::Errhandler => row_of("MPI_ERRHANDLER_NULL"),
        Kind::Op => row_of("MPI_OP_NULL"),
        Kind::Info => row_of("MPI_INFO_NULL"),
        Kind::Win => row_of("MPI_WIN_NULL"),
        Kind::Request => row_of("MPI_REQUEST_NULL"),
        Kind::Message => row_of("MPI_MESSAGE_NULL"),
        Kind::Session => row_of("MPI_SESSION_NULL"),
    }
}

/// There is no MPI to give an error to: one sentence, and the end.
#[cold]
pub fn fatal(sentence: &str) -> ! {
    let _ = writeln!(std::io::stderr(), "seaway: {sentence}");
    std::process::exit(1);
}
