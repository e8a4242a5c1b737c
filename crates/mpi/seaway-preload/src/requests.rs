// SPDX-License-Identifier: MIT OR Apache-2.0
//! Nonblocking calls: MPI_Requests that every MPI_Wait and MPI_Test understands, because they are generalised
//! requests of the host MPI.
//!
//! Most accesses complete when they are started, and so does their request. One that stays pending, in a
//! device's queue or on a stream, is polled by the MPI itself where it can (MPIX_Grequest_start of MPICH and
//! its derivatives); elsewhere nothing would call us again while the program waits, so the access completes
//! before the call returns. An access that fails later is reported by the calls that complete requests, which
//! `waits` interposes.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_engine::{Request as Started, Status};
use seaway_mpi_host::abi::{Abi, Request};

use crate::door::guarded;
use crate::handles;
use crate::open_file::OpenFile;
use crate::process::{Process, this};
use crate::trace::TracedRequest;
use crate::waits;

/// Turns an operation started on `file` into an MPI_Request at `place`.
///
/// # Safety
/// `place` is a writable MPI_Request.
pub(crate) unsafe fn hand_over<A: Abi>(
    process: &'static Process<A>,
    file: usize,
    mut started: Started<'static>,
    place: *mut c_void,
) -> Result<()> {
    let place = place.cast::<Request<A>>();
    // SAFETY: the caller's contract. A program that ignores our error can still wait for the request.
    unsafe { *place = process.host.known.request_null };
    let request = match started.test()? {
        Some(status) => completed_now(process, status)?,
        None if process.host.functions.grequest_start_x.is_some() => under_way(process, file, started)?,
        None => completed_now(process, started.wait()?)?,
    };
    // SAFETY: the caller's contract.
    unsafe { *place = request };
    Ok(())
}

fn completed_now<A: Abi>(process: &Process<A>, status: Status) -> Result<Request<A>> {
    if let Some(traced) = TracedRequest::begun() {
        traced.ended(&Ok(status));
    }
    completed(process, status)
}

/// A completed request. Its byte count is encoded in the pointer that MPI keeps for us: nothing is allocated.
fn completed<A: Abi>(process: &Process<A>, status: Status) -> Result<Request<A>> {
    let functions = &process.host.functions;
    let mut request = process.host.known.request_null;
    let state = ptr::without_provenance_mut(usize::try_from(status.bytes).unwrap_or(usize::MAX));
    // SAFETY: functions of the right type that live as long as the library.
    let code = unsafe {
        (functions.grequest_start)(
            query_completed::<A>,
            free_nothing,
            cancel_nothing,
            state,
            &raw mut request,
        )
    };
    check(code)?;
    // SAFETY: the request was started above and not completed.
    check(unsafe { (functions.grequest_complete)(request) })?;
    Ok(request)
}

unsafe extern "C" fn query_completed<A: Abi>(state: *mut c_void, status: *mut A::Status) -> c_int {
    // SAFETY: MPI passes a status.
    unsafe { report::<A>(status, state.addr() as u64) };
    0
}

unsafe extern "C" fn free_nothing(_: *mut c_void) -> c_int {
    0
}

/// A started operation is never cancelled.
unsafe extern "C" fn cancel_nothing(_: *mut c_void, _: c_int) -> c_int {
    0
}

/// A request whose access is pending.
struct UnderWay<A: Abi> {
    process: &'static Process<A>,
    file: usize,
    state: Mutex<State<A>>,
    /// The code of the error, once reported: the same each time.
    code: OnceLock<c_int>,
}

struct State<A: Abi> {
    started: Option<Started<'static>>,
    /// The error is shared, so that converting it to a code, which calls MPI, does not need the lock.
    outcome: Result<Status, Arc<Error>>,
    request: Request<A>,
    traced: Option<TracedRequest>,
}

fn under_way<A: Abi>(
    process: &'static Process<A>,
    file: usize,
    started: Started<'static>,
) -> Result<Request<A>> {
    let start =
        process.host.functions.grequest_start_x.ok_or_else(|| failed("MPIX_Grequest_start is missing"))?;
    let request = process.host.known.request_null;
    let traced = TracedRequest::begun();
    let state = State { started: Some(started), outcome: Ok(Status::default()), request, traced };
    let under_way = Arc::new(UnderWay { process, file, state: Mutex::new(state), code: OnceLock::new() });
    HOW_MANY.fetch_add(1, Ordering::Relaxed);
    // Locked, so that another thread's progress does not poll before the handle is known.
    let mut state = under_way.state();
    let known_to_mpi = Arc::into_raw(Arc::clone(&under_way)).cast_mut();
    // SAFETY: functions of the right type that live as long as the library, and the state that they expect.
    let code = unsafe {
        start(
            query_under_way::<A>,
            free_under_way::<A>,
            cancel_nothing,
            poll::<A>,
            Some(wait_for_all::<A>),
            known_to_mpi.cast(),
            &raw mut state.request,
        )
    };
    let request = state.request;
    drop(state);
    if code != 0 {
        // SAFETY: MPI has created no request that would free it.
        drop(unsafe { Arc::from_raw(known_to_mpi) });
    }
    check(code)?;
    let under_way: Arc<dyn AnyUnderWay> = under_way;
    if is_list_full() {
        // Before the list grows.
        poll_freed();
    }
    lock_under_way().push(Arc::downgrade(&under_way));
    Ok(request)
}

/// A pending request under any ABI.
pub(crate) trait AnyUnderWay: Send + Sync {
    /// Completes the MPI_Request if the access has completed. Returns MPI's code.
    fn poll(&self) -> c_int;

    /// Its handle, as a register.
    fn register(&self) -> usize;

    /// Passes the error of the access to the file's error handler, and returns its code.
    fn raise(&self) -> c_int;
}

/// Requests that MPI has not freed.
static UNDER_WAY: Mutex<Vec<Weak<dyn AnyUnderWay>>> = Mutex::new(Vec::new());
/// Upper bound of their number.
static HOW_MANY: AtomicUsize = AtomicUsize::new(0);

fn lock_under_way() -> MutexGuard<'static, Vec<Weak<dyn AnyUnderWay>>> {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

fn is_list_full() -> bool {
    let list = lock_under_way();
    list.len() == list.capacity()
}

/// Whether a call may involve a pending request of ours. A thread that has the handle also sees the count
/// that includes it.
#[inline(always)]
pub(crate) fn any_under_way() -> bool {
    HOW_MANY.load(Ordering::Relaxed) != 0
}

/// Completes the requests whose accesses have completed. Returns MPI's code.
pub(crate) fn poll_all() -> c_int {
    // Without the lock: completing a request calls MPI.
    let under_way: Vec<Arc<dyn AnyUnderWay>> = {
        let mut list = lock_under_way();
        list.retain(|request| request.strong_count() > 0);
        list.iter().filter_map(Weak::upgrade).collect()
    };
    under_way.iter().map(|request| request.poll()).find(|&code| code != 0).unwrap_or(0)
}

/// Releases requests freed by MPI_Request_free: no MPI call polls them, and MPICH 5 keeps them until they
/// have completed.
pub(crate) fn poll_freed() {
    if any_under_way() {
        // A failure to complete a request is reported to the call that waits for it.
        let _ = poll_all();
    }
}

/// Called by the host MPI whenever it makes progress.
unsafe extern "C" fn poll<A: Abi>(state: *mut c_void, _: *mut A::Status) -> c_int {
    // SAFETY: the value of `under_way`.
    unsafe { &*state.cast::<UnderWay<A>>() }.poll()
}

impl<A: Abi> UnderWay<A> {
    fn state(&self) -> MutexGuard<'_, State<A>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn outcome(&self) -> Result<Status, Arc<Error>> {
        self.state().outcome.clone()
    }

    fn code(&self, error: &Error) -> c_int {
        *self.code.get_or_init(|| self.process.error_codes.code(&self.process.host, error))
    }
}

impl<A: Abi> Drop for UnderWay<A> {
    fn drop(&mut self) {
        HOW_MANY.fetch_sub(1, Ordering::Relaxed);
    }
}

impl<A: Abi> AnyUnderWay for UnderWay<A> {
    fn poll(&self) -> c_int {
        let Ok(mut state) = self.state.try_lock() else { return 0 };
        let Some(started) = &mut state.started else { return 0 };
        let outcome = match guarded(Operation::Wait, || started.test()) {
            Ok(None) => return 0,
            Ok(Some(status)) => Ok(status),
            Err(error) => Err(error),
        };
        if let Some(traced) = &state.traced {
            traced.ended(&outcome);
        }
        state.outcome = outcome.map_err(Arc::new);
        state.started = None;
        // SAFETY: the request is started and not yet completed, as `started` shows.
        unsafe { (self.process.host.functions.grequest_complete)(state.request) }
    }

    fn register(&self) -> usize {
        self.state().request.to_register()
    }

    fn raise(&self) -> c_int {
        let Err(error) = self.outcome() else { return 0 };
        let open = handles::get::<A>(self.file);
        let handler = open.map_or_else(|| self.process.handlers.of_file_null(), OpenFile::handler);
        handler.call(self.process, self.file, self.code(&error), &error.to_string())
    }
}

/// MPICH calls this instead of polling if all requests of a wait are ours.
unsafe extern "C" fn wait_for_all<A: Abi>(
    count: c_int,
    states: *mut *mut c_void,
    _timeout: f64,
    status: *mut A::Status,
) -> c_int {
    for index in 0..usize::try_from(count).unwrap_or(0) {
        // SAFETY: MPI passes `count` states, each the value of `under_way`.
        let (state, under_way) = unsafe {
            let state = *states.add(index);
            (state, &*state.cast::<UnderWay<A>>())
        };
        loop {
            // SAFETY: as above.
            let code = unsafe { poll::<A>(state, status) };
            if code != 0 {
                return code;
            }
            if under_way.state().started.is_none() {
                break;
            }
            std::thread::yield_now();
        }
    }
    0
}

/// Reports failure as success to MPI: MPICH would turn it into MPI_ERR_OTHER on a communicator. `waits`
/// reports it afterwards.
unsafe extern "C" fn query_under_way<A: Abi>(place: *mut c_void, status: *mut A::Status) -> c_int {
    let place = place.cast_const().cast::<UnderWay<A>>();
    // SAFETY: the value of `under_way`.
    let under_way = unsafe { &*place };
    let outcome = under_way.outcome();
    // SAFETY: MPI passes a status.
    unsafe { report::<A>(status, outcome.as_ref().map_or(0, |outcome| outcome.bytes)) };
    let Err(error) = outcome else { return 0 };
    // SAFETY: the value of `under_way`, which MPI keeps.
    let kept = unsafe {
        Arc::increment_strong_count(place);
        Arc::from_raw(place)
    };
    // MPI's function was called without our interposition: an error of another class is better than none.
    if waits::note(kept) { 0 } else { under_way.code(&error) }
}

unsafe extern "C" fn free_under_way<A: Abi>(state: *mut c_void) -> c_int {
    // SAFETY: the value of `under_way`; MPI calls this once, when the request has completed.
    drop(unsafe { Arc::from_raw(state.cast_const().cast::<UnderWay<A>>()) });
    0
}

/// # Safety
/// `status` is writable, or ignored.
unsafe fn report<A: Abi>(status: *mut A::Status, bytes: u64) {
    if A::ignores(status.cast()) {
        return;
    }
    if let Some(process) = this::<A>() {
        // SAFETY: the caller's contract.
        unsafe { A::store_bytes(&process.host.functions, process.host.known.byte, status, bytes) };
    }
}

fn check(code: c_int) -> Result<()> {
    if code == 0 { Ok(()) } else { Err(failed("MPI could not create a request")) }
}

fn failed(detail: &str) -> Error {
    Error::new(ErrorKind::Internal, Operation::Wait).with_detail(detail)
}
