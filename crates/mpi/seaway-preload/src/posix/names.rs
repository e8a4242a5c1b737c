// SPDX-License-Identifier: MIT OR Apache-2.0
//! The interposed calls that open, make or truncate a file by its name.
//!
//! All are unsafe for one reason: their pointers are those that C obliges its callers to pass.

use std::ffi::{CStr, c_char, c_int, c_uint};

use seaway_device_api::{OpenFlags, Operation, Result};

use super::label::Label;
use super::next::next;
use super::placeholder::SmallNumbers;
use super::{Named, answer, last_number, name_of_ours, number_of, open_file, served};
use crate::door::guarded;

type Open = unsafe extern "C-unwind" fn(*const c_char, c_int, c_uint) -> c_int;
type OpenAt = unsafe extern "C-unwind" fn(c_int, *const c_char, c_int, c_uint) -> c_int;
type Checked = unsafe extern "C-unwind" fn(*const c_char, c_int) -> c_int;
type CheckedAt = unsafe extern "C-unwind" fn(c_int, *const c_char, c_int) -> c_int;
type Truncate = unsafe extern "C-unwind" fn(*const c_char, i64) -> c_int;

/// Functions that open a file, with the arguments that are only forwarded. The mode of variadic functions is
/// forwarded as it came: it is undefined unless a file is created.
macro_rules! opening {
    ($($name:ident $text:literal $next:ty: ($($before:ident: $before_type:ty)?), ($($after:ident: $after_type:ty)?);)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(
            $($before: $before_type,)? name: *const c_char, flags: c_int, $($after: $after_type,)?
        ) -> c_int {
            // SAFETY: the caller's contract.
            if let Some(name) = unsafe { name_of_ours(name) } {
                return answer(open_ours(name, flags));
            }
            match next!($text as $next) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next($($before,)? name, flags, $($after,)?) },
                None => -1,
            }
        }
    )*};
}

opening! {
    open c"open" Open: (), (mode: c_uint);
    open64 c"open64" Open: (), (mode: c_uint);
    openat c"openat" OpenAt: (folder: c_int), (mode: c_uint);
    openat64 c"openat64" OpenAt: (folder: c_int), (mode: c_uint);
    __open_2 c"__open_2" Checked: (), ();
    __open64_2 c"__open64_2" Checked: (), ();
    __openat_2 c"__openat_2" CheckedAt: (folder: c_int), ();
    __openat64_2 c"__openat64_2" CheckedAt: (folder: c_int), ();
}

macro_rules! creating {
    ($($name:ident $text:literal;)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(name: *const c_char, mode: c_uint) -> c_int {
            // SAFETY: the caller's contract.
            if let Some(name) = unsafe { name_of_ours(name) } {
                return answer(open_ours(name, libc::O_CREAT | libc::O_WRONLY | libc::O_TRUNC));
            }
            match next!($text as unsafe extern "C-unwind" fn(*const c_char, c_uint) -> c_int) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next(name, mode) },
                None => -1,
            }
        }
    )*};
}

creating! {
    creat c"creat";
    creat64 c"creat64";
}

/// Functions that create a file under an unused name; the last `suffix` bytes of the template stay.
macro_rules! making {
    ($($name:ident $text:literal ($($argument:ident: $type:ty),*), $suffix:expr, $flags:expr;)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(template: *mut c_char, $($argument: $type),*) -> c_int {
            // SAFETY: the caller's contract.
            if unsafe { name_of_ours(template) }.is_some() {
                // SAFETY: the caller's contract: it may be written.
                return answer(unsafe { make_ours(template, $suffix, $flags) });
            }
            match next!($text as unsafe extern "C-unwind" fn(*mut c_char, $($type),*) -> c_int) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next(template, $($argument),*) },
                None => -1,
            }
        }
    )*};
}

making! {
    mkstemp c"mkstemp" (), 0, 0;
    mkstemp64 c"mkstemp64" (), 0, 0;
    mkostemp c"mkostemp" (flags: c_int), 0, flags;
    mkostemp64 c"mkostemp64" (flags: c_int), 0, flags;
    mkstemps c"mkstemps" (suffix: c_int), suffix, 0;
    mkstemps64 c"mkstemps64" (suffix: c_int), suffix, 0;
    mkostemps c"mkostemps" (suffix: c_int, flags: c_int), suffix, flags;
    mkostemps64 c"mkostemps64" (suffix: c_int, flags: c_int), suffix, flags;
}

/// PnetCDF truncates a file that it overwrites.
#[unsafe(no_mangle)]
#[inline(never)]
pub unsafe extern "C-unwind" fn truncate(name: *const c_char, size: i64) -> c_int {
    // SAFETY: the caller's contract.
    if let Some(name) = unsafe { name_of_ours(name) } {
        return answer(truncate_ours(name, size));
    }
    match next!(c"truncate" as Truncate) {
        // SAFETY: the caller's arguments, for the function that it called.
        Some(next) => unsafe { next(name, size) },
        None => -1,
    }
}

#[cold]
pub(super) fn open_ours(name: &CStr, flags: c_int) -> Result<c_int, c_int> {
    if flags & (libc::O_DIRECTORY | libc::O_TMPFILE) != 0 {
        // Programs also open a folder to find out whether it exists: a missing file is ENOENT.
        return Err(open_file(name, OpenFlags::READ).map_or_else(|number| number, |_| libc::ENOTDIR));
    }
    let mut wanted = match flags & libc::O_ACCMODE {
        libc::O_WRONLY => OpenFlags::WRITE,
        libc::O_RDWR => OpenFlags::READ | OpenFlags::WRITE,
        _ => OpenFlags::READ,
    };
    let label_flags = wanted;
    if flags & libc::O_TRUNC != 0 {
        wanted |= OpenFlags::WRITE;
    }
    if flags & libc::O_CREAT != 0 {
        wanted |= OpenFlags::CREATE;
        if flags & libc::O_EXCL != 0 {
            wanted |= OpenFlags::EXCLUSIVE;
        }
    }
    let numbers = SmallNumbers::take();
    let opened = guarded(Operation::Open, || {
        let named = Named::find(name, Operation::Open)?;
        let file = named.open(wanted)?;
        let size = file.size()?;
        if flags & libc::O_TRUNC != 0 && size > 0 {
            file.set_size(0)?;
            return Ok((file, named.place, 0));
        }
        Ok((file, named.place, size))
    });
    let (file, place, size) = opened.map_err(|error| number_of(&error))?;
    served::begin(file, Label::new(label_flags, place), size, flags, numbers)
}

/// # Safety
/// The template is zero-terminated and may be written.
#[cold]
unsafe fn make_ours(template: *mut c_char, suffix: c_int, flags: c_int) -> Result<c_int, c_int> {
    const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    const PLACES: usize = 6;
    const TRIES: usize = 1000;
    // SAFETY: the caller's contract.
    let length = unsafe { CStr::from_ptr(template) }.count_bytes();
    let suffix = usize::try_from(suffix).map_err(|_| libc::EINVAL)?;
    let start = length.checked_sub(suffix + PLACES).ok_or(libc::EINVAL)?;
    // SAFETY: within the string.
    let places = unsafe { std::slice::from_raw_parts_mut(template.cast::<u8>().add(start), PLACES) };
    if places != b"XXXXXX" {
        return Err(libc::EINVAL);
    }
    for _ in 0..TRIES {
        let mut random = [0_u8; PLACES];
        // SAFETY: the bytes are ours.
        if unsafe { libc::getrandom(random.as_mut_ptr().cast(), PLACES, 0) } < 0 {
            return Err(last_number());
        }
        for (place, random) in places.iter_mut().zip(random) {
            *place = LETTERS[usize::from(random) % LETTERS.len()];
        }
        // SAFETY: the caller's contract.
        let name = unsafe { name_of_ours(template) }.ok_or(libc::EINVAL)?;
        match open_ours(name, libc::O_RDWR | libc::O_CREAT | libc::O_EXCL | flags & !libc::O_ACCMODE) {
            Err(libc::EEXIST) => {}
            opened => return opened,
        }
    }
    Err(libc::EEXIST)
}

#[cold]
fn truncate_ours(name: &CStr, size: i64) -> Result<c_int, c_int> {
    let size = u64::try_from(size).map_err(|_| libc::EINVAL)?;
    let file = open_file(name, OpenFlags::WRITE)?;
    let cut = guarded(Operation::SetSize, || {
        file.set_size(size)?;
        file.sync(seaway_device_api::Durability::Visible)
    });
    cut.map(|()| 0).map_err(|error| number_of(&error))
}
