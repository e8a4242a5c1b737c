// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions that MPI-3 removed, in which addresses are ints: implemented by their replacements.

use std::ffi::c_int;

use seaway_adapter::number;
use seaway_mpi_abi::abi::Kind;

use crate::c_functions::c;
use crate::handles::{Handles, RoomForHandles};
use crate::program::Program;
use crate::results::{report, report_made};

#[allow(
    clippy::cast_possible_truncation,
    reason = "these functions use ints, which is why they were removed"
)]
pub(super) fn narrow(value: i64) -> c_int {
    value as c_int
}

/// The lower bound and the extent of a type.
unsafe fn bounds<P: Program>(datatype: c_int) -> Result<(i64, i64), c_int> {
    let (mut lower, mut extent) = (0, 0);
    // SAFETY: MPI's function, with its arguments.
    let code = unsafe {
        let get = c!(TYPE_GET_EXTENT(P::Word, *mut i64, *mut i64));
        get(P::to_c(Kind::Datatype, datatype), &raw mut lower, &raw mut extent)
    };
    if code == 0 { Ok((lower, extent)) } else { Err(code) }
}

macro_rules! bounds {
    ($($name:ident = $of:expr;)*) => { $(
        pub unsafe extern "C" fn $name<P: Program>(datatype: *const c_int, value: *mut c_int, ierror: *mut c_int) {
            let of: fn((i64, i64)) -> i64 = $of;
            // SAFETY: Fortran passes integers.
            unsafe {
                match bounds::<P>(*datatype) {
                    Ok(bounds) => {
                        value.write(narrow(of(bounds)));
                        report(ierror, 0);
                    }
                    Err(code) => report(ierror, code),
                }
            }
        }
    )* };
}

bounds! {
    type_extent = |(_, extent)| extent;
    type_lb = |(lower, _)| lower;
    type_ub = |(lower, extent)| lower + extent;
}

pub unsafe extern "C" fn type_hvector<P: Program>(
    count: *const c_int,
    block: *const c_int,
    stride: *const c_int,
    old: *const c_int,
    new: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: Fortran passes integers.
    unsafe {
        let mut made = <P::Word as Default>::default();
        let create = c!(TYPE_CREATE_HVECTOR(c_int, c_int, i64, P::Word, *mut P::Word));
        let code = create(*count, *block, i64::from(*stride), P::to_c(Kind::Datatype, *old), &raw mut made);
        report_made::<P>(Kind::Datatype, made, new, ierror, code);
    }
}

pub unsafe extern "C" fn type_hindexed<P: Program>(
    count: *const c_int,
    blocks: *const c_int,
    displacements: *const c_int,
    old: *const c_int,
    new: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: Fortran passes integers, and arrays of as many as the first says.
    unsafe {
        let wide = widened(displacements, *count);
        let mut made = <P::Word as Default>::default();
        let create = c!(TYPE_CREATE_HINDEXED(c_int, *const c_int, *const i64, P::Word, *mut P::Word));
        let code = create(*count, blocks, wide.as_ptr(), P::to_c(Kind::Datatype, *old), &raw mut made);
        report_made::<P>(Kind::Datatype, made, new, ierror, code);
    }
}

pub unsafe extern "C" fn type_struct<P: Program>(
    count: *const c_int,
    blocks: *const c_int,
    displacements: *const c_int,
    types: *const c_int,
    new: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: as above.
    unsafe {
        let Ok(length) = usize::try_from(*count) else {
            return report(ierror, number(P::MPI_ERR_COUNT));
        };
        let wide = widened(displacements, *count);
        let mut room = RoomForHandles::<P>::new();
        let types = Handles::<P>::of(Kind::Datatype, types.cast_mut(), length, &mut room);
        let mut made = <P::Word as Default>::default();
        let create = c!(TYPE_CREATE_STRUCT(c_int, *const c_int, *const i64, *const P::Word, *mut P::Word));
        let code = create(*count, blocks, wide.as_ptr(), types.pointer(), &raw mut made);
        report_made::<P>(Kind::Datatype, made, new, ierror, code);
    }
}

unsafe fn widened(displacements: *const c_int, count: c_int) -> Vec<i64> {
    // SAFETY: as for this function.
    (0..usize::try_from(count).unwrap_or(0)).map(|at| i64::from(unsafe { *displacements.add(at) })).collect()
}
