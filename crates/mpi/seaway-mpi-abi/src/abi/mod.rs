// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Abi`]: what differs between MPI libraries in a binary: how wide a handle is, which number means what, what a
//! status looks like. Code above is generic over it and compiled once per ABI.

mod generated;
mod handle;
mod mpich;
mod openmpi;
mod standard;

use std::ffi::{CStr, c_int, c_void};
use std::fmt::Debug;
use std::hash::Hash;

pub use generated::constants::{ABSENT, Constants, HANDLES, OPEN_MPI_IN_FORTRAN};
pub use handle::{Comm, Datatype, Errhandler, File, Group, Info, Kind, Op, Request, Win, Word};
pub use mpich::Mpich;
pub use openmpi::OpenMpi;
pub use standard::Standard;

use crate::functions::Functions;

/// One binary interface of MPI. The numbers are [`Constants`], generated from `spec/mpi_constants.tsv`.
pub trait Abi: Constants + Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// What an opaque handle is, but for MPI_File, which is a pointer everywhere.
    type Word: Word;
    /// MPI_Status.
    type Status: Copy + Debug + Send + Sync + 'static;

    const NAME: &'static str;
    /// MPI_STATUS_IGNORE, as a number.
    const STATUS_IGNORE: usize;
    /// MPI_MAX_ERROR_STRING.
    const ERROR_STRING_BYTES: usize;

    /// Makes `status` say that `bytes` bytes were moved, so that MPI_Get_count and MPI_Get_elements agree. Leaves
    /// MPI_ERROR alone, as MPI asks of calls that complete one operation.
    ///
    /// # Safety
    /// `status` points to a status that may be written; the functions are of a library of this ABI.
    unsafe fn store_bytes(
        functions: &Functions<Self>,
        byte: Datatype<Self>,
        status: *mut Self::Status,
        bytes: u64,
    );

    /// Sets MPI_ERROR, as MPI asks of calls that complete several operations of which one failed.
    ///
    /// # Safety
    /// `status` points to a status that may be written.
    unsafe fn store_error(status: *mut Self::Status, code: c_int);

    /// Whether `status` asks for nothing.
    fn ignores(status: *const c_void) -> bool {
        status.addr() == Self::STATUS_IGNORE
    }
}

/// A predefined handle, as the table has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Predefined {
    /// The handle itself.
    Value(i64),
    /// The handle is the address of this symbol.
    Symbol(&'static CStr),
    /// This ABI has no such handle.
    Absent,
}

impl Predefined {
    /// The handle as a register. `address_of`: where the library has a symbol.
    pub fn register(self, address_of: impl FnOnce(&CStr) -> Option<*mut c_void>) -> Option<usize> {
        match self {
            Self::Value(_) => self.number(),
            Self::Symbol(symbol) => Some(address_of(symbol)?.addr()),
            Self::Absent => None,
        }
    }

    /// The handle as a register, where it is a number.
    #[inline(always)]
    pub fn number(self) -> Option<usize> {
        match self {
            // MPICH's pair types have their highest bit set.
            Self::Value(value) => {
                usize::try_from(value).ok().or_else(|| i32::try_from(value).ok().map(Word::to_register))
            }
            Self::Symbol(_) | Self::Absent => None,
        }
    }
}
