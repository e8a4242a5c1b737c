// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a TCP connection holds and has not sent.
#![allow(unsafe_code, reason = "neither std nor rustix has this call")]

use std::os::fd::{AsFd, AsRawFd};

/// `SIOCOUTQNSD` of linux/sockios.h, which libc does not have.
const UNSENT_BYTES: libc::c_ulong = 0x894B;

/// Whether bytes were handed to the kernel that it has not sent once. Not so where it cannot tell.
pub(super) fn has_unsent(connection: &impl AsFd) -> bool {
    let mut bytes: libc::c_int = 0;
    let fd = connection.as_fd().as_raw_fd();
    // SAFETY: the descriptor is open, and the call writes one int.
    let told = unsafe { libc::ioctl(fd, UNSENT_BYTES as _, &raw mut bytes) } == 0;
    told && bytes > 0
}

/// Runs `work` on this thread, which is interrupted by a signal every few milliseconds, at most `signals` times. Returns the
/// outcome, and whether signals still came when it was there.
#[cfg(test)]
pub(super) fn interrupted<T>(signals: usize, work: impl FnOnce() -> T) -> (T, bool) {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    extern "C" fn nothing(_: libc::c_int) {}
    let handler: extern "C" fn(libc::c_int) = nothing;
    // SAFETY: a zeroed action is valid; the handler does nothing. Calls that it interrupts are not begun again.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as usize;
        assert_eq!(libc::sigaction(libc::SIGUSR2, &raw const action, std::ptr::null_mut()), 0);
    }
    // SAFETY: it has no preconditions.
    let target = unsafe { libc::pthread_self() };
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let signalling = scope.spawn(|| {
            (0..signals).any(|_| {
                // SAFETY: the thread lives: it waits for this one.
                unsafe { libc::pthread_kill(target, libc::SIGUSR2) };
                std::thread::sleep(Duration::from_millis(5));
                is_over.load(Ordering::SeqCst)
            })
        });
        let outcome = work();
        is_over.store(true, Ordering::SeqCst);
        (outcome, signalling.join().expect("it does not panic"))
    })
}
