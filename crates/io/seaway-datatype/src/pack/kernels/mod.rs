// SPDX-License-Identifier: MIT OR Apache-2.0
//! Copying with raw pointers: the one unsafe corner of this crate.
//!
//! # Why it is sound
//!
//! *Memory.* [`pack`] and [`unpack`] ask the layout for the bounds of the range and the [`Source`] or [`Target`] for
//! a pointer to those bounds, which it refuses unless they lie in mapped memory. From there on, the only addresses
//! formed are those of bytes that the layout names at positions of the range: `walk` goes down the same tree that
//! `Layout::bounds` describes, and its arithmetic cannot overflow, as the constructors have checked it and a range
//! whose offsets leave 64 bits has the full range of `i64` as its bounds, which no memory holds. Property tests compare every shape with an oracle, on
//! memory between guard bytes. Holes are neither written nor read, not even by accident of a wide load: another
//! thread may own them.
//!
//! *Stream.* Callers have checked that the slice is as long as the range. `walk` moves the stream pointer by the size
//! of each node it copies, and sizes add up to the length of the range. Only `indexed` writes or reads ahead of the
//! bytes that are due, and only while [`Transfer::stream_left`] says that the slice goes on.
//!
//! *Aliasing.* A `&mut [u8]` and a [`Source`], or a `&[u8]` and a [`Target`], are borrows that their makers promise
//! not to overlap. Moves within one block may overlap each other but never source with destination.
//!
//! *Order.* Unpacking a layout that names a byte twice must leave the last value: code that reorders writes checks
//! first whether rows are disjoint.

mod direction;
mod fields;
mod indexed;
mod long_rows;
mod machine;
mod moves;
mod pattern;
mod rows;
mod walk;

use std::ops::Range;

use seaway_memory::{OutOfBounds, Source, Target};

use self::direction::{Direction, Pack, Unpack};
use self::walk::Transfer;
use crate::layout::Layout;

/// Memory to stream. `into` is as long as the range.
pub(super) fn pack(
    layout: &Layout,
    from: Source<'_>,
    positions: Range<u64>,
    into: &mut [u8],
) -> Result<(), OutOfBounds> {
    let bounds = layout.bounds(positions.clone());
    let memory = from.pointer(bounds.clone())?.wrapping_offset(-offset(bounds.start)).cast_mut();
    run::<Pack>(layout, memory, into.as_mut_ptr_range(), positions);
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
    let memory = into.pointer(bounds.clone())?.wrapping_offset(-offset(bounds.start));
    // The stream is only read in this direction: `Unpack` never writes to it.
    let stream = from.as_ptr_range();
    run::<Unpack>(layout, memory, stream.start.cast_mut()..stream.end.cast_mut(), positions);
    Ok(())
}

fn run<D: Direction>(layout: &Layout, memory: *mut u8, stream: Range<*mut u8>, positions: Range<u64>) {
    let Some(tree) = layout.tiles.tree.as_ref().filter(|_| !positions.is_empty()) else { return };
    let mut transfer = Transfer::<D>::new(stream);
    let first = memory.wrapping_offset(offset(tree.offset));
    // SAFETY: both callers have checked the bounds of the range in memory and the length of the stream.
    unsafe { transfer.repeated(&tree.node, first, layout.extent(), positions) };
}

fn offset(bytes: i64) -> isize {
    isize::try_from(bytes).expect("Seaway runs on 64-bit machines only")
}

fn length(bytes: u64) -> usize {
    usize::try_from(bytes).expect("Seaway runs on 64-bit machines only")
}
