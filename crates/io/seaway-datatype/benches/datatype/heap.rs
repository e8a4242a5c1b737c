// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory of a committed vector, as the allocator sees it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicI64, Ordering};

use seaway_datatype::{Datatype, Named};

use crate::bars::Bars;

/// The system allocator, counting the bytes in use.
pub(crate) struct Counting;

static IN_USE: AtomicI64 = AtomicI64::new(0);

// SAFETY: every call is forwarded to the system allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        IN_USE.fetch_add(layout.size().cast_signed() as i64, Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size().cast_signed() as i64, Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

pub(crate) fn bench(bars: &mut Bars) {
    // Predefined types are created once per process; create this one before counting.
    let double = Datatype::named(Named::Double);
    let before = IN_USE.load(Ordering::Relaxed);
    let vector = Datatype::vector(1_000_000_000, 1, 2, &double).unwrap();
    vector.commit();
    let bytes = IN_USE.load(Ordering::Relaxed) - before;
    println!(
        "{vector}, committed: {bytes} bytes of heap, of which the layout has {}",
        vector.layout().unwrap().heap_bytes()
    );
    bars.at_most("datatype-heap-of-1e9-blocks", bytes as f64, 1023.0);
}
