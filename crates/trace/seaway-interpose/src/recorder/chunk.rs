// SPDX-License-Identifier: MIT OR Apache-2.0
//! New chunks: a range of the file, allocated on disk, then mapped. A full disk is an error here, and never a
//! signal when the mapping is written.

use core::ffi::c_int;
use core::ptr;
use core::sync::atomic::AtomicU64;
use core::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};

use seaway_trace_format::{CHUNK_MAGIC, CHUNK_UNIT, ChunkHeader, ChunkKind, Flags};

use super::state::RecorderState;
use super::{clock, file, loss, settings};
use crate::faults;
use crate::system::{self, Errno};

/// Chunks are mapped at multiples of this, and none is longer: from any address in one follows the address of
/// its head.
pub(super) const ALIGNMENT: usize = 1 << 20;

/// Size of the head.
pub(super) const HEAD_BYTES: usize = size_of::<ChunkHeader>();

/// The head of the chunk that contains an address.
#[inline(always)]
pub(super) fn head_of(address: usize) -> *mut ChunkHeader {
    (address & !(ALIGNMENT - 1)) as *mut ChunkHeader
}

/// Offset of an address in its chunk.
#[inline(always)]
pub(super) fn offset_of(address: usize) -> usize {
    address & (ALIGNMENT - 1)
}

/// Length of the n-th chunk of a thread: short programs have small files, and long ones claim rarely.
pub(super) fn bytes_of_nth(index: usize) -> usize {
    match index {
        0 => CHUNK_UNIT,
        1 => 4 * CHUNK_UNIT,
        _ => ALIGNMENT,
    }
}

/// A new chunk; `None` if the quota or the disk is full. The address is that of its head. The quota does not
/// apply to counters, without which calls would be lost when it is full.
pub(super) fn claim(state: &RecorderState, kind: ChunkKind, bytes: usize, thread: u32) -> Option<usize> {
    let header = state.header.load(Relaxed);
    if header.is_null() || state.flags.load(Acquire) & (Flags::FULL | Flags::CUT) != 0 {
        return None;
    }
    faults::stay_in_place();
    let quota = if matches!(kind, ChunkKind::Counters) { 0 } else { settings::current().quota };
    let chunk = reserve(state, bytes, quota).and_then(|offset| {
        file::with_descriptor(state, |descriptor| {
            loss::must_be_whole(state, header, descriptor)?;
            system::allocate(descriptor, offset, bytes).or_else(|error| match error {
                libc::EOPNOTSUPP => fill_with_zeros(descriptor, offset, bytes),
                other => Err(other),
            })?;
            // SAFETY: the header is mapped as long as the process lives, and the field is aligned.
            unsafe { AtomicU64::from_ptr(&raw mut (*header).end) }.fetch_max(offset + bytes as u64, AcqRel);
            map_aligned(descriptor, offset, bytes)
        })
        .ok()
    });
    let Some(address) = chunk.filter(|address| loss::guard(state, *address, bytes)) else {
        if state.flags.load(Acquire) & Flags::CUT == 0 {
            file::set_flags(state, Flags::FULL);
        }
        return None;
    };
    // Threads write all of a chunk of events; of the others, most programs need a page. MAP_POPULATE would
    // map pages for reading only, and each would fault again. Kernels before 5.14 do not support this, and
    // fault pages in one by one.
    if matches!(kind, ChunkKind::Events) {
        // SAFETY: mapped just now, for writing.
        let _unimportant = unsafe { system::advise(address, bytes, libc::MADV_POPULATE_WRITE) };
    }
    begin(address, kind, bytes, thread);
    clock::refresh(state);
    Some(address)
}

/// Offset of the chunk in the file, if the quota allows it; 0 means no limit.
fn reserve(state: &RecorderState, bytes: usize, quota: u64) -> Option<u64> {
    let fits = |end: u64| (quota == 0 || end + bytes as u64 <= quota).then_some(end + bytes as u64);
    state.end.fetch_update(AcqRel, Acquire, fits).ok()
}

/// For file systems without `fallocate`.
pub(super) fn fill_with_zeros(descriptor: c_int, offset: u64, bytes: usize) -> Result<(), Errno> {
    static ZEROS: [u8; 4096] = [0; 4096];
    let mut done = 0;
    while done < bytes {
        match system::write_at(descriptor, &ZEROS, offset + done as u64) {
            Ok(0) => return Err(libc::ENOSPC),
            Ok(written) => done += written,
            Err(libc::EINTR) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Maps into the middle of a larger address range, and unmaps the rest.
fn map_aligned(descriptor: c_int, offset: u64, bytes: usize) -> Result<usize, Errno> {
    const FREE: c_int = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    const FILE: c_int = libc::MAP_SHARED | libc::MAP_FIXED;
    let space = ALIGNMENT + bytes;
    // SAFETY: new memory.
    let begin = unsafe { system::map(0, space, libc::PROT_NONE, FREE, -1, 0)? };
    let address = begin.next_multiple_of(ALIGNMENT);
    // SAFETY: only replaces and unmaps what was just mapped.
    unsafe {
        let mapped =
            system::map(address, bytes, libc::PROT_READ | libc::PROT_WRITE, FILE, descriptor, offset);
        if let Err(error) = mapped {
            system::unmap(begin, space);
            return Err(error);
        }
        system::unmap(begin, address - begin);
        system::unmap(address + bytes, begin + space - address - bytes);
    }
    Ok(address)
}

/// Writes the head; its magic last, so that a reader finds all of it or nothing.
fn begin(address: usize, kind: ChunkKind, bytes: usize, thread: u32) {
    let began = clock::pair();
    let head = address as *mut ChunkHeader;
    let value = ChunkHeader {
        magic: 0,
        bytes: bytes as u64,
        kind: kind as u32,
        thread,
        began,
        reserved: began.ticks,
    };
    // SAFETY: the chunk is mapped, not shared yet, and its head is aligned.
    unsafe {
        head.write_volatile(value);
        AtomicU64::from_ptr(&raw mut (*head).magic).store(CHUNK_MAGIC, Release);
    }
}

/// Evicts the pages from this process's memory; they stay in the file. Events in it can still be completed.
pub(super) fn leave(address: usize) {
    if address == 0 {
        return;
    }
    let head = head_of(address);
    // SAFETY: a mapped chunk; the advice keeps the contents of a file.
    let _unimportant = unsafe {
        let bytes = ptr::read(&raw const (*head).bytes);
        system::advise(head as usize, bytes as usize, libc::MADV_DONTNEED)
    };
}
