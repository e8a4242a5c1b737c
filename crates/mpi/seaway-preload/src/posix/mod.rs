// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs that look at files without MPI: `ncmpidump` reads the first bytes of a file before it gives the name to MPI,
//! `ncvalidator` and the serial HDF5 know no MPI at all. What they open as `remote:` is read through the device.
//!
//! `names` answers to the calls that are given a name, `descriptors` to those that are given a descriptor. A descriptor of
//! ours is real: an empty file in memory, of the right size, that can be written only, and is sealed against that, too. So the
//! kernel keeps its position, its copies and its end, and a call that we do not answer to fails, instead of reading zeros.
//! `served` finds the device behind it. What C's streams and mappings read inside the C library is copied first (`copies`).
//!
//! For all other names and descriptors a call goes on to the next function of its name (`next`) and keeps its errno: nothing
//! is allocated, and nothing is looked up but that function, once. These calls may come before `main` and from handlers of
//! signals. None is inlined: Seaway's own calls of these names shall go through the loader as well, so that who stands before
//! us, as the recorder of traces does, sees them.

mod copies;
mod descriptors;
mod names;
mod next;
mod served;

use std::ffi::{CStr, c_char, c_int};

use seaway_device::{DeviceFile, OpenFlags, OpenOptions, Operation, Result};
use seaway_devices::{Configuration, connect, error_number, locate};

use crate::calls::string;
use crate::door::guarded;

/// What a name begins with if the file is on another machine.
const SCHEMES: [&[u8]; 2] = [b"remote:", b"remote+tls:"];

/// The name, if it says that the file is on another machine.
///
/// # Safety
/// `name` ends with zero, or is null or another address that no memory is at, in the first page.
unsafe fn name_of_ours<'a>(name: *const c_char) -> Option<&'a CStr> {
    const FIRST_PAGE: usize = 4096;
    if name.addr() < FIRST_PAGE {
        return None;
    }
    // SAFETY: the caller's contract; the second byte is read if the first is not the end. Most names end here.
    match unsafe { name.read() }.cast_unsigned() {
        // SAFETY: the caller's contract.
        b'r' => Some(unsafe { CStr::from_ptr(name) }).filter(|name| begins_with_a_scheme(name.to_bytes())),
        // SAFETY: the caller's contract.
        b'/' if unsafe { name.add(1).read() }.cast_unsigned() == b'/' => unsafe { cut_name_of_ours(name) },
        _ => None,
    }
}

fn begins_with_a_scheme(name: &[u8]) -> bool {
    SCHEMES.iter().any(|scheme| name.starts_with(scheme))
}

/// PnetCDF gives `//host/path` to the C library where it was given `remote://host/path`: a pointer behind the colon. The
/// kernel is asked for what is before it, since there may be no memory.
///
/// # Safety
/// `name` ends with zero.
#[cold]
unsafe fn cut_name_of_ours<'a>(name: *const c_char) -> Option<&'a CStr> {
    let errno = last_number();
    let scheme = SCHEMES.iter().find(|scheme| {
        let mut before = [0; 16];
        let Some(before) = before.get_mut(..scheme.len()) else { return false };
        let length = before.len();
        let target = libc::iovec { iov_base: before.as_mut_ptr().cast(), iov_len: length };
        let source = libc::iovec { iov_base: name.wrapping_sub(length).cast_mut().cast(), iov_len: length };
        // SAFETY: the target is ours; what cannot be read is an error.
        let read =
            unsafe { libc::process_vm_readv(libc::getpid(), &raw const target, 1, &raw const source, 1, 0) };
        usize::try_from(read) == Ok(length) && before == **scheme
    });
    set_errno(errno);
    // SAFETY: the scheme is there, and the rest is the caller's contract.
    scheme.map(|scheme| unsafe { CStr::from_ptr(name.wrapping_sub(scheme.len())) })
}

/// Opens a file by its device. The error is for errno.
fn open_file(name: &CStr, flags: OpenFlags) -> Result<Box<dyn DeviceFile>, c_int> {
    let opened = guarded(Operation::Open, || {
        // SAFETY: it ends with zero.
        let name = unsafe { string(name.as_ptr(), Operation::Open, "the file name") }?;
        let Configuration { map, hints, .. } = Configuration::from_environment()?;
        let located = locate(name, &map, &hints)?;
        connect(&located.name, &hints)?.open(located.name.path(), &OpenOptions { flags, hints, ranks: 1 })
    });
    opened.map_err(|error| error_number(&error))
}

fn last_number() -> c_int {
    // SAFETY: every thread has its own.
    unsafe { *libc::__errno_location() }
}

/// What a function of C's returns: -1 and errno for an error.
fn answer<T: From<i8>>(outcome: Result<T, c_int>) -> T {
    outcome.unwrap_or_else(|number| {
        set_errno(number);
        T::from(-1)
    })
}

fn set_errno(number: c_int) {
    // SAFETY: every thread has its own.
    unsafe { *libc::__errno_location() = number };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_ours_by_their_beginning() {
        let check = |name: &CStr, expected: bool| {
            // SAFETY: it ends with zero.
            assert_eq!(unsafe { name_of_ours(name.as_ptr()) }.is_some(), expected, "{name:?}");
        };
        check(c"remote://host/x", true);
        check(c"remote+tls://host/x", true);
        check(c"remote", false);
        check(c"remote.nc", false);
        check(c"remote+x:y", false);
        check(c"./remote:x", false);
        check(c"", false);
        let behind = |name: &CStr, colon: usize| {
            // SAFETY: it ends with zero.
            unsafe { name_of_ours(name.as_ptr().add(colon + 1)) }.map(CStr::to_owned)
        };
        let name = c"remote+tls://host/x";
        assert_eq!(behind(name, 10).as_deref(), Some(name));
        assert_eq!(behind(c"remote:/x", 6), None);
        assert_eq!(behind(c"Remote://host/x", 6), None);
        check(c"//host/x", false);
        // SAFETY: addresses that are not looked at.
        assert!(unsafe { name_of_ours(std::ptr::null()).is_none() && name_of_ours(1 as _).is_none() });
    }
}
