// SPDX-License-Identifier: MIT OR Apache-2.0
//! All-to-all with an array of datatypes. The host may read the array until the operation has completed, so
//! it is kept for the host's request.

use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use seaway_mpi_abi::abi::{Kind, Word};

use crate::calls::host;
use crate::errors::code;
use crate::handles::{from_host, to_host};
use crate::sentinels::{collective_buffer, is_in_place};
use crate::sides::{Host, Program};
use crate::tables::tables;

/// Arrays of pending requests, by the host's request. Their number is in the tables.
static KEPT: Mutex<Option<HashMap<usize, Kept>>> = Mutex::new(None);
type Kept = Vec<Box<dyn Send>>;

pub(crate) fn keep(request: usize, arrays: impl Send + 'static) {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let arrays_of_request = kept.get_or_insert_default().entry(request).or_default();
    if arrays_of_request.is_empty() {
        tables().kept.fetch_add(1, Relaxed);
    }
    arrays_of_request.push(Box::new(arrays));
}

/// Whether anything is kept for any request.
#[inline(always)]
pub(crate) fn is_anything_kept() -> bool {
    tables().kept.load(Relaxed) > 0
}

/// A request has ended: frees what was kept for it.
#[inline(always)]
pub(crate) fn forget(request: usize) {
    if is_anything_kept() {
        forget_kept(request);
    }
}

#[cold]
fn forget_kept(request: usize) {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if kept.as_mut().is_some_and(|kept| kept.remove(&request).is_some()) {
        tables().kept.fetch_sub(1, Relaxed);
    }
}

/// The datatypes of both directions.
struct Types<H: Host> {
    sent: Vec<H::Word>,
    received: Vec<H::Word>,
}

impl<H: Host> Types<H> {
    /// # Safety
    /// The arrays are as long as `lengths` says; those that are null are not looked at.
    unsafe fn of<P: Program>(
        lengths: (usize, usize),
        sent: *const P::Word,
        received: *const P::Word,
    ) -> Self {
        // SAFETY: the caller's contract.
        unsafe {
            Self {
                sent: translated::<P, H>(lengths.0, sent),
                received: translated::<P, H>(lengths.1, received),
            }
        }
    }
}

/// # Safety
/// `types` is null or points to as many datatypes.
pub(crate) unsafe fn translated<P: Program, H: Host>(length: usize, types: *const P::Word) -> Vec<H::Word> {
    if types.is_null() {
        return Vec::new();
    }
    // SAFETY: the caller's contract.
    (0..length).map(|index| unsafe { to_host::<P, H>(Kind::Datatype, types.add(index).read()) }).collect()
}

/// How many processes there are to send to and to receive from.
pub(crate) unsafe fn everybody<H: Host>(comm: H::Word) -> (usize, usize) {
    let (mut is_inter, mut size): (c_int, c_int) = (0, 0);
    // SAFETY: the host checks the communicator.
    unsafe {
        if host!(COMM_TEST_INTER(H::Word, *mut c_int))(comm, &raw mut is_inter) != 0 {
            return (0, 0);
        }
        if is_inter != 0 {
            host!(COMM_REMOTE_SIZE(H::Word, *mut c_int))(comm, &raw mut size);
        } else {
            host!(COMM_SIZE(H::Word, *mut c_int))(comm, &raw mut size);
        }
    }
    let size = usize::try_from(size).unwrap_or(0);
    (size, size)
}

/// How many neighbours there are to send to and to receive from.
pub(crate) unsafe fn neighbours<H: Host>(comm: H::Word) -> (usize, usize) {
    use seaway_mpi_abi::abi::Constants;
    let mut topology: c_int = 0;
    let (mut first, mut second, mut third): (c_int, c_int, c_int) = (0, 0, 0);
    // SAFETY: the host checks the communicator.
    unsafe {
        if host!(TOPO_TEST(H::Word, *mut c_int))(comm, &raw mut topology) != 0 {
            return (0, 0);
        }
        let topology = i64::from(topology);
        if topology == <H as Constants>::MPI_CART {
            host!(CARTDIM_GET(H::Word, *mut c_int))(comm, &raw mut first);
            let both = usize::try_from(first).unwrap_or(0) * 2;
            return (both, both);
        }
        if topology == <H as Constants>::MPI_GRAPH {
            host!(COMM_RANK(H::Word, *mut c_int))(comm, &raw mut first);
            host!(GRAPH_NEIGHBORS_COUNT(H::Word, c_int, *mut c_int))(comm, first, &raw mut second);
            let both = usize::try_from(second).unwrap_or(0);
            return (both, both);
        }
        if topology != <H as Constants>::MPI_DIST_GRAPH {
            return (0, 0);
        }
        host!(DIST_GRAPH_NEIGHBORS_COUNT(H::Word, *mut c_int, *mut c_int, *mut c_int))(
            comm,
            &raw mut first,
            &raw mut second,
            &raw mut third,
        );
    }
    (usize::try_from(second).unwrap_or(0), usize::try_from(first).unwrap_or(0))
}

/// How many processes there are on this side.
pub(crate) unsafe fn own_group<H: Host>(comm: H::Word) -> (usize, usize) {
    let mut size: c_int = 0;
    // SAFETY: the host checks the communicator.
    unsafe { host!(COMM_SIZE(H::Word, *mut c_int))(comm, &raw mut size) };
    let size = usize::try_from(size).unwrap_or(0);
    (size, size)
}

/// Whether this process is the root, whose arrays are significant.
///
/// # Safety
/// `comm` is a communicator of the program.
pub(crate) unsafe fn is_root<P: Program, H: Host>(root: c_int, comm: P::Word) -> bool {
    if root < 0 {
        return i64::from(root) == P::MPI_ROOT;
    }
    let (mut is_inter, mut rank): (c_int, c_int) = (0, 0);
    // SAFETY: the host checks the communicator.
    unsafe {
        let comm = to_host::<P, H>(Kind::Comm, comm);
        host!(COMM_TEST_INTER(H::Word, *mut c_int))(comm, &raw mut is_inter);
        host!(COMM_RANK(H::Word, *mut c_int))(comm, &raw mut rank);
    }
    is_inter == 0 && rank == root
}

/// A null array stays null: the host reports the error.
fn pointer<H: Host>(types: &[H::Word], program: *const impl Sized) -> *const H::Word {
    if program.is_null() { ptr::null() } else { types.as_ptr() }
}

/// With MPI_IN_PLACE the send types are not significant, and may be anything.
fn types_to_send<P: Program>(buffer: *const c_void, types: *const P::Word) -> *const P::Word {
    if is_in_place::<P>(buffer) { ptr::null() } else { types }
}

macro_rules! all_to_all_with_types {
    ($name:ident, $index:ident, $count:ty, $displacement:ty, $lengths:ident) => {
        pub(crate) unsafe extern "C" fn $name<P: Program, H: Host>(
            sendbuf: *const c_void,
            sendcounts: *const $count,
            sdispls: *const $displacement,
            sendtypes: *const P::Word,
            recvbuf: *mut c_void,
            recvcounts: *const $count,
            rdispls: *const $displacement,
            recvtypes: *const P::Word,
            comm: P::Word,
        ) -> c_int {
            // SAFETY: the program keeps the contract of the MPI function.
            unsafe {
                let comm = to_host::<P, H>(Kind::Comm, comm);
                let sendtypes = types_to_send::<P>(sendbuf, sendtypes);
                let types = Types::<H>::of::<P>($lengths::<H>(comm), sendtypes, recvtypes);
                code::<P, H>(host!($index(
                    *mut c_void, *const $count, *const $displacement, *const H::Word,
                    *mut c_void, *const $count, *const $displacement, *const H::Word, H::Word
                ))(
                    collective_buffer::<P, H>(sendbuf.cast_mut()),
                    sendcounts,
                    sdispls,
                    pointer::<H>(&types.sent, sendtypes),
                    collective_buffer::<P, H>(recvbuf),
                    recvcounts,
                    rdispls,
                    pointer::<H>(&types.received, recvtypes),
                    comm,
                ))
            }
        }
    };
    ($name:ident, $index:ident, $count:ty, $displacement:ty, $lengths:ident, $($info:ident)? => request) => {
        pub(crate) unsafe extern "C" fn $name<P: Program, H: Host>(
            sendbuf: *const c_void,
            sendcounts: *const $count,
            sdispls: *const $displacement,
            sendtypes: *const P::Word,
            recvbuf: *mut c_void,
            recvcounts: *const $count,
            rdispls: *const $displacement,
            recvtypes: *const P::Word,
            comm: P::Word,
            $($info: P::Word,)?
            request: *mut P::Word,
        ) -> c_int {
            // SAFETY: the program keeps the contract of the MPI function.
            unsafe {
                let comm = to_host::<P, H>(Kind::Comm, comm);
                let sendtypes = types_to_send::<P>(sendbuf, sendtypes);
                let types = Types::<H>::of::<P>($lengths::<H>(comm), sendtypes, recvtypes);
                let mut host_request = H::Word::default();
                let result = host!($index(
                    *mut c_void, *const $count, *const $displacement, *const H::Word,
                    *mut c_void, *const $count, *const $displacement, *const H::Word, H::Word,
                    $(all_to_all_with_types!(@word $info),)? *mut H::Word
                ))(
                    collective_buffer::<P, H>(sendbuf.cast_mut()),
                    sendcounts,
                    sdispls,
                    pointer::<H>(&types.sent, sendtypes),
                    collective_buffer::<P, H>(recvbuf),
                    recvcounts,
                    rdispls,
                    pointer::<H>(&types.received, recvtypes),
                    comm,
                    $(to_host::<P, H>(Kind::Info, $info),)?
                    &raw mut host_request,
                );
                if result == 0 {
                    keep(host_request.to_register(), types);
                    request.write(from_host::<P, H>(Kind::Request, host_request));
                }
                code::<P, H>(result)
            }
        }
    };
    (@word $info:ident) => { H::Word };
}

all_to_all_with_types!(alltoallw, ALLTOALLW, c_int, c_int, everybody);
all_to_all_with_types!(alltoallw_c, ALLTOALLW_C, i64, i64, everybody);
all_to_all_with_types!(neighbor_alltoallw, NEIGHBOR_ALLTOALLW, c_int, i64, neighbours);
all_to_all_with_types!(neighbor_alltoallw_c, NEIGHBOR_ALLTOALLW_C, i64, i64, neighbours);
all_to_all_with_types!(ialltoallw, IALLTOALLW, c_int, c_int, everybody, => request);
all_to_all_with_types!(ialltoallw_c, IALLTOALLW_C, i64, i64, everybody, => request);
all_to_all_with_types!(ineighbor_alltoallw, INEIGHBOR_ALLTOALLW, c_int, i64, neighbours, => request);
all_to_all_with_types!(ineighbor_alltoallw_c, INEIGHBOR_ALLTOALLW_C, i64, i64, neighbours, => request);
all_to_all_with_types!(alltoallw_init, ALLTOALLW_INIT, c_int, c_int, everybody, info => request);
all_to_all_with_types!(alltoallw_init_c, ALLTOALLW_INIT_C, i64, i64, everybody, info => request);
all_to_all_with_types!(neighbor_alltoallw_init, NEIGHBOR_ALLTOALLW_INIT, c_int, i64, neighbours, info => request);
all_to_all_with_types!(neighbor_alltoallw_init_c, NEIGHBOR_ALLTOALLW_INIT_C, i64, i64, neighbours, info => request);
