// SPDX-License-Identifier: MIT OR Apache-2.0
//! A grid that is larger than the memory that workers may use. Allocations are counted.

mod simulation;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use ppm::run::{Crew, Run};
use ppm::setups::{Setup, turbulence};
use ppm::store::FolderStore;
use ppm::worker::Unobserved;
use ppm_kernel::FIELDS;
use simulation::{bits, record, simulate};

struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all calls go to the system's allocator unchanged; only sizes are counted.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn workers_stay_below_their_limit() {
    let setup = Setup { zones: [128, 64, 16], end_time: 0.01, ..turbulence::turbulence(128) };
    let folder = tempfile::tempdir().unwrap();
    let store = FolderStore::open(folder.path()).unwrap();
    let mut run = Run::create(&store, &setup, record(&setup, [8, 4])).unwrap();

    let limit = 4_500_000;
    let stored = 2 * FIELDS * size_of::<f64>() * run.grid.zone_count();
    assert!(stored > 2 * limit, "{stored} bytes are stored");
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    run.advance(&Crew { memory: Some(limit), ..Crew::of(1) }, &Unobserved).unwrap();
    let peak = PEAK.load(Ordering::Relaxed) - before;
    println!("{peak} bytes at most, of {stored} bytes of pillars");
    assert!(peak < limit, "{peak} bytes");

    assert!(bits(&run.zones().unwrap()) == bits(&simulate(&setup, [2, 1], 1).zones));
    let error =
        run.advance(&Crew { memory: Some(limit), ..Crew::of(9) }, &Unobserved).unwrap_err().to_string();
    assert!(error.contains("cut the grid into more pillars or use"), "{error}");
}
