// SPDX-License-Identifier: MIT OR Apache-2.0
//! An allocator that records peak allocation. Counts per thread, as tests run in parallel.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

pub struct Counting;

thread_local! {
    static IN_USE: Cell<usize> = const { Cell::new(0) };
    static MOST: Cell<usize> = const { Cell::new(0) };
}

/// Peak bytes allocated while `work` ran, beyond those allocated before.
pub fn most_allocated(work: impl FnOnce()) -> usize {
    let before = IN_USE.get();
    MOST.set(before);
    work();
    MOST.get() - before
}

// SAFETY: every call is forwarded to the system allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // The counters of an exiting thread are gone; nobody reads them then.
        let _ = IN_USE.try_with(|in_use| in_use.set(in_use.get().wrapping_add(layout.size())));
        let _ = MOST.try_with(|most| most.set(most.get().max(IN_USE.try_with(Cell::get).unwrap_or(0))));
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        let _ = IN_USE.try_with(|in_use| in_use.set(in_use.get().wrapping_sub(layout.size())));
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}
