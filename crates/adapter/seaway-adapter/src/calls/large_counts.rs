// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions with large counts that are more than one call of the form with ints: reductions, in chunks;
//! datatypes of many elements; counts in a status.

use std::ffi::{c_int, c_void};

use seaway_mpi_abi::abi::Kind;

use crate::calls::large_types::{blocks, bounds, contiguous, even_blocks, part_of_array, repeated_blocks};
use crate::calls::{host, translated};
use crate::errors::code;
use crate::generated::functions::{self, index};
use crate::handles::{from_host, host_handle, row_of, to_host};
use crate::numbers::rank_to_host;
use crate::sentinels::{collective_buffer, is_in_place};
use crate::sides::{Host, Program};
use crate::statuses::status_in;

/// Functions that MPI-3 already had for large counts, with the same arguments.
pub(crate) const WIDE_ALREADY: [(usize, usize); 5] = [
    (index::GET_ELEMENTS_C, index::GET_ELEMENTS_X),
    (index::STATUS_SET_ELEMENTS_C, index::STATUS_SET_ELEMENTS_X),
    (index::TYPE_SIZE_C, index::TYPE_SIZE_X),
    (index::TYPE_GET_EXTENT_C, index::TYPE_GET_EXTENT_X),
    (index::TYPE_GET_TRUE_EXTENT_C, index::TYPE_GET_TRUE_EXTENT_X),
];

made_by_hand! { LARGE_BY_HAND large_by_hand
    ALLREDUCE_C ALLREDUCE allreduce;
    REDUCE_C REDUCE reduce;
    SCAN_C SCAN scan;
    EXSCAN_C EXSCAN exscan;
    REDUCE_LOCAL_C REDUCE_LOCAL reduce_local;
    GET_COUNT_C GET_ELEMENTS_X get_count;
    TYPE_CONTIGUOUS_C TYPE_CONTIGUOUS type_contiguous;
    TYPE_VECTOR_C TYPE_VECTOR type_vector;
    TYPE_CREATE_HVECTOR_C TYPE_CREATE_HVECTOR type_create_hvector;
    TYPE_INDEXED_C TYPE_INDEXED type_indexed;
    TYPE_CREATE_HINDEXED_C TYPE_CREATE_HINDEXED type_create_hindexed;
    TYPE_CREATE_INDEXED_BLOCK_C TYPE_CREATE_INDEXED_BLOCK type_create_indexed_block;
    TYPE_CREATE_HINDEXED_BLOCK_C TYPE_CREATE_HINDEXED_BLOCK type_create_hindexed_block;
    TYPE_CREATE_STRUCT_C TYPE_CREATE_STRUCT type_create_struct;
    TYPE_CREATE_SUBARRAY_C TYPE_CREATE_SUBARRAY type_create_subarray;
}

/// Maximum elements in a chunk of a reduction.
const PART: i64 = 1 << 30;

/// Reduces in chunks: elements are independent. `reduce` gets the offset of a chunk in bytes, and its length.
unsafe fn in_parts<P: Program, H: Host>(
    count: i64,
    datatype: H::Word,
    mut reduce: impl FnMut(isize, c_int) -> c_int,
) -> c_int {
    if let Ok(count) = c_int::try_from(count) {
        return code::<P, H>(reduce(0, count));
    }
    // SAFETY: the caller passes one of the host's datatypes.
    let extent = match unsafe { bounds::<H>(datatype) } {
        Ok((_, extent)) => extent,
        Err(result) => return code::<P, H>(result),
    };
    let mut done = 0;
    while done < count {
        let length = (count - done).min(PART);
        let place = isize::try_from(done.wrapping_mul(extent)).unwrap_or(0);
        let result = reduce(place, c_int::try_from(length).unwrap_or(c_int::MAX));
        if result != 0 {
            return code::<P, H>(result);
        }
        done += length;
    }
    0
}

/// A chunk of a buffer, which may be MPI_IN_PLACE.
fn part_of<P: Program, H: Host>(buffer: *const c_void, place: isize) -> *mut c_void {
    let buffer = buffer.cast_mut();
    if is_in_place::<P>(buffer) {
        collective_buffer::<P, H>(buffer)
    } else {
        buffer.wrapping_byte_offset(place)
    }
}

macro_rules! reduction {
    ($name:ident, $index:ident $(, $root:ident)?) => {
        unsafe extern "C" fn $name<P: Program, H: Host>(
            input: *const c_void,
            output: *mut c_void,
            count: i64,
            datatype: P::Word,
            op: P::Word,
            $($root: c_int,)?
            comm: P::Word,
        ) -> c_int {
            // SAFETY: the program keeps the contract of the MPI function.
            unsafe {
                let datatype = to_host::<P, H>(Kind::Datatype, datatype);
                let (op, comm) = (to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm));
                in_parts::<P, H>(count, datatype, |place, length| {
                    let (input, output) = (part_of::<P, H>(input, place), part_of::<P, H>(output, place));
                    host!($index(*mut c_void, *mut c_void, c_int, H::Word, H::Word, $(reduction!(@int $root),)? H::Word))(
                        input,
                        output,
                        length,
                        datatype,
                        op,
                        $(rank_to_host::<P, H>($root),)?
                        comm,
                    )
                })
            }
        }
    };
    (@int $root:ident) => { c_int };
}
reduction!(allreduce, ALLREDUCE);
reduction!(reduce, REDUCE, root);
reduction!(scan, SCAN);
reduction!(exscan, EXSCAN);

unsafe extern "C" fn reduce_local<P: Program, H: Host>(
    input: *const c_void,
    inout: *mut c_void,
    count: i64,
    datatype: P::Word,
    op: P::Word,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Reduce_local_c.
    unsafe {
        let (datatype, op) = (to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op));
        in_parts::<P, H>(count, datatype, |place, length| {
            host!(REDUCE_LOCAL(*const c_void, *mut c_void, c_int, H::Word, H::Word))(
                input.wrapping_byte_offset(place),
                inout.wrapping_byte_offset(place),
                length,
                datatype,
                op,
            )
        })
    }
}

unsafe extern "C" fn get_count<P: Program, H: Host>(
    status: *const c_void,
    datatype: P::Word,
    count: *mut i64,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Get_count_c.
    unsafe {
        let (mut bytes, mut size): (i64, i64) = (0, 0);
        let host_status = status_in::<P, H>(status);
        let result =
            host!(TYPE_SIZE_X(H::Word, *mut i64))(to_host::<P, H>(Kind::Datatype, datatype), &raw mut size);
        if result != 0 {
            return code::<P, H>(result);
        }
        let byte = host_handle::<H>(row_of("MPI_BYTE"));
        let result = host!(GET_ELEMENTS_X(*const c_int, H::Word, *mut i64))(
            host_status.as_ptr(),
            byte,
            &raw mut bytes,
        );
        if result == 0 {
            let is_whole = size != 0 && bytes % size == 0;
            let nothing = if bytes == 0 { 0 } else { P::MPI_UNDEFINED };
            count.write(if is_whole { bytes / size } else { nothing });
        }
        code::<P, H>(result)
    }
}

/// Returns a new datatype to the program.
unsafe fn given<P: Program, H: Host>(made: Result<H::Word, c_int>, newtype: *mut P::Word) -> c_int {
    match made {
        Ok(made) => {
            // SAFETY: the program passes a pointer for the handle.
            unsafe { newtype.write(from_host::<P, H>(Kind::Datatype, made)) };
            0
        }
        Err(result) => code::<P, H>(result),
    }
}

fn fit(numbers: &[i64]) -> bool {
    numbers.iter().all(|&number| c_int::try_from(number).is_ok())
}

/// # Safety
/// `numbers` points to this many.
unsafe fn array<'a>(numbers: *const i64, length: i64) -> &'a [i64] {
    match usize::try_from(length) {
        // SAFETY: the caller's contract.
        Ok(length @ 1..) => unsafe { std::slice::from_raw_parts(numbers, length) },
        _ => &[],
    }
}

unsafe extern "C" fn type_contiguous<P: Program, H: Host>(
    count: i64,
    oldtype: P::Word,
    newtype: *mut P::Word,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Type_contiguous_c.
    unsafe {
        if fit(&[count]) {
            return functions::type_contiguous_c_narrowed::<P, H>(count, oldtype, newtype);
        }
        given::<P, H>(contiguous::<H>(count, to_host::<P, H>(Kind::Datatype, oldtype)), newtype)
    }
}

unsafe extern "C" fn type_vector<P: Program, H: Host>(
    count: i64,
    blocklength: i64,
    stride: i64,
    oldtype: P::Word,
    newtype: *mut P::Word,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Type_vector_c.
    unsafe {
        if fit(&[count, blocklength, stride]) {
            return functions::type_vector_c_narrowed::<P, H>(count, blocklength, stride, oldtype, newtype);
        }
        let datatype = to_host::<P, H>(Kind::Datatype, oldtype);
        let made = bounds::<H>(datatype)
            .and_then(|(_, extent)| repeated_blocks::<H>(count, blocklength, stride * extent, datatype));
        given::<P, H>(made, newtype)
    }
}

unsafe extern "C" fn type_create_hvector<P: Program, H: Host>(
    count: i64,
    blocklength: i64,
    stride: i64,
    oldtype: P::Word,
    newtype: *mut P::Word,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Type_create_hvector_c.
    unsafe {
        if fit(&[count, blocklength]) {
            return functions::type_create_hvector_c_narrowed::<P, H>(
                count,
                blocklength,
                stride,
                oldtype,
                newtype,
            );
        }
        let datatype = to_host::<P, H>(Kind::Datatype, oldtype);
        given::<P, H>(repeated_blocks::<H>(count, blocklength, stride, datatype), newtype)
    }
}

/// Blocks of one datatype, whose displacements are in units of it or in bytes.
unsafe fn indexed<P: Program, H: Host>(
    lengths: impl Iterator<Item = i64>,
    places: &[i64],
    is_in_bytes: bool,
    oldtype: P::Word,
    newtype: *mut P::Word,
) -> c_int {
    // SAFETY: the caller's contract.
    unsafe {
        let datatype = to_host::<P, H>(Kind::Datatype, oldtype);
        let made = bounds::<H>(datatype).and_then(|(_, extent)| {
            let unit = if is_in_bytes { 1 } else { extent };
            let all: Vec<(i64, i64)> = lengths.zip(places.iter().map(|place| place * unit)).collect();
            even_blocks::<H>(&all, datatype)
        });
        given::<P, H>(made, newtype)
    }
}

unsafe extern "C" fn type_indexed<P: Program, H: Host>(
    count: i64,
    lengths: *const i64,
    places: *const i64,
    oldtype: P::Word,
    newtype: *mut P::Word,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Type_indexed_c.
    unsafe {
        let (all_lengths, all_places) = (array(lengths, count), array(places, count));
        if fit(all_lengths) && fit(all_places) {
            return functions::type_indexed_c_narrowed::<P, H>(count, lengths, places, oldtype, newtype);
        }
        indexed::<P, H>(all_lengths.iter().copied(), all_places, false, oldtype, newtype)
    }
}

unsafe extern "C" fn type_create_hindexed<P: Program, H: Host>(
    count: i64,
    lengths: *const i64,
    places: *const i64,
    oldtype: P::Word,
    newtype: *mut P::Word,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Type_create_hindexed_c.
    unsafe {
        let (all_lengths, all_places) = (array(lengths, count), array(places, count));
        if fit(all_lengths) {
            return functions::type_create_hindexed_c_narrowed::<P, H>(
                count, lengths, places, oldtype, newtype,
            );
        }
        indexed::<P, H>(all_lengths.iter().copied(), all_places, true, oldtype, newtype)
    }
}

unsafe extern "C" fn type_create_indexed_block<P: Program, H: Host>(
    count: i64,
    blocklength: i64,
    places: *const i64,
    oldtype: P::Word,
    newtype: *mut P::Word,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Type_create_indexed_block_c.
    unsafe {
        let all_places = array(places, count);
        if fit(all_places) && fit(&[blocklength]) {
            return functions::type_create_indexed_block_c_narrowed::<P, H>(
                count,
                blocklength,
                places,
                oldtype,
                newtype,
            );
        }
        indexed::<P, H>(std::iter::repeat(blocklength), all_places, false, oldtype, newtype)
    }
}

unsafe extern "C" fn type_create_hindexed_block<P: Program, H: Host>(
    count: i64,
    blocklength: i64,
    places: *const i64,
    oldtype: P::Word,
    newtype: *mut P::Word,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Type_create_hindexed_block_c.
    unsafe {
        if fit(&[blocklength]) {
            return functions::type_create_hindexed_block_c_narrowed::<P, H>(
                count,
                blocklength,
                places,
                oldtype,
                newtype,
            );
        }
        indexed::<P, H>(std::iter::repeat(blocklength), array(places, count), true, oldtype, newtype)
    }
}

unsafe extern "C" fn type_create_struct<P: Program, H: Host>(
    count: i64,
    lengths: *const i64,
    places: *const i64,
    types: *const P::Word,
    newtype: *mut P::Word,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Type_create_struct_c.
    unsafe {
        let (all_lengths, all_places) = (array(lengths, count), array(places, count));
        if fit(all_lengths) {
            return functions::type_create_struct_c_narrowed::<P, H>(count, lengths, places, types, newtype);
        }
        let types = translated::<P, H>(all_lengths.len(), types);
        let members = all_lengths.iter().zip(all_places).zip(types);
        let members: Vec<_> = members.map(|((length, place), word)| (*length, *place, word)).collect();
        given::<P, H>(blocks::<H>(&members), newtype)
    }
}

unsafe extern "C" fn type_create_subarray<P: Program, H: Host>(
    ndims: c_int,
    sizes: *const i64,
    parts: *const i64,
    starts: *const i64,
    order: c_int,
    oldtype: P::Word,
    newtype: *mut P::Word,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Type_create_subarray_c.
    unsafe {
        let [all_sizes, all_parts, all_starts] = [sizes, parts, starts].map(|one| array(one, ndims.into()));
        if fit(all_sizes) {
            return functions::type_create_subarray_c_narrowed::<P, H>(
                ndims, sizes, parts, starts, order, oldtype, newtype,
            );
        }
        let dimensions = all_sizes.iter().zip(all_parts).zip(all_starts);
        let mut dimensions: Vec<_> = dimensions.map(|((size, part), start)| (*size, *part, *start)).collect();
        if i64::from(order) == P::MPI_ORDER_C {
            dimensions.reverse();
        }
        let datatype = to_host::<P, H>(Kind::Datatype, oldtype);
        given::<P, H>(part_of_array::<H>(&dimensions, datatype), newtype)
    }
}
