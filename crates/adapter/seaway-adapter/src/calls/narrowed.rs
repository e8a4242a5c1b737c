// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions with large counts that are written by hand, on hosts without them: numbers that fit into ints
//! use the other form.

use std::ffi::{c_int, c_void};

use seaway_mpi_abi::abi::Kind;

use crate::calls::collectives::{everybody, keep, neighbours};
use crate::calls::{
    alltoallw, alltoallw_init, buffer_attach, buffer_detach, host, ialltoallw, ineighbor_alltoallw,
    neighbor_alltoallw, neighbor_alltoallw_init, op_create_c_narrowed, register_datarep_c_narrowed,
    too_large, type_get_contents,
};
use crate::errors::code;
use crate::generated::functions::index;
use crate::handles::to_host;
use crate::numbers::{narrow_array, write_constant};
use crate::sentinels::is_in_place;
use crate::sides::{Host, Program};

made_by_hand! { NARROWED_BY_HAND narrowed_by_hand
    ALLTOALLW_C ALLTOALLW alltoallw_c_narrowed;
    IALLTOALLW_C IALLTOALLW ialltoallw_c_narrowed;
    ALLTOALLW_INIT_C ALLTOALLW_INIT alltoallw_init_c_narrowed;
    NEIGHBOR_ALLTOALLW_C NEIGHBOR_ALLTOALLW neighbor_alltoallw_c_narrowed;
    INEIGHBOR_ALLTOALLW_C INEIGHBOR_ALLTOALLW ineighbor_alltoallw_c_narrowed;
    NEIGHBOR_ALLTOALLW_INIT_C NEIGHBOR_ALLTOALLW_INIT neighbor_alltoallw_init_c_narrowed;
    BUFFER_ATTACH_C BUFFER_ATTACH buffer_attach_c_narrowed;
    BUFFER_DETACH_C BUFFER_DETACH buffer_detach_c_narrowed;
    OP_CREATE_C OP_CREATE op_create_c_narrowed;
    REGISTER_DATAREP_C REGISTER_DATAREP register_datarep_c_narrowed;
    TYPE_GET_CONTENTS_C TYPE_GET_CONTENTS type_get_contents_c_narrowed;
    TYPE_GET_ENVELOPE_C TYPE_GET_ENVELOPE type_get_envelope_c_narrowed;
}

/// All-to-all with an array of datatypes. Its displacements are `ints` in the other form, or `addresses` in
/// both.
macro_rules! all_to_all {
    ($name:ident, $large:ident, $small:ident, $lengths:ident, $displacements:ident $(, $info:ident)?
     $(=> $request:ident)?) => {
        unsafe extern "C" fn $name<P: Program, H: Host>(
            sendbuf: *const c_void,
            sendcounts: *const i64,
            sdispls: *const i64,
            sendtypes: *const P::Word,
            recvbuf: *mut c_void,
            recvcounts: *const i64,
            rdispls: *const i64,
            recvtypes: *const P::Word,
            comm: P::Word,
            $($info: P::Word,)?
            $($request: *mut P::Word,)?
        ) -> c_int {
            // SAFETY: the program keeps the contract of the MPI function.
            unsafe {
                let (sent, received) = $lengths::<H>(to_host::<P, H>(Kind::Comm, comm));
                let sent = if is_in_place::<P>(sendbuf) { 0 } else { sent };
                let (Some(sendcounts), Some(recvcounts)) =
                    (narrow_array(sendcounts, sent), narrow_array(recvcounts, received))
                else {
                    return too_large::<P, H>(index::$large);
                };
                all_to_all!(@displacements $displacements $large sdispls sent rdispls received);
                let result = $small::<P, H>(
                    sendbuf,
                    sendcounts.as_ptr(),
                    all_to_all!(@pointer $displacements sdispls),
                    sendtypes,
                    recvbuf,
                    recvcounts.as_ptr(),
                    all_to_all!(@pointer $displacements rdispls),
                    recvtypes,
                    comm,
                    $($info,)?
                    $($request,)?
                );
                $(if result == 0 {
                    let request = P::to_host(Kind::Request, $request.read());
                    keep(request, (sendcounts, recvcounts));
                    all_to_all!(@keep $displacements request sdispls rdispls);
                })?
                result
            }
        }
    };
    (@displacements ints $large:ident $sent:ident $sent_length:ident $received:ident $received_length:ident) => {
        let (Some($sent), Some($received)) =
            (narrow_array($sent, $sent_length), narrow_array($received, $received_length))
        else {
            return too_large::<P, H>(index::$large);
        };
    };
    (@displacements addresses $large:ident $sent:ident $sent_length:ident $received:ident $received_length:ident) => {};
    (@pointer ints $array:ident) => { $array.as_ptr() };
    (@pointer addresses $array:ident) => { $array };
    (@keep ints $kept:ident $sent:ident $received:ident) => { keep($kept, ($sent, $received)) };
    (@keep addresses $kept:ident $sent:ident $received:ident) => {};
}
all_to_all!(alltoallw_c_narrowed, ALLTOALLW_C, alltoallw, everybody, ints);
all_to_all!(ialltoallw_c_narrowed, IALLTOALLW_C, ialltoallw, everybody, ints => request);
all_to_all!(alltoallw_init_c_narrowed, ALLTOALLW_INIT_C, alltoallw_init, everybody, ints, info => request);
all_to_all!(neighbor_alltoallw_c_narrowed, NEIGHBOR_ALLTOALLW_C, neighbor_alltoallw, neighbours, addresses);
all_to_all!(ineighbor_alltoallw_c_narrowed, INEIGHBOR_ALLTOALLW_C, ineighbor_alltoallw, neighbours, addresses => request);
all_to_all!(neighbor_alltoallw_init_c_narrowed, NEIGHBOR_ALLTOALLW_INIT_C, neighbor_alltoallw_init, neighbours, addresses, info => request);

unsafe extern "C" fn buffer_attach_c_narrowed<P: Program, H: Host>(buffer: *mut c_void, size: i64) -> c_int {
    let Ok(size) = c_int::try_from(size) else { return too_large::<P, H>(index::BUFFER_ATTACH_C) };
    // SAFETY: the program keeps the contract of MPI_Buffer_attach_c.
    unsafe { buffer_attach::<P, H>(buffer, size) }
}

unsafe extern "C" fn buffer_detach_c_narrowed<P: Program, H: Host>(
    buffer: *mut c_void,
    size: *mut i64,
) -> c_int {
    let mut narrow: c_int = 0;
    // SAFETY: the program keeps the contract of MPI_Buffer_detach_c.
    unsafe {
        let result = buffer_detach::<P, H>(buffer, &raw mut narrow);
        if result == 0 {
            size.write(narrow.into());
        }
        result
    }
}

/// A host without large counts has no datatypes made with them.
unsafe extern "C" fn type_get_envelope_c_narrowed<P: Program, H: Host>(
    datatype: P::Word,
    integers: *mut i64,
    addresses: *mut i64,
    large_counts: *mut i64,
    datatypes: *mut i64,
    combiner: *mut c_int,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Type_get_envelope_c.
    unsafe {
        let [mut few_integers, mut few_addresses, mut few_datatypes]: [c_int; 3] = [0; 3];
        let result = host!(TYPE_GET_ENVELOPE(H::Word, *mut c_int, *mut c_int, *mut c_int, *mut c_int))(
            to_host::<P, H>(Kind::Datatype, datatype),
            &raw mut few_integers,
            &raw mut few_addresses,
            &raw mut few_datatypes,
            combiner,
        );
        if result == 0 {
            integers.write(few_integers.into());
            addresses.write(few_addresses.into());
            large_counts.write(0);
            datatypes.write(few_datatypes.into());
            write_constant(combiner, H::COMBINER, P::COMBINER);
        }
        code::<P, H>(result)
    }
}

unsafe extern "C" fn type_get_contents_c_narrowed<P: Program, H: Host>(
    datatype: P::Word,
    max_integers: i64,
    max_addresses: i64,
    _: i64,
    max_datatypes: i64,
    integers: *mut c_int,
    addresses: *mut i64,
    _: *mut i64,
    datatypes: *mut P::Word,
) -> c_int {
    let fitting = |count: i64| c_int::try_from(count).unwrap_or(c_int::MAX);
    // SAFETY: the program keeps the contract of MPI_Type_get_contents_c.
    unsafe {
        type_get_contents::<P, H>(
            datatype,
            fitting(max_integers),
            fitting(max_addresses),
            fitting(max_datatypes),
            integers,
            addresses,
            datatypes,
        )
    }
}
