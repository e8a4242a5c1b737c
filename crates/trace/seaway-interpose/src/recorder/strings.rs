// SPDX-License-Identifier: MIT OR Apache-2.0
//! Strings of the file, each written once: a hash table in the recorder's own memory knows where they are.

use core::ptr;
use core::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use core::sync::atomic::{AtomicU32, AtomicU64};

use seaway_trace_format::{ChunkKind, FIRST_BYTES, HEADER_BYTES, Header, STRING_ALIGNMENT, StringHead};

use super::state::RecorderState;
use super::{chunk, counters};

/// Log2 of the table's size: enough for a million files.
const TABLE_BITS: u32 = 20;
/// How many slots are probed for a string.
const PROBES: usize = 64;
/// Longer strings are truncated.
pub(super) const LONGEST: usize = 16 * 1024;

/// Addresses of heads, with 16 bits of the hash above; 0 is free.
#[repr(C)]
pub(super) struct Table([AtomicU64; 1 << TABLE_BITS]);

const ADDRESS_BITS: u32 = 48;

/// The first strings follow the header.
pub(super) fn begin(state: &RecorderState, header: *mut Header) {
    state.strings.store(header as usize + HEADER_BYTES, Release);
}

/// Adds a string whose number is not needed.
pub(super) fn add(state: &RecorderState, kind: u16, bytes: &[u8]) {
    write(state, kind, bytes.get(..LONGEST).unwrap_or(bytes));
}

/// The number of a string, which is written to the file if it is new. 0 if there is no room for it.
pub(super) fn number(state: &RecorderState, kind: u16, bytes: &[u8]) -> u32 {
    let bytes = bytes.get(..LONGEST).unwrap_or(bytes);
    let hash = hash(kind, bytes);
    let mut written = 0;
    for probe in 0..PROBES {
        let index = (hash as usize).wrapping_add(probe) & ((1 << TABLE_BITS) - 1);
        // SAFETY: the index is below the length.
        let place = unsafe { state.strings_known.0.get_unchecked(index) };
        let mut entry = place.load(Acquire);
        if entry == 0 {
            if written == 0 {
                written = write(state, kind, bytes);
            }
            if written == 0 {
                return 0;
            }
            let new = written as u64 | hash >> ADDRESS_BITS << ADDRESS_BITS;
            match place.compare_exchange(0, new, AcqRel, Acquire) {
                Ok(_) => entry = new,
                Err(other) => entry = other,
            }
        }
        if entry >> ADDRESS_BITS == hash >> ADDRESS_BITS {
            let head = (entry & ((1 << ADDRESS_BITS) - 1)) as usize as *const StringHead;
            // SAFETY: the table has addresses of heads that were written before, in chunks that stay mapped.
            if let Some(number) = unsafe { number_if_same(head, kind, bytes) } {
                return number;
            }
        }
    }
    // The table is crowded: the string is written again.
    let head = if written == 0 { write(state, kind, bytes) } else { written };
    if head == 0 {
        return 0;
    }
    // SAFETY: just written.
    unsafe { (*(head as *const StringHead)).number }
}

/// # Safety
/// The head was returned by `write`.
unsafe fn number_if_same(head: *const StringHead, kind: u16, bytes: &[u8]) -> Option<u32> {
    // SAFETY: as for this function: the bytes follow the head.
    let (head, same_bytes) = unsafe {
        let length = usize::from((*head).length);
        (head.read(), core::slice::from_raw_parts(head.add(1).cast::<u8>(), length) == bytes)
    };
    (same_bytes && head.kind == kind).then_some(head.number)
}

/// Writes the string; returns the address of its head, or 0.
fn write(state: &RecorderState, kind: u16, bytes: &[u8]) -> usize {
    let size = (size_of::<StringHead>() + bytes.len()).next_multiple_of(STRING_ALIGNMENT);
    let place = claim(state, size);
    let header = state.header.load(Relaxed);
    if place == 0 || header.is_null() {
        return 0;
    }
    let number = state.next_string.fetch_add(1, Relaxed);
    // SAFETY: the header is mapped as long as the process lives, and the field is aligned.
    unsafe { AtomicU32::from_ptr(&raw mut (*header).next_string) }.fetch_max(number + 1, Relaxed);
    let head = u64::from(number) | u64::from(kind) << 32 | (bytes.len() as u64) << 48;
    // SAFETY: the space was claimed, so it is mapped, exclusive, and large enough.
    unsafe {
        ptr::copy_nonoverlapping(bytes.as_ptr(), (place + size_of::<StringHead>()) as *mut u8, bytes.len());
        AtomicU64::from_ptr(place as *mut u64).store(head, Release);
    }
    place
}

/// Space for a string, in a new chunk if necessary.
fn claim(state: &RecorderState, size: usize) -> usize {
    loop {
        let cursor = state.strings.load(Acquire);
        let (begin, end) = chunk_of(state, cursor);
        // A head of zeros stays after the last string, so a cursor never points to the chunk after its own.
        if cursor + size + size_of::<StringHead>() <= end {
            if state.strings.compare_exchange(cursor, cursor + size, AcqRel, Acquire).is_ok() {
                return cursor;
            }
            continue;
        }
        let is_first = begin == state.header.load(Relaxed) as usize;
        let bytes = if is_first { chunk::bytes_of_nth(0) } else { chunk::ALIGNMENT };
        // As before the first event: once a claim has failed, there is no room for them.
        counters::prepare(state);
        let Some(head) = chunk::claim(state, ChunkKind::Strings, bytes, 0) else { return 0 };
        let place = head + chunk::HEAD_BYTES;
        // If another thread was faster, the rest of this chunk stays empty.
        let _faster = state.strings.compare_exchange(cursor, place + size, AcqRel, Acquire);
        return place;
    }
}

/// Begin and end of the chunk, or of the header with the first strings.
fn chunk_of(state: &RecorderState, cursor: usize) -> (usize, usize) {
    let header = state.header.load(Relaxed) as usize;
    if (header..header + FIRST_BYTES).contains(&cursor) {
        return (header, header + FIRST_BYTES);
    }
    let head = chunk::head_of(cursor);
    // SAFETY: a cursor lies in a mapped chunk.
    let bytes = unsafe { (*head).bytes };
    (head as usize, head as usize + bytes as usize)
}

/// Eight bytes at a time; the upper bits depend on all.
fn hash(kind: u16, bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = u64::from(kind) ^ (bytes.len() as u64) << 16;
    let (words, rest) = bytes.as_chunks::<8>();
    let last = rest.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
    for word in words.iter().map(|word| u64::from_le_bytes(*word)).chain([last]) {
        hash = (hash ^ word).wrapping_mul(FACTOR);
        hash ^= hash >> 29;
    }
    hash.wrapping_mul(FACTOR) ^ hash >> 32
}
