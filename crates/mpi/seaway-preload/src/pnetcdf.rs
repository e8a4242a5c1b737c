// SPDX-License-Identifier: MIT OR Apache-2.0
//! PnetCDF accesses a file itself before it passes the name to MPI: `ncmpi_open` reads the first bytes with
//! `open` and `read`, `ncmpi_create` truncates an existing file. For a file that is not at its literal path,
//! because it is on another machine or behind a map rule, this module does the same through the device.
//! Everything else is left to PnetCDF.
//!
//! Works where PnetCDF is a shared library; in a program linked with `libpnetcdf.a` only the C library's
//! calls can be interposed (`posix`).

use std::cell::Cell;
use std::ffi::{CStr, c_char, c_int, c_void};

use seaway_device_api::{Error, ErrorKind, Hints, Operation, Result};
use seaway_devices::{Located, connect};
use seaway_engine::{AccessMode, File};
use seaway_mpi_host::abi::{Abi, Info};
use seaway_mpi_host::communicator::HostCommunicator;
use seaway_mpi_host::host::Library;
use seaway_mpi_host::info::hints_of;

use crate::calls::{NATIVE, find, string};
use crate::door::guarded;
use crate::process::{Process, current, in_its_abi};

const NC_NOCLOBBER: c_int = 0x4;
const NC_EACCESS: c_int = -77;
const NC_EFILE: c_int = -204;
const NC_ENOENT: c_int = -220;
const NC_EBAD_FILE: c_int = -223;

/// Magic bytes of each format: classic, with 64-bit offsets, HDF5, with 64-bit data.
const FORMATS: [(&[u8], c_int); 4] =
    [(b"CDF\x01", 1), (b"CDF\x02", 2), (b"\x89HDF\r\n\x1a\n", 3), (b"CDF\x05", 5)];
const NC_FORMAT_UNKNOWN: c_int = -1;

thread_local! {
    /// The MPI_Info of this thread's current `ncmpi_open`: `ncmpi_inq_file_format` does not receive it.
    static INFO: Cell<Option<usize>> = const { Cell::new(None) };
    /// Whether the next file that this thread creates must be truncated.
    static CLOBBER: Cell<bool> = const { Cell::new(false) };
}

type OpenOrCreate = unsafe extern "C" fn(usize, *const c_char, c_int, usize, *mut c_int) -> c_int;
type InquireFormat = unsafe extern "C" fn(*const c_char, *mut c_int) -> c_int;

/// # Safety
/// As PnetCDF requires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ncmpi_open(
    comm: usize,
    path: *const c_char,
    mode: c_int,
    info: usize,
    id: *mut c_int,
) -> c_int {
    let Some(open) = pnetcdf_s_own(c"ncmpi_open", ncmpi_open as *mut c_void) else { return NC_EFILE };
    let outer = INFO.replace(Some(info));
    // SAFETY: PnetCDF's function of this name, with the program's arguments.
    let code = unsafe { std::mem::transmute::<*mut c_void, OpenOrCreate>(open)(comm, path, mode, info, id) };
    INFO.set(outer);
    code
}

/// # Safety
/// As PnetCDF requires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ncmpi_create(
    comm: usize,
    path: *const c_char,
    mode: c_int,
    info: usize,
    id: *mut c_int,
) -> c_int {
    let Some(create) = pnetcdf_s_own(c"ncmpi_create", ncmpi_create as *mut c_void) else { return NC_EFILE };
    CLOBBER.set(mode & NC_NOCLOBBER == 0);
    // SAFETY: PnetCDF's function of this name, with the program's arguments.
    let code =
        unsafe { std::mem::transmute::<*mut c_void, OpenOrCreate>(create)(comm, path, mode, info, id) };
    CLOBBER.set(false);
    code
}

/// # Safety
/// As PnetCDF requires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ncmpi_inq_file_format(path: *const c_char, format: *mut c_int) -> c_int {
    let own = pnetcdf_s_own(c"ncmpi_inq_file_format", ncmpi_inq_file_format as *mut c_void);
    let Some(own) = own else { return NC_EFILE };
    let found = current().ok().and_then(|process| {
        // SAFETY: the caller's contract.
        in_its_abi!(process, process => unsafe { format_elsewhere(process, path) })
    });
    match found {
        // SAFETY: PnetCDF's function of this name, with the program's arguments.
        None => unsafe { std::mem::transmute::<*mut c_void, InquireFormat>(own)(path, format) },
        Some(Ok(value)) => {
            if !format.is_null() {
                // SAFETY: the caller's contract.
                unsafe { format.write(value) };
            }
            0
        }
        Some(Err(error)) => code_of(&error),
    }
}

/// Whether to truncate a file that was just opened, as PnetCDF would have done had it found the file.
pub(crate) fn empties(located: &Located, mode: AccessMode) -> bool {
    CLOBBER.take() && is_elsewhere(located) && mode.contains(AccessMode::CREATE)
}

/// PnetCDF itself finds files that are at their literal path.
fn is_elsewhere(located: &Located) -> bool {
    located.rule.is_some() || located.name.scheme() != "ufs"
}

/// The format of a file that PnetCDF would not find; `None` for all others.
///
/// # Safety
/// `path` is null or zero-terminated.
unsafe fn format_elsewhere<A: Abi>(
    process: &'static Process<A>,
    path: *const c_char,
) -> Option<Result<c_int>> {
    // SAFETY: the caller's contract.
    let name = unsafe { string(path, Operation::Open, "the file name") }.ok()?;
    let looked = guarded(Operation::Open, || {
        let info = INFO.get().map_or(process.host.known.info_null, Info::from_register);
        let (located, hints) = find(name, &with_pnetcdf_s_hints(hints_of(&process.host, info)?))?;
        if !is_elsewhere(&located) || located.name.scheme() == NATIVE {
            return Ok(None);
        }
        let alone = HostCommunicator::open(&process.host, process.host.known.comm_self)?;
        let device = connect(&located.name, &hints)?;
        let file = File::open(&*alone, device, &located.name, AccessMode::READ_ONLY, &hints)?;
        let mut start = [0; 8];
        file.read_at(0, &mut start[..])?;
        file.close()?;
        Ok(Some(format_of(start)))
    });
    looked.transpose()
}

/// PnetCDF adds the hints of this variable to each MPI_Info, and they take precedence.
fn with_pnetcdf_s_hints(given: Hints) -> Hints {
    match std::env::var("PNETCDF_HINTS") {
        Ok(text) => Hints::parse(&text).over(&given),
        Err(_) => given,
    }
}

fn format_of(start: [u8; 8]) -> c_int {
    let format = FORMATS.iter().find(|(magic, _)| start.starts_with(magic));
    format.map_or(NC_FORMAT_UNKNOWN, |(_, format)| *format)
}

fn code_of(error: &Error) -> c_int {
    match error.kind() {
        ErrorKind::NoSuchFile => NC_ENOENT,
        ErrorKind::AccessDenied => NC_EACCESS,
        ErrorKind::BadFileName => NC_EBAD_FILE,
        _ => NC_EFILE,
    }
}

/// PnetCDF's function that ours interposes.
fn pnetcdf_s_own(name: &CStr, ours: *mut c_void) -> Option<*mut c_void> {
    Library::symbol_behind(name, ours)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_recognised_by_their_first_bytes() {
        assert_eq!(format_of(*b"CDF\x05\0\0\0\0"), 5);
        assert_eq!(format_of(*b"\x89HDF\r\n\x1a\n"), 3);
        assert_eq!(format_of(*b"CDF\x03\0\0\0\0"), NC_FORMAT_UNKNOWN);
        assert_eq!(format_of([0; 8]), NC_FORMAT_UNKNOWN);
    }
}
