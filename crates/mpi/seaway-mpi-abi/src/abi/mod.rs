// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Abi`]: the binary differences between MPI libraries: the width of handles, the values of constants, the
//! layout of a status. Code above is generic over it and compiled once per ABI.

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
    /// The type of opaque handles, except MPI_File, which is a pointer everywhere.
    type Word: Word;
    /// MPI_Status.
    type Status: Copy + Debug + Send + Sync + 'static;

    const NAME: &'static str;
    /// MPI_STATUS_IGNORE, as a number.
    const STATUS_IGNORE: usize;
    /// MPI_MAX_ERROR_STRING.
    const ERROR_STRING_BYTES: usize;
    /// Whether a failing call returns the code as changed by the error handler: MPICH and its derivatives do,
    /// Open MPI returns the code that the handler was given.
    const HANDLER_CHANGES_CODE: bool;

    /// Makes `status` report that `bytes` bytes were transferred, so that MPI_Get_count and MPI_Get_elements
    /// agree. Leaves MPI_ERROR alone, as MPI requires of calls that complete one operation.
    ///
    /// # Safety
    /// `status` points to a writable status; the functions belong to a library of this ABI.
    unsafe fn store_bytes(
        functions: &Functions<Self>,
        byte: Datatype<Self>,
        status: *mut Self::Status,
        bytes: u64,
    );

    /// Sets MPI_ERROR, as MPI requires of calls that complete several operations of which one failed.
    ///
    /// # Safety
    /// `status` points to a writable status.
    unsafe fn store_error(status: *mut Self::Status, code: c_int);

    /// Whether `status` is MPI_STATUS_IGNORE.
    fn ignores(status: *const c_void) -> bool {
        status.addr() == Self::STATUS_IGNORE
    }
}

/// A predefined handle, as in the table.
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
    /// The handle as a register. `address_of` looks up a symbol of the library.
    pub fn register(self, address_of: impl FnOnce(&CStr) -> Option<*mut c_void>) -> Option<usize> {
        match self {
            Self::Value(_) => self.number(),
            Self::Symbol(symbol) => Some(address_of(symbol)?.addr()),
            Self::Absent => None,
        }
    }

    /// The handle as a register, if it is a number.
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
