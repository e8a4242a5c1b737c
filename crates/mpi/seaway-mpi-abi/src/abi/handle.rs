// SPDX-License-Identifier: MIT OR Apache-2.0
//! Opaque handles, typed: `Comm<A>` is an int under MPICH and a pointer elsewhere, and never a `Datatype<A>`.

use std::ffi::c_int;
use std::fmt::Debug;
use std::hash::Hash;

use super::Abi;

/// The representation of a handle. Stub routines receive it as a whole register, whose upper half is
/// undefined if it is an int.
pub trait Word: Copy + Default + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    fn from_register(register: usize) -> Self;
    fn to_register(self) -> usize;
}

impl Word for c_int {
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "an int sits in the lower half of the register")]
    fn from_register(register: usize) -> Self {
        (register as u32).cast_signed()
    }

    #[inline(always)]
    fn to_register(self) -> usize {
        self.cast_unsigned() as usize
    }
}

impl Word for usize {
    #[inline(always)]
    fn from_register(register: usize) -> Self {
        register
    }

    #[inline(always)]
    fn to_register(self) -> usize {
        self
    }
}

/// What a handle refers to. The numbers are those in bits 26 to 29 of MPICH's handles, except for messages,
/// which are requests there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    Comm = 1,
    Group = 2,
    Datatype = 3,
    File = 4,
    Errhandler = 5,
    Op = 6,
    Info = 7,
    Win = 8,
    Request = 11,
    Message = 13,
    Session = 14,
}

macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name<A: Abi>(pub A::Word);

        impl<A: Abi> $name<A> {
            pub fn from_register(register: usize) -> Self {
                Self(A::Word::from_register(register))
            }

            pub fn to_register(self) -> usize {
                self.0.to_register()
            }
        }
    )* };
}

handles! {
    /// MPI_Comm.
    Comm;
    /// MPI_Datatype.
    Datatype;
    /// MPI_Errhandler.
    Errhandler;
    /// MPI_Group.
    Group;
    /// MPI_Info.
    Info;
    /// MPI_Op.
    Op;
    /// MPI_Request.
    Request;
    /// MPI_Win.
    Win;
}

/// MPI_File: a pointer in every ABI.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct File(pub usize);
