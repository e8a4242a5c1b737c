// SPDX-License-Identifier: MIT OR Apache-2.0
//! The MPI library among the objects that the process has loaded. Also finds one loaded late by dlopen and
//! outside of the global scope, as mpi4py does, because all loaded objects are searched.

use std::ffi::{CStr, CString, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A shared object that stays loaded: the handle is never closed.
#[derive(Debug)]
pub struct Library {
    handle: *mut c_void,
    path: PathBuf,
}

// SAFETY: a handle of dlopen may be used from any thread.
unsafe impl Send for Library {}
// SAFETY: as above.
unsafe impl Sync for Library {}

/// File name prefix of our own MPI libraries, which forward calls to an MPI of another ABI.
const ADAPTER: &str = "libseaway_";
/// Suffix of those without C functions.
const FOR_FORTRAN: &str = "_fortran.so";

/// `dlopen`.
type Loader = unsafe extern "C" fn(*const c_char, c_int) -> *mut c_void;

/// Which table a library needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LibraryKind {
    Mpich,
    OpenMpi,
    Standard,
}

impl Library {
    /// The MPI libraries of this process. More than one is rare: some library brings its own.
    pub fn all_loaded() -> Vec<Library> {
        // With an adapter, the program calls the adapter; the MPI behind it has different handles.
        let adapter = loaded_objects(ADAPTER.as_bytes());
        let adapter = adapter.iter().filter(|path| !path.to_string_lossy().ends_with(FOR_FORTRAN));
        let mut adapter = adapter.filter_map(|path| Library::already_loaded(path));
        // The trace recorder has the same prefix.
        if let Some(adapter) = adapter.find(|library| library.symbol("PMPI_Init").is_some()) {
            return vec![adapter];
        }
        let mut found: Vec<Library> = Vec::new();
        for object in loaded_objects(b"libmpi") {
            let Some(library) = Library::already_loaded(&object).and_then(|object| object.provider()) else {
                continue;
            };
            if found.iter().all(|known| known.path != library.path) {
                found.push(library);
            }
        }
        found
    }

    /// Loads the library at `path` into the global scope.
    pub fn load(path: &Path) -> Option<Library> {
        Library::open(path, libc::RTLD_NOW | libc::RTLD_GLOBAL)
    }

    /// Loads the library at `path` into a local scope; it binds to its own functions before others of the
    /// same names. The error is the loader's message.
    pub fn load_apart(path: &Path) -> Result<Library, String> {
        let flags = libc::RTLD_NOW | libc::RTLD_LOCAL | libc::RTLD_DEEPBIND;
        Library::open_by(loader(), path, flags).ok_or_else(|| {
            // SAFETY: after a failure dlerror returns a string; it is null if the path was invalid.
            let reason = unsafe { libc::dlerror() };
            if reason.is_null() {
                return format!("{} is not a valid path", path.display());
            }
            // SAFETY: as above.
            unsafe { CStr::from_ptr(reason) }.to_string_lossy().into_owned()
        })
    }

    /// The library at `path`, or of this name, if it is loaded.
    pub fn already_loaded(path: &Path) -> Option<Library> {
        Library::open(path, libc::RTLD_LAZY | libc::RTLD_NOLOAD)
    }

    fn open(path: &Path, flags: c_int) -> Option<Library> {
        Library::open_by(libc::dlopen, path, flags)
    }

    fn open_by(loader: Loader, path: &Path, flags: c_int) -> Option<Library> {
        let name = CString::new(path.as_os_str().as_bytes()).ok()?;
        // SAFETY: a path that ends with zero; the program asked for an MPI library, whose constructors run here.
        let handle = unsafe { loader(name.as_ptr(), flags) };
        (!handle.is_null()).then(|| Library { handle, path: path.to_owned() })
    }

    /// The object that provides MPI's functions to this one: itself or a dependency.
    fn provider(self) -> Option<Library> {
        let path = object_of(self.symbol("PMPI_Comm_rank")?)?;
        let library = Library::already_loaded(&path)?;
        library.symbol("PMPI_Init").map(|_| library)
    }

    pub fn symbol(&self, name: &str) -> Option<*mut c_void> {
        let name = CString::new(name).ok()?;
        // SAFETY: the handle is open and the name is zero-terminated.
        let address = unsafe { libc::dlsym(self.handle, name.as_ptr()) };
        (!address.is_null()).then_some(address)
    }

    /// Whether a shared object is loaded whose file name has this prefix.
    pub fn is_loaded(start: &str) -> bool {
        !loaded_objects(start.as_bytes()).is_empty()
    }

    /// A symbol in the global scope.
    pub fn everybody_s_symbol(name: &CStr) -> Option<*mut c_void> {
        // SAFETY: the name is zero-terminated.
        let address = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
        (!address.is_null()).then_some(address)
    }

    /// The address that the process uses for a variable of the library: the linker may have copied it into
    /// the executable (copy relocation), and then all of the process uses that copy.
    pub fn variable(&self, name: &CStr) -> Option<*mut c_void> {
        Self::everybody_s_symbol(name).or_else(|| self.symbol(name.to_str().ok()?))
    }

    /// The next symbol of this name in the global scope after our own object.
    pub fn next_symbol(name: &CStr, ours: *mut c_void) -> Option<*mut c_void> {
        // SAFETY: the name is zero-terminated.
        let next = unsafe { libc::dlsym(libc::RTLD_NEXT, name.as_ptr()) };
        (!next.is_null() && next != ours).then_some(next)
    }

    /// The function `name` that the program would have called had `ours` not interposed it.
    pub fn symbol_behind(name: &CStr, ours: *mut c_void) -> Option<*mut c_void> {
        if let Some(next) = Self::next_symbol(name, ours) {
            return Some(next);
        }
        // A library loaded late into a local scope is not in the search order; but it still calls this
        // object.
        let name = name.to_str().ok()?;
        let others = loaded_objects(b"").into_iter().filter_map(|path| Library::already_loaded(&path));
        others.filter_map(|library| library.symbol(name)).find(|&symbol| symbol != ours)
    }

    /// The program or library that has this function or variable.
    pub fn path_of_object(address: *mut c_void) -> Option<PathBuf> {
        object_of(address)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn kind(&self) -> LibraryKind {
        let name = self.path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        if name.starts_with("libmpi_abi.") || name.starts_with(&format!("{ADAPTER}standard")) {
            LibraryKind::Standard
        } else if self.symbol("ompi_mpi_comm_world").is_some() {
            LibraryKind::OpenMpi
        } else {
            LibraryKind::Mpich
        }
    }
}

/// The C library's own `dlopen`. That of AddressSanitizer ends the program when it sees RTLD_DEEPBIND, because libraries then find
/// other functions than its own.
fn loader() -> Loader {
    let of_library = |name: &str| Library::already_loaded(Path::new(name))?.symbol("dlopen");
    match of_library("libc.so.6").or_else(|| of_library("libdl.so.2")) {
        // SAFETY: the function of this name has this type.
        Some(function) => unsafe { std::mem::transmute::<*mut c_void, Loader>(function) },
        None => libc::dlopen,
    }
}

/// Paths of the loaded objects whose names begin with `start`.
fn loaded_objects(start: &[u8]) -> Vec<PathBuf> {
    unsafe extern "C" fn collect(info: *mut libc::dl_phdr_info, _: usize, paths: *mut c_void) -> c_int {
        // SAFETY: `paths` is the vector below; the name is a string owned by the loader, or null.
        let (paths, name) = unsafe {
            let name = (*info).dlpi_name;
            let name = if name.is_null() { c"" } else { CStr::from_ptr(name) };
            (&mut *paths.cast::<Vec<PathBuf>>(), name)
        };
        paths.push(Path::new(OsStr::from_bytes(name.to_bytes())).to_owned());
        0
    }
    let mut paths: Vec<PathBuf> = Vec::new();
    // SAFETY: the callback gets the vector that lives until the call returns.
    unsafe { libc::dl_iterate_phdr(Some(collect), (&raw mut paths).cast()) };
    paths.retain(|path| path.file_name().is_some_and(|name| name.as_bytes().starts_with(start)));
    paths
}

fn object_of(address: *mut c_void) -> Option<PathBuf> {
    // SAFETY: `Dl_info` is made of pointers, and dladdr fills it.
    let name = unsafe {
        let mut info: libc::Dl_info = std::mem::zeroed();
        (libc::dladdr(address, &raw mut info) != 0 && !info.dli_fname.is_null())
            .then(|| CStr::from_ptr(info.dli_fname))?
    };
    Some(Path::new(OsStr::from_bytes(name.to_bytes())).to_owned())
}
