// SPDX-License-Identifier: MIT OR Apache-2.0
//! Interposes MPI_Wait, MPI_Test and related calls. Our requests are the host MPI's and completed by it; but
//! an access that failed after its call had returned is an error of its file, and MPI knows of no file: it
//! would raise the error on a communicator, where it aborts the program. So these calls are intercepted; with
//! no Seaway request pending they forward at once.
//!
//! Otherwise the host's function runs while we watch: it queries the outcome of each request that it
//! completes, in the calling thread, and failures are noted there. Then the file's error handler is called,
//! and the program gets the code where MPI specifies it.
//!
//! We interpose MPI_Wait and call the next MPI_Wait, which may be a tool's. We do not interpose the calls
//! that only newer MPIs have (MPI_Request_get_status_all, _any and _some): programs would find them where the
//! MPI lacks them.

use std::cell::RefCell;
use std::ffi::{CStr, c_int, c_void};
use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering};

use seaway_mpi_host::abi::{Abi, Request};
use seaway_mpi_host::host::Library;

use crate::native::{missing, symbol};
use crate::process::{Process, current, in_its_abi};
use crate::requests::{AnyUnderWay, any_under_way, poll_all};

/// Functions of MPI under both their names, and what to do while a request of ours is pending.
macro_rules! stand_before {
    ($($name:ident $profiling:ident $arguments:tt => $watched:ident $passed:tt;)*) => { $(
        entry_point! { $name $arguments => $watched $passed }
        entry_point! { $profiling $arguments => $watched $passed }
    )* };
}

macro_rules! entry_point {
    ($name:ident ($($argument:ident: $type:ty),*) => $watched:ident ($($passed:ident),*)) => {
        /// # Safety
        /// As MPI says.
        #[unsafe(no_mangle)]
        pub unsafe extern "C-unwind" fn $name($($argument: $type),*) -> c_int {
            // An error handler of the program may throw, through MPI and through us.
            type Function = unsafe extern "C-unwind" fn($($type),*) -> c_int;
            static BEHIND: AtomicPtr<c_void> = AtomicPtr::new(first_call as *mut c_void);

            #[cold]
            unsafe extern "C-unwind" fn first_call($($argument: $type),*) -> c_int {
                let name = const { terminated(concat!(stringify!($name), "\0")) };
                let Some(function) = behind(name, $name as *mut c_void) else { return missing() };
                BEHIND.store(function, Ordering::Release);
                // SAFETY: the function of this name, with the program's arguments.
                unsafe { std::mem::transmute::<*mut c_void, Function>(function)($($argument),*) }
            }

            #[cold]
            unsafe extern "C-unwind" fn watched($($argument: $type,)* function: Function) -> c_int {
                // SAFETY: the caller's contract, here and there.
                unsafe { $watched(|| function($($argument),*) $(, $passed)*) }
            }

            let function = BEHIND.load(Ordering::Acquire);
            // SAFETY: it only ever holds functions of this type.
            let function = unsafe { std::mem::transmute::<*mut c_void, Function>(function) };
            // Both branches are tail calls: no argument has to be saved.
            if any_under_way() {
                // SAFETY: the caller's contract.
                return unsafe { watched($($argument,)* function) };
            }
            // SAFETY: the function of this name, with the program's arguments.
            unsafe { function($($argument),*) }
        }
    };
}

stand_before! {
    MPI_Wait PMPI_Wait (request: *mut c_void, status: *mut c_void) => one(request);
    MPI_Test PMPI_Test (request: *mut c_void, flag: *mut c_int, status: *mut c_void) => one(request);
    MPI_Waitany PMPI_Waitany
        (count: c_int, requests: *mut c_void, index: *mut c_int, status: *mut c_void) => any(count, requests);
    MPI_Testany PMPI_Testany
        (count: c_int, requests: *mut c_void, index: *mut c_int, flag: *mut c_int, status: *mut c_void)
        => any(count, requests);
    MPI_Request_get_status PMPI_Request_get_status
        (request: usize, flag: *mut c_int, status: *mut c_void) => asked_for();
    MPI_Waitall PMPI_Waitall
        (count: c_int, requests: *mut c_void, statuses: *mut c_void) => all(count, requests, statuses);
    MPI_Testall PMPI_Testall
        (count: c_int, requests: *mut c_void, flag: *mut c_int, statuses: *mut c_void)
        => all(count, requests, statuses);
    MPI_Waitsome PMPI_Waitsome
        (count: c_int, requests: *mut c_void, completed: *mut c_int, indices: *mut c_int, statuses: *mut c_void)
        => some(count, requests, completed, indices, statuses);
    MPI_Testsome PMPI_Testsome
        (count: c_int, requests: *mut c_void, completed: *mut c_int, indices: *mut c_int, statuses: *mut c_void)
        => some(count, requests, completed, indices, statuses);
}

const fn terminated(text: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(name) => name,
        Err(_) => panic!("the name ends with zero"),
    }
}

/// The function that the program would have called without us. An MPI loaded late into a local scope is not
/// next in the search order, but its callers still reach us. So does code that brought an MPI of another
/// name, or one without MPI-IO: it keeps its own functions.
fn behind(name: &'static CStr, ours: *mut c_void) -> Option<*mut c_void> {
    let next = Library::next_symbol(name, ours).or_else(|| symbol(name.to_str().ok()?));
    next.or_else(|| Library::symbol_behind(name, ours))
}

/// MPI_Request_get_status, which in MPICH does not poll, and completes nothing.
fn asked_for(call: impl FnOnce() -> c_int) -> c_int {
    match poll_all() {
        0 => {
            let (code, failed) = watch(call);
            failed.last().map_or(code, |request| request.raise())
        }
        code => code,
    }
}

/// Calls that complete the request, and return its code.
///
/// # Safety
/// There is a request.
unsafe fn one(call: impl FnOnce() -> c_int, request: *mut c_void) -> c_int {
    // SAFETY: the caller's contract.
    unsafe { any(call, 1, request) }
}

/// Calls that complete one of the requests, and return its code.
///
/// # Safety
/// There are `count` requests.
unsafe fn any(call: impl FnOnce() -> c_int, count: c_int, requests: *mut c_void) -> c_int {
    fn last<A: Abi>(_: &Process<A>, (code, failed): (c_int, Vec<(usize, c_int)>)) -> c_int {
        failed.last().map_or(code, |&(_, error)| error)
    }
    let Ok(process) = current() else { return call() };
    // SAFETY: the caller's contract.
    in_its_abi!(process, process => last(process, unsafe { several(process, call, count, requests.cast()) }))
}

/// Calls that complete all requests or none.
///
/// # Safety
/// There are `count` requests, and as many statuses that may be written, or none are wanted.
unsafe fn all(
    call: impl FnOnce() -> c_int,
    count: c_int,
    requests: *mut c_void,
    statuses: *mut c_void,
) -> c_int {
    let Ok(process) = current() else { return call() };
    // SAFETY: the caller's contract.
    in_its_abi!(process, process => unsafe { told_in(process, call, count, requests, None, statuses) })
}

/// Calls that complete some of the requests, and say which.
///
/// # Safety
/// As for `all`; MPI says in `completed` how many `indices` it has filled.
unsafe fn some(
    call: impl FnOnce() -> c_int,
    count: c_int,
    requests: *mut c_void,
    completed: *const c_int,
    indices: *const c_int,
    statuses: *mut c_void,
) -> c_int {
    let Ok(process) = current() else { return call() };
    in_its_abi!(process, process => {
        // SAFETY: the caller's contract.
        unsafe { told_in(process, call, count, requests, Some((completed, indices)), statuses) }
    })
}

/// Carries out a call, and reports in the statuses which requests of ours have failed. `some`: where MPI says how many requests
/// it has completed, and which; each has a status then, in that order.
///
/// # Safety
/// As for `all` and `some`.
unsafe fn told_in<A: Abi>(
    process: &Process<A>,
    call: impl FnOnce() -> c_int,
    count: c_int,
    requests: *mut c_void,
    some: Option<(*const c_int, *const c_int)>,
    statuses: *mut c_void,
) -> c_int {
    // SAFETY: the caller's contract.
    let (code, failed) = unsafe { several(process, call, count, requests.cast()) };
    if failed.is_empty() {
        return code;
    }
    let Some((completed, indices)) = some else {
        // SAFETY: as above.
        return unsafe { tell::<A>(code, statuses.cast(), usize::try_from(count).unwrap_or(0), failed) };
    };
    // SAFETY: as above, and the call has completed something.
    let indices = unsafe { slice::from_raw_parts(indices, usize::try_from(*completed).unwrap_or(0)) };
    let failed = failed.into_iter().filter_map(|(place, error)| {
        Some((indices.iter().position(|&index| usize::try_from(index) == Ok(place))?, error))
    });
    // SAFETY: as above.
    unsafe { tell::<A>(code, statuses.cast(), indices.len(), failed) }
}

/// Requests that are copied without an allocation.
const FEW: usize = 64;

/// Carries out a call that may complete several requests. Returns its code, and the codes of those that failed with their places
/// in the array.
///
/// # Safety
/// There are `count` requests.
unsafe fn several<A: Abi>(
    _: &Process<A>,
    call: impl FnOnce() -> c_int,
    count: c_int,
    requests: *const Request<A>,
) -> (c_int, Vec<(usize, c_int)>) {
    // MPI itself reports a missing array.
    let count = if requests.is_null() { 0 } else { usize::try_from(count).unwrap_or(0) };
    let (mut few, mut many) = ([Request::from_register(0); FEW], Vec::new());
    let before = few.get_mut(..count).unwrap_or_else(|| {
        many.resize(count, Request::from_register(0));
        &mut many
    });
    // SAFETY: the caller's contract.
    unsafe { before.as_mut_ptr().copy_from_nonoverlapping(requests, count) };
    let (code, failed) = watch(call);
    let mut told: Vec<(usize, c_int)> = Vec::new();
    for request in failed {
        let handle = Request::from_register(request.register());
        let Some(place) = before.iter().position(|&other| other == handle) else { continue };
        // MPICH also queries requests that it does not complete yet, and some twice. It sets completed ones
        // to null.
        // SAFETY: the caller's contract.
        let is_completed = unsafe { requests.add(place).read() } != handle;
        if is_completed && told.iter().all(|&(other, _)| other != place) {
            told.push((place, request.raise()));
        }
    }
    (code, told)
}

/// Adds our errors to those of a call that completed several requests.
///
/// # Safety
/// There are `count` writable statuses, or none are wanted.
unsafe fn tell<A: Abi>(
    code: c_int,
    statuses: *mut A::Status,
    count: usize,
    failed: impl IntoIterator<Item = (usize, c_int)>,
) -> c_int {
    if !A::ignores(statuses.cast()) {
        // If MPI has found an error of its own, it has already set all statuses.
        let succeeded = if code == 0 { 0..count } else { 0..0 };
        for (place, error) in succeeded.map(|place| (place, 0)).chain(failed) {
            // SAFETY: the caller's contract.
            unsafe { A::store_error(statuses.add(place), error) };
        }
    }
    if code == 0 { c_int::try_from(A::MPI_ERR_IN_STATUS).unwrap_or(c_int::MAX) } else { code }
}

type Failed = Option<Vec<Arc<dyn AnyUnderWay>>>;

thread_local! {
    /// The failures of the call that this thread watches.
    static FAILED: RefCell<Failed> = const { RefCell::new(None) };
}

/// Runs an MPI call. Returns its code, and the failed requests of ours that it queried.
fn watch(call: impl FnOnce() -> c_int) -> (c_int, Vec<Arc<dyn AnyUnderWay>>) {
    let Ok(outer) = FAILED.try_with(|failed| failed.replace(Some(Vec::new()))) else {
        // The thread is exiting.
        return (call(), Vec::new());
    };
    let _outer = Outer(outer);
    let code = call();
    (code, FAILED.try_with(RefCell::take).ok().flatten().unwrap_or_default())
}

/// The outer watch to restore: a tool's MPI_Wait calls PMPI_Wait, and a generalised request of the program
/// may wait for others.
struct Outer(Failed);

impl Drop for Outer {
    fn drop(&mut self) {
        let _ = FAILED.try_with(|failed| failed.replace(self.0.take()));
    }
}

/// Notes a failed request that MPI has queried. Returns whether a watch is active.
pub(crate) fn note(request: Arc<dyn AnyUnderWay>) -> bool {
    let noted = FAILED.try_with(|failed| failed.borrow_mut().as_mut().map(|failed| failed.push(request)));
    noted.is_ok_and(|noted| noted.is_some())
}
