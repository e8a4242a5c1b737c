// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is kept of calls when events no longer fit: their number, duration and bytes. The space for it is
//! reserved just before the first event, regardless of the quota: many programs record no event, and should
//! start quickly.

use core::ptr;
use core::sync::atomic::AtomicU64;
use core::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};

use seaway_trace_format::{CHUNK_UNIT, ChunkKind, Counter};

use super::chunk;
use super::state::RecorderState;

const ROWS: usize = (CHUNK_UNIT - chunk::HEAD_BYTES) / size_of::<Counter>();
/// The first rows are for calls on any file, indexed by call: for files without a row of their own.
const SHARED_ROWS: usize = 256;
/// How many rows are probed for a file before the shared one is used.
const PROBES: usize = 64;

const _: () = assert!(ROWS > SHARED_ROWS + 2 * PROBES);

/// Reserves the chunk, if there is none yet.
pub(super) fn prepare(state: &RecorderState) {
    if !state.counters.load(Acquire).is_null() {
        return;
    }
    if let Some(head) = chunk::claim(state, ChunkKind::Counters, CHUNK_UNIT, 0) {
        let rows = ptr::without_provenance_mut(head + chunk::HEAD_BYTES);
        // If another thread was faster, this chunk stays empty.
        let _faster = state.counters.compare_exchange(ptr::null_mut(), rows, AcqRel, Acquire);
    }
}

/// One call has returned. `units` is its duration.
pub(super) fn add(state: &RecorderState, call: u8, file: u32, bytes: u64, units: u64, failed: bool) {
    let rows = state.counters.load(Relaxed);
    if rows.is_null() {
        return;
    }
    // SAFETY: the rows are mapped as long as the process lives; `row` is one of them.
    unsafe {
        let counter = rows.add(row(rows, call, file));
        let count = |field: *mut u64, more| AtomicU64::from_ptr(field).fetch_add(more, Relaxed);
        count(&raw mut (*counter).calls, 1);
        count(&raw mut (*counter).failures, u64::from(failed));
        count(&raw mut (*counter).bytes, bytes);
        count(&raw mut (*counter).duration, units);
    }
}

/// The row of a call on a file; a free row is assigned.
///
/// # Safety
/// `rows` points to `ROWS` of them.
unsafe fn row(rows: *mut Counter, call: u8, file: u32) -> usize {
    const FREE: usize = ROWS - SHARED_ROWS;
    let key = u64::from(file) | u64::from(call) << 32;
    let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    let shared = usize::from(call);
    if file != 0 {
        for probe in 0..PROBES {
            let row = SHARED_ROWS + (hash as usize + probe) % FREE;
            // SAFETY: the row is one of them.
            if unsafe { takes(rows.add(row), key) } {
                return row;
            }
        }
    }
    // SAFETY: as above; a call's shared row is for that call alone.
    unsafe { takes(rows.add(shared), u64::from(call) << 32) };
    shared
}

/// Whether the row belongs to the key, or was free until now.
///
/// # Safety
/// The row is mapped.
unsafe fn takes(row: *mut Counter, key: u64) -> bool {
    // File and call are the first eight bytes. SAFETY: as for this function; rows are aligned to 8.
    let place = unsafe { AtomicU64::from_ptr(row.cast()) };
    match place.compare_exchange(0, key, AcqRel, Acquire) {
        Ok(_) => true,
        Err(found) => found == key,
    }
}
