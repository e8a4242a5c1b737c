// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI calls by address, for the check only. The functions are those that a linked program would call: from
//! the first library of the process that has them.
#![allow(unsafe_code, reason = "functions of an MPI that nothing is linked with")]

use std::ffi::{CStr, CString, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::ptr;

use anyhow::{Context, Error, Result, anyhow, bail};
use seaway_mpi_host::abi::{Abi, Comm, Datatype, File, Info};
use seaway_mpi_host::host::Host;

/// More than the longest error string of any ABI.
const ERROR_STRING_BYTES: usize = 8192;

macro_rules! calls {
    ($($name:ident = $symbol:literal ($($argument:ty),*);)*) => {
        /// The functions that the check calls, and the host whose handles it passes to them.
        #[derive(Debug)]
        pub(super) struct Calls<'a, A: Abi> {
            host: &'a Host<A>,
            $($name: unsafe extern "C" fn($($argument),*) -> c_int,)*
        }

        impl<'a, A: Abi> Calls<'a, A> {
            pub(super) fn find(host: &'a Host<A>) -> Result<Self> {
                Ok(Self {
                    host,
                    // SAFETY: the name is that of a function of MPI with these arguments, in the ABI of the host.
                    $($name: unsafe {
                        std::mem::transmute::<*mut c_void, unsafe extern "C" fn($($argument),*) -> c_int>(
                            address_of($symbol).with_context(|| format!("this process has no {}", $symbol))?)
                    },)*
                })
            }
        }
    };
}

calls! {
    init = "MPI_Init" (*mut c_int, *mut c_void);
    finalize = "MPI_Finalize" ();
    error_string = "MPI_Error_string" (c_int, *mut c_char, *mut c_int);
    type_vector = "MPI_Type_vector" (c_int, c_int, c_int, Datatype<A>, *mut Datatype<A>);
    file_open = "MPI_File_open" (Comm<A>, *const c_char, c_int, Info<A>, *mut File);
    file_close = "MPI_File_close" (*mut File);
    file_set_view = "MPI_File_set_view" (File, i64, Datatype<A>, Datatype<A>, *const c_char, Info<A>);
    file_write_all = "MPI_File_write_all" (File, *const c_void, c_int, Datatype<A>, *mut A::Status);
    file_read_all = "MPI_File_read_all" (File, *mut c_void, c_int, Datatype<A>, *mut A::Status);
}

/// Distance between blocks in the file, in integers, and where the first begins.
#[derive(Debug)]
pub(super) struct Vector {
    pub(super) blocks: usize,
    pub(super) block: usize,
    pub(super) stride: usize,
    pub(super) start: usize,
}

impl<A: Abi> Calls<'_, A> {
    pub(super) fn init(&self) -> Result<()> {
        // SAFETY: MPI allows null for both; it is called once, first.
        self.check("MPI_Init", unsafe { (self.init)(ptr::null_mut(), ptr::null_mut()) })
    }

    pub(super) fn rank_and_size(&self) -> Result<(usize, usize)> {
        let (mut rank, mut size): (c_int, c_int) = (0, 0);
        let world = self.host.known.comm_world;
        // SAFETY: MPI runs, and both numbers may be written.
        let codes = unsafe {
            let functions = &self.host.functions;
            [(functions.comm_rank)(world, &raw mut rank), (functions.comm_size)(world, &raw mut size)]
        };
        codes.into_iter().try_for_each(|code| self.check("MPI_Comm_rank", code))?;
        Ok((usize::try_from(rank)?, usize::try_from(size)?))
    }

    pub(super) fn finalize(&self) -> Result<()> {
        // SAFETY: MPI runs, and nothing of it is used afterwards.
        self.check("MPI_Finalize", unsafe { (self.finalize)() })
    }

    fn check(&self, function: &str, code: c_int) -> Result<()> {
        if i64::from(code) == A::MPI_SUCCESS {
            return Ok(());
        }
        let mut text = vec![0_u8; ERROR_STRING_BYTES];
        let mut length: c_int = 0;
        // SAFETY: the buffer is longer than any MPI writes, and ends with zero.
        let message = unsafe {
            (self.error_string)(code, text.as_mut_ptr().cast(), &raw mut length);
            CStr::from_bytes_until_nul(&text).unwrap_or_default().to_string_lossy().into_owned()
        };
        bail!("{function} failed: {message}")
    }
}

/// A file opened collectively.
#[derive(Debug)]
pub(super) struct OpenFile<'a, A: Abi> {
    calls: &'a Calls<'a, A>,
    file: File,
}

impl<'a, A: Abi> OpenFile<'a, A> {
    pub(super) fn create(calls: &'a Calls<'a, A>, name: &CString) -> Result<Self> {
        Self::open_with(calls, name, A::MPI_MODE_CREATE | A::MPI_MODE_RDWR)
    }

    pub(super) fn open(calls: &'a Calls<'a, A>, name: &CString) -> Result<Self> {
        Self::open_with(calls, name, A::MPI_MODE_RDONLY)
    }

    fn open_with(calls: &'a Calls<'a, A>, name: &CString, mode: i64) -> Result<Self> {
        let known = &calls.host.known;
        let mut file = known.file_null;
        let mode = c_int::try_from(mode)?;
        // SAFETY: MPI runs; the name is zero-terminated; the handle is writable.
        let code = unsafe {
            (calls.file_open)(known.comm_world, name.as_ptr(), mode, known.info_null, &raw mut file)
        };
        calls.check("MPI_File_open", code)?;
        Ok(Self { calls, file })
    }

    pub(super) fn set_view(&self, view: &Vector) -> Result<()> {
        let known = &self.calls.host.known;
        let [blocks, block, stride] = [view.blocks, view.block, view.stride].map(c_int::try_from);
        let start = i64::try_from(view.start * size_of::<c_int>())?;
        let mut filetype = known.datatype_null;
        // SAFETY: MPI runs, the type may be written, and is committed before it is used.
        unsafe {
            let code = (self.calls.type_vector)(blocks?, block?, stride?, known.int, &raw mut filetype);
            self.calls.check("MPI_Type_vector", code)?;
            self.calls
                .check("MPI_Type_commit", (self.calls.host.functions.type_commit)(&raw mut filetype))?;
            let (file, native) = (self.file, c"native".as_ptr());
            let code = (self.calls.file_set_view)(file, start, known.int, filetype, native, known.info_null);
            self.calls.check("MPI_File_set_view", code)?;
            self.calls.check("MPI_Type_free", (self.calls.host.functions.type_free)(&raw mut filetype))
        }
    }

    pub(super) fn write_all(&self, values: &[c_int]) -> Result<()> {
        let count = c_int::try_from(values.len())?;
        let (int, ignore) = (self.calls.host.known.int, ptr::without_provenance_mut(A::STATUS_IGNORE));
        // SAFETY: there are `count` integers at the address; the status is ignored.
        let code =
            unsafe { (self.calls.file_write_all)(self.file, values.as_ptr().cast(), count, int, ignore) };
        self.calls.check("MPI_File_write_all", code)
    }

    pub(super) fn read_all(&self, values: &mut [c_int]) -> Result<()> {
        let count = c_int::try_from(values.len())?;
        let (int, ignore) = (self.calls.host.known.int, ptr::without_provenance_mut(A::STATUS_IGNORE));
        // SAFETY: `count` integers may be written at the address; the status is ignored.
        let code =
            unsafe { (self.calls.file_read_all)(self.file, values.as_mut_ptr().cast(), count, int, ignore) };
        self.calls.check("MPI_File_read_all", code)
    }

    pub(super) fn close(mut self) -> Result<()> {
        // SAFETY: the file is open, and the handle is not used again.
        self.calls.check("MPI_File_close", unsafe { (self.calls.file_close)(&raw mut self.file) })
    }
}

/// The file that provides the function `name` to linked programs.
pub(super) fn provider_of(name: &str) -> Option<PathBuf> {
    let address = address_of(name)?;
    // SAFETY: `Dl_info` is made of pointers and numbers, and dladdr fills it.
    let path = unsafe {
        let mut info: libc::Dl_info = std::mem::zeroed();
        (libc::dladdr(address, &raw mut info) != 0 && !info.dli_fname.is_null())
            .then(|| CStr::from_ptr(info.dli_fname))?
    };
    Some(Path::new(OsStr::from_bytes(path.to_bytes())).to_owned())
}

/// Why the last library could not be loaded.
pub(super) fn loader_message() -> Error {
    // SAFETY: the loader's message is a string, or null if there is none.
    let message = unsafe {
        let message = libc::dlerror();
        if message.is_null() { c"the loader does not say why" } else { CStr::from_ptr(message) }
    };
    anyhow!("the MPI library cannot be loaded: {}", message.to_string_lossy())
}

fn address_of(name: &str) -> Option<*mut c_void> {
    let name = CString::new(name).ok()?;
    // SAFETY: the name ends with zero.
    let address = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    (!address.is_null()).then_some(address)
}
