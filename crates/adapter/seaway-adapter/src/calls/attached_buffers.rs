// SPDX-License-Identifier: MIT OR Apache-2.0
//! Buffers for buffered sends. A program sizes them by its own MPI_BSEND_OVERHEAD; the host may need more per
//! message, so it gets a larger buffer from the adapter, and the program gets its own back.

use std::ffi::{c_int, c_void};
use std::sync::{Mutex, PoisonError};

use seaway_mpi_abi::abi::{Kind, Word};

use crate::calls::host;
use crate::errors::code;
use crate::handles::to_host;
use crate::numbers::number;
use crate::sides::{Host, Program};

struct Attached {
    /// The communicator or session it belongs to, zero for the process.
    owner: usize,
    address: usize,
    size: i64,
    /// The buffer that the host uses instead.
    ours: Vec<u64>,
}

static ATTACHED: Mutex<Vec<Attached>> = Mutex::new(Vec::new());

/// The size that the host needs for what fits into `size` bytes on the program's side.
fn size_for_host<P: Program, H: Host>(size: i64) -> i64 {
    let more = (H::MPI_BSEND_OVERHEAD - P::MPI_BSEND_OVERHEAD).max(0);
    let messages = size / P::MPI_BSEND_OVERHEAD + 1;
    size.saturating_add(more.saturating_mul(messages))
}

/// `attach` gets the buffer for the host, and its size.
fn attach<P: Program, H: Host>(
    owner: usize,
    buffer: *mut c_void,
    size: i64,
    attach: impl FnOnce(*mut c_void, i64) -> c_int,
) -> c_int {
    if Some(buffer.addr()) == P::BUFFER_AUTOMATIC {
        return match H::BUFFER_AUTOMATIC {
            Some(host) => code::<P, H>(attach(std::ptr::without_provenance_mut(host), size)),
            None => number(P::MPI_ERR_UNSUPPORTED_OPERATION),
        };
    }
    let host_size = size_for_host::<P, H>(size);
    let mut ours = vec![0u64; usize::try_from(host_size).unwrap_or(0) / 8 + 1];
    let result = attach(ours.as_mut_ptr().cast(), host_size);
    if result == 0 {
        let mut attached = ATTACHED.lock().unwrap_or_else(PoisonError::into_inner);
        attached.push(Attached { owner, address: buffer.addr(), size, ours });
    }
    code::<P, H>(result)
}

/// The program's buffer and its size, after the host has released the adapter's.
fn detached<P: Program, H: Host>(owner: usize, host: usize) -> (usize, i64) {
    let mut attached = ATTACHED.lock().unwrap_or_else(PoisonError::into_inner);
    match attached.iter().position(|known| known.owner == owner && known.ours.as_ptr().addr() == host) {
        Some(place) => {
            let own = attached.swap_remove(place);
            (own.address, own.size)
        }
        None if Some(host) == H::BUFFER_AUTOMATIC => (P::BUFFER_AUTOMATIC.unwrap_or(0), 0),
        None => (0, 0),
    }
}

macro_rules! attach_and_detach {
    ($attach:ident, $attach_index:ident, $detach:ident, $detach_index:ident, $size:ty) => {
        pub(crate) unsafe extern "C" fn $attach<P: Program, H: Host>(
            buffer: *mut c_void,
            size: $size,
        ) -> c_int {
            // SAFETY: the program keeps the contract of the MPI function.
            unsafe {
                attach::<P, H>(0, buffer, size.into(), |buffer, size| {
                    // Exceeds an int only if the program came close to it: the host refuses a negative size.
                    let size = <$size>::try_from(size).unwrap_or(-1);
                    host!($attach_index(*mut c_void, $size))(buffer, size)
                })
            }
        }

        pub(crate) unsafe extern "C" fn $detach<P: Program, H: Host>(
            buffer: *mut c_void,
            size: *mut $size,
        ) -> c_int {
            // SAFETY: the program keeps the contract of the MPI function.
            unsafe {
                let mut host_buffer: usize = 0;
                let mut host_size: $size = 0;
                let result =
                    host!($detach_index(*mut usize, *mut $size))(&raw mut host_buffer, &raw mut host_size);
                if result == 0 {
                    let (own, own_size) = detached::<P, H>(0, host_buffer);
                    buffer.cast::<usize>().write(own);
                    size.write(<$size>::try_from(own_size).unwrap_or(0));
                }
                code::<P, H>(result)
            }
        }
    };
}
attach_and_detach!(buffer_attach, BUFFER_ATTACH, buffer_detach, BUFFER_DETACH, c_int);
attach_and_detach!(buffer_attach_c, BUFFER_ATTACH_C, buffer_detach_c, BUFFER_DETACH_C, i64);

macro_rules! attach_and_detach_of {
    ($attach:ident, $attach_index:ident, $detach:ident, $detach_index:ident, $size:ty, $kind:ident) => {
        pub(crate) unsafe extern "C" fn $attach<P: Program, H: Host>(
            object: P::Word,
            buffer: *mut c_void,
            size: $size,
        ) -> c_int {
            // SAFETY: the program keeps the contract of the MPI function.
            unsafe {
                let object = to_host::<P, H>(Kind::$kind, object);
                attach::<P, H>(object.to_register(), buffer, size.into(), |buffer, size| {
                    // Exceeds an int only if the program came close to it: the host refuses a negative size.
                    let size = <$size>::try_from(size).unwrap_or(-1);
                    host!($attach_index(H::Word, *mut c_void, $size))(object, buffer, size)
                })
            }
        }

        pub(crate) unsafe extern "C" fn $detach<P: Program, H: Host>(
            object: P::Word,
            buffer: *mut c_void,
            size: *mut $size,
        ) -> c_int {
            // SAFETY: the program keeps the contract of the MPI function.
            unsafe {
                let object = to_host::<P, H>(Kind::$kind, object);
                let mut host_buffer: usize = 0;
                let mut host_size: $size = 0;
                let result = host!($detach_index(H::Word, *mut usize, *mut $size))(
                    object,
                    &raw mut host_buffer,
                    &raw mut host_size,
                );
                if result == 0 {
                    let (own, own_size) = detached::<P, H>(object.to_register(), host_buffer);
                    buffer.cast::<usize>().write(own);
                    size.write(<$size>::try_from(own_size).unwrap_or(0));
                }
                code::<P, H>(result)
            }
        }
    };
}
attach_and_detach_of!(
    comm_attach_buffer,
    COMM_ATTACH_BUFFER,
    comm_detach_buffer,
    COMM_DETACH_BUFFER,
    c_int,
    Comm
);
attach_and_detach_of!(
    comm_attach_buffer_c,
    COMM_ATTACH_BUFFER_C,
    comm_detach_buffer_c,
    COMM_DETACH_BUFFER_C,
    i64,
    Comm
);
attach_and_detach_of!(
    session_attach_buffer,
    SESSION_ATTACH_BUFFER,
    session_detach_buffer,
    SESSION_DETACH_BUFFER,
    c_int,
    Session
);
attach_and_detach_of!(
    session_attach_buffer_c,
    SESSION_ATTACH_BUFFER_C,
    session_detach_buffer_c,
    SESSION_DETACH_BUFFER_C,
    i64,
    Session
);
