// SPDX-License-Identifier: MIT OR Apache-2.0
//! The recorder's state of each thread.
//!
//! `thread_local!` needs the standard library, and `#[thread_local]` is not stable, so the variable is
//! declared in assembly. It uses the TLS model "initial exec": the loader places it when the program starts,
//! so access is one instruction and cannot allocate, not even on first use in a signal handler. All bytes are
//! initially zero.

use core::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize};

/// Only accessed by its own thread, and by signal handlers on it.
#[repr(C)]
pub(crate) struct Thread {
    /// Address of the next event, or 0: a chunk must be found first. One word, so that a signal handler
    /// always sees a consistent value; the chunk's begin and end follow from it.
    pub(crate) cursor: AtomicUsize,
    /// The generation, all bits inverted, of the recorder that `cursor` belongs to; the highest bit encodes
    /// its clock. After a fork the generation differs, and the cursor, which still points into the parent's
    /// file, is not used.
    pub(crate) owner: AtomicU64,
    /// How many chunks this thread has had: later ones are longer.
    pub(crate) chunks: AtomicUsize,
    /// How many children of vfork this thread waits for. Such a child shares this variable: the caller may be
    /// the child.
    pub(crate) vforks: AtomicU32,
    /// Not 0: the program has blocked SIGBUS on this thread, and the library keeps it unblocked. See
    /// `faults`.
    pub(crate) blocks_faults: AtomicU32,
    /// The SIGBUS that is being forwarded: the address of its context.
    pub(crate) passing: AtomicUsize,
    /// Not 0: calls on this thread are those of Seaway's engine, and not redirected.
    pub(crate) bypasses: AtomicU32,
    pub(crate) unused: AtomicU32,
}

const _: () = assert!(core::mem::size_of::<Thread>() == 48);

core::arch::global_asm!(
    ".pushsection .tbss.seaway_posix_thread,\"awT\",@nobits",
    ".balign 8",
    // Hidden: visible to all objects of this library only.
    ".globl seaway_posix_thread",
    ".hidden seaway_posix_thread",
    ".type seaway_posix_thread,@object",
    ".size seaway_posix_thread, 48",
    "seaway_posix_thread:",
    ".zero 48",
    ".popsection",
);

#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn current() -> &'static Thread {
    let thread: *const Thread;
    // SAFETY: the address of the variable above on this thread. It lives as long as the thread, and no
    // reference is passed to another thread.
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

/// Replaces `before` by `after`, atomically with respect to signal handlers on this thread. True if it was
/// `before`.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn replace(word: &AtomicUsize, before: usize, after: usize) -> bool {
    let replaced: u8;
    // SAFETY: one instruction, which a signal cannot interrupt; without `lock` it costs a fifth.
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
