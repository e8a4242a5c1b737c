// SPDX-License-Identifier: MIT OR Apache-2.0
//! C streams on our descriptors. The C library reads and writes inside itself, where nothing can be interposed;
//! so these are streams whose functions are ours (`fopencookie`), on the number of a descriptor. They know their
//! number, so `fileno` works.
//!
//! Where a standard descriptor becomes ours, the standard stream is replaced by such a one, for good: on other
//! files it does what the C library's own does.
//!
//! All functions are unsafe for one reason: their pointers are those that C obliges its callers to pass.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

use libc::FILE;
use seaway_device_api::Result;

use super::descriptors::{lseek64, read, seek};
use super::duplicates::{close, dup2, fcntl};
use super::label::Label;
use super::names::open_ours;
use super::next::next;
use super::writes::write;
use super::{explain, last_number, name_of_ours, served, set_errno};

/// The C library would take 4 KiB, and send a message for each.
const LARGEST_BUFFER: usize = 256 << 10;

type OpenStream = unsafe extern "C-unwind" fn(*const c_char, *const c_char) -> *mut FILE;
type Reopen = unsafe extern "C-unwind" fn(*const c_char, *const c_char, *mut FILE) -> *mut FILE;

macro_rules! opening_streams {
    ($($name:ident $text:literal;)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(name: *const c_char, mode: *const c_char) -> *mut FILE {
            // SAFETY: the caller's contract.
            if let Some(name) = unsafe { name_of_ours(name) } {
                // SAFETY: the caller's contract.
                return returned(unsafe { Mode::parse(mode) }.and_then(|mode| open_stream(name, &mode)));
            }
            match next!($text as OpenStream) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next(name, mode) },
                None => ptr::null_mut(),
            }
        }
    )*};
}

opening_streams! {
    fopen c"fopen";
    fopen64 c"fopen64";
}

macro_rules! reopening_streams {
    ($($name:ident $text:literal;)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(
            name: *const c_char, mode: *const c_char, stream: *mut FILE,
        ) -> *mut FILE {
            // SAFETY: the caller's contract.
            if let Some(name) = unsafe { name_of_ours(name) } {
                // SAFETY: the caller's contract.
                return returned(unsafe { Mode::parse(mode).and_then(|mode| reopen(name, &mode, stream)) });
            }
            match next!($text as Reopen) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next(name, mode, stream) },
                None => ptr::null_mut(),
            }
        }
    )*};
}

reopening_streams! {
    freopen c"freopen";
    freopen64 c"freopen64";
}

#[unsafe(no_mangle)]
#[inline(never)]
pub unsafe extern "C-unwind" fn fdopen(descriptor: c_int, mode: *const c_char) -> *mut FILE {
    if let Some(label) = served::with(descriptor, |served| Ok(served.label().clone())) {
        // SAFETY: the caller's contract.
        return returned(
            label.and_then(|label| stream_on(descriptor, &label, &unsafe { Mode::parse(mode) }?)),
        );
    }
    match next!(c"fdopen" as unsafe extern "C-unwind" fn(c_int, *const c_char) -> *mut FILE) {
        // SAFETY: the caller's arguments, for the function that it called.
        Some(next) => unsafe { next(descriptor, mode) },
        None => ptr::null_mut(),
    }
}

/// A descriptor was opened or duplicated: if it is a standard one and ours, its stream must be, too.
pub(super) fn noticed(descriptor: c_int) {
    static REPLACED: [AtomicBool; 3] = [const { AtomicBool::new(false) }; 3];
    let Some(replaced) = usize::try_from(descriptor).ok().and_then(|number| REPLACED.get(number)) else {
        return;
    };
    if !served::is_own() || Label::of(descriptor).is_none() || replaced.swap(true, Ordering::Relaxed) {
        return;
    }
    let mode = if descriptor == 0 { c"r" } else { c"w" };
    let stream = new_stream(descriptor, mode, descriptor != 2);
    // SAFETY: variables of the C library, which programs may set as well; streams that are never closed by us.
    unsafe {
        let variable = match descriptor {
            0 => &raw mut stdin,
            1 => &raw mut stdout,
            _ => &raw mut stderr,
        };
        match stream {
            Ok(stream) if !(*variable).is_null() => {
                if descriptor == 2 {
                    libc::setvbuf(stream, ptr::null_mut(), libc::_IONBF, 0);
                } else if __flbf(*variable) != 0 {
                    libc::setvbuf(stream, ptr::null_mut(), libc::_IOLBF, 0);
                }
                *variable = stream;
            }
            _ => {}
        }
    }
}

#[repr(C)]
struct Functions {
    read: unsafe extern "C-unwind" fn(*mut c_void, *mut c_char, usize) -> isize,
    write: unsafe extern "C-unwind" fn(*mut c_void, *const c_char, usize) -> isize,
    seek: unsafe extern "C-unwind" fn(*mut c_void, *mut i64, c_int) -> c_int,
    close: unsafe extern "C-unwind" fn(*mut c_void) -> c_int,
}

unsafe extern "C" {
    static mut stdin: *mut FILE;
    static mut stdout: *mut FILE;
    static mut stderr: *mut FILE;
    fn fopencookie(cookie: *mut c_void, mode: *const c_char, functions: Functions) -> *mut FILE;
    /// Whether a stream is written line by line.
    fn __flbf(stream: *mut FILE) -> c_int;
}

/// The parts of `fopen`'s mode.
#[derive(Debug, PartialEq, Eq)]
struct Mode {
    reads: bool,
    writes: bool,
    /// Of `open`.
    flags: c_int,
    /// Without what only concerns opening.
    text: CString,
}

impl Mode {
    /// # Safety
    /// `mode` is null or zero-terminated.
    unsafe fn parse(mode: *const c_char) -> Result<Self, c_int> {
        // SAFETY: the caller's contract.
        let letters = if mode.is_null() { b"" } else { unsafe { CStr::from_ptr(mode) }.to_bytes() };
        // What follows a comma is the encoding.
        let letters = letters.split(|letter| *letter == b',').next().unwrap_or_default();
        let both = letters.contains(&b'+');
        let (base, first) = match letters.first() {
            Some(b'r') => (0, "r"),
            Some(b'w') => (libc::O_CREAT | libc::O_TRUNC, "w"),
            Some(b'a') => (libc::O_CREAT | libc::O_APPEND, "a"),
            _ => return Err(libc::EINVAL),
        };
        let (reads, writes) = (both || first == "r", both || first != "r");
        let access = match (reads, writes) {
            (true, true) => libc::O_RDWR,
            (true, false) => libc::O_RDONLY,
            _ => libc::O_WRONLY,
        };
        let further = |letter, flag| if letters.contains(&letter) { flag } else { 0 };
        let flags = base | access | further(b'x', libc::O_EXCL) | further(b'e', libc::O_CLOEXEC);
        let text =
            CString::new(format!("{first}{}", if both { "+" } else { "" })).map_err(|_| libc::EINVAL)?;
        Ok(Self { reads, writes, flags, text })
    }
}

/// What the functions of a stream get. It is freed when the stream is closed.
struct Cookie {
    descriptor: c_int,
    /// Belongs to the stream as long as that is open.
    buffer: Vec<u8>,
}

fn open_stream(name: &CStr, mode: &Mode) -> Result<*mut FILE, c_int> {
    // SAFETY: a new descriptor, not owned by anything else.
    let descriptor = unsafe { OwnedFd::from_raw_fd(open_ours(name, mode.flags)?) };
    if mode.text.as_bytes() == b"a" {
        seek(descriptor.as_raw_fd(), 0, libc::SEEK_END)?;
    }
    let stream = new_stream(descriptor.as_raw_fd(), &mode.text, true)?;
    // Owned by the stream from here on.
    let _ = descriptor.into_raw_fd();
    Ok(stream)
}

fn stream_on(descriptor: c_int, label: &Label, mode: &Mode) -> Result<*mut FILE, c_int> {
    if mode.reads && !label.reads || mode.writes && !label.writes {
        return Err(libc::EINVAL);
    }
    // SAFETY: numbers only.
    unsafe {
        let flags = fcntl(descriptor, libc::F_GETFL, 0);
        if mode.flags & libc::O_APPEND != 0 && flags & libc::O_APPEND == 0 {
            fcntl(descriptor, libc::F_SETFL, (flags | libc::O_APPEND).cast_unsigned() as usize);
        }
    }
    new_stream(descriptor, &mode.text, true)
}

/// Gives the stream's descriptor to another file. Only standard streams can become ours afterwards.
///
/// # Safety
/// The stream is open.
unsafe fn reopen(name: &CStr, mode: &Mode, stream: *mut FILE) -> Result<*mut FILE, c_int> {
    // SAFETY: the caller's contract.
    let number = unsafe {
        libc::fflush(stream);
        libc::fileno(stream)
    };
    if !(0..3).contains(&number) {
        explain("freopen with a name of a device works for stdin, stdout and stderr only");
        return Err(libc::EOPNOTSUPP);
    }
    let opened = open_ours(name, mode.flags)?;
    // SAFETY: numbers only, and variables of the C library.
    unsafe {
        if opened != number {
            let moved = dup2(opened, number);
            close(opened);
            if moved < 0 {
                return Err(last_number());
            }
        }
        Ok(match number {
            0 => stdin,
            1 => stdout,
            _ => stderr,
        })
    }
}

fn new_stream(descriptor: c_int, mode: &CStr, buffered: bool) -> Result<*mut FILE, c_int> {
    let bytes = Label::of(descriptor).and_then(|label| usize::try_from(label.block_bytes()).ok());
    let bytes = bytes.unwrap_or(LARGEST_BUFFER).min(LARGEST_BUFFER);
    let buffer = if buffered { vec![0; bytes] } else { Vec::new() };
    let cookie = Box::into_raw(Box::new(Cookie { descriptor, buffer }));
    let functions =
        Functions { read: read_stream, write: write_stream, seek: seek_stream, close: close_stream };
    // SAFETY: the mode is zero-terminated; the cookie lives until the stream is closed.
    unsafe {
        let stream = fopencookie(cookie.cast(), mode.as_ptr(), functions);
        if stream.is_null() {
            drop(Box::from_raw(cookie));
            return Err(last_number());
        }
        set_number(stream, descriptor);
        if buffered {
            let buffer = (*cookie).buffer.as_mut_ptr();
            libc::setvbuf(stream, buffer.cast(), libc::_IOFBF, bytes);
        }
        Ok(stream)
    }
}

/// Lets `fileno` answer. The number has been at this place in all versions of the C library for 64-bit systems, whose
/// macros compile it into programs; a stream of this kind has -2 there.
///
/// # Safety
/// The stream was made by `fopencookie`.
unsafe fn set_number(stream: *mut FILE, descriptor: c_int) {
    const PLACE: usize = 112;
    const NONE: c_int = -2;
    // SAFETY: the structure is longer.
    unsafe {
        let place = stream.cast::<u8>().add(PLACE).cast::<c_int>();
        if place.read() == NONE {
            place.write(descriptor);
        }
    }
}

fn returned(stream: Result<*mut FILE, c_int>) -> *mut FILE {
    stream.unwrap_or_else(|number| {
        set_errno(number);
        ptr::null_mut()
    })
}

fn descriptor_of(cookie: *mut c_void) -> c_int {
    // SAFETY: the stream is open.
    unsafe { (*cookie.cast::<Cookie>()).descriptor }
}

unsafe extern "C-unwind" fn read_stream(cookie: *mut c_void, buffer: *mut c_char, length: usize) -> isize {
    // SAFETY: the C library's buffer.
    unsafe { read(descriptor_of(cookie), buffer.cast(), length) }
}

/// The C library expects that an error is 0.
unsafe extern "C-unwind" fn write_stream(cookie: *mut c_void, buffer: *const c_char, length: usize) -> isize {
    // SAFETY: the C library's buffer.
    unsafe { write(descriptor_of(cookie), buffer.cast(), length) }.max(0)
}

unsafe extern "C-unwind" fn seek_stream(cookie: *mut c_void, offset: *mut i64, from: c_int) -> c_int {
    // SAFETY: the C library's place.
    unsafe {
        let position = lseek64(descriptor_of(cookie), *offset, from);
        if position < 0 {
            return -1;
        }
        *offset = position;
    }
    0
}

unsafe extern "C-unwind" fn close_stream(cookie: *mut c_void) -> c_int {
    // SAFETY: the last call of the stream, which does not touch its buffer any more.
    let cookie = unsafe { Box::from_raw(cookie.cast::<Cookie>()) };
    // SAFETY: a number only.
    unsafe { close(cookie.descriptor) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_those_of_fopen() {
        let check = |mode: &CStr, flags: c_int, text: &CStr| {
            // SAFETY: it ends with zero.
            let parsed = unsafe { Mode::parse(mode.as_ptr()) }.unwrap();
            assert_eq!((parsed.flags, &*parsed.text), (flags, text), "{mode:?}");
        };
        check(c"r", libc::O_RDONLY, c"r");
        check(c"rb", libc::O_RDONLY, c"r");
        check(c"r+", libc::O_RDWR, c"r+");
        check(c"rb+e", libc::O_RDWR | libc::O_CLOEXEC, c"r+");
        check(c"w,ccs=UTF-8", libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC, c"w");
        check(c"wx", libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC | libc::O_EXCL, c"w");
        check(c"a+", libc::O_RDWR | libc::O_CREAT | libc::O_APPEND, c"a+");
        for mode in [c"".as_ptr(), c"q".as_ptr(), ptr::null()] {
            // SAFETY: they end with zero, or are null.
            assert_eq!(unsafe { Mode::parse(mode) }, Err(libc::EINVAL));
        }
    }

    #[test]
    fn stream_knows_its_number() {
        let stream = new_stream(17, c"w", true).unwrap();
        // SAFETY: the stream is open.
        assert_eq!(unsafe { libc::fileno(stream) }, 17);
    }
}
