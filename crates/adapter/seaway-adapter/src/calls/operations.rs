// SPDX-License-Identifier: MIT OR Apache-2.0
//! User-defined operations, and generalised requests.

use std::ffi::{c_int, c_void};

use seaway_mpi_abi::abi::{Kind, Word};

use crate::callbacks::{AS_IT_IS, Generalised, WIDENED, cancel, free, query};
use crate::calls::host;
use crate::errors::code;
use crate::handles::{HeldHandle, from_host};
use crate::numbers::number;
use crate::sides::{Host, Program};
use crate::thunks::{self, OPERATIONS, Operation};

macro_rules! create_operation {
    ($name:ident, $index:ident, $length:expr) => {
        pub(crate) unsafe extern "C" fn $name<P: Program, H: Host>(
            function: usize,
            commute: c_int,
            op: *mut P::Word,
        ) -> c_int {
            let Some(thunk) = OPERATIONS.take(std::ptr::without_provenance_mut(function), $length) else {
                return number(P::MPI_ERR_INTERN);
            };
            let mut made = H::Word::default();
            // SAFETY: the program keeps the contract of the MPI function.
            unsafe {
                let result = host!($index(Operation, c_int, *mut H::Word))(
                    thunks::operation(thunk),
                    commute,
                    &raw mut made,
                );
                if result == 0 {
                    op.write(from_host::<P, H>(Kind::Op, made));
                    of_operations(|known| known.push((made.to_register(), thunk)));
                } else {
                    OPERATIONS.give_back(thunk);
                }
                code::<P, H>(result)
            }
        }
    };
}
create_operation!(op_create, OP_CREATE, AS_IT_IS);
create_operation!(op_create_c, OP_CREATE_C, AS_IT_IS);
// For a host without large counts.
create_operation!(op_create_c_narrowed, OP_CREATE, WIDENED);

/// The pool function of each operation.
fn of_operations<T>(work: impl FnOnce(&mut Vec<(usize, usize)>) -> T) -> T {
    static KNOWN: std::sync::Mutex<Vec<(usize, usize)>> = std::sync::Mutex::new(Vec::new());
    work(&mut KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
}

pub(crate) unsafe extern "C" fn op_free<P: Program, H: Host>(op: *mut P::Word) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Op_free.
    unsafe {
        let held = HeldHandle::<P, H>::of(Kind::Op, op.cast());
        let before = held.word::<H::Word>();
        let mut now = before;
        let result = host!(OP_FREE(*mut H::Word))(&raw mut now);
        held.store(now);
        let thunk = of_operations(|known| {
            let place = known.iter().position(|(register, _)| *register == before.to_register())?;
            Some(known.swap_remove(place).1)
        });
        if let Some(thunk) = thunk.filter(|_| result == 0) {
            OPERATIONS.give_back(thunk);
        }
        code::<P, H>(result)
    }
}

pub(crate) unsafe extern "C" fn grequest_start<P: Program, H: Host>(
    query_fn: unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_int,
    free_fn: unsafe extern "C" fn(*mut c_void) -> c_int,
    cancel_fn: unsafe extern "C" fn(*mut c_void, c_int) -> c_int,
    extra: *mut c_void,
    request: *mut P::Word,
) -> c_int {
    let own =
        Box::into_raw(Box::new(Generalised { query: query_fn, free: free_fn, cancel: cancel_fn, extra }));
    let mut made = H::Word::default();
    // SAFETY: the program keeps the contract of MPI_Grequest_start.
    unsafe {
        let result = host!(GREQUEST_START(*const (), *const (), *const (), *mut c_void, *mut H::Word))(
            query::<P, H> as *const (),
            free::<P, H> as *const (),
            cancel::<P, H> as *const (),
            own.cast(),
            &raw mut made,
        );
        if result == 0 {
            request.write(from_host::<P, H>(Kind::Request, made));
        } else {
            drop(Box::from_raw(own));
        }
        code::<P, H>(result)
    }
}
