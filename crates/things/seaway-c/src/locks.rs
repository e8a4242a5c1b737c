// SPDX-License-Identifier: MIT OR Apache-2.0
//! Locks by name, which the process has until it releases them or stops. All are unsafe for one reason: their pointers are those
//! that the header obliges programs to pass.

use std::collections::HashMap;
use std::ffi::{c_char, c_int};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use seaway_device_api::Operation;
use seaway_things::{Error, ErrorKind, Lock};

use crate::arguments::{name, patience, place};
use crate::entry::{Failure, entry};
use crate::state;

type Locks = HashMap<i64, (u32, Arc<Lock>)>;

static LOCKS: Mutex<Option<Locks>> = Mutex::new(None);

#[unsafe(no_mangle)]
pub unsafe extern "C" fn lock_thing(lock: *const c_char, milliseconds: c_int, token: *mut i64) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (name, place) = unsafe { (name(lock)?, place(token, "the place for the token")?) };
        let lock = state::space()?.lock(name, patience(milliseconds)?)?.ok_or(Failure::Pending)?;
        *place = lock.token().cast_signed();
        locks().get_or_insert_default().insert(*place, (std::process::id(), Arc::new(lock)));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn check_lock_thing(token: i64) -> c_int {
    entry(|| {
        state::space()?;
        let lock = locks().get_or_insert_default().get(&token).cloned().ok_or_else(unknown)?.1;
        lock.check().map_err(lost)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn unlock_thing(token: i64) -> c_int {
    entry(|| {
        state::space()?;
        let (_, lock) = locks().get_or_insert_default().remove(&token).ok_or_else(unknown)?;
        match Arc::try_unwrap(lock) {
            Ok(lock) => lock.release().map_err(lost),
            // Another thread asks about it, and releases it when it has the answer.
            Err(_) => Ok(()),
        }
    })
}

/// Releases all of them.
pub(crate) fn release_all() {
    drop(locks().take());
}

/// After a fork those of the parent are not the child's.
pub(crate) fn forget_other_processes() {
    if let Some(known) = locks().as_mut() {
        known.retain(|_, (process, _)| *process == std::process::id());
    }
}

fn locks() -> MutexGuard<'static, Option<Locks>> {
    LOCKS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn lost(error: Error) -> Failure {
    match error.kind() {
        ErrorKind::PeerLost => Failure::LeaseEnded(error),
        _ => error.into(),
    }
}

fn unknown() -> Error {
    let detail = "no such lock: its token is none that lock_thing has returned, or it was released";
    Error::new(ErrorKind::Request, Operation::Lock).with_detail(detail)
}
