// SPDX-License-Identifier: MIT OR Apache-2.0
//! Caches a [`Family`] as an attribute on the program's communicator until that is freed; and an attribute of
//! MPI_COMM_SELF for cleanup before MPI is finalised ([`Farewell`]).

use std::ffi::{c_int, c_void};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::family::Family;
use crate::abi::{Abi, Comm};
use crate::host::{CommDeleteFunction, Host};

/// The family cached on `comm`, if any.
pub(super) fn kept<A: Abi>(host: &'static Host<A>, comm: Comm<A>) -> Option<Arc<Family<A>>> {
    let (mut family, mut found): (*mut c_void, c_int) = (std::ptr::null_mut(), 0);
    let key = keys().iter().find(|(of, _)| *of == host_address(host))?.1;
    // SAFETY: valid pointers to a pointer and an int.
    let code = unsafe { (host.functions.comm_get_attr)(comm, key, (&raw mut family).cast(), &raw mut found) };
    if i64::from(code) != A::MPI_SUCCESS || found == 0 || family.is_null() {
        return None;
    }
    let family: *const Family<A> = family.cast();
    // SAFETY: only `keep` sets attributes with this key, and the communicator keeps its own reference count.
    unsafe {
        Arc::increment_strong_count(family);
        Some(Arc::from_raw(family))
    }
}

/// Caches `family` on `comm` until that is freed. If MPI refuses, the next open creates a new family.
pub(super) fn keep<A: Abi>(host: &'static Host<A>, comm: Comm<A>, family: &Arc<Family<A>>) {
    let key = keys().iter().find(|(of, _)| *of == host_address(host)).map(|(_, key)| *key);
    if key.is_some_and(|key| set(host, comm, key, family)) {
        return;
    }
    // No key yet, or one from before MPI was finalised and initialised again.
    if let Some(key) = new_key(host, given_up::<A>) {
        let mut keys = keys();
        keys.retain(|(of, _)| *of != host_address(host));
        keys.push((host_address(host), key));
        drop(keys);
        set(host, comm, key, family);
    }
}

fn new_key<A: Abi>(host: &Host<A>, delete: CommDeleteFunction<A>) -> Option<c_int> {
    let mut key: c_int = 0;
    // SAFETY: functions of the signature that MPI requires, and a pointer to an int.
    let code = unsafe {
        (host.functions.comm_create_keyval)(
            Some(never_copied::<A>),
            Some(delete),
            &raw mut key,
            std::ptr::null_mut(),
        )
    };
    (i64::from(code) == A::MPI_SUCCESS).then_some(key)
}

fn set<A: Abi>(host: &'static Host<A>, comm: Comm<A>, key: c_int, family: &Arc<Family<A>>) -> bool {
    let value = Arc::into_raw(Arc::clone(family));
    // SAFETY: the communicator holds its own reference count, which `given_up` releases.
    let code = unsafe { (host.functions.comm_set_attr)(comm, key, value.cast_mut().cast()) };
    if i64::from(code) == A::MPI_SUCCESS {
        return true;
    }
    // SAFETY: the count from above, which nothing else releases.
    drop(unsafe { Arc::from_raw(value) });
    false
}

/// Attribute keys, by the address of the host they belong to.
fn keys() -> MutexGuard<'static, Vec<(usize, c_int)>> {
    static KEYS: Mutex<Vec<(usize, c_int)>> = Mutex::new(Vec::new());
    KEYS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn host_address<A: Abi>(host: &'static Host<A>) -> usize {
    std::ptr::from_ref(host).addr()
}

unsafe extern "C" fn never_copied<A: Abi>(
    _: Comm<A>,
    _: c_int,
    _: *mut c_void,
    _: *mut c_void,
    _: *mut c_void,
    copied: *mut c_int,
) -> c_int {
    // SAFETY: MPI passes a valid pointer to the flag.
    unsafe { *copied = 0 };
    0
}

/// The program frees its communicator, or MPI is being finalised.
unsafe extern "C" fn given_up<A: Abi>(comm: Comm<A>, _: c_int, family: *mut c_void, _: *mut c_void) -> c_int {
    // SAFETY: set by `keep`, with a reference count.
    let family = unsafe { Arc::from_raw(family.cast::<Family<A>>().cast_const()) };
    let known = &family.link.host.known;
    // These two cannot be freed: MPI is being finalised.
    if comm == known.comm_world || comm == known.comm_self {
        family.abandoned.store(true, Ordering::Relaxed);
    }
    0
}

/// An attribute on MPI_COMM_SELF. MPI_Finalize deletes those first, in reverse order, while all functions can
/// still be called (MPI-5.0, "Allowing User Functions at MPI Finalization").
#[derive(Debug)]
pub(super) struct Farewell<A: Abi> {
    host: &'static Host<A>,
    key: c_int,
}

impl<A: Abi> Farewell<A> {
    /// For a family that has a window. With sessions alone there is no MPI_COMM_SELF; the program must free
    /// its communicators then.
    pub(super) fn arrange(family: &Arc<Family<A>>) {
        let host = family.link.host;
        let mut initialised: c_int = 0;
        // SAFETY: may be called at any time.
        unsafe { (host.functions.initialized)(&raw mut initialised) };
        if initialised == 0 || !family.has_window() {
            return;
        }
        let Some(key) = new_key(host, ending::<A>) else { return };
        let value = Arc::downgrade(family).into_raw();
        // SAFETY: the attribute holds a weak reference, which `ending` releases.
        let code =
            unsafe { (host.functions.comm_set_attr)(host.known.comm_self, key, value.cast_mut().cast()) };
        if i64::from(code) == A::MPI_SUCCESS {
            // Cannot be set already: the family is new.
            let _ = family.farewell.set(Self { host, key });
        } else {
            // SAFETY: the count from above, which nothing else releases.
            drop(unsafe { Weak::from_raw(value) });
        }
    }

    /// Must not be called once MPI is being finalised: MPI_COMM_SELF goes first.
    pub(super) fn cancel(self) {
        // SAFETY: Seaway's key, and nothing else deletes its attribute.
        unsafe { (self.host.functions.comm_delete_attr)(self.host.known.comm_self, self.key) };
    }
}

/// MPI is being finalised, or the family is dropped earlier.
unsafe extern "C" fn ending<A: Abi>(_: Comm<A>, _: c_int, family: *mut c_void, _: *mut c_void) -> c_int {
    // SAFETY: set by `arrange`, with a weak reference.
    let family = unsafe { Weak::from_raw(family.cast::<Family<A>>().cast_const()) };
    if let Some(family) = family.upgrade() {
        family.abandoned.store(true, Ordering::Relaxed);
        family.free_window();
    }
    0
}
