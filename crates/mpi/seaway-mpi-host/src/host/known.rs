// SPDX-License-Identifier: MIT OR Apache-2.0
//! Predefined handles of the loaded library: numbers in some ABIs, addresses of its symbols in others.

use seaway_datatype::Named;

use super::Library;
use crate::abi::{Abi, Comm, Datatype, Errhandler, File, Group, Info, Op, Predefined, Request, Win};

macro_rules! known {
    ($($name:ident: $kind:ident = $constant:ident;)*) => {
        /// One field per handle.
        #[derive(Debug, Clone, Copy)]
        pub struct Known<A: Abi> {
            $(pub $name: $kind<A>,)*
            pub file_null: File,
            /// Absent in Open MPI 4.
            pub errors_abort: Option<Errhandler<A>>,
            /// MPI_LB and MPI_UB, which MPI-3 removed and some libraries kept.
            pub bound_markers: [Option<Datatype<A>>; 2],
        }

        impl<A: Abi> Known<A> {
            /// The error is the name of a handle that the library lacks.
            pub(super) fn load(library: &Library) -> Result<Self, &'static str> {
                Ok(Self {
                    $($name: $kind::from_register(register(library, A::$constant).ok_or(stringify!($constant))?),)*
                    file_null: File(register(library, A::MPI_FILE_NULL).ok_or("MPI_FILE_NULL")?),
                    errors_abort: register(library, A::MPI_ERRORS_ABORT).map(Errhandler::from_register),
                    bound_markers: [A::MPI_LB, A::MPI_UB]
                        .map(|marker| register(library, marker).map(Datatype::from_register)),
                })
            }
        }
    };
}

known! {
    comm_null: Comm = MPI_COMM_NULL;
    comm_world: Comm = MPI_COMM_WORLD;
    comm_self: Comm = MPI_COMM_SELF;
    datatype_null: Datatype = MPI_DATATYPE_NULL;
    byte: Datatype = MPI_BYTE;
    int: Datatype = MPI_INT;
    uint64: Datatype = MPI_UINT64_T;
    errhandler_null: Errhandler = MPI_ERRHANDLER_NULL;
    errors_are_fatal: Errhandler = MPI_ERRORS_ARE_FATAL;
    errors_return: Errhandler = MPI_ERRORS_RETURN;
    group_null: Group = MPI_GROUP_NULL;
    info_null: Info = MPI_INFO_NULL;
    sum: Op = MPI_SUM;
    min: Op = MPI_MIN;
    no_op: Op = MPI_NO_OP;
    replace: Op = MPI_REPLACE;
    request_null: Request = MPI_REQUEST_NULL;
    win_null: Win = MPI_WIN_NULL;
}

/// The predefined datatypes, looked up by handle.
#[derive(Debug)]
pub struct NamedTypes<A: Abi> {
    /// Sorted by handle.
    by_handle: Vec<(Datatype<A>, Named)>,
}

macro_rules! named_types {
    ($library:ident, $($constant:ident)*) => {
        [$((stringify!($constant), register($library, A::$constant)),)*]
    };
}

impl<A: Abi> NamedTypes<A> {
    pub(super) fn load(library: &Library) -> Self {
        let rows = named_types!(library,
            MPI_AINT MPI_COUNT MPI_OFFSET MPI_PACKED MPI_SHORT MPI_INT MPI_LONG MPI_LONG_LONG MPI_UNSIGNED_SHORT
            MPI_UNSIGNED MPI_UNSIGNED_LONG MPI_UNSIGNED_LONG_LONG MPI_FLOAT MPI_C_FLOAT_COMPLEX MPI_DOUBLE
            MPI_C_DOUBLE_COMPLEX MPI_LONG_DOUBLE MPI_C_LONG_DOUBLE_COMPLEX MPI_C_BOOL MPI_WCHAR MPI_INT8_T MPI_UINT8_T
            MPI_CHAR MPI_SIGNED_CHAR MPI_UNSIGNED_CHAR MPI_BYTE MPI_INT16_T MPI_UINT16_T MPI_INT32_T MPI_UINT32_T
            MPI_INT64_T MPI_UINT64_T MPI_LOGICAL MPI_INTEGER MPI_REAL MPI_COMPLEX MPI_DOUBLE_PRECISION MPI_CHARACTER
            MPI_CXX_FLOAT_COMPLEX MPI_CXX_DOUBLE_COMPLEX MPI_CXX_LONG_DOUBLE_COMPLEX MPI_CXX_BOOL MPI_DOUBLE_COMPLEX
            MPI_LOGICAL1 MPI_LOGICAL2 MPI_LOGICAL4 MPI_LOGICAL8 MPI_LOGICAL16 MPI_INTEGER1 MPI_INTEGER2 MPI_INTEGER4
            MPI_INTEGER8 MPI_INTEGER16 MPI_REAL2 MPI_REAL4 MPI_REAL8 MPI_REAL16 MPI_COMPLEX4 MPI_COMPLEX8
            MPI_COMPLEX16 MPI_COMPLEX32 MPI_FLOAT_INT MPI_DOUBLE_INT MPI_LONG_INT MPI_2INT MPI_SHORT_INT
            MPI_LONG_DOUBLE_INT MPI_2REAL MPI_2DOUBLE_PRECISION MPI_2INTEGER
        );
        let mut by_handle: Vec<_> = rows
            .into_iter()
            .filter_map(|(name, register)| {
                Some((Datatype::from_register(register?), Named::from_name(name)?))
            })
            .collect();
        by_handle.sort_by_key(|(handle, _)| handle.0);
        by_handle.dedup_by_key(|(handle, _)| handle.0);
        Self { by_handle }
    }

    pub fn find(&self, handle: Datatype<A>) -> Option<Named> {
        let place = self.by_handle.binary_search_by_key(&handle.0, |(handle, _)| handle.0).ok()?;
        Some(self.by_handle[place].1)
    }

    /// The handle of a predefined datatype, if this library has it.
    pub fn handle(&self, named: Named) -> Option<Datatype<A>> {
        self.by_handle.iter().find(|(_, other)| *other == named).map(|(handle, _)| *handle)
    }
}

fn register(library: &Library, handle: Predefined) -> Option<usize> {
    handle.register(|symbol| library.variable(symbol))
}
