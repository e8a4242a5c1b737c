// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the recorder keeps for each thread.
//!
//! `thread_local!` needs the standard library, and `#[thread_local]` is not stable, so the variable is declared in
//! assembly. It is of the model "initial exec": the loader places it when the program starts, so reading it is one
//! instruction and cannot allocate, not even on the first use in a signal handler. All bytes begin as zero.

use core::sync::atomic::{AtomicU64, AtomicUsize};

/// Only its own thread, and signal handlers on it, look at it.
#[repr(C)]
pub(crate) struct Thread {
    /// Where the next event goes, or 0: a chunk has to be found first. One word, so that a signal handler always sees it
    /// whole; where the chunk begins and ends follows from it.
    pub(crate) cursor: AtomicUsize,
    /// All bits inverted, the generation of the recorder that `cursor` belongs to; the highest bit tells of its clock.
    /// After a fork the generation is another, and the cursor, which still points into the parent's file, is not used.
    pub(crate) owner: AtomicU64,
    /// How many chunks this thread has had: later ones are longer.
    pub(crate) chunks: AtomicUsize,
}

const _: () = assert!(core::mem::size_of::<Thread>() == 24);

core::arch::global_asm!(
    ".pushsection .tbss.seaway_posix_thread,\"awT\",@nobits",
    ".balign 8",
    // Hidden: seen by all objects of this library, and by nobody else.
    ".globl seaway_posix_thread",
    ".hidden seaway_posix_thread",
    ".type seaway_posix_thread,@object",
    ".size seaway_posix_thread, 24",
    "seaway_posix_thread:",
    ".zero 24",
    ".popsection",
);

#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn current() -> &'static Thread {
    let thread: *const Thread;
    // SAFETY: the address of the variable above on this thread. It lives as long as the thread, and no reference is ever
    // given to another.
    unsafe {
        core::arch::asm!(
            "mov {thread}, qword ptr [rip + seaway_posix_thread@GOTTPOFF]",
            "add {thread}, qword ptr fs:[0]",
            thread = out(reg) thread,
            options(pure, nomem, nostack),
        );
        &*thread
    }
}

#[cfg(target_arch = "aarch64")]
#[inline(always)]
pub(crate) fn current() -> &'static Thread {
    let thread: *const Thread;
    // SAFETY: as above.
    unsafe {
        core::arch::asm!(
            "mrs {thread}, tpidr_el0",
            "adrp {offset}, :gottprel:seaway_posix_thread",
            "ldr {offset}, [{offset}, :gottprel_lo12:seaway_posix_thread]",
            "add {thread}, {thread}, {offset}",
            thread = out(reg) thread,
            offset = out(reg) _,
            options(pure, nomem, nostack),
        );
        &*thread
    }
}

/// Replaces `before` by `after`, atomically for signal handlers on this thread; nobody else looks. True if it was
/// `before`.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn replace(word: &AtomicUsize, before: usize, after: usize) -> bool {
    let replaced: u8;
    // SAFETY: one instruction, which a signal cannot divide; without `lock` it costs a fifth.
    unsafe {
        core::arch::asm!(
            "cmpxchg qword ptr [{word}], {after}",
            "sete {replaced}",
            word = in(reg) word.as_ptr(),
            after = in(reg) after,
            inout("rax") before => _,
            replaced = lateout(reg_byte) replaced,
            options(nostack),
        );
    }
    replaced != 0
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn replace(word: &AtomicUsize, before: usize, after: usize) -> bool {
    use core::sync::atomic::Ordering::Relaxed;
    word.compare_exchange(before, after, Relaxed, Relaxed).is_ok()
}
