// SPDX-License-Identifier: MIT OR Apache-2.0
//! New chunks: a piece of the file, reserved on disk, then mapped. A full disk is an answer here, and never a signal
//! when somebody writes into the mapping.

use core::ffi::c_int;
use core::ptr;
use core::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use core::sync::atomic::{AtomicU32, AtomicU64};

use seaway_trace_format::{CHUNK_MAGIC, CHUNK_UNIT, ChunkHeader, ChunkKind, Flags, Header};

use super::clock;
use super::file;
use super::state::State;
use crate::system::{self, Errno};

/// Chunks are mapped at multiples of it, and none is longer: from the address of anything in one follows where its head
/// is.
pub(super) const ALIGNMENT: usize = 1 << 20;

/// What the head takes.
pub(super) const HEAD_BYTES: usize = size_of::<ChunkHeader>();

/// The head of the chunk that an address lies in.
#[inline(always)]
pub(super) fn head_of(address: usize) -> *mut ChunkHeader {
    (address & !(ALIGNMENT - 1)) as *mut ChunkHeader
}

/// How many bytes of its chunk lie before an address.
#[inline(always)]
pub(super) fn offset_of(address: usize) -> usize {
    address & (ALIGNMENT - 1)
}

/// The length of the n-th chunk of somebody: short programs have small files, and long ones claim seldom.
pub(super) fn bytes_of_nth(index: usize) -> usize {
    match index {
        0 => CHUNK_UNIT,
        1 => 4 * CHUNK_UNIT,
        _ => ALIGNMENT,
    }
}

/// A new chunk; `None` when quota or disk is full. The address is that of its head. The quota does not bind
/// counters, without which calls would be lost when it is full.
pub(super) fn claim(state: &State, kind: ChunkKind, bytes: usize, thread: u32) -> Option<usize> {
    let header = state.header.load(Relaxed);
    if header.is_null() || is_full(header) {
        return None;
    }
    // SAFETY: the header is mapped as long as the process lives.
    let quota = if matches!(kind, ChunkKind::Counters) { 0 } else { unsafe { (*header).quota } };
    let chunk = reserve(header, bytes, quota).and_then(|offset| {
        file::with_descriptor(state, |descriptor| {
            system::allocate(descriptor, offset, bytes).or_else(|error| match error {
                libc::EOPNOTSUPP => fill_with_zeros(descriptor, offset, bytes),
                other => Err(other),
            })?;
            map_aligned(descriptor, offset, bytes)
        })
        .ok()
    });
    let Some(address) = chunk else {
        file::set_flags(state, Flags::FULL);
        return None;
    };
    // Threads write all of a chunk of events; of the others, most programs need a page. MAP_POPULATE would map pages for
    // reading alone, and each would be asked for once more. Kernels before 5.14 cannot, and bring them one by one.
    if matches!(kind, ChunkKind::Events) {
        // SAFETY: mapped just now, for writing.
        let _unimportant = unsafe { system::advise(address, bytes, libc::MADV_POPULATE_WRITE) };
    }
    begin(address, kind, bytes, thread);
    clock::refresh(state);
    Some(address)
}

fn is_full(header: *mut Header) -> bool {
    // SAFETY: the header is mapped as long as the process lives, and the field is aligned.
    unsafe { AtomicU32::from_ptr(&raw mut (*header).flags) }.load(Acquire) & Flags::FULL != 0
}

/// Where in the file the chunk goes, if the quota allows it; 0 is no limit.
fn reserve(header: *mut Header, bytes: usize, quota: u64) -> Option<u64> {
    // SAFETY: the header is mapped as long as the process lives, and the field is aligned.
    let end = unsafe { AtomicU64::from_ptr(&raw mut (*header).end) };
    let fits = |end: u64| (quota == 0 || end + bytes as u64 <= quota).then_some(end + bytes as u64);
    end.fetch_update(AcqRel, Acquire, fits).ok()
}

/// What file systems without `fallocate` leave to us.
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

/// Maps into the middle of a larger piece of address space, and gives the rest of it back.
fn map_aligned(descriptor: c_int, offset: u64, bytes: usize) -> Result<usize, Errno> {
    const FREE: c_int = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    const FILE: c_int = libc::MAP_SHARED | libc::MAP_FIXED;
    let space = ALIGNMENT + bytes;
    // SAFETY: new memory.
    let begin = unsafe { system::map(0, space, libc::PROT_NONE, FREE, -1, 0)? };
    let address = begin.next_multiple_of(ALIGNMENT);
    // SAFETY: what is replaced and given back is what has just been mapped.
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
    // SAFETY: the chunk is mapped, ours alone as yet, and its head is aligned.
    unsafe {
        head.write_volatile(value);
        AtomicU64::from_ptr(&raw mut (*head).magic).store(CHUNK_MAGIC, Release);
    }
}

/// Its pages leave this process' memory, and stay in the file. Whoever still has an event in it can end it.
pub(super) fn leave(address: usize) {
    if address == 0 {
        return;
    }
    let head = head_of(address);
    // SAFETY: a chunk that is mapped; the advice keeps what is in a file.
    let _unimportant = unsafe {
        let bytes = ptr::read(&raw const (*head).bytes);
        system::advise(head as usize, bytes as usize, libc::MADV_DONTNEED)
    };
}
