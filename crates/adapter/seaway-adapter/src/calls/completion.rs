// SPDX-License-Identifier: MIT OR Apache-2.0
//! Waiting for one of many requests, or for all of them.

use std::ffi::{c_int, c_void};
use std::marker::PhantomData;
use std::ptr;

use seaway_mpi_abi::abi::{Abi, Kind, Word};

use crate::calls::collectives::{forget, is_anything_kept};
use crate::calls::host;
use crate::errors::{class_of_host, code};
use crate::handles::{NO_REQUEST, host_handle, program_handle, to_host};
use crate::numbers::number;
use crate::room::{Room, Spare};
use crate::sentinels::address;
use crate::sides::{Host, Program};
use crate::statuses::{self, RoomForStatus, StatusOut, words};

/// Arrays up to this length are translated on the stack.
const FEW_REQUESTS: usize = 128;
/// Statuses, too.
const FEW_STATUSES: usize = 64;

/// An array of requests, in the program's memory and as the host wants it.
struct Requests<P: Program, H: Host> {
    program: *mut P::Word,
    length: usize,
    words: *mut H::Word,
}

type RoomForRequests<H> = Room<<H as Abi>::Word, FEW_REQUESTS>;
type RoomForStatuses<H> = Room<<H as Abi>::Status, FEW_STATUSES>;

impl<P: Program, H: Host> Requests<P, H> {
    /// # Safety
    /// `program` points to `count` requests; the room outlives what is made here.
    #[inline(always)]
    unsafe fn of(count: c_int, program: *mut P::Word, room: &mut RoomForRequests<H>) -> Self {
        static SPARE: Spare = Spare::new(ptr::null_mut());
        let length = usize::try_from(count).unwrap_or(0);
        let words = room.of(length, &SPARE);
        // SAFETY: the caller's contract; there is room for as many words.
        unsafe {
            P::requests_to_host(length, program, |place, register| {
                words.add(place).write(H::Word::from_register(register));
            });
        }
        Self { program, length, words }
    }

    /// Shows the program which have become null: that is all that waiting does to a request.
    ///
    /// # Safety
    /// As for `of`.
    #[inline(always)]
    unsafe fn store(&self) {
        let (host_null, program_null) = (host_handle::<H>(NO_REQUEST), program_handle::<P>(NO_REQUEST));
        if is_anything_kept() {
            // SAFETY: the caller's contract.
            unsafe { self.forget_completed() };
        }
        if self.length == 0 {
            return;
        }
        // SAFETY: the caller's contract.
        let (words, requests) = unsafe {
            (
                std::slice::from_raw_parts(self.words, self.length),
                std::slice::from_raw_parts_mut(self.program, self.length),
            )
        };
        // Without an early exit the compiler vectorises the comparison.
        let differences =
            words.iter().fold(0, |all, word| all | (word.to_register() ^ host_null.to_register()));
        if differences == 0 {
            P::released_requests(requests);
            requests.fill(program_null);
            return;
        }
        for (request, _) in requests.iter_mut().zip(words).filter(|(_, word)| **word == host_null) {
            P::released(Kind::Request, *request);
            *request = program_null;
        }
    }

    /// # Safety
    /// As for `of`.
    #[cold]
    #[inline(never)]
    unsafe fn forget_completed(&self) {
        for index in 0..self.length {
            // SAFETY: as for `store`.
            unsafe {
                if self.words.add(index).read() == host_handle::<H>(NO_REQUEST) {
                    forget(P::to_host(Kind::Request, self.program.add(index).read()));
                }
            }
        }
    }
}

/// An array of statuses that the host writes.
struct Statuses<P: Program, H: Host> {
    program: *mut c_int,
    statuses: *mut H::Status,
    length: usize,
    pair: PhantomData<(P, H)>,
}

impl<P: Program, H: Host> Statuses<P, H> {
    #[inline(always)]
    fn of(count: c_int, program: *mut c_void, room: &mut RoomForStatuses<H>) -> Self {
        static SPARE: Spare = Spare::new(ptr::null_mut());
        if program.addr() == address(P::MPI_STATUSES_IGNORE) {
            let statuses = ptr::without_provenance_mut(address(H::MPI_STATUSES_IGNORE));
            return Self { program: program.cast(), statuses, length: 0, pair: PhantomData };
        }
        let length = usize::try_from(count).unwrap_or(0);
        let statuses = room.of(length, &SPARE);
        // Hosts leave out what does not apply. SAFETY: there is room for as many.
        unsafe { statuses.write_bytes(0, length) };
        Self { program: program.cast(), statuses, length, pair: PhantomData }
    }

    #[inline(always)]
    fn pointer(&self) -> *mut c_void {
        self.statuses.cast()
    }

    /// The first `count` statuses, if they are wanted.
    ///
    /// # Safety
    /// As for `store`.
    #[inline(always)]
    unsafe fn store_some(&self, count: usize, result: c_int) {
        if self.length > 0 {
            // SAFETY: the caller's contract.
            unsafe { self.store(count, result) };
        }
    }

    /// The first `count` statuses. Errors only if the call returned MPI_ERR_IN_STATUS.
    ///
    /// # Safety
    /// The program's array has room for them.
    #[inline(never)]
    unsafe fn store(&self, count: usize, result: c_int) {
        let with_errors = result != 0 && class_of_host(result) == number(H::MPI_ERR_IN_STATUS);
        let from: *const c_int = self.statuses.cast();
        for index in 0..count.min(self.length) {
            // SAFETY: the caller's contract; the host has written as many statuses.
            unsafe {
                let host = from.add(index * words::<H>());
                let program = self.program.add(index * words::<P>());
                if with_errors {
                    statuses::to_program::<P, H>(host, program);
                } else {
                    statuses::to_program_but_error::<P, H>(host, program);
                }
            }
        }
    }
}

/// Without a status, which is the most common case, little is left to do.
pub(crate) unsafe extern "C" fn wait<P: Program, H: Host>(
    request: *mut P::Word,
    status: *mut c_void,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Wait.
    unsafe {
        if !P::ignores(status) {
            return wait_with_status::<P, H>(request, status);
        }
        let ignored = ptr::without_provenance_mut(H::STATUS_IGNORE);
        wait_for::<P, H>(request, ignored)
    }
}

#[inline(never)]
unsafe extern "C" fn wait_with_status<P: Program, H: Host>(
    request: *mut P::Word,
    status: *mut c_void,
) -> c_int {
    let mut room = RoomForStatus::uninit();
    let status = StatusOut::<P, H>::new(status, &mut room);
    // SAFETY: the caller's contract.
    unsafe {
        let result = wait_for::<P, H>(request, status.pointer());
        status.store();
        result
    }
}

#[inline(always)]
unsafe fn wait_for<P: Program, H: Host>(request: *mut P::Word, status: *mut c_void) -> c_int {
    // SAFETY: the caller's contract.
    unsafe {
        let mut word = to_host::<P, H>(Kind::Request, request.read());
        let result = host!(WAIT(*mut H::Word, *mut c_void))(&raw mut word, status);
        if result != 0 || word != host_handle::<H>(NO_REQUEST) || is_anything_kept() {
            return waited::<P, H>(request, word, result);
        }
        P::released(Kind::Request, request.read());
        request.write(program_handle::<P>(NO_REQUEST));
        0
    }
}

/// The end of a wait that failed, or on a request that persists, or for which something was kept. Out of
/// line, so that most waits need not spill the outcome.
///
/// # Safety
/// `request` is that of a wait, which returned `result` and left `word`.
#[cold]
#[inline(never)]
unsafe fn waited<P: Program, H: Host>(request: *mut P::Word, word: H::Word, result: c_int) -> c_int {
    // SAFETY: the caller's contract.
    unsafe {
        // It cannot have become anything else.
        if word == host_handle::<H>(NO_REQUEST) {
            forget(P::to_host(Kind::Request, request.read()));
            P::released(Kind::Request, request.read());
            request.write(program_handle::<P>(NO_REQUEST));
        }
    }
    code::<P, H>(result)
}

pub(crate) unsafe extern "C" fn waitall<P: Program, H: Host>(
    count: c_int,
    requests: *mut P::Word,
    statuses: *mut c_void,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Waitall.
    unsafe {
        let mut room = RoomForRequests::<H>::new();
        let requests = Requests::<P, H>::of(count, requests, &mut room);
        let mut status_room = RoomForStatuses::<H>::new();
        let statuses = Statuses::<P, H>::of(count, statuses, &mut status_room);
        let result =
            host!(WAITALL(c_int, *mut H::Word, *mut c_void))(count, requests.words, statuses.pointer());
        requests.store();
        statuses.store_some(requests.length, result);
        code::<P, H>(result)
    }
}

pub(crate) unsafe extern "C" fn testall<P: Program, H: Host>(
    count: c_int,
    requests: *mut P::Word,
    flag: *mut c_int,
    statuses: *mut c_void,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Testall.
    unsafe {
        let mut room = RoomForRequests::<H>::new();
        let requests = Requests::<P, H>::of(count, requests, &mut room);
        let mut status_room = RoomForStatuses::<H>::new();
        let statuses = Statuses::<P, H>::of(count, statuses, &mut status_room);
        let result = host!(TESTALL(c_int, *mut H::Word, *mut c_int, *mut c_void))(
            count,
            requests.words,
            flag,
            statuses.pointer(),
        );
        requests.store();
        if result != 0 || flag.read() != 0 {
            statuses.store_some(requests.length, result);
        }
        code::<P, H>(result)
    }
}

pub(crate) unsafe extern "C" fn waitany<P: Program, H: Host>(
    count: c_int,
    requests: *mut P::Word,
    index: *mut c_int,
    status: *mut c_void,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Waitany.
    unsafe {
        let mut room = RoomForRequests::<H>::new();
        let requests = Requests::<P, H>::of(count, requests, &mut room);
        let mut status_room = RoomForStatus::uninit();
        let status = StatusOut::<P, H>::new(status, &mut status_room);
        let result = host!(WAITANY(c_int, *mut H::Word, *mut c_int, *mut c_void))(
            count,
            requests.words,
            index,
            status.pointer(),
        );
        requests.store();
        status.store();
        code::<P, H>(result)
    }
}

pub(crate) unsafe extern "C" fn testany<P: Program, H: Host>(
    count: c_int,
    requests: *mut P::Word,
    index: *mut c_int,
    flag: *mut c_int,
    status: *mut c_void,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Testany.
    unsafe {
        let mut room = RoomForRequests::<H>::new();
        let requests = Requests::<P, H>::of(count, requests, &mut room);
        let mut status_room = RoomForStatus::uninit();
        let status = StatusOut::<P, H>::new(status, &mut status_room);
        let result = host!(TESTANY(c_int, *mut H::Word, *mut c_int, *mut c_int, *mut c_void))(
            count,
            requests.words,
            index,
            flag,
            status.pointer(),
        );
        requests.store();
        if flag.read() != 0 {
            status.store();
        }
        code::<P, H>(result)
    }
}

/// How many statuses were written: none if there was no active request.
unsafe fn completed(count: *const c_int) -> usize {
    // SAFETY: the host has written it.
    usize::try_from(unsafe { count.read() }).unwrap_or(0)
}

macro_rules! some {
    ($name:ident, $index:ident) => {
        pub(crate) unsafe extern "C" fn $name<P: Program, H: Host>(
            count: c_int,
            requests: *mut P::Word,
            outcount: *mut c_int,
            indices: *mut c_int,
            statuses: *mut c_void,
        ) -> c_int {
            // SAFETY: the program keeps the contract of the MPI function.
            unsafe {
                let mut room = RoomForRequests::<H>::new();
                let requests = Requests::<P, H>::of(count, requests, &mut room);
                let mut status_room = RoomForStatuses::<H>::new();
                let statuses = Statuses::<P, H>::of(count, statuses, &mut status_room);
                let result = host!($index(c_int, *mut H::Word, *mut c_int, *mut c_int, *mut c_void))(
                    count,
                    requests.words,
                    outcount,
                    indices,
                    statuses.pointer(),
                );
                requests.store();
                statuses.store_some(completed(outcount), result);
                code::<P, H>(result)
            }
        }
    };
}
some!(waitsome, WAITSOME);
some!(testsome, TESTSOME);
some!(request_get_status_some, REQUEST_GET_STATUS_SOME);

pub(crate) unsafe extern "C" fn request_get_status_all<P: Program, H: Host>(
    count: c_int,
    requests: *const P::Word,
    flag: *mut c_int,
    statuses: *mut c_void,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Request_get_status_all, which frees no request.
    unsafe {
        let mut room = RoomForRequests::<H>::new();
        let requests = Requests::<P, H>::of(count, requests.cast_mut(), &mut room);
        let mut status_room = RoomForStatuses::<H>::new();
        let statuses = Statuses::<P, H>::of(count, statuses, &mut status_room);
        let result = host!(REQUEST_GET_STATUS_ALL(c_int, *mut H::Word, *mut c_int, *mut c_void))(
            count,
            requests.words,
            flag,
            statuses.pointer(),
        );
        if flag.read() != 0 {
            statuses.store_some(requests.length, result);
        }
        code::<P, H>(result)
    }
}

pub(crate) unsafe extern "C" fn request_get_status_any<P: Program, H: Host>(
    count: c_int,
    requests: *const P::Word,
    index: *mut c_int,
    flag: *mut c_int,
    status: *mut c_void,
) -> c_int {
    // SAFETY: as above.
    unsafe {
        let mut room = RoomForRequests::<H>::new();
        let requests = Requests::<P, H>::of(count, requests.cast_mut(), &mut room);
        let mut status_room = RoomForStatus::uninit();
        let status = StatusOut::<P, H>::new(status, &mut status_room);
        let result = host!(REQUEST_GET_STATUS_ANY(c_int, *mut H::Word, *mut c_int, *mut c_int, *mut c_void))(
            count,
            requests.words,
            index,
            flag,
            status.pointer(),
        );
        if flag.read() != 0 {
            status.store();
        }
        code::<P, H>(result)
    }
}

pub(crate) unsafe extern "C" fn startall<P: Program, H: Host>(count: c_int, requests: *mut P::Word) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Startall, which replaces no request.
    unsafe {
        let mut room = RoomForRequests::<H>::new();
        let requests = Requests::<P, H>::of(count, requests, &mut room);
        code::<P, H>(host!(STARTALL(c_int, *mut H::Word))(count, requests.words))
    }
}
