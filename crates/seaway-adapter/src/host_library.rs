// SPDX-License-Identifier: MIT OR Apache-2.0
//! The host's MPI: found in `SEAWAY_MPI`, loaded at the first call of any MPI function, and kept to itself, so that nothing of
//! it answers to the program and nothing of the program's answers to it.

use std::ffi::{CStr, CString, OsStr, c_void};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::Once;
use std::sync::atomic::AtomicPtr;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use seaway_mpi::abi::{Abi, HANDLES, Kind, Predefined};
use seaway_mpi::{Mpich, OpenMpi, Standard};

use crate::generated::functions::{COUNT, NAMES, all, narrowed};
use crate::handles::{HOST_WORDS, row_of};
use crate::sides::{Host, Program, symbol_of};
use crate::{callbacks, calls};

/// The path of the host's library.
const VARIABLE: &str = "SEAWAY_MPI";

/// What each entry point jumps to. Null until the host is loaded.
static ENTRIES: [AtomicPtr<()>; COUNT] = [const { AtomicPtr::new(ptr::null_mut()) }; COUNT];
/// The host's functions. Null if it has none of this name.
static FUNCTIONS: [AtomicPtr<()>; COUNT] = [const { AtomicPtr::new(ptr::null_mut()) }; COUNT];

/// What the entry point of this index jumps to.
#[inline(always)]
pub fn entry<P: Program>(index: usize) -> *const () {
    let entry = ENTRIES[index].load(Acquire);
    if entry.is_null() { first_entry::<P>(index) } else { entry }
}

#[cold]
fn first_entry<P: Program>(index: usize) -> *const () {
    static LOADED: Once = Once::new();
    LOADED.call_once(load::<P>);
    ENTRIES[index].load(Acquire)
}

/// The host's function of this index.
#[inline(always)]
pub(crate) fn function(index: usize) -> *const () {
    FUNCTIONS[index].load(Relaxed)
}

/// Whether the host has it.
pub(crate) fn has(index: usize) -> bool {
    !function(index).is_null()
}

/// The host's library, once it is loaded.
static HOST: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());

/// A variable of the host's.
pub(crate) fn host_variable(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: the handle is open and the name ends with zero.
    let address = unsafe { libc::dlsym(HOST.load(Acquire), name.as_ptr()) };
    (!address.is_null()).then_some(address)
}

struct Library {
    handle: *mut c_void,
    path: PathBuf,
}

fn load<P: Program>() {
    let library = Library::open();
    HOST.store(library.handle, Release);
    for (index, name) in NAMES.iter().enumerate() {
        let symbol = library.symbol(&format!("P{name}")).or_else(|| library.symbol(name));
        FUNCTIONS[index].store(symbol.unwrap_or(ptr::null_mut()).cast(), Relaxed);
    }
    let file_name = library.path.file_name().unwrap_or_default().as_bytes();
    if file_name.starts_with(b"libmpi_abi.") {
        prepare::<P, Standard>(&library);
    } else if library.symbol("ompi_mpi_comm_world").is_some() {
        prepare::<P, OpenMpi>(&library);
    } else if library.symbol("MPI_Init").is_some() {
        prepare::<P, Mpich>(&library);
    } else {
        fatal(&format!("{} ({VARIABLE}) is no MPI library", library.path.display()));
    }
}

/// Fills all tables. What is called from now on finds the host.
fn prepare<P: Program, H: Host>(library: &Library) {
    for (row, &(kind, _)) in HANDLES.iter().enumerate() {
        let word = library.predefined::<H>(row).or_else(|| library.predefined::<H>(null_row(kind)));
        HOST_WORDS[row].store(word.unwrap_or(0), Relaxed);
    }
    P::prepare();
    H::prepare();
    calls::prepare::<P, H>();
    callbacks::prepare::<P, H>();
    crate::numbers::prepare::<P, H>(host_variable(c"MPI_T_PVAR_ALL_HANDLES"));
    let mut narrowed = narrowed::<P, H>();
    narrowed.extend(calls::narrowed_by_hand::<P, H>());
    for (index, function) in all::<P, H>().into_iter().enumerate() {
        let by_small =
            narrowed.iter().find(|(large, small, _)| *large == index && !has(index) && has(*small));
        let entry = match by_small {
            Some((_, _, function)) => *function,
            None if has(index) || !calls::needs_host(NAMES[index]) => function,
            None => calls::missing(index),
        };
        ENTRIES[index].store(entry.cast_mut(), Release);
    }
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

impl Library {
    fn open() -> Self {
        let Some(path) = std::env::var_os(VARIABLE).map(PathBuf::from) else {
            fatal(&format!(
                "{VARIABLE} does not say which MPI this program is to run on; start it with `seaway run --mpi`"
            ));
        };
        let name = CString::new(path.as_os_str().as_bytes()).unwrap_or_default();
        // RTLD_DEEPBIND: the host finds its own functions before ours, which have the same names.
        let flags = libc::RTLD_NOW | libc::RTLD_LOCAL | libc::RTLD_DEEPBIND;
        // SAFETY: a path that ends with zero; what runs when an MPI library is loaded is the user's wish.
        let handle = unsafe { libc::dlopen(name.as_ptr(), flags) };
        if handle.is_null() {
            // SAFETY: after a failure dlerror returns a string.
            let reason = unsafe { CStr::from_ptr(libc::dlerror()) };
            fatal(&format!("the host's MPI ({VARIABLE}) cannot be loaded: {}", reason.to_string_lossy()));
        }
        Self { handle, path: resolved(&path) }
    }

    fn symbol(&self, name: &str) -> Option<*mut c_void> {
        let name = CString::new(name).ok()?;
        // SAFETY: the handle is open and the name ends with zero.
        let address = unsafe { libc::dlsym(self.handle, name.as_ptr()) };
        (!address.is_null()).then_some(address)
    }

    /// The host's handle in this row, as a register.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an int in the lower half of a register"
    )]
    fn predefined<H: Abi>(&self, row: usize) -> Option<usize> {
        match H::HANDLES[row] {
            Predefined::Value(value) if value < 0 => Some(value as u32 as usize),
            Predefined::Value(value) => usize::try_from(value).ok(),
            Predefined::Symbol(_) => self.symbol(symbol_of(row)?.to_str().ok()?).map(|symbol| symbol.addr()),
            Predefined::Absent => None,
        }
    }
}

/// Behind links, whose names say less: libmpi.so leads to libmpi.so.40.
fn resolved(path: &Path) -> PathBuf {
    let is_plain = path.file_name().is_some_and(|name| name == OsStr::new("libmpi_abi.so"));
    if is_plain { path.with_file_name("libmpi_abi.so.1") } else { path.to_owned() }
}

/// A variable that all of the process sees.
pub(crate) fn everybody_s_symbol(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: the name ends with zero.
    let address = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    (!address.is_null()).then_some(address)
}

/// There is no MPI to give an error to: one sentence, and the end.
#[cold]
pub(crate) fn fatal(sentence: &str) -> ! {
    let _ = writeln!(std::io::stderr(), "seaway: {sentence}");
    std::process::exit(1);
}
