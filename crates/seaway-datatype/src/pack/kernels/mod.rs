// SPDX-License-Identifier: MIT OR Apache-2.0
//! Copying, with raw pointers.

use std::ops::Range;

use seaway_memory::{OutOfBounds, Source, Target};

use crate::layout::Layout;

/// Memory to stream. `into` is as long as the range.
pub(super) fn pack(
    layout: &Layout,
    from: Source<'_>,
    positions: Range<u64>,
    into: &mut [u8],
) -> Result<(), OutOfBounds> {
    let bounds = layout.bounds(positions.clone());
    let origin = from.pointer(bounds.clone())?.wrapping_offset(-offset(bounds.start));
    let mut packed = into.as_mut_ptr();
    for piece in layout.tiles.pieces(positions.start, positions.end) {
        let len = length(piece.len);
        // SAFETY: the piece lies within `bounds`, which were checked; the pieces together are as long as `into`.
        unsafe {
            std::ptr::copy_nonoverlapping(origin.wrapping_offset(offset(piece.offset)), packed, len);
            packed = packed.add(len);
        }
    }
    Ok(())
}

/// Stream to memory. `from` is as long as the range.
pub(super) fn unpack(
    layout: &Layout,
    from: &[u8],
    positions: Range<u64>,
    into: &mut Target<'_>,
) -> Result<(), OutOfBounds> {
    let bounds = layout.bounds(positions.clone());
    let origin = into.pointer(bounds.clone())?.wrapping_offset(-offset(bounds.start));
    let mut packed = from.as_ptr();
    for piece in layout.tiles.pieces(positions.start, positions.end) {
        let len = length(piece.len);
        // SAFETY: the piece lies within `bounds`, which were checked; the pieces together are as long as `from`.
        unsafe {
            std::ptr::copy_nonoverlapping(packed, origin.wrapping_offset(offset(piece.offset)), len);
            packed = packed.add(len);
        }
    }
    Ok(())
}

fn offset(bytes: i64) -> isize {
    isize::try_from(bytes).expect("Seaway runs on 64-bit machines only")
}

fn length(bytes: u64) -> usize {
    usize::try_from(bytes).expect("Seaway runs on 64-bit machines only")
}
