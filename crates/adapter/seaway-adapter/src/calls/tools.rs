// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tool interface where it takes handles of objects, and MPI_Pcontrol.

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use seaway_mpi_abi::abi::Kind;

use crate::calls::host;
use crate::errors::code;
use crate::handles::file_to_host;
use crate::sides::{Host, Program};

/// Variadic in C. What a tool takes is unknown; MPI itself defines only the level.
pub(crate) unsafe extern "C" fn pcontrol<P: Program, H: Host>(level: c_int, _: usize) -> c_int {
    // SAFETY: MPI_Pcontrol takes a level.
    unsafe { code::<P, H>(host!(PCONTROL(c_int))(level)) }
}

/// The kinds of MPI_T_BIND_MPI_COMM and the following constants, in order.
const BOUND: [Option<Kind>; 12] = [
    None,
    Some(Kind::Comm),
    Some(Kind::Datatype),
    Some(Kind::Errhandler),
    Some(Kind::File),
    Some(Kind::Group),
    Some(Kind::Op),
    Some(Kind::Request),
    Some(Kind::Win),
    Some(Kind::Message),
    Some(Kind::Info),
    Some(Kind::Session),
];

/// The host's handle of the object that a variable is bound to.
pub(super) struct Bound {
    register: usize,
    is_null: bool,
}

impl Bound {
    /// # Safety
    /// `object` points to a handle of the kind that `binding`, a constant of the host, says.
    pub(super) unsafe fn of<P: Program, H: Host>(binding: c_int, object: *mut c_void) -> Self {
        let kind = H::BINDING.iter().position(|&known| known == binding).and_then(|row| BOUND[row]);
        // SAFETY: the caller's contract.
        let register = unsafe {
            match kind.filter(|_| !object.is_null()) {
                None => 0,
                Some(Kind::File) => file_to_host::<P, H>(object.cast::<usize>().read()),
                Some(kind) => P::to_host(kind, object.cast::<P::Word>().read()),
            }
        };
        Self { register, is_null: object.is_null() || kind.is_none() }
    }

    pub(super) fn pointer(&mut self) -> *mut c_void {
        if self.is_null { ptr::null_mut() } else { (&raw mut self.register).cast() }
    }
}

pub(crate) unsafe extern "C" fn t_cvar_handle_alloc<P: Program, H: Host>(
    variable: c_int,
    object: *mut c_void,
    handle: *mut usize,
    count: *mut c_int,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_T_cvar_handle_alloc; null means not requested.
    unsafe {
        let mut binding: c_int = 0;
        let (mut name_length, mut text_length): (c_int, c_int) = (0, 0);
        let (mut verbosity, mut scope): (c_int, c_int) = (0, 0);
        let (mut datatype, mut enumeration) = (H::Word::default(), 0usize);
        host!(
            T_CVAR_GET_INFO(
                c_int,
                *mut c_char,
                *mut c_int,
                *mut c_int,
                *mut H::Word,
                *mut usize,
                *mut c_char,
                *mut c_int,
                *mut c_int,
                *mut c_int,
            )
        )(
            variable,
            ptr::null_mut(),
            &raw mut name_length,
            &raw mut verbosity,
            &raw mut datatype,
            &raw mut enumeration,
            ptr::null_mut(),
            &raw mut text_length,
            &raw mut binding,
            &raw mut scope,
        );
        let mut bound = Bound::of::<P, H>(binding, object);
        code::<P, H>(host!(T_CVAR_HANDLE_ALLOC(c_int, *mut c_void, *mut usize, *mut c_int))(
            variable,
            bound.pointer(),
            handle,
            count,
        ))
    }
}

pub(crate) unsafe extern "C" fn t_pvar_handle_alloc<P: Program, H: Host>(
    session: usize,
    variable: c_int,
    object: *mut c_void,
    handle: *mut usize,
    count: *mut c_int,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_T_pvar_handle_alloc; null means not requested.
    unsafe {
        let mut binding: c_int = 0;
        let (mut name_length, mut text_length): (c_int, c_int) = (0, 0);
        let [mut verbosity, mut class, mut readonly, mut continuous, mut atomic]: [c_int; 5] = [0; 5];
        let (mut datatype, mut enumeration) = (H::Word::default(), 0usize);
        host!(
            T_PVAR_GET_INFO(
                c_int,
                *mut c_char,
                *mut c_int,
                *mut c_int,
                *mut c_int,
                *mut H::Word,
                *mut usize,
                *mut c_char,
                *mut c_int,
                *mut c_int,
                *mut c_int,
                *mut c_int,
                *mut c_int,
            )
        )(
            variable,
            ptr::null_mut(),
            &raw mut name_length,
            &raw mut verbosity,
            &raw mut class,
            &raw mut datatype,
            &raw mut enumeration,
            ptr::null_mut(),
            &raw mut text_length,
            &raw mut binding,
            &raw mut readonly,
            &raw mut continuous,
            &raw mut atomic,
        );
        let mut bound = Bound::of::<P, H>(binding, object);
        code::<P, H>(host!(T_PVAR_HANDLE_ALLOC(usize, c_int, *mut c_void, *mut usize, *mut c_int))(
            session,
            variable,
            bound.pointer(),
            handle,
            count,
        ))
    }
}
