// SPDX-License-Identifier: MIT OR Apache-2.0
//! Special addresses. MPI_BOTTOM is zero in every ABI.

use std::ffi::{CStr, c_int, c_void};
use std::ptr;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use seaway_mpi_abi::Library;
use seaway_mpi_abi::{Mpich, OpenMpi, Standard};

use crate::sides::{Host, Program};

/// A constant address.
#[derive(Debug, Clone, Copy)]
pub enum Sentinel {
    Address(usize),
    /// In a variable of the library.
    Variable(&'static CStr),
}

impl Sentinel {
    /// Its value in the program, which may have its own copy of the variable.
    pub fn value_in_program(self) -> usize {
        value(self, Library::everybody_s_symbol)
    }
}

/// Those that are not numbers in every ABI.
pub trait Sentinels {
    /// MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY and MPI_T_PVAR_ALL_HANDLES.
    const SENTINELS: [Sentinel; 3];
    /// MPI_BUFFER_AUTOMATIC.
    const BUFFER_AUTOMATIC: Option<usize>;
}

impl Sentinels for Mpich {
    const SENTINELS: [Sentinel; 3] = [
        Sentinel::Variable(c"MPI_UNWEIGHTED"),
        Sentinel::Variable(c"MPI_WEIGHTS_EMPTY"),
        Sentinel::Variable(c"MPI_T_PVAR_ALL_HANDLES"),
    ];
    const BUFFER_AUTOMATIC: Option<usize> = Some(address(-2));
}

impl Sentinels for OpenMpi {
    const SENTINELS: [Sentinel; 3] =
        [Sentinel::Address(2), Sentinel::Address(3), Sentinel::Address(address(-1))];
    const BUFFER_AUTOMATIC: Option<usize> = None;
}

impl Sentinels for Standard {
    const SENTINELS: [Sentinel; 3] = [Sentinel::Address(10), Sentinel::Address(11), Sentinel::Address(1)];
    const BUFFER_AUTOMATIC: Option<usize> = Some(2);
}

const ALL_VARIABLES: usize = 2;

/// The sentinels of the program and of the host.
static PAIRS: [[AtomicUsize; 2]; 3] = [const { [const { AtomicUsize::new(usize::MAX) }; 2] }; 3];

pub(crate) fn prepare<P: Program, H: Host>(library: &Library) {
    for (row, [of_program, of_host]) in PAIRS.iter().enumerate() {
        of_program.store(P::SENTINELS[row].value_in_program(), Relaxed);
        let of_library = |name: &CStr| library.symbol(name.to_str().ok()?);
        of_host.store(value(H::SENTINELS[row], of_library), Relaxed);
    }
}

fn value(sentinel: Sentinel, variable: impl FnOnce(&CStr) -> Option<*mut c_void>) -> usize {
    match sentinel {
        Sentinel::Address(address) => address,
        Sentinel::Variable(name) => variable(name).map_or(usize::MAX, |place| {
            // SAFETY: such variables have the size of a pointer.
            unsafe { place.cast::<usize>().read() }
        }),
    }
}

fn to_host(rows: &[[AtomicUsize; 2]], address: usize) -> usize {
    let meaning = rows.iter().find(|[of_program, _]| of_program.load(Relaxed) == address);
    meaning.map_or(address, |[_, of_host]| of_host.load(Relaxed))
}

/// The weights of edges, which may be MPI_UNWEIGHTED.
pub(crate) fn weights_to_host(program: *const c_int) -> *mut c_int {
    match to_host(&PAIRS[..ALL_VARIABLES], program.addr()) {
        same if same == program.addr() => program.cast_mut(),
        other => ptr::without_provenance_mut(other),
    }
}

/// A handle of a performance variable, or MPI_T_PVAR_ALL_HANDLES.
pub(crate) fn variable_to_host(handle: usize) -> usize {
    to_host(&PAIRS[ALL_VARIABLES..], handle)
}

/// A buffer of a collective call, which may be MPI_IN_PLACE.
#[inline(always)]
pub(crate) fn collective_buffer<P: Program, H: Host>(buffer: *mut c_void) -> *mut c_void {
    if is_in_place::<P>(buffer) { ptr::without_provenance_mut(address(H::MPI_IN_PLACE)) } else { buffer }
}

#[inline(always)]
pub(crate) fn is_in_place<P: Program>(buffer: *const c_void) -> bool {
    buffer.addr() == address(P::MPI_IN_PLACE)
}

/// A constant that is a pointer in C.
#[allow(clippy::cast_sign_loss, clippy::cast_possible_truncation, reason = "-1 is the highest address")]
pub const fn address(constant: i64) -> usize {
    constant as usize
}
