// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the paper left out, as plain externals of Fortran: see [`crate::fortran`]. Indices count from 1 there, and logicals are
//! integers.

use std::ffi::{c_char, c_int, c_void};

use crate::arguments::bad;
use crate::calls::{
    GetIOstatistics, ThingStatistics, accumulate_thing, cancel_thing, compare_and_swap_thing,
    create_striped_thing, create_thing_at, fetch_and_add_thing, wait_all_thing, wait_any_thing,
};
use crate::entry::{Failure, entry};
use crate::fortran::{value, with_text};
use crate::lists::{read_list_thing, read_strided_thing, write_list_thing, write_strided_thing};
use crate::locks::{check_lock_thing, lock_thing, unlock_thing};
use crate::names::{
    close_thing, delete_thing, exists_thing, freeze_thing, rename_thing, resize_thing, sync_thing,
    wait_until_thing,
};
use crate::transfers::ThingStatus;
use crate::versions::{version_thing, watch_thing};

/// One whose first argument is a name, and whose arguments in parentheses behind `of` are values in C.
macro_rules! named {
    ($($name:ident($($argument:ident: $type:ty),*) of ($($value:ident),*) => $function:ident;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(name: *const c_char, $($argument: $type,)* length: usize) -> c_int {
            $(
                // SAFETY: Fortran passes arguments by reference.
                let Some($value) = (unsafe { value($value) }) else { return missing() };
            )*
            // SAFETY: the caller's contract.
            unsafe { with_text(name, length, |name| $function(name, $($argument),*)) }
        }
    )*};
}

named! {
    delete_thing_() of () => delete_thing;
    freeze_thing_() of () => freeze_thing;
    sync_thing_() of () => sync_thing;
    close_thing_() of () => close_thing;
    resize_thing_(size: *const i64) of (size) => resize_thing;
    exists_thing_(exists: *mut c_int) of () => exists_thing;
    wait_until_thing_(condition: *const c_int, milliseconds: *const c_int) of (condition, milliseconds) => wait_until_thing;
    create_striped_thing_(kind: *const c_int, size: *const i64, stripes: *const c_int, block: *const i64)
        of (kind, size, stripes, block) => create_striped_thing;
    fetch_and_add_thing_(offset: *const i64, number: *const i64, before: *mut i64)
        of (offset, number) => fetch_and_add_thing;
    compare_and_swap_thing_(offset: *const i64, expected: *const i64, number: *const i64, before: *mut i64)
        of (offset, expected, number) => compare_and_swap_thing;
    accumulate_thing_(offset: *const i64, combination: *const c_int, kind: *const c_int, numbers: *const c_void, count: *const i64)
        of (offset, combination, kind, count) => accumulate_thing;
    version_thing_(version: *mut i64) of () => version_thing;
    watch_thing_(past: *const i64, milliseconds: *const c_int, version: *mut i64)
        of (past, milliseconds) => watch_thing;
    lock_thing_(milliseconds: *const c_int, token: *mut i64) of (milliseconds) => lock_thing;
    read_list_thing_(buffer: *mut c_void, count: *const c_int, offsets: *const i64, bytes: *const i64, status: *mut ThingStatus)
        of (count) => read_list_thing;
    write_list_thing_(buffer: *const c_void, count: *const c_int, offsets: *const i64, bytes: *const i64, status: *mut ThingStatus)
        of (count) => write_list_thing;
    read_strided_thing_(buffer: *mut c_void, memory_stride: *const i64, offset: *const i64, stride: *const i64, block: *const i64, count: *const i64, status: *mut ThingStatus)
        of (memory_stride, offset, stride, block, count) => read_strided_thing;
    write_strided_thing_(buffer: *const c_void, memory_stride: *const i64, offset: *const i64, stride: *const i64, block: *const i64, count: *const i64, status: *mut ThingStatus)
        of (memory_stride, offset, stride, block, count) => write_strided_thing;
}

/// The lengths of the two texts come in their order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rename_thing_(
    from: *const c_char,
    to: *const c_char,
    replace: *const c_int,
    from_length: usize,
    to_length: usize,
) -> c_int {
    // SAFETY: Fortran passes arguments by reference.
    let Some(replace) = (unsafe { value(replace) }) else { return missing() };
    // SAFETY: the caller's contract.
    unsafe {
        with_text(from, from_length, |from| with_text(to, to_length, |to| rename_thing(from, to, replace)))
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn create_thing_at_(
    name: *const c_char,
    kind: *const c_int,
    size: *const i64,
    home: *const c_char,
    length: usize,
    home_length: usize,
) -> c_int {
    // SAFETY: Fortran passes arguments by reference.
    let (Some(kind), Some(size)) = (unsafe { (value(kind), value(size)) }) else { return missing() };
    // SAFETY: the caller's contract.
    unsafe {
        with_text(name, length, |name| {
            with_text(home, home_length, |home| create_thing_at(name, kind, size, home))
        })
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn wait_all_thing_(
    statuses: *mut ThingStatus,
    count: *const c_int,
    milliseconds: *const c_int,
) -> c_int {
    // SAFETY: Fortran passes arguments by reference.
    let (Some(count), Some(milliseconds)) = (unsafe { (value(count), value(milliseconds)) }) else {
        return missing();
    };
    // SAFETY: the caller's contract.
    unsafe { wait_all_thing(statuses, count, milliseconds) }
}

/// The index counts from 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wait_any_thing_(
    statuses: *mut ThingStatus,
    count: *const c_int,
    milliseconds: *const c_int,
    index: *mut c_int,
) -> c_int {
    // SAFETY: Fortran passes arguments by reference.
    let (Some(count), Some(milliseconds)) = (unsafe { (value(count), value(milliseconds)) }) else {
        return missing();
    };
    let mut found = -1;
    // SAFETY: the caller's contract.
    let code = unsafe { wait_any_thing(statuses, count, milliseconds, &raw mut found) };
    // SAFETY: as above.
    if let Some(index) = unsafe { index.as_mut() } {
        *index = found + 1;
    }
    code
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cancel_thing_(status: *mut ThingStatus) -> c_int {
    // SAFETY: the caller's contract.
    unsafe { cancel_thing(status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn check_lock_thing_(token: *const i64) -> c_int {
    // SAFETY: Fortran passes arguments by reference.
    unsafe { value(token) }.map_or_else(missing, |token| check_lock_thing(token))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn unlock_thing_(token: *const i64) -> c_int {
    // SAFETY: Fortran passes arguments by reference.
    unsafe { value(token) }.map_or_else(missing, |token| unlock_thing(token))
}

/// Four INTEGER*8 and a REAL*8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn getiostatistics_(statistics: *mut ThingStatistics) -> c_int {
    // SAFETY: the caller's contract.
    unsafe { GetIOstatistics(statistics) }
}

fn missing() -> c_int {
    entry(|| Err(Failure::from(bad("an argument is missing"))))
}
