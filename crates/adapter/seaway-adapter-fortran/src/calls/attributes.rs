// SPDX-License-Identifier: MIT OR Apache-2.0
//! Attributes are integers in Fortran: of the size of an address, or of an int in the functions that MPI-2
//! replaced.

use std::collections::HashSet;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::{Mutex, PoisonError};

use seaway_adapter::number;
use seaway_mpi_abi::abi::Kind;

use crate::c_functions::c;
use crate::program::Program;
use crate::results::report;

type Copy<Integer> = unsafe extern "C" fn(
    *const c_int,
    *const c_int,
    *const Integer,
    *const Integer,
    *mut Integer,
    *mut c_int,
    *mut c_int,
);
type Delete<Integer> =
    unsafe extern "C" fn(*const c_int, *const c_int, *const Integer, *const Integer, *mut c_int);

/// The extra state of a keyval in C. It is never freed: attributes may outlive their keyval.
struct State<Integer> {
    kind: Kind,
    copy: Copy<Integer>,
    delete: Delete<Integer>,
    extra: Integer,
}

/// The addresses of integers that Fortran set as attributes: C sees the address of the integer, and Fortran
/// gets the integer back. An attribute set by C is an address, and Fortran sees it as a number.
static PLACES: Mutex<Option<HashSet<usize>>> = Mutex::new(None);

fn places<R>(with: impl FnOnce(&mut HashSet<usize>) -> R) -> R {
    with(PLACES.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default())
}

/// An attribute for C.
fn placed(value: i64) -> *mut c_void {
    let place = Box::into_raw(Box::new(value)).cast::<c_void>();
    places(|places| places.insert(place.addr()));
    place
}

#[allow(clippy::cast_possible_wrap, reason = "reinterprets an address")]
fn seen(attribute: *mut c_void) -> i64 {
    if places(|places| places.contains(&attribute.addr())) {
        // SAFETY: an integer that `placed` stored, and that was not removed.
        return unsafe { attribute.cast::<i64>().read() };
    }
    attribute.addr() as i64
}

/// Fortran deletes what it set.
fn removed(attribute: *mut c_void) {
    if places(|places| places.remove(&attribute.addr())) {
        // SAFETY: it was made by `placed`, and is not used any more.
        drop(unsafe { Box::from_raw(attribute.cast::<i64>()) });
    }
}

/// An integer type of attributes.
trait Attribute: std::marker::Copy + Into<i64> {
    fn of(value: i64) -> Self;
}

impl Attribute for i64 {
    fn of(value: i64) -> Self {
        value
    }
}

impl Attribute for c_int {
    #[allow(clippy::cast_possible_truncation, reason = "these functions use ints")]
    fn of(value: i64) -> Self {
        value as c_int
    }
}

unsafe extern "C" fn copy<P: Program, Integer: Attribute>(
    object: P::Word,
    keyval: c_int,
    state: *const State<Integer>,
    value: *mut c_void,
    copied: *mut *mut c_void,
    flag: *mut c_int,
) -> c_int {
    // SAFETY: the state was made here, the function is the program's, and C passes the documented arguments.
    unsafe {
        let state = &*state;
        let (object, value) = (P::to_fortran(state.kind, object), Integer::of(seen(value)));
        let (mut copy, mut code) = (value, 0);
        (state.copy)(
            &raw const object,
            &raw const keyval,
            &raw const state.extra,
            &raw const value,
            &raw mut copy,
            flag,
            &raw mut code,
        );
        if code == 0 && *flag != 0 {
            copied.write(placed(copy.into()));
        }
        code
    }
}

unsafe extern "C" fn delete<P: Program, Integer: Attribute>(
    object: P::Word,
    keyval: c_int,
    value: *mut c_void,
    state: *const State<Integer>,
) -> c_int {
    // SAFETY: as above.
    unsafe {
        let state = &*state;
        let (object, number) = (P::to_fortran(state.kind, object), Integer::of(seen(value)));
        let mut code = 0;
        (state.delete)(
            &raw const object,
            &raw const keyval,
            &raw const number,
            &raw const state.extra,
            &raw mut code,
        );
        if code == 0 {
            removed(value);
        }
        code
    }
}

macro_rules! keyvals {
    ($($create:ident $index:ident $kind:ident $integer:ty;)*) => { $(
        pub unsafe extern "C" fn $create<P: Program>(
            copy_function: Copy<$integer>,
            delete_function: Delete<$integer>,
            keyval: *mut c_int,
            extra: *const $integer,
            ierror: *mut c_int,
        ) {
            // SAFETY: Fortran passes two functions and two integers.
            unsafe {
                let state = State { kind: Kind::$kind, copy: copy_function, delete: delete_function, extra: *extra };
                let state = Box::into_raw(Box::new(state)).cast::<c_void>();
                let create = c!($index(*const (), *const (), *mut c_int, *mut c_void));
                report(ierror, create(copy::<P, $integer> as *const (), delete::<P, $integer> as *const (), keyval, state));
            }
        }
    )* };
}

keyvals! {
    comm_create_keyval COMM_CREATE_KEYVAL Comm i64;
    type_create_keyval TYPE_CREATE_KEYVAL Datatype i64;
    win_create_keyval WIN_CREATE_KEYVAL Win i64;
    keyval_create KEYVAL_CREATE Comm c_int;
}

/// What a predefined attribute is in C.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Predefined {
    /// The address of an int.
    Int,
    /// The address of an integer of the size of an address.
    Aint,
    /// The address itself.
    Address,
}

fn predefined<P: Program>(kind: Kind, keyval: c_int) -> Option<Predefined> {
    let of_comms = [
        P::MPI_TAG_UB,
        P::MPI_HOST,
        P::MPI_IO,
        P::MPI_WTIME_IS_GLOBAL,
        P::MPI_UNIVERSE_SIZE,
        P::MPI_LASTUSEDCODE,
        P::MPI_APPNUM,
    ];
    let of_windows = [P::MPI_WIN_DISP_UNIT, P::MPI_WIN_CREATE_FLAVOR, P::MPI_WIN_MODEL];
    let is = |known: &i64| number(*known) == keyval;
    match kind {
        Kind::Comm if of_comms.iter().any(is) => Some(Predefined::Int),
        Kind::Win if of_windows.iter().any(is) => Some(Predefined::Int),
        Kind::Win if is(&P::MPI_WIN_SIZE) => Some(Predefined::Aint),
        Kind::Win if is(&P::MPI_WIN_BASE) => Some(Predefined::Address),
        _ => None,
    }
}

/// The keyval in C, and the type of its attribute if it is predefined.
fn keyval_in_c<P: Program>(kind: Kind, keyval: c_int) -> (c_int, Option<Predefined>) {
    let in_c = keyval.wrapping_sub(P::KEYVALS_ARE_HIGHER_BY);
    match predefined::<P>(kind, in_c) {
        Some(predefined) => (in_c, Some(predefined)),
        None => (keyval, None),
    }
}

unsafe fn attribute(predefined: Option<Predefined>, value: *mut c_void) -> i64 {
    // SAFETY: predefined attributes have the documented types.
    unsafe {
        match predefined {
            Some(Predefined::Int) => i64::from(value.cast::<c_int>().read()),
            Some(Predefined::Aint) => value.cast::<i64>().read(),
            Some(Predefined::Address) | None => seen(value),
        }
    }
}

macro_rules! attributes {
    ($($get:ident $get_index:ident $set:ident $set_index:ident $kind:ident $integer:ty;)*) => { $(
        #[allow(clippy::cast_possible_truncation, reason = "the old function returns an int")]
        pub unsafe extern "C" fn $get<P: Program>(
            object: *const c_int,
            keyval: *const c_int,
            value: *mut $integer,
            flag: *mut c_int,
            ierror: *mut c_int,
        ) {
            // SAFETY: Fortran passes integers.
            unsafe {
                let mut found = ptr::null_mut::<c_void>();
                let (keyval, predefined) = keyval_in_c::<P>(Kind::$kind, *keyval);
                let get = c!($get_index(P::Word, c_int, *mut *mut c_void, *mut c_int));
                let code = get(P::to_c(Kind::$kind, *object), keyval, &raw mut found, flag);
                if code == 0 && *flag != 0 {
                    value.write(attribute(predefined, found) as $integer);
                }
                report(ierror, code);
            }
        }

        pub unsafe extern "C" fn $set<P: Program>(
            object: *const c_int,
            keyval: *const c_int,
            value: *const $integer,
            ierror: *mut c_int,
        ) {
            // SAFETY: as above.
            unsafe {
                let set = c!($set_index(P::Word, c_int, *mut c_void));
                report(ierror, set(P::to_c(Kind::$kind, *object), *keyval, placed((*value).into())));
            }
        }
    )* };
}

attributes! {
    comm_get_attr COMM_GET_ATTR comm_set_attr COMM_SET_ATTR Comm i64;
    type_get_attr TYPE_GET_ATTR type_set_attr TYPE_SET_ATTR Datatype i64;
    win_get_attr WIN_GET_ATTR win_set_attr WIN_SET_ATTR Win i64;
    attr_get ATTR_GET attr_put ATTR_PUT Comm c_int;
}
