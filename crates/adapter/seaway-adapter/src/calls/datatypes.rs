// SPDX-License-Identifier: MIT OR Apache-2.0
//! Datatype contents, and data representations.

use std::ffi::{c_int, c_void};
use std::mem;

use seaway_mpi_abi::abi::{Constants, Kind};

use crate::callbacks::seen;
use crate::calls::host;
use crate::errors::{code, code_to_host};
use crate::handles::{from_host, to_host};
use crate::numbers::{constant, number};
use crate::sides::{Host, Program};

pub(crate) unsafe extern "C" fn type_get_contents<P: Program, H: Host>(
    datatype: P::Word,
    max_integers: c_int,
    max_addresses: c_int,
    max_datatypes: c_int,
    integers: *mut c_int,
    addresses: *mut i64,
    datatypes: *mut P::Word,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Type_get_contents.
    unsafe {
        let datatype = to_host::<P, H>(Kind::Datatype, datatype);
        let mut made = vec![H::Word::default(); usize::try_from(max_datatypes).unwrap_or(0)];
        let [mut used_integers, mut used_addresses, mut used_datatypes, mut combiner] = [0; 4];
        host!(TYPE_GET_ENVELOPE(H::Word, *mut c_int, *mut c_int, *mut c_int, *mut c_int))(
            datatype,
            &raw mut used_integers,
            &raw mut used_addresses,
            &raw mut used_datatypes,
            &raw mut combiner,
        );
        let result =
            host!(TYPE_GET_CONTENTS(H::Word, c_int, c_int, c_int, *mut c_int, *mut i64, *mut H::Word))(
                datatype,
                max_integers,
                max_addresses,
                max_datatypes,
                integers,
                addresses,
                made.as_mut_ptr(),
            );
        if result == 0 {
            constants_in_contents::<P, H>(combiner, used_integers, integers, 2);
            store_types::<P, H>(used_datatypes.into(), &made, datatypes);
        }
        code::<P, H>(result)
    }
}

pub(crate) unsafe extern "C" fn type_get_contents_c<P: Program, H: Host>(
    datatype: P::Word,
    max_integers: i64,
    max_addresses: i64,
    max_large_counts: i64,
    max_datatypes: i64,
    integers: *mut c_int,
    addresses: *mut i64,
    large_counts: *mut i64,
    datatypes: *mut P::Word,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Type_get_contents_c.
    unsafe {
        let datatype = to_host::<P, H>(Kind::Datatype, datatype);
        let mut made = vec![H::Word::default(); usize::try_from(max_datatypes).unwrap_or(0)];
        let [mut used_integers, mut used_addresses, mut used_counts, mut used_datatypes] = [0i64; 4];
        let mut combiner: c_int = 0;
        host!(TYPE_GET_ENVELOPE_C(H::Word, *mut i64, *mut i64, *mut i64, *mut i64, *mut c_int))(
            datatype,
            &raw mut used_integers,
            &raw mut used_addresses,
            &raw mut used_counts,
            &raw mut used_datatypes,
            &raw mut combiner,
        );
        let result = host!(
            TYPE_GET_CONTENTS_C(H::Word, i64, i64, i64, i64, *mut c_int, *mut i64, *mut i64, *mut H::Word)
        )(
            datatype,
            max_integers,
            max_addresses,
            max_large_counts,
            max_datatypes,
            integers,
            addresses,
            large_counts,
            made.as_mut_ptr(),
        );
        if result == 0 {
            // The sizes of a subarray or a distributed array are among the large counts, if there are any.
            let among = if used_counts > 0 { 0 } else { 2 };
            constants_in_contents::<P, H>(
                combiner,
                c_int::try_from(used_integers).unwrap_or(0),
                integers,
                among,
            );
            store_types::<P, H>(used_datatypes, &made, datatypes);
        }
        code::<P, H>(result)
    }
}

/// Some integers in the contents of a subarray or a distributed array are constants. `sizes`: how many arrays
/// of sizes a subarray has among them.
unsafe fn constants_in_contents<P: Program, H: Host>(
    combiner: c_int,
    used: c_int,
    integers: *mut c_int,
    sizes: usize,
) {
    let combiner = i64::from(combiner);
    let used = usize::try_from(used).unwrap_or(0);
    if used == 0 {
        return;
    }
    // SAFETY: the host has written as many integers.
    unsafe {
        let translate = |index: usize, from: &[i32], to: &[i32]| {
            integers.add(index).write(constant(from, to, integers.add(index).read()));
        };
        if combiner == <H as Constants>::MPI_COMBINER_SUBARRAY {
            translate(used - 1, H::ORDER, P::ORDER);
        } else if combiner == <H as Constants>::MPI_COMBINER_DARRAY {
            // size, rank, ndims, sizes, distributions, arguments, processes, order
            let dimensions = usize::try_from(integers.add(2).read()).unwrap_or(0);
            let first = 3 + if sizes > 0 { dimensions } else { 0 };
            for dimension in 0..dimensions {
                translate(first + dimension, H::DISTRIBUTION, P::DISTRIBUTION);
                translate(first + dimensions + dimension, H::DISTRIBUTION_ARGUMENT, P::DISTRIBUTION_ARGUMENT);
            }
            translate(used - 1, H::ORDER, P::ORDER);
        }
    }
}

unsafe fn store_types<P: Program, H: Host>(used: i64, made: &[H::Word], datatypes: *mut P::Word) {
    for (index, word) in made.iter().take(usize::try_from(used).unwrap_or(0)).enumerate() {
        // SAFETY: the program's array is as long as it said.
        unsafe { datatypes.add(index).write(from_host::<P, H>(Kind::Datatype, *word)) };
    }
}

/// The functions of a data representation, and their extra state.
struct Representation {
    read: usize,
    write: usize,
    extent: usize,
    extra: *mut c_void,
}

/// `$count`: what the host passes, `$passed`: what the program's functions take.
macro_rules! representation {
    ($name:ident, $index:ident, $count:ty => $passed:ty, $read:ident, $write:ident) => {
        pub(crate) unsafe extern "C" fn $name<P: Program, H: Host>(
            name: *const std::ffi::c_char,
            read: usize,
            write: usize,
            extent: usize,
            extra: *mut c_void,
        ) -> c_int {
            let own = Box::into_raw(Box::new(Representation { read, write, extent, extra }));
            // Zero, MPI_CONVERSION_FN_NULL: no conversion.
            let read = if read == 0 { 0 } else { $read::<P, H> as *const () as usize };
            let write = if write == 0 { 0 } else { $write::<P, H> as *const () as usize };
            // SAFETY: the program keeps the contract of the MPI function; registrations are never freed.
            unsafe {
                code::<P, H>(host!($index(*const std::ffi::c_char, usize, usize, usize, *mut c_void))(
                    name,
                    read,
                    write,
                    extent_of::<P, H> as *const () as usize,
                    own.cast(),
                ))
            }
        }

        unsafe extern "C" fn $read<P: Program, H: Host>(
            user: *mut c_void,
            datatype: H::Word,
            count: $count,
            file: *mut c_void,
            position: i64,
            extra: *mut c_void,
        ) -> c_int {
            // SAFETY: `extra` was made here, and the program's function takes these arguments.
            unsafe {
                let own = &*extra.cast::<Representation>();
                convert::<P, H, $passed>(own.read, user, datatype, count.into(), file, position, own.extra)
            }
        }

        unsafe extern "C" fn $write<P: Program, H: Host>(
            user: *mut c_void,
            datatype: H::Word,
            count: $count,
            file: *mut c_void,
            position: i64,
            extra: *mut c_void,
        ) -> c_int {
            // SAFETY: as above.
            unsafe {
                let own = &*extra.cast::<Representation>();
                convert::<P, H, $passed>(own.write, user, datatype, count.into(), file, position, own.extra)
            }
        }
    };
}
representation!(register_datarep, REGISTER_DATAREP, c_int => c_int, read_int, write_int);
representation!(register_datarep_c, REGISTER_DATAREP_C, i64 => i64, read_large, write_large);
// For a host without large counts.
representation!(register_datarep_c_narrowed, REGISTER_DATAREP, c_int => i64, read_widened, write_widened);

unsafe fn convert<P: Program, H: Host, C>(
    function: usize,
    user: *mut c_void,
    datatype: H::Word,
    count: C,
    file: *mut c_void,
    position: i64,
    extra: *mut c_void,
) -> c_int {
    // SAFETY: the program registered a function with these arguments.
    unsafe {
        let function: unsafe extern "C" fn(*mut c_void, P::Word, C, *mut c_void, i64, *mut c_void) -> c_int =
            mem::transmute(function);
        let datatype = seen::<P, H>(Kind::Datatype, datatype);
        code_to_host::<P, H>(function(user, datatype, count, file, position, extra))
    }
}

unsafe extern "C" fn extent_of<P: Program, H: Host>(
    datatype: H::Word,
    extent: *mut i64,
    extra: *mut c_void,
) -> c_int {
    // SAFETY: `extra` was made here, and the program's function takes these arguments.
    unsafe {
        let own = &*extra.cast::<Representation>();
        if own.extent == 0 {
            return number(H::MPI_ERR_ARG);
        }
        let function: unsafe extern "C" fn(P::Word, *mut i64, *mut c_void) -> c_int =
            mem::transmute(own.extent);
        code_to_host::<P, H>(function(seen::<P, H>(Kind::Datatype, datatype), extent, own.extra))
    }
}
