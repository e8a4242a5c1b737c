// SPDX-License-Identifier: MIT OR Apache-2.0
//! User-defined data representations.

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use seaway_mpi_abi::Library;
use seaway_mpi_abi::abi::Kind;

use crate::c_functions::c;
use crate::program::Program;
use crate::results::report;
use crate::strings::text_in;

type Conversion = unsafe extern "C" fn(
    *mut c_void,
    *const c_int,
    *const c_int,
    *mut c_void,
    *const i64,
    *mut i64,
    *mut c_int,
);
type Extent = unsafe extern "C" fn(*const c_int, *mut i64, *mut i64, *mut c_int);

/// The extra state in C. A representation lives as long as the process.
struct State {
    read: Conversion,
    write: Conversion,
    extent: Extent,
    extra: i64,
}

macro_rules! conversions {
    ($($name:ident)*) => { $(
        unsafe extern "C" fn $name<P: Program>(
            memory: *mut c_void,
            datatype: P::Word,
            count: c_int,
            file: *mut c_void,
            position: i64,
            state: *mut State,
        ) -> c_int {
            let (datatype, mut code) = (P::to_fortran(Kind::Datatype, datatype), 0);
            // SAFETY: the state was made here, the function is the program's.
            unsafe {
                let extra = &raw mut (*state).extra;
                ((*state).$name)(memory, &raw const datatype, &raw const count, file, &raw const position, extra, &raw mut code);
            }
            code
        }
    )* };
}

conversions! { read write }

unsafe extern "C" fn extent<P: Program>(datatype: P::Word, extent: *mut i64, state: *mut State) -> c_int {
    let (datatype, mut code) = (P::to_fortran(Kind::Datatype, datatype), 0);
    // SAFETY: as above.
    unsafe { ((*state).extent)(&raw const datatype, extent, &raw mut (*state).extra, &raw mut code) };
    code
}

/// MPI_CONVERSION_FN_NULL: no conversion.
fn is_null(function: Conversion) -> bool {
    let names = [c"mpi_conversion_fn_null_", c"__mpi_f08_callbacks_MOD_mpi_conversion_fn_null"];
    names.iter().any(|name| Library::everybody_s_symbol(name) == Some(function as *mut c_void))
}

pub unsafe extern "C" fn register_datarep<P: Program>(
    name: *const c_char,
    read_function: Conversion,
    write_function: Conversion,
    extent_function: Extent,
    extra: *const i64,
    ierror: *mut c_int,
    name_length: usize,
) {
    // SAFETY: Fortran passes a string, three functions and an integer.
    unsafe {
        let name = text_in(name, name_length);
        let state =
            State { read: read_function, write: write_function, extent: extent_function, extra: *extra };
        let state = Box::into_raw(Box::new(state));
        let of = |function: Conversion, ours: *const ()| if is_null(function) { ptr::null() } else { ours };
        let register = c!(REGISTER_DATAREP(*const c_char, *const (), *const (), *const (), *mut State));
        let (read, write) =
            (of(read_function, read::<P> as *const ()), of(write_function, write::<P> as *const ()));
        report(ierror, register(name.as_ptr(), read, write, extent::<P> as *const (), state));
    }
}
