// SPDX-License-Identifier: MIT OR Apache-2.0
//! Transfers of many pieces. All are unsafe for one reason: their pointers are those that the header obliges programs to pass.

use std::ffi::{c_char, c_int, c_void};

use crate::arguments::{bad, length, name, place, unsigned, values};
use crate::entry::{Failure, entry};
use crate::state;
use crate::transfers::{self, Direction, Piece, Pieces, ThingStatus};

/// Blocks of equal length at equal distances, in memory and in a thing.
struct Blocks {
    buffer: *mut c_void,
    memory_stride: i64,
    offset: i64,
    stride: i64,
    block: i64,
    count: i64,
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn read_list_thing(
    thing: *const c_char,
    buffer: *mut c_void,
    count: c_int,
    offsets: *const i64,
    bytes: *const i64,
    status: *mut ThingStatus,
) -> c_int {
    // SAFETY: the caller's contract.
    entry(|| unsafe {
        let status = cleared(status)?;
        start(thing, Direction::Read, list(buffer, count, offsets, bytes)?, status)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn write_list_thing(
    thing: *const c_char,
    buffer: *const c_void,
    count: c_int,
    offsets: *const i64,
    bytes: *const i64,
    status: *mut ThingStatus,
) -> c_int {
    // SAFETY: the caller's contract; nothing is written to the buffer.
    entry(|| unsafe {
        let status = cleared(status)?;
        start(thing, Direction::Write, list(buffer.cast_mut(), count, offsets, bytes)?, status)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn read_strided_thing(
    thing: *const c_char,
    buffer: *mut c_void,
    memory_stride: i64,
    offset: i64,
    stride: i64,
    block: i64,
    count: i64,
    status: *mut ThingStatus,
) -> c_int {
    // SAFETY: the caller's contract.
    entry(|| unsafe {
        let status = cleared(status)?;
        let blocks = Blocks { buffer, memory_stride, offset, stride, block, count };
        start(thing, Direction::Read, blocks.pieces()?, status)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn write_strided_thing(
    thing: *const c_char,
    buffer: *const c_void,
    memory_stride: i64,
    offset: i64,
    stride: i64,
    block: i64,
    count: i64,
    status: *mut ThingStatus,
) -> c_int {
    // SAFETY: the caller's contract; nothing is written to the buffer.
    entry(|| unsafe {
        let status = cleared(status)?;
        let blocks = Blocks { buffer: buffer.cast_mut(), memory_stride, offset, stride, block, count };
        start(thing, Direction::Write, blocks.pieces()?, status)
    })
}

/// # Safety
/// As the header says.
unsafe fn cleared<'a>(status: *mut ThingStatus) -> Result<&'a mut ThingStatus, Failure> {
    // SAFETY: the caller's contract.
    let status = unsafe { place(status, "the status") }?;
    status.transfer = 0;
    Ok(status)
}

/// # Safety
/// As the header says.
unsafe fn start(
    thing: *const c_char,
    direction: Direction,
    pieces: Pieces,
    status: &mut ThingStatus,
) -> Result<(), Failure> {
    // SAFETY: the caller's contract.
    let name = unsafe { name(thing) }?;
    transfers::start(&state::thing(name)?, direction, pieces, status)
}

/// Pieces that are one behind the other in memory.
///
/// # Safety
/// As the header says.
unsafe fn list(
    buffer: *mut c_void,
    count: c_int,
    offsets: *const i64,
    bytes: *const i64,
) -> Result<Pieces, Failure> {
    // SAFETY: the caller's contract.
    let (offsets, bytes) = unsafe { (values(offsets, count, "offsets")?, values(bytes, count, "lengths")?) };
    let mut start = buffer;
    let (mut pieces, mut total) = (Vec::with_capacity(offsets.len()), 0_usize);
    for (&offset, &bytes) in offsets.iter().zip(bytes) {
        let (offset, bytes) = (unsigned(offset, "an offset")?, length(bytes, buffer.is_null())?);
        let sum = total.checked_add(bytes).filter(|&sum| isize::try_from(sum).is_ok());
        total = sum.ok_or_else(|| bad("the lengths are more than a buffer can have"))?;
        pieces.push(Piece { offset, start, bytes });
        // The memory of the pieces is one buffer, as the header says.
        start = start.wrapping_byte_add(bytes);
    }
    Ok(Pieces(pieces))
}

impl Blocks {
    fn pieces(&self) -> Result<Pieces, Failure> {
        let count = unsigned(self.count, "the number of blocks")?;
        let bytes = length(self.block, self.buffer.is_null() && count > 0)?;
        let (offset, stride) = (unsigned(self.offset, "the offset")?, unsigned(self.stride, "the stride")?);
        let apart = |stride: u64| count <= 1 || stride >= bytes as u64;
        if !apart(stride) || !apart(self.memory_stride.unsigned_abs()) {
            return Err(bad("blocks overlap: a stride is less than the block").into());
        }
        let last = i64::try_from(count.saturating_sub(1)).unwrap_or(i64::MAX);
        let in_thing = self.stride.checked_mul(last).and_then(|last| last.checked_add(self.offset));
        let in_memory = self.memory_stride.checked_mul(last);
        if in_thing.and_then(|last| last.checked_add(self.block)).is_none() || in_memory.is_none() {
            return Err(bad("the last block is past the largest offset").into());
        }
        let piece = |index: u64| {
            // It does not overflow, because the last one does not.
            let memory = self.memory_stride * i64::try_from(index).unwrap_or(0);
            let start = self.buffer.wrapping_byte_offset(isize::try_from(memory).unwrap_or(0));
            Piece { offset: offset + index * stride, start, bytes }
        };
        let (count, mut pieces) = (if bytes == 0 { 0 } else { count }, Vec::new());
        pieces
            .try_reserve_exact(usize::try_from(count).unwrap_or(usize::MAX))
            .map_err(|_| bad(format!("{count} blocks are more than memory has room for")))?;
        pieces.extend((0..count).map(piece));
        Ok(Pieces(pieces))
    }
}
