// SPDX-License-Identifier: MIT OR Apache-2.0
//! Waiting for termination signals, releasing memory, copies to pages that may be gone, and children that end with their parent.
#![allow(unsafe_code, reason = "neither std nor rustix has these calls")]

use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::ptr;

/// SIGINT and SIGTERM, blocked in this thread and in those it starts later.
#[allow(missing_debug_implementations, reason = "a set of the system's")]
pub struct Endings(libc::sigset_t);

impl Endings {
    pub fn hold_back() -> io::Result<Self> {
        let mut set = MaybeUninit::<libc::sigset_t>::uninit();
        // SAFETY: makes the set empty, and cannot fail.
        let mut set = unsafe {
            libc::sigemptyset(set.as_mut_ptr());
            set.assume_init()
        };
        for signal in [libc::SIGINT, libc::SIGTERM] {
            // SAFETY: the set is initialised; the signals exist.
            unsafe { libc::sigaddset(&raw mut set, signal) };
        }
        // SAFETY: reads the set; the old one is not requested.
        match unsafe { libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, ptr::null_mut()) } {
            0 => Ok(Self(set)),
            number => Err(io::Error::from_raw_os_error(number)),
        }
    }

    /// Waits until one of them arrives.
    pub fn wait(&self) {
        let mut signal = 0;
        // SAFETY: reads the set and stores one number.
        while unsafe { libc::sigwait(&raw const self.0, &raw mut signal) } != 0 {}
    }
}

/// Returns unused memory to the system: the memory of thousands of past connections need not be kept.
pub(crate) fn trim_memory() {
    #[cfg(target_env = "gnu")]
    // SAFETY: may be called at any time by any thread.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Copies `bytes` to the consecutive places `into`, as far as their pages exist. The kernel copies: pages of
/// a truncated file cause an error instead of a signal. At most as many places as one call takes, 1024.
pub(crate) fn scatter(bytes: &[u8], into: &mut [&mut [u8]]) -> io::Result<usize> {
    let source = libc::iovec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() };
    let places: Vec<libc::iovec> = into
        .iter_mut()
        .map(|place| libc::iovec { iov_base: place.as_mut_ptr().cast(), iov_len: place.len() })
        .collect();
    // SAFETY: reads `bytes`, and writes to this process's own memory, only to the places, which are borrowed
    // for it.
    let copied = unsafe {
        libc::process_vm_writev(
            libc::getpid(),
            &raw const source,
            1,
            places.as_ptr(),
            places.len() as libc::c_ulong,
            0,
        )
    };
    usize::try_from(copied).map_err(|_| io::Error::last_os_error())
}

/// Has the child killed when the thread that starts it has ended, so that nothing is left of a killed process.
pub(crate) fn end_with_this_thread(command: &mut Command) {
    let parent = std::process::id();
    let tie = move || {
        // SAFETY: sets a number of this process, and asks for another.
        let (set, now) = unsafe { (libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL), libc::getppid()) };
        // The parent may have ended before.
        if set != 0 || u32::try_from(now) != Ok(parent) {
            Err(io::Error::from_raw_os_error(libc::ESRCH))
        } else {
            Ok(())
        }
    };
    // SAFETY: between fork and exec it makes two system calls, and allocates nothing.
    unsafe { command.pre_exec(tie) };
}
