// SPDX-License-Identifier: MIT OR Apache-2.0
//! The MPI library among the objects that the process has loaded. Loaded late by dlopen, as mpi4py does, and not in
//! the global scope: it is found all the same, because all loaded objects are looked at.

use std::ffi::{CStr, CString, OsStr, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A shared object that stays loaded: the handle is never given back.
#[derive(Debug)]
pub struct Library {
    handle: *mut c_void,
    path: PathBuf,
}

// SAFETY: a handle of dlopen may be used from any thread.
unsafe impl Send for Library {}
// SAFETY: as above.
unsafe impl Sync for Library {}

/// How the file names of our own MPI libraries begin, which pass calls on to an MPI of another ABI.
const ADAPTER: &str = "libseaway_";
/// How those end that have no function in C.
const FOR_FORTRAN: &str = "_fortran.so";

/// Which table a library needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Mpich,
    OpenMpi,
    Standard,
}

impl Library {
    /// The MPI libraries of this process. More than one is rare: a library that brings its own.
    pub fn all_loaded() -> Vec<Library> {
        // Under an adapter the program speaks to it, and the MPI behind it has other handles.
        let adapter = loaded_objects(ADAPTER.as_bytes());
        let adapter = adapter.iter().filter(|path| !path.to_string_lossy().ends_with(FOR_FORTRAN));
        let mut adapter = adapter.filter_map(|path| Library::already_loaded(path));
        // The recorder of traces begins so too.
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

    /// Loads the library at `path`, for everybody in the process to see.
    pub fn load(path: &Path) -> Option<Library> {
        Library::open(path, libc::RTLD_NOW | libc::RTLD_GLOBAL)
    }

    /// Loads the library at `path` for nobody else to see; it finds its own functions before others of the same names.
    /// The error is the loader's sentence.
    pub fn load_apart(path: &Path) -> Result<Library, String> {
        let flags = libc::RTLD_NOW | libc::RTLD_LOCAL | libc::RTLD_DEEPBIND;
        Library::open(path, flags).ok_or_else(|| {
            // SAFETY: after a failure dlerror returns a string; it is null if the path was none.
            let reason = unsafe { libc::dlerror() };
            if reason.is_null() {
                return format!("{} is no path", path.display());
            }
            // SAFETY: as above.
            unsafe { CStr::from_ptr(reason) }.to_string_lossy().into_owned()
        })
    }

    fn already_loaded(path: &Path) -> Option<Library> {
        Library::open(path, libc::RTLD_LAZY | libc::RTLD_NOLOAD)
    }

    fn open(path: &Path, flags: c_int) -> Option<Library> {
        let name = CString::new(path.as_os_str().as_bytes()).ok()?;
        // SAFETY: a path that ends with zero; what runs when an MPI library is loaded is the program's own wish.
        let handle = unsafe { libc::dlopen(name.as_ptr(), flags) };
        (!handle.is_null()).then(|| Library { handle, path: path.to_owned() })
    }

    /// The object in which this one, or what it depends on, finds MPI's functions.
    fn provider(self) -> Option<Library> {
        let path = object_of(self.symbol("PMPI_Comm_rank")?)?;
        let library = Library::already_loaded(&path)?;
        library.symbol("PMPI_Init").map(|_| library)
    }

    pub fn symbol(&self, name: &str) -> Option<*mut c_void> {
        let name = CString::new(name).ok()?;
        // SAFETY: the handle is open and the name ends with zero.
        let address = unsafe { libc::dlsym(self.handle, name.as_ptr()) };
        (!address.is_null()).then_some(address)
    }

    /// Whether a shared object is loaded whose file name begins so.
    pub fn is_loaded(start: &str) -> bool {
        !loaded_objects(start.as_bytes()).is_empty()
    }

    /// A symbol that all of the process sees.
    pub fn everybody_s_symbol(name: &CStr) -> Option<*mut c_void> {
        // SAFETY: the name ends with zero.
        let address = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
        (!address.is_null()).then_some(address)
    }

    /// A variable of the library, where the process has it: the linker may have put a copy into the program itself,
    /// and then all of the process uses that one.
    pub fn variable(&self, name: &CStr) -> Option<*mut c_void> {
        Self::everybody_s_symbol(name).or_else(|| self.symbol(name.to_str().ok()?))
    }

    /// The next symbol of this name that all of the process would see, if there were none in our own object.
    pub fn next_symbol(name: &CStr, ours: *mut c_void) -> Option<*mut c_void> {
        // SAFETY: the name ends with zero.
        let next = unsafe { libc::dlsym(libc::RTLD_NEXT, name.as_ptr()) };
        (!next.is_null() && next != ours).then_some(next)
    }

    /// The function `name` that the program would have called if `ours` did not stand before it.
    pub fn symbol_behind(name: &CStr, ours: *mut c_void) -> Option<*mut c_void> {
        if let Some(next) = Self::next_symbol(name, ours) {
            return Some(next);
        }
        // A library that was loaded late, for its loader alone, is behind nobody; but it calls us all the same.
        let name = name.to_str().ok()?;
        let others = loaded_objects(b"").into_iter().filter_map(|path| Library::already_loaded(&path));
        others.filter_map(|library| library.symbol(name)).find(|&symbol| symbol != ours)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn kind(&self) -> Kind {
        let name = self.path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        if name.starts_with("libmpi_abi.") || name.starts_with(&format!("{ADAPTER}standard")) {
            Kind::Standard
        } else if self.symbol("ompi_mpi_comm_world").is_some() {
            Kind::OpenMpi
        } else {
            Kind::Mpich
        }
    }
}

/// Paths of the loaded objects whose names begin with `start`.
fn loaded_objects(start: &[u8]) -> Vec<PathBuf> {
    unsafe extern "C" fn collect(info: *mut libc::dl_phdr_info, _: usize, paths: *mut c_void) -> c_int {
        // SAFETY: `paths` is the vector below; the name is a string of the loader's, or null.
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
