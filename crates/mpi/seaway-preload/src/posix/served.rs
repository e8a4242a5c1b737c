// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Served`]: the descriptors that stand for a device's file.
//!
//! They are identified by the memfd behind them and not by their numbers: so duplicates of a descriptor are
//! served too, and a number reused for another file is not. The kernel tracks whether the file is still in
//! use: the program's descriptor holds a lock, which ends with the last duplicate.
//!
//! A file belongs to the process that opened it. A child that inherits it has no connection, and its reads
//! fail.

use std::ffi::c_int;
use std::io::IoSliceMut;
use std::os::fd::{AsRawFd, IntoRawFd, OwnedFd};
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use seaway_device_api::{DeviceFile, Result};
use seaway_devices::error_number;

use super::copies::{copy, file_in_memory, opened_again, read};
use super::last_number;

/// Number of served files: if zero, calls are forwarded without a lookup.
static COUNT: AtomicUsize = AtomicUsize::new(0);
static OWNER: AtomicU32 = AtomicU32::new(0);
/// A list that only grows, so that it can be traversed without a lock; its places are reused.
static FIRST: AtomicPtr<TableSlot> = AtomicPtr::new(ptr::null_mut());

#[derive(Debug)]
struct TableSlot {
    /// 0: unused. Identifies the memfd, since all memfds are on one device.
    inode: AtomicU64,
    served: Mutex<Option<Served>>,
    next: AtomicPtr<TableSlot>,
}

#[derive(Debug)]
pub(super) struct Served {
    file: Box<dyn DeviceFile>,
    size: u64,
    /// Our own descriptor, used to check whether the program still has its own.
    kept: c_int,
    identity: (u64, u64),
}

/// A descriptor for the program.
pub(super) fn begin(file: Box<dyn DeviceFile>, close_on_exec: bool) -> Result<c_int, c_int> {
    forget_a_parent_s();
    sweep();
    let size = file.size().map_err(|error| error_number(&error))?;
    let kept = file_in_memory(size)?;
    let given = opened_again(&kept, libc::O_WRONLY | if close_on_exec { libc::O_CLOEXEC } else { 0 })?;
    let seals = libc::F_SEAL_WRITE | libc::F_SEAL_SHRINK | libc::F_SEAL_GROW;
    let mut lock = whole_file(libc::F_WRLCK);
    // SAFETY: a number, and a place that lives through the call.
    let refused = unsafe {
        libc::fcntl(kept.as_raw_fd(), libc::F_ADD_SEALS, seals) < 0
            || libc::fcntl(given.as_raw_fd(), libc::F_OFD_SETLK, &raw mut lock) < 0
    };
    let identity = identity(given.as_raw_fd()).filter(|_| !refused).ok_or_else(last_number)?;
    place_for(Served { file, size, kept: kept.into_raw_fd(), identity });
    Ok(given.into_raw_fd())
}

/// Applies `work` to the file behind a descriptor. `None`: not ours.
pub(super) fn with<T>(descriptor: c_int, work: impl FnOnce(&Served) -> T) -> Option<T> {
    if COUNT.load(Ordering::Acquire) == 0 {
        return None;
    }
    with_one_of_some(descriptor, work)
}

#[cold]
fn with_one_of_some<T>(descriptor: c_int, work: impl FnOnce(&Served) -> T) -> Option<T> {
    if OWNER.load(Ordering::Relaxed) != std::process::id() {
        return None;
    }
    let identity = identity(descriptor)?;
    let place = places().find(|place| place.inode.load(Ordering::Acquire) == identity.1)?;
    let served = place.served.lock().unwrap_or_else(PoisonError::into_inner);
    served.as_ref().filter(|served| served.identity == identity).map(work)
}

/// Closes files whose descriptors are all closed.
pub(super) fn sweep() {
    for place in places().filter(|place| place.inode.load(Ordering::Acquire) != 0) {
        // One that is being read is in use.
        let Ok(mut served) = place.served.try_lock() else { continue };
        if served.as_ref().is_none_or(Served::is_still_open) {
            continue;
        }
        let gone = served.take();
        place.inode.store(0, Ordering::Release);
        COUNT.fetch_sub(1, Ordering::Release);
        drop(served);
        // Without the lock: the device closes descriptors, too.
        drop(gone);
    }
}

impl Served {
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// Reads from `offset` up to the size that the file had when it was opened.
    pub(super) fn read(&self, offset: u64, pieces: &mut [IoSliceMut<'_>]) -> Result<usize, c_int> {
        read(&*self.file, offset, pieces)
    }

    pub(super) fn copy(&self, offset: u64, length: u64) -> Result<OwnedFd, c_int> {
        copy(&*self.file, self.size, offset..offset.saturating_add(length))
    }

    fn is_still_open(&self) -> bool {
        let mut lock = whole_file(libc::F_WRLCK);
        // SAFETY: a descriptor of ours, and a place that lives through the call.
        let asked = unsafe { libc::fcntl(self.kept, libc::F_OFD_GETLK, &raw mut lock) };
        asked == 0 && c_int::from(lock.l_type) != libc::F_UNLCK
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // A program that closes all descriptors has closed ours too, and the number may refer to another file
        // by now.
        if identity(self.kept) == Some(self.identity) {
            // SAFETY: it is ours, and no longer used.
            unsafe { libc::close(self.kept) };
        }
    }
}

fn places() -> impl Iterator<Item = &'static TableSlot> {
    // SAFETY: places are never freed.
    let place_at = |link: &AtomicPtr<TableSlot>| unsafe { link.load(Ordering::Acquire).as_ref() };
    std::iter::successors(place_at(&FIRST), move |place| place_at(&place.next))
}

/// Stores it in the list.
fn place_for(served: Served) {
    let inode = served.identity.1;
    let is_free = |place: &&TableSlot| {
        place.inode.compare_exchange(0, inode, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    };
    let place = places().find(is_free).unwrap_or_else(|| new_place(inode));
    *place.served.lock().unwrap_or_else(PoisonError::into_inner) = Some(served);
    COUNT.fetch_add(1, Ordering::Release);
}

fn new_place(inode: u64) -> &'static TableSlot {
    let place = Box::leak(Box::new(TableSlot {
        inode: AtomicU64::new(inode),
        served: Mutex::default(),
        next: AtomicPtr::new(ptr::null_mut()),
    }));
    let mut first = FIRST.load(Ordering::Acquire);
    loop {
        place.next.store(first, Ordering::Relaxed);
        match FIRST.compare_exchange(first, place, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => return place,
            Err(other) => first = other,
        }
    }
}

/// After a fork the list is the parent's, whose locks are never released here.
fn forget_a_parent_s() {
    let process = std::process::id();
    if OWNER.swap(process, Ordering::AcqRel) != process {
        FIRST.store(ptr::null_mut(), Ordering::Release);
        COUNT.store(0, Ordering::Release);
    }
}

/// Device and inode of a descriptor.
fn identity(descriptor: c_int) -> Option<(u64, u64)> {
    // SAFETY: zeros are a valid value, which is then filled.
    unsafe {
        let mut status: libc::stat = std::mem::zeroed();
        (libc::fstat(descriptor, &raw mut status) == 0).then_some((status.st_dev, status.st_ino))
    }
}

fn whole_file(kind: c_int) -> libc::flock {
    // SAFETY: zeros are a valid value: the whole file.
    let mut lock: libc::flock = unsafe { std::mem::zeroed() };
    // The lock types are numbered 0 to 2.
    lock.l_type = libc::c_short::try_from(kind).unwrap_or_default();
    lock
}
