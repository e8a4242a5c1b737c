// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tool interface where it takes handles of objects or functions, and MPI_Pcontrol.

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use seaway_mpi_abi::abi::Kind;

use crate::calls::host;
use crate::errors::code;
use crate::handles::{file_to_host, from_host, to_host};
use crate::numbers::{constant, write_constant};
use crate::sides::{Host, Program};

/// Variadic in C. Nobody knows what a tool takes; the level is all that MPI itself defines.
pub(crate) unsafe extern "C" fn pcontrol<P: Program, H: Host>(level: c_int, _: usize) -> c_int {
    // SAFETY: MPI_Pcontrol takes a level.
    unsafe { code::<P, H>(host!(PCONTROL(c_int))(level)) }
}

/// The kinds that MPI_T_BIND_MPI_COMM and its followers stand for, in the order of the constants.
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

/// An object that a variable is bound to, as the host has it.
struct Bound {
    register: usize,
    is_null: bool,
}

impl Bound {
    /// # Safety
    /// `object` points to a handle of what `binding`, a constant of the host's, says.
    unsafe fn of<P: Program, H: Host>(binding: c_int, object: *mut c_void) -> Self {
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

    fn pointer(&mut self) -> *mut c_void {
        if self.is_null { ptr::null_mut() } else { (&raw mut self.register).cast() }
    }
}

pub(crate) unsafe extern "C" fn t_cvar_handle_alloc<P: Program, H: Host>(
    variable: c_int,
    object: *mut c_void,
    handle: *mut usize,
    count: *mut c_int,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_T_cvar_handle_alloc; what is null is not asked for.
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
    // SAFETY: the program keeps the contract of MPI_T_pvar_handle_alloc; what is null is not asked for.
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

pub(crate) unsafe extern "C" fn t_event_get_info<P: Program, H: Host>(
    event: c_int,
    name: *mut c_char,
    name_length: *mut c_int,
    verbosity: *mut c_int,
    datatypes: *mut P::Word,
    displacements: *mut i64,
    elements: *mut c_int,
    enumeration: *mut usize,
    info: *mut P::Word,
    text: *mut c_char,
    text_length: *mut c_int,
    binding: *mut c_int,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_T_event_get_info.
    unsafe {
        let room = if elements.is_null() { 0 } else { usize::try_from(elements.read()).unwrap_or(0) };
        let mut types = vec![H::Word::default(); room];
        let mut made = H::Word::default();
        let result = host!(
            T_EVENT_GET_INFO(
                c_int,
                *mut c_char,
                *mut c_int,
                *mut c_int,
                *mut H::Word,
                *mut i64,
                *mut c_int,
                *mut usize,
                *mut H::Word,
                *mut c_char,
                *mut c_int,
                *mut c_int,
            )
        )(
            event,
            name,
            name_length,
            verbosity,
            if datatypes.is_null() { ptr::null_mut() } else { types.as_mut_ptr() },
            displacements,
            elements,
            enumeration,
            if info.is_null() { ptr::null_mut() } else { &raw mut made },
            text,
            text_length,
            binding,
        );
        if result == 0 {
            write_constant(verbosity, H::VERBOSITY, P::VERBOSITY);
            write_constant(binding, H::BINDING, P::BINDING);
            if !info.is_null() {
                info.write(from_host::<P, H>(Kind::Info, made));
            }
            let written = if elements.is_null() { 0 } else { usize::try_from(elements.read()).unwrap_or(0) };
            for (index, word) in types.iter().take(written).enumerate() {
                if !datatypes.is_null() {
                    datatypes.add(index).write(from_host::<P, H>(Kind::Datatype, *word));
                }
            }
        }
        code::<P, H>(result)
    }
}

pub(crate) unsafe extern "C" fn t_event_handle_alloc<P: Program, H: Host>(
    event: c_int,
    object: *mut c_void,
    info: P::Word,
    registration: *mut usize,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_T_event_handle_alloc. Events bound to an object would need its kind, which
    // costs a look at the event; communicators are what events of today's MPIs are bound to.
    unsafe {
        let mut bound = Bound::of::<P, H>(H::BINDING[1], object);
        code::<P, H>(host!(T_EVENT_HANDLE_ALLOC(c_int, *mut c_void, H::Word, *mut usize))(
            event,
            bound.pointer(),
            to_host::<P, H>(Kind::Info, info),
            registration,
        ))
    }
}

pub(crate) unsafe extern "C" fn t_event_handle_free<P: Program, H: Host>(
    registration: usize,
    user_data: *mut c_void,
    function: usize,
) -> c_int {
    // SAFETY: the function takes a registration, a safety level and the data, which are the same on both sides but for the
    // level's number.
    unsafe {
        code::<P, H>(host!(T_EVENT_HANDLE_FREE(usize, *mut c_void, usize))(registration, user_data, function))
    }
}

pub(crate) unsafe extern "C" fn t_event_register_callback<P: Program, H: Host>(
    registration: usize,
    safety: c_int,
    info: P::Word,
    user_data: *mut c_void,
    function: usize,
) -> c_int {
    // SAFETY: as above.
    unsafe {
        code::<P, H>(host!(T_EVENT_REGISTER_CALLBACK(usize, c_int, H::Word, *mut c_void, usize))(
            registration,
            constant(P::CALLBACK_SAFETY, H::CALLBACK_SAFETY, safety),
            to_host::<P, H>(Kind::Info, info),
            user_data,
            function,
        ))
    }
}

pub(crate) unsafe extern "C" fn t_event_set_dropped_handler<P: Program, H: Host>(
    registration: usize,
    function: usize,
) -> c_int {
    // SAFETY: as above.
    unsafe { code::<P, H>(host!(T_EVENT_SET_DROPPED_HANDLER(usize, usize))(registration, function)) }
}
