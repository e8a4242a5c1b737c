// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rows of blocks of one length.

use super::direction::Direction;
use super::offset;

/// Blocks up to this length are moved by a few instructions in the loop, longer ones by a call.
const INLINE_BYTES: usize = 128;

/// Equal blocks at one stride in memory and another in the stream.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    pub(super) memory: *mut u8,
    pub(super) memory_stride: i64,
    pub(super) stream: *mut u8,
    pub(super) stream_stride: usize,
    pub(super) count: u64,
}

impl Row {
    /// Copies blocks of `len` bytes.
    ///
    /// # Safety
    /// All blocks lie in their memory and in their stream.
    pub(super) unsafe fn copy<D: Direction>(self, len: usize) {
        // SAFETY: each way of moving a block touches its `len` bytes only, some of them twice.
        unsafe {
            match len {
                1 => self.each(|memory, stream| D::block::<1>(memory, stream)),
                2 => self.each(|memory, stream| D::block::<2>(memory, stream)),
                3 => self.each(|memory, stream| two_ends::<D, 2>(memory, stream, 3)),
                4 => self.each(|memory, stream| D::block::<4>(memory, stream)),
                5..8 => self.each(|memory, stream| two_ends::<D, 4>(memory, stream, len)),
                8 => self.each(|memory, stream| D::block::<8>(memory, stream)),
                12 => self.each(|memory, stream| D::block::<12>(memory, stream)),
                9..16 => self.each(|memory, stream| two_ends::<D, 8>(memory, stream, len)),
                16 => self.each(|memory, stream| D::block::<16>(memory, stream)),
                24 => self.each(|memory, stream| D::block::<24>(memory, stream)),
                17..32 => self.each(|memory, stream| two_ends::<D, 16>(memory, stream, len)),
                32 => self.each(|memory, stream| D::block::<32>(memory, stream)),
                48 => self.each(|memory, stream| D::block::<48>(memory, stream)),
                33..64 => self.each(|memory, stream| two_ends::<D, 32>(memory, stream, len)),
                64 => self.each(|memory, stream| D::block::<64>(memory, stream)),
                65..INLINE_BYTES => self.each(|memory, stream| two_ends::<D, 64>(memory, stream, len)),
                INLINE_BYTES => self.each(|memory, stream| D::block::<INLINE_BYTES>(memory, stream)),
                _ => self.each(|memory, stream| D::bytes(memory, stream, len)),
            }
        }
    }

    #[inline(always)]
    fn each(self, copy: impl Fn(*mut u8, *mut u8)) {
        let stride = offset(self.memory_stride);
        let (mut memory, mut stream) = (self.memory, self.stream);
        for _ in 0..self.count {
            copy(memory, stream);
            // Behind the last block these may point nowhere, which wrapping arithmetic allows.
            memory = memory.wrapping_offset(stride);
            stream = stream.wrapping_add(self.stream_stride);
        }
    }
}

/// Copies blocks of `len` bytes at `offsets` from `base` to consecutive places in the stream.
///
/// # Safety
/// All blocks lie in their memory and in their stream.
pub(super) unsafe fn copy_scattered<D: Direction>(
    base: *mut u8,
    offsets: &[i64],
    stream: *mut u8,
    len: usize,
) {
    // SAFETY: as in `Row::copy`.
    unsafe {
        match len {
            1 => scatter(base, offsets, stream, len, |memory, stream| D::block::<1>(memory, stream)),
            2 => scatter(base, offsets, stream, len, |memory, stream| D::block::<2>(memory, stream)),
            4 => scatter(base, offsets, stream, len, |memory, stream| D::block::<4>(memory, stream)),
            8 => scatter(base, offsets, stream, len, |memory, stream| D::block::<8>(memory, stream)),
            12 => scatter(base, offsets, stream, len, |memory, stream| D::block::<12>(memory, stream)),
            16 => scatter(base, offsets, stream, len, |memory, stream| D::block::<16>(memory, stream)),
            24 => scatter(base, offsets, stream, len, |memory, stream| D::block::<24>(memory, stream)),
            32 => scatter(base, offsets, stream, len, |memory, stream| D::block::<32>(memory, stream)),
            17..32 => {
                scatter(base, offsets, stream, len, |memory, stream| two_ends::<D, 16>(memory, stream, len))
            }
            33..64 => {
                scatter(base, offsets, stream, len, |memory, stream| two_ends::<D, 32>(memory, stream, len))
            }
            64 => scatter(base, offsets, stream, len, |memory, stream| D::block::<64>(memory, stream)),
            _ => scatter(base, offsets, stream, len, |memory, stream| D::bytes(memory, stream, len)),
        }
    }
}

#[inline(always)]
fn scatter(base: *mut u8, offsets: &[i64], stream: *mut u8, len: usize, copy: impl Fn(*mut u8, *mut u8)) {
    let mut stream = stream;
    for &at in offsets {
        copy(base.wrapping_offset(offset(at)), stream);
        stream = stream.wrapping_add(len);
    }
}

/// Copies `len` bytes, `N <= len <= 2 * N`, as the first and the last `N`.
///
/// # Safety
/// As for `Direction::block`, with `len` bytes.
#[inline(always)]
unsafe fn two_ends<D: Direction, const N: usize>(memory: *mut u8, stream: *mut u8, len: usize) {
    let last = len - N;
    // SAFETY: both ends lie within the `len` bytes.
    unsafe {
        D::block::<N>(memory, stream);
        D::block::<N>(memory.add(last), stream.add(last));
    }
}
