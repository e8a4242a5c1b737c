// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ways to move one block whose length is known before the loop over many of them.

use super::direction::Direction;

/// Moves a block of a length that is fixed when the value is made.
pub(super) trait Move: Copy {
    /// # Safety
    /// The block lies in memory and in the stream, which do not overlap.
    unsafe fn go<D: Direction>(self, memory: *mut u8, stream: *mut u8);
}

/// `N` bytes.
#[derive(Clone, Copy)]
struct Exact<const N: usize>;

/// The first `HEAD` and the last `TAIL` bytes of a block that these cover; holds where the last begin.
///
/// Two moves of one size that overlap by much were measured to run at half the speed of a large and a small one.
#[derive(Clone, Copy)]
struct Ends<const HEAD: usize, const TAIL: usize>(usize);

/// Any number of bytes, by a call.
#[derive(Clone, Copy)]
struct Long(usize);

/// What to do with a move, once its type is known.
pub(super) trait MoveVisitor {
    fn visit(self, how: impl Move);
}

/// Selects how to move `len` bytes.
pub(super) fn with_move(len: usize, visitor: impl MoveVisitor) {
    match len {
        1 => visitor.visit(Exact::<1>),
        2 => visitor.visit(Exact::<2>),
        3 => visitor.visit(Exact::<3>),
        4 => visitor.visit(Exact::<4>),
        5..7 => visitor.visit(Ends::<4, 2>(len - 2)),
        7 => visitor.visit(Ends::<4, 4>(len - 4)),
        8 => visitor.visit(Exact::<8>),
        9..12 => visitor.visit(Ends::<8, 4>(len - 4)),
        12 => visitor.visit(Exact::<12>),
        13..16 => visitor.visit(Ends::<8, 8>(len - 8)),
        16 => visitor.visit(Exact::<16>),
        17..20 => visitor.visit(Ends::<16, 4>(len - 4)),
        20..24 => visitor.visit(Ends::<16, 8>(len - 8)),
        24 => visitor.visit(Exact::<24>),
        25..32 => visitor.visit(Ends::<16, 16>(len - 16)),
        32 => visitor.visit(Exact::<32>),
        33..48 => visitor.visit(Ends::<32, 16>(len - 16)),
        48 => visitor.visit(Exact::<48>),
        49..64 => visitor.visit(Ends::<32, 32>(len - 32)),
        64 => visitor.visit(Exact::<64>),
        65..128 => visitor.visit(Ends::<64, 64>(len - 64)),
        128 => visitor.visit(Exact::<128>),
        _ => visitor.visit(Long(len)),
    }
}

impl<const N: usize> Move for Exact<N> {
    #[inline(always)]
    unsafe fn go<D: Direction>(self, memory: *mut u8, stream: *mut u8) {
        // SAFETY: as the caller promises.
        unsafe { D::block::<N>(memory, stream) }
    }
}

impl<const HEAD: usize, const TAIL: usize> Move for Ends<HEAD, TAIL> {
    #[inline(always)]
    unsafe fn go<D: Direction>(self, memory: *mut u8, stream: *mut u8) {
        // SAFETY: both ends lie within the block.
        unsafe {
            D::block::<HEAD>(memory, stream);
            D::block::<TAIL>(memory.add(self.0), stream.add(self.0));
        }
    }
}

impl Move for Long {
    #[inline(always)]
    unsafe fn go<D: Direction>(self, memory: *mut u8, stream: *mut u8) {
        // SAFETY: as the caller promises.
        unsafe { D::bytes(memory, stream, self.0) }
    }
}
