// SPDX-License-Identifier: MIT OR Apache-2.0
//! Page faults on mapped files. Touching a page that cannot be provided (another program truncated the file,
//! the disk is full, the disk failed) raises SIGBUS, whose default action kills the process. A library must
//! not kill its program, so copies to and from mapped files run under a `Guard`.
//!
//! A handler for SIGBUS, installed with the first guard, looks the address up among the guarded ranges. If it
//! finds one, it marks the range as broken and maps zeroed memory over the rest of it, so that the copy can
//! finish. The code that copied then calls `Guard::is_intact` and, if it is not, moves the same bytes by
//! system calls, which report the cause: a short count, or an error. A broken range stays broken until it is
//! unmapped.
//!
//! Every other SIGBUS belongs to the program: its handler is called as the kernel would have called it, or
//! the default action is taken. libseaway.so intercepts `sigaction` and `signal` ([`exchange_action`]), so
//! that a handler installed later by the program becomes the one that Seaway's handler forwards to, instead
//! of replacing it. A handler installed without libseaway.so, or by a raw system call, is noticed when the
//! next range is guarded; Seaway's handler is then installed over it again.
//!
//! Why not copy by system calls? Measured on Linux 6.18, nanoseconds to overwrite existing bytes of a file in
//! tmpfs:
//!
//! |                          | 64 B | 4 KiB |   1 MiB |
//! |--------------------------|-----:|------:|--------:|
//! | copy to a mapped page    |    2 |    26 |  54,000 |
//! | `process_vm_writev` to it|  557 |   747 |  94,000 |
//! | `pwrite`                 |  409 |   514 | 104,000 |
//!
//! A call that cannot fault costs more than the write that the mapping is meant to save.

mod ranges;
mod stand_in;
mod sys;

use self::ranges::Ranges;
pub use self::stand_in::Action;
pub use self::sys::{exchange_action, is_our_handler, mask_was_changed};

/// More mappings than this at a time are refused; system calls are used instead.
const MOST_RANGES: usize = 4096;

static RANGES: Ranges<MOST_RANGES> = Ranges::new();

/// Addresses whose faults Seaway handles. Must be dropped before they are unmapped.
#[derive(Debug)]
pub(crate) struct Guard {
    slot: usize,
}

impl Guard {
    /// Guards `start..start + len`, both multiples of the page size. `None`: there are too many guards, or
    /// the signal cannot be handled; then nothing may be touched there.
    pub(crate) fn new(start: usize, len: usize) -> Option<Self> {
        if !sys::install() {
            return None;
        }
        RANGES.add(start..start.checked_add(len)?).map(|slot| Self { slot })
    }

    /// Whether no page has been missing so far. After a copy: whether all of its bytes reached the file, or
    /// came from it.
    pub(crate) fn is_intact(&self) -> bool {
        // The copy must come first, in program order and on the processor: another thread's fault may have
        // replaced the page.
        sys::order_after_copy();
        !RANGES.is_broken(self.slot)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        RANGES.remove(self.slot);
    }
}

/// Whether this thread would receive the signal. A fault in a thread that blocks SIGBUS kills the process
/// despite the handler, so such a thread must use system calls. Cheap as long as the program blocks no
/// signals.
pub(crate) fn may_touch_pages() -> bool {
    sys::may_touch_pages()
}
