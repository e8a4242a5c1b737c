// SPDX-License-Identifier: MIT OR Apache-2.0
//! Waiting for one of many requests, or for all of them.

use std::ffi::{c_int, c_void};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr;

use seaway_mpi::abi::Kind;

use crate::calls::collectives::{forget, is_anything_kept};
use crate::calls::host;
use crate::errors::{class_of_host, code};
use crate::handles::{host_handle, row_of, to_host};
use crate::numbers::number;
use crate::sentinels::address;
use crate::sides::{Host, Program};
use crate::statuses::{self, Raw, StatusOut, words};

/// Arrays up to this length are translated on the stack.
const ON_STACK: usize = 128;
/// Statuses, too.
const FEW_STATUSES: usize = 64;

/// An array of requests, in the program's memory and as the host wants it.
struct Requests<P: Program, H: Host> {
    program: *mut P::Word,
    length: usize,
    few: MaybeUninit<[H::Word; ON_STACK]>,
    many: Vec<H::Word>,
}

impl<P: Program, H: Host> Requests<P, H> {
    /// # Safety
    /// `program` points to `count` requests.
    #[inline(always)]
    unsafe fn of(count: c_int, program: *mut P::Word) -> Self {
        let length = usize::try_from(count).unwrap_or(0);
        let mut requests = Self { program, length, few: MaybeUninit::uninit(), many: Vec::new() };
        if length > ON_STACK {
            requests.many.reserve_exact(length);
        }
        let words = requests.pointer();
        for index in 0..length {
            // SAFETY: the caller's contract; there is room for as many words.
            unsafe { words.add(index).write(to_host::<P, H>(Kind::Request, program.add(index).read())) };
        }
        requests
    }

    #[inline(always)]
    fn pointer(&mut self) -> *mut H::Word {
        if self.length > ON_STACK { self.many.as_mut_ptr() } else { self.few.as_mut_ptr().cast() }
    }

    /// Lets the program see which have become null: that is all that waiting does to a request.
    ///
    /// # Safety
    /// As for `of`.
    #[inline(always)]
    unsafe fn store(&mut self) {
        let null = row_of("MPI_REQUEST_NULL");
        let (host_null, program_null) = (host_handle::<H>(null), P::predefined(null));
        let words = self.pointer();
        for index in 0..self.length {
            // SAFETY: the caller's contract.
            unsafe {
                if words.add(index).read() == host_null {
                    let program = self.program.add(index);
                    completed_request::<P>(program.read());
                    program.write(program_null);
                }
            }
        }
    }
}

/// Gives up what was kept for a request that may have been null before.
///
/// # Safety
/// `request` is a request of the program's.
#[inline(always)]
unsafe fn completed_request<P: Program>(request: P::Word) {
    if is_anything_kept() {
        // SAFETY: the caller's contract.
        forget(unsafe { P::to_host(Kind::Request, request) });
    }
    P::released(Kind::Request, request);
}

/// An array of statuses that the host writes.
struct Statuses<P: Program, H: Host> {
    program: *mut c_int,
    few: MaybeUninit<[Raw; FEW_STATUSES]>,
    many: Vec<c_int>,
    length: usize,
    is_ignored: bool,
    pair: PhantomData<(P, H)>,
}

impl<P: Program, H: Host> Statuses<P, H> {
    #[inline(always)]
    fn of(count: c_int, program: *mut c_void) -> Self {
        let is_ignored = program.addr() == address(P::MPI_STATUSES_IGNORE);
        let length = if is_ignored { 0 } else { usize::try_from(count).unwrap_or(0) };
        let mut few = MaybeUninit::<[Raw; FEW_STATUSES]>::uninit();
        let many = if length > FEW_STATUSES {
            vec![0; length * words::<H>()]
        } else {
            // SAFETY: all of `length` statuses lies within the array, whose elements are as large as any status.
            unsafe { few.as_mut_ptr().cast::<Raw>().write_bytes(0, length) };
            Vec::new()
        };
        Self { program: program.cast(), few, many, length, is_ignored, pair: PhantomData }
    }

    #[inline(always)]
    fn pointer(&mut self) -> *mut c_void {
        if self.is_ignored {
            ptr::without_provenance_mut(address(H::MPI_STATUSES_IGNORE))
        } else {
            self.words().cast_mut().cast()
        }
    }

    fn words(&self) -> *const c_int {
        if self.length > FEW_STATUSES { self.many.as_ptr() } else { self.few.as_ptr().cast() }
    }

    /// The first `count` statuses. Errors only where the call says that they are in the statuses.
    ///
    /// # Safety
    /// The program's array has room for them.
    #[inline(always)]
    unsafe fn store(&self, count: usize, result: c_int) {
        if self.is_ignored {
            return;
        }
        let with_errors = result != 0 && class_of_host(result) == number(H::MPI_ERR_IN_STATUS);
        for index in 0..count.min(self.length) {
            // SAFETY: the caller's contract; the host has written as many statuses.
            unsafe {
                let host = self.words().add(index * words::<H>());
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

pub(crate) unsafe extern "C" fn waitall<P: Program, H: Host>(
    count: c_int,
    requests: *mut P::Word,
    statuses: *mut c_void,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Waitall.
    unsafe {
        let mut requests = Requests::<P, H>::of(count, requests);
        let mut statuses = Statuses::<P, H>::of(count, statuses);
        let result =
            host!(WAITALL(c_int, *mut H::Word, *mut c_void))(count, requests.pointer(), statuses.pointer());
        requests.store();
        statuses.store(requests.length, result);
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
        let mut requests = Requests::<P, H>::of(count, requests);
        let mut statuses = Statuses::<P, H>::of(count, statuses);
        let result = host!(TESTALL(c_int, *mut H::Word, *mut c_int, *mut c_void))(
            count,
            requests.pointer(),
            flag,
            statuses.pointer(),
        );
        requests.store();
        if result != 0 || flag.read() != 0 {
            statuses.store(requests.length, result);
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
        let mut requests = Requests::<P, H>::of(count, requests);
        let mut status = StatusOut::<P, H>::new(status);
        let result = host!(WAITANY(c_int, *mut H::Word, *mut c_int, *mut c_void))(
            count,
            requests.pointer(),
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
        let mut requests = Requests::<P, H>::of(count, requests);
        let mut status = StatusOut::<P, H>::new(status);
        let result = host!(TESTANY(c_int, *mut H::Word, *mut c_int, *mut c_int, *mut c_void))(
            count,
            requests.pointer(),
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
                let mut requests = Requests::<P, H>::of(count, requests);
                let mut statuses = Statuses::<P, H>::of(count, statuses);
                let result = host!($index(c_int, *mut H::Word, *mut c_int, *mut c_int, *mut c_void))(
                    count,
                    requests.pointer(),
                    outcount,
                    indices,
                    statuses.pointer(),
                );
                requests.store();
                statuses.store(completed(outcount), result);
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
        let mut requests = Requests::<P, H>::of(count, requests.cast_mut());
        let mut statuses = Statuses::<P, H>::of(count, statuses);
        let result = host!(REQUEST_GET_STATUS_ALL(c_int, *mut H::Word, *mut c_int, *mut c_void))(
            count,
            requests.pointer(),
            flag,
            statuses.pointer(),
        );
        if flag.read() != 0 {
            statuses.store(requests.length, result);
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
        let mut requests = Requests::<P, H>::of(count, requests.cast_mut());
        let mut status = StatusOut::<P, H>::new(status);
        let result = host!(REQUEST_GET_STATUS_ANY(c_int, *mut H::Word, *mut c_int, *mut c_int, *mut c_void))(
            count,
            requests.pointer(),
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
        let mut requests = Requests::<P, H>::of(count, requests);
        code::<P, H>(host!(STARTALL(c_int, *mut H::Word))(count, requests.pointer()))
    }
}
