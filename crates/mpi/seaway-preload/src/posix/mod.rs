// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs that access files without MPI: `cp`, `tar`, a shell that redirects the output of a command,
//! `ncmpidump`, which reads the first bytes of a file before it passes the name to MPI. Files they open as
//! `remote:` or `thing:` are read and written through the device.
//!
//! `names`, `attributes` and `renames` interpose the calls that take a name; `descriptors`, `writes` and
//! `duplicates` those that take a descriptor; `streams` those that make C streams. Our descriptors are real: a
//! `placeholder` of the right size without bytes, opened write-only and sealed against writing. So the kernel
//! keeps position, duplicates and lifetime, and a call that we do not interpose fails instead of reading zeros or
//! losing bytes. Its `label` names the file, for processes that inherit it; `served` has the files that this
//! process uses; `ending` closes them when it ends. What mappings read is copied first (`copies`).
//!
//! For all other names and descriptors a call is forwarded to the next function of its name (`next`) and
//! keeps its errno: nothing is allocated, and only that function is looked up, once. These calls may come
//! before `main` and from signal handlers. None is inlined: Seaway's own calls of these names must go through
//! the loader as well, so that libraries that interpose us, such as the trace recorder, see them.
//!
//! `signals` is for all programs: it keeps the SIGBUS handler for mapped files in place.

mod attributes;
mod copies;
mod descriptors;
mod duplicates;
mod ending;
mod label;
mod names;
mod next;
mod placeholder;
mod renames;
mod served;
mod signals;
mod streams;
mod system;
mod writes;

use std::ffi::{CStr, c_char, c_int};

use seaway_device_api::{
    DeviceFile, DeviceName, Error, ErrorKind, Hints, OpenFlags, OpenOptions, Operation, Result,
};
use seaway_devices::thing::SpaceOptions;
use seaway_devices::{Configuration, connect, error_number, locate, schemes};

use self::label::FullName;
use crate::calls::string;
use crate::door::guarded;

/// Name prefixes of files on another machine.
const SCHEMES: [&[u8]; 2] = [b"remote:", b"remote+tls:"];
const THING: &[u8] = b"thing:";

/// The name, if it refers to a file on another machine, or to a thing.
///
/// # Safety
/// `name` is zero-terminated, or null or another unmapped address in the first page.
unsafe fn name_of_ours<'a>(name: *const c_char) -> Option<&'a CStr> {
    const FIRST_PAGE: usize = 4096;
    if name.addr() < FIRST_PAGE {
        return None;
    }
    // SAFETY: the caller's contract; the second byte is read only if the first is not the terminator. Most
    // names end here.
    match unsafe { name.read() }.cast_unsigned() {
        // SAFETY: the caller's contract.
        b'r' => Some(unsafe { CStr::from_ptr(name) }).filter(|name| begins_with_a_scheme(name.to_bytes())),
        // SAFETY: the caller's contract.
        b'/' if unsafe { name.add(1).read() }.cast_unsigned() == b'/' => unsafe { cut_name_of_ours(name) },
        first => {
            // SAFETY: the caller's contract.
            if first == b't' && unsafe { CStr::from_ptr(name) }.to_bytes().starts_with(THING) {
                // SAFETY: the caller's contract.
                return Some(unsafe { CStr::from_ptr(name) });
            }
            // SAFETY: the scheme stands before the name, and the rest is the caller's contract.
            is_behind_thing(name).then(|| unsafe { CStr::from_ptr(name.wrapping_sub(THING.len())) })
        }
    }
}

/// Whether the bytes before `name` are `thing:`, which PnetCDF cuts off. Bytes of the same page are mapped as the
/// name is; others are read by a system call.
fn is_behind_thing(name: *const c_char) -> bool {
    const SMALLEST_PAGE: usize = 4096;
    let near = (name.addr() % SMALLEST_PAGE).min(THING.len());
    for (distance, expected) in (1..=near).zip(THING.iter().rev()) {
        // SAFETY: it lies in the page that the name begins in. Volatile: the compiler knows nothing of what is there.
        if unsafe { name.wrapping_sub(distance).read_volatile() }.cast_unsigned() != *expected {
            return false;
        }
    }
    near == THING.len() || stands_before(name, THING)
}

fn begins_with_a_scheme(name: &[u8]) -> bool {
    SCHEMES.iter().any(|scheme| name.starts_with(scheme))
}

/// PnetCDF passes `//host/path` to the C library when it was given `remote://host/path`: a pointer past the
/// colon. The bytes before it are read by a system call, since they may not be mapped.
///
/// # Safety
/// `name` is zero-terminated.
#[cold]
unsafe fn cut_name_of_ours<'a>(name: *const c_char) -> Option<&'a CStr> {
    let scheme = SCHEMES.iter().find(|scheme| stands_before(name, scheme));
    // SAFETY: the scheme is there, and the rest is the caller's contract.
    scheme.map(|scheme| unsafe { CStr::from_ptr(name.wrapping_sub(scheme.len())) })
}

/// Whether `scheme` stands right before `name`, in memory that may not be mapped.
#[cold]
fn stands_before(name: *const c_char, scheme: &[u8]) -> bool {
    let errno = last_number();
    let mut before = [0; 16];
    let Some(before) = before.get_mut(..scheme.len()) else { return false };
    let length = before.len();
    let target = libc::iovec { iov_base: before.as_mut_ptr().cast(), iov_len: length };
    let source = libc::iovec { iov_base: name.wrapping_sub(length).cast_mut().cast(), iov_len: length };
    // SAFETY: the target is ours; unreadable memory is an error.
    let read =
        unsafe { libc::process_vm_readv(libc::getpid(), &raw const target, 1, &raw const source, 1, 0) };
    set_errno(errno);
    usize::try_from(read) == Ok(length) && before == scheme
}

/// A file that a program names, and the hints that apply to it.
struct Named {
    name: DeviceName,
    hints: Hints,
    place: FullName,
}

impl Named {
    fn find(name: &CStr, operation: Operation) -> Result<Self> {
        // SAFETY: it ends with zero.
        let name = unsafe { string(name.as_ptr(), operation, "the file name") }?;
        let Configuration { map, hints, .. } = Configuration::from_environment()?;
        let name = locate(name, &map, &hints)?.name;
        let space = if name.scheme() == "thing" { space_of(&hints)? } else { String::new() };
        let place = FullName { space, name: name.to_string() };
        Ok(Self { name, hints, place })
    }

    /// A file that a label names. The process that opened it has already waited for it.
    fn at(place: &FullName) -> Result<Self> {
        let Configuration { mut hints, .. } = Configuration::from_environment()?;
        if !place.space.is_empty() {
            hints.set("seaway_space", &*place.space);
        }
        hints.set("seaway_thing_wait", "no");
        let name = DeviceName::parse(&place.name, schemes());
        Ok(Self { name, hints, place: place.clone() })
    }

    fn open(&self, flags: OpenFlags) -> Result<Box<dyn DeviceFile>> {
        let mut hints = self.hints.clone();
        if flags.contains(OpenFlags::WRITE) {
            // What a call has written is there when it returns: the process may be killed then, or another one that
            // inherits the descriptor may read it.
            hints.set("seaway_write_behind", "0");
            hints.set("seaway_read_ahead", "0");
        }
        let device = connect(&self.name, &hints)?;
        device.open(self.name.path(), &OpenOptions { flags, hints, ranks: 1 })
    }
}

fn space_of(hints: &Hints) -> Result<String> {
    Ok(SpaceOptions::from_hints(hints)?.space.as_str().to_owned())
}

/// Opens a file through its device. The error is an errno.
fn open_file(name: &CStr, flags: OpenFlags) -> Result<Box<dyn DeviceFile>, c_int> {
    let opened = guarded(Operation::Open, || Named::find(name, Operation::Open)?.open(flags));
    opened.map_err(|error| number_of(&error))
}

/// Opens the file that a label names.
fn open_place(place: &FullName, flags: OpenFlags) -> Result<Box<dyn DeviceFile>, c_int> {
    let opened = guarded(Operation::Open, || Named::at(place)?.open(flags));
    opened.map_err(|error| number_of(&error))
}

/// The errno of an error, which `seaway run -v` shows as a sentence. Programs look for files that are not there all the
/// time.
fn number_of(error: &Error) -> c_int {
    if !matches!(error.kind(), ErrorKind::NoSuchFile | ErrorKind::FileExists) {
        explain(&error.to_string());
    }
    error_number(error)
}

/// A sentence for `seaway run -v`. By a system call of our own: the program's standard error may be ours.
fn explain(sentence: &str) {
    if std::env::var_os("SEAWAY_VERBOSE").is_some() {
        system::write(libc::STDERR_FILENO, &format!("seaway: {sentence}\n"));
    }
}

fn last_number() -> c_int {
    // SAFETY: every thread has its own.
    unsafe { *libc::__errno_location() }
}

/// The return value of a C function: -1 and errno for an error.
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
        check(c"thing:x", true);
        check(c"things/x", false);
        check(c"anything", false);
        assert_eq!(behind(c"thing:out/x.nc", 5).as_deref(), Some(c"thing:out/x.nc"));
        assert_eq!(behind(c"Thing:x.nc", 5), None);
        let mut pages = vec![0_u8; 3 * 4096];
        for start in 0..12 {
            // Names at and around the beginning of a page.
            let at = pages.len() / 2 / 4096 * 4096 + 4096 - pages.as_ptr().addr() % 4096 - 6 - start;
            pages[at..at + 8].copy_from_slice(b"thing:x\0");
            // SAFETY: it ends with zero.
            let name = unsafe { CStr::from_ptr(pages.as_ptr().add(at + 6).cast()) };
            check(name, true);
            pages[at] = b'T';
            check(name, false);
        }
        // SAFETY: addresses that are not dereferenced.
        assert!(unsafe { name_of_ours(std::ptr::null()).is_none() && name_of_ours(1 as _).is_none() });
    }
}
