// SPDX-License-Identifier: MIT OR Apache-2.0
//! Events of the tool interface. The host calls the program's functions with a safety level, whose number
//! differs between ABIs. So it gets wrappers, and their own data instead of the program's.

use std::collections::HashMap;
use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{Acquire, Release};
use std::sync::{Mutex, PoisonError};
use std::{mem, ptr};

use seaway_mpi_abi::abi::Kind;

use crate::calls::host;
use crate::calls::tools::Bound;
use crate::errors::code;
use crate::handles::{from_host, to_host};
use crate::numbers::{constant, write_constant};
use crate::sides::{Host, Program};

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
    // SAFETY: the program keeps the contract of MPI_T_event_handle_alloc. Events bound to an object would
    // need its kind, which costs a query of the event; today's MPIs bind events to communicators only.
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

/// MPI_T_event_cb_function: instance, registration, safety, data.
type Callback = unsafe extern "C" fn(usize, usize, c_int, *mut c_void);
/// MPI_T_event_free_cb_function: registration, safety, data.
type Freeing = unsafe extern "C" fn(usize, c_int, *mut c_void);
/// MPI_T_event_dropped_cb_function: count, registration, source, safety, data.
type Dropped = unsafe extern "C" fn(i64, usize, c_int, c_int, *mut c_void);

/// A function of the program, and its data. Callbacks may come in a signal handler: what they need is
/// accessible without a lock.
struct Registered {
    function: usize,
    data: *mut c_void,
    /// The function for dropped events, which has the same data.
    dropped: &'static AtomicUsize,
}

/// What was registered for one handle, until it is freed: the host says when it makes no more calls.
struct Registration {
    callbacks: Vec<*mut Registered>,
    dropped: &'static AtomicUsize,
}

// SAFETY: the data is the program's, and only passed back to its functions.
unsafe impl Send for Registration {}

/// By the host's registration.
fn of_registrations<T>(work: impl FnOnce(&mut HashMap<usize, Registration>) -> T) -> T {
    static KNOWN: Mutex<Option<HashMap<usize, Registration>>> = Mutex::new(None);
    work(KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default())
}

impl Registration {
    /// The registration with this number. What other threads and signal handlers read is never freed: a word
    /// for each handle.
    fn of(known: &mut HashMap<usize, Self>, registration: usize) -> &mut Self {
        known.entry(registration).or_insert_with(|| Self {
            callbacks: Vec::new(),
            dropped: Box::leak(Box::new(AtomicUsize::new(0))),
        })
    }

    fn end(registration: usize) {
        if let Some(ended) = of_registrations(|known| known.remove(&registration)) {
            // SAFETY: they came from boxes, and are not called any more.
            ended.callbacks.into_iter().for_each(|callback| drop(unsafe { Box::from_raw(callback) }));
        }
    }
}

fn safety_to_program<P: Program, H: Host>(safety: c_int) -> c_int {
    constant(H::CALLBACK_SAFETY, P::CALLBACK_SAFETY, safety)
}

pub(crate) unsafe extern "C" fn t_event_register_callback<P: Program, H: Host>(
    registration: usize,
    safety: c_int,
    info: P::Word,
    data: *mut c_void,
    function: usize,
) -> c_int {
    let register = |data: *mut c_void, function: usize| {
        // SAFETY: the program keeps the contract of MPI_T_event_register_callback.
        unsafe {
            host!(T_EVENT_REGISTER_CALLBACK(usize, c_int, H::Word, *mut c_void, usize))(
                registration,
                constant(P::CALLBACK_SAFETY, H::CALLBACK_SAFETY, safety),
                to_host::<P, H>(Kind::Info, info),
                data,
                function,
            )
        }
    };
    // Null: no more calls.
    if function == 0 {
        return code::<P, H>(register(data, function));
    }
    let dropped = of_registrations(|known| Registration::of(known, registration).dropped);
    let registered = Box::into_raw(Box::new(Registered { function, data, dropped }));
    // Registered before the host may call it.
    of_registrations(|known| Registration::of(known, registration).callbacks.push(registered));
    code::<P, H>(register(registered.cast(), called::<P, H> as *const () as usize))
}

unsafe extern "C" fn called<P: Program, H: Host>(
    instance: usize,
    registration: usize,
    safety: c_int,
    data: *mut c_void,
) {
    // SAFETY: the host passes back what was registered.
    unsafe {
        let own = &*data.cast::<Registered>();
        let function: Callback = mem::transmute(own.function);
        function(instance, registration, safety_to_program::<P, H>(safety), own.data);
    }
}

/// A function to call at the end, and its data.
struct Ending {
    function: usize,
    data: *mut c_void,
}

pub(crate) unsafe extern "C" fn t_event_handle_free<P: Program, H: Host>(
    registration: usize,
    data: *mut c_void,
    function: usize,
) -> c_int {
    let ending = Box::into_raw(Box::new(Ending { function, data }));
    // SAFETY: the program keeps the contract of MPI_T_event_handle_free.
    unsafe {
        let result = host!(T_EVENT_HANDLE_FREE(usize, *mut c_void, usize))(
            registration,
            ending.cast(),
            ended::<P, H> as *const () as usize,
        );
        if result != 0 {
            drop(Box::from_raw(ending));
        }
        code::<P, H>(result)
    }
}

unsafe extern "C" fn ended<P: Program, H: Host>(registration: usize, safety: c_int, data: *mut c_void) {
    Registration::end(registration);
    // SAFETY: the host calls this once, with the data it got.
    unsafe {
        let ending = Box::from_raw(data.cast::<Ending>());
        if ending.function != 0 {
            let function: Freeing = mem::transmute(ending.function);
            function(registration, safety_to_program::<P, H>(safety), ending.data);
        }
    }
}

pub(crate) unsafe extern "C" fn t_event_set_dropped_handler<P: Program, H: Host>(
    registration: usize,
    function: usize,
) -> c_int {
    let known = of_registrations(|known| Registration::of(known, registration).dropped);
    known.store(function, Release);
    let own = if function == 0 { 0 } else { dropped::<P, H> as *const () as usize };
    // SAFETY: the program keeps the contract of MPI_T_event_set_dropped_handler.
    unsafe { code::<P, H>(host!(T_EVENT_SET_DROPPED_HANDLER(usize, usize))(registration, own)) }
}

/// Events are dropped on the way to a callback, whose data is passed.
unsafe extern "C" fn dropped<P: Program, H: Host>(
    count: i64,
    registration: usize,
    source: c_int,
    safety: c_int,
    data: *mut c_void,
) {
    // SAFETY: the host passes back what was registered, or null.
    let Some(own) = (unsafe { data.cast::<Registered>().as_ref() }) else { return };
    let function = own.dropped.load(Acquire);
    if function != 0 {
        // SAFETY: the program registered such a function.
        unsafe {
            let function: Dropped = mem::transmute(function);
            function(count, registration, source, safety_to_program::<P, H>(safety), own.data);
        }
    }
}
