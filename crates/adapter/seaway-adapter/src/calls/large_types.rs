// SPDX-License-Identifier: MIT OR Apache-2.0
//! Counts that exceed an int, on hosts that count in ints: many elements become one element of a new
//! datatype. Such types are nested, so their contents are not what the program specified.

use std::ffi::c_int;

use crate::calls::host;
use crate::numbers::number;
use crate::sides::Host;

/// Elements in a chunk of a large datatype: chunks stay as aligned as elements.
const PART: i64 = 1 << 30;

/// A count and a datatype for the host.
pub(crate) struct Counted<H: Host> {
    pub(crate) count: c_int,
    pub(crate) datatype: H::Word,
    is_made: bool,
}

impl<H: Host> Counted<H> {
    /// The error is the host's.
    ///
    /// # Safety
    /// `datatype` is one of the host's handles.
    #[inline]
    pub(crate) unsafe fn of(count: i64, datatype: H::Word) -> Result<Self, c_int> {
        match c_int::try_from(count) {
            Ok(count) => Ok(Self { count, datatype, is_made: false }),
            // SAFETY: the caller's contract.
            Err(_) => unsafe { Self::made_of(count, datatype) },
        }
    }

    #[cold]
    unsafe fn made_of(count: i64, datatype: H::Word) -> Result<Self, c_int> {
        // SAFETY: the caller's contract.
        unsafe {
            let mut made = Made::<H>(contiguous::<H>(count, datatype)?);
            outcome(host!(TYPE_COMMIT(*mut H::Word))(&raw mut made.0))?;
            Ok(Self { count: 1, datatype: made.keep(), is_made: true })
        }
    }
}

impl<H: Host> Drop for Counted<H> {
    fn drop(&mut self) {
        if self.is_made {
            // Pending operations keep a reference.
            drop(Made::<H>(self.datatype));
        }
    }
}

/// A datatype that is freed unless it is kept.
struct Made<H: Host>(H::Word);

impl<H: Host> Made<H> {
    fn keep(self) -> H::Word {
        let datatype = self.0;
        std::mem::forget(self);
        datatype
    }
}

impl<H: Host> Drop for Made<H> {
    fn drop(&mut self) {
        // SAFETY: it was made here, and nothing else uses it.
        unsafe { host!(TYPE_FREE(*mut H::Word))(&raw mut self.0) };
    }
}

fn outcome(code: c_int) -> Result<(), c_int> {
    if code == 0 { Ok(()) } else { Err(code) }
}

fn too_far<H: Host>() -> c_int {
    number(H::MPI_ERR_COUNT)
}

/// The lower bound and the extent.
///
/// # Safety
/// `datatype` is one of the host's handles.
pub(super) unsafe fn bounds<H: Host>(datatype: H::Word) -> Result<(i64, i64), c_int> {
    let (mut lower, mut extent): (i64, i64) = (0, 0);
    // SAFETY: the caller's contract.
    outcome(unsafe {
        host!(TYPE_GET_EXTENT(H::Word, *mut i64, *mut i64))(datatype, &raw mut lower, &raw mut extent)
    })?;
    Ok((lower, extent))
}

/// `count` contiguous elements.
///
/// # Safety
/// `datatype` is one of the host's handles.
pub(super) unsafe fn contiguous<H: Host>(count: i64, datatype: H::Word) -> Result<H::Word, c_int> {
    // SAFETY: the caller's contract.
    unsafe { repeated::<H>(count, bounds::<H>(datatype)?.1, datatype) }
}

/// Blocks that are `stride` bytes apart.
///
/// # Safety
/// `datatype` is one of the host's handles.
pub(super) unsafe fn repeated_blocks<H: Host>(
    count: i64,
    length: i64,
    stride: i64,
    datatype: H::Word,
) -> Result<H::Word, c_int> {
    // SAFETY: the caller's contract.
    unsafe {
        let block = Made::<H>(contiguous::<H>(length, datatype)?);
        repeated::<H>(count, stride, block.0)
    }
}

/// `count` elements that are `stride` bytes apart.
///
/// # Safety
/// `datatype` is one of the host's handles.
unsafe fn repeated<H: Host>(count: i64, stride: i64, datatype: H::Word) -> Result<H::Word, c_int> {
    // SAFETY: the caller's contract.
    unsafe {
        if let Ok(count) = c_int::try_from(count) {
            return vector::<H>(count, stride, datatype);
        }
        let parts = c_int::try_from(count / PART).map_err(|_| too_far::<H>())?;
        let distance = stride.checked_mul(PART).ok_or(too_far::<H>())?;
        let whole = distance.checked_mul(parts.into()).ok_or(too_far::<H>())?;
        let part = Made::<H>(repeated::<H>(PART, stride, datatype)?);
        let body = Made::<H>(vector::<H>(parts, distance, part.0)?);
        let rest = Made::<H>(repeated::<H>(count % PART, stride, datatype)?);
        let all = Made::<H>(structure::<H>(&[(0, body.0), (whole, rest.0)])?);
        let (lower, extent) = bounds::<H>(datatype)?;
        let last = stride.checked_mul(count - 1).ok_or(too_far::<H>())?;
        bounded::<H>(all, lower + last.min(0), extent + last.abs())
    }
}

unsafe fn vector<H: Host>(count: c_int, stride: i64, datatype: H::Word) -> Result<H::Word, c_int> {
    let mut made = H::Word::default();
    // SAFETY: the caller's contract.
    outcome(unsafe {
        host!(TYPE_CREATE_HVECTOR(c_int, c_int, i64, H::Word, *mut H::Word))(
            count,
            1,
            stride,
            datatype,
            &raw mut made,
        )
    })?;
    Ok(made)
}

/// One of each, at its displacement.
///
/// # Safety
/// The members are handles of the host.
unsafe fn structure<H: Host>(members: &[(i64, H::Word)]) -> Result<H::Word, c_int> {
    let lengths = vec![1 as c_int; members.len()];
    let (places, types): (Vec<i64>, Vec<H::Word>) = members.iter().copied().unzip();
    let count = c_int::try_from(members.len()).map_err(|_| too_far::<H>())?;
    let mut made = H::Word::default();
    // SAFETY: the arrays have as many members.
    outcome(unsafe {
        host!(TYPE_CREATE_STRUCT(c_int, *const c_int, *const i64, *const H::Word, *mut H::Word))(
            count,
            lengths.as_ptr(),
            places.as_ptr(),
            types.as_ptr(),
            &raw mut made,
        )
    })?;
    Ok(made)
}

/// The same with these bounds. Explicit bounds take precedence when a type becomes part of another, so they
/// are set only where a structure would end with a gap.
unsafe fn bounded<H: Host>(datatype: Made<H>, lower: i64, extent: i64) -> Result<H::Word, c_int> {
    // SAFETY: the caller's contract.
    unsafe {
        if bounds::<H>(datatype.0)? == (lower, extent) {
            return Ok(datatype.keep());
        }
        let mut made = H::Word::default();
        outcome(host!(TYPE_CREATE_RESIZED(H::Word, i64, i64, *mut H::Word))(
            datatype.0,
            lower,
            extent,
            &raw mut made,
        ))?;
        Ok(made)
    }
}

/// Several blocks: how many of which datatype, and the displacement in bytes.
///
/// # Safety
/// The datatypes are handles of the host.
pub(super) unsafe fn blocks<H: Host>(blocks: &[(i64, i64, H::Word)]) -> Result<H::Word, c_int> {
    let mut members: Vec<(i64, Made<H>)> = Vec::new();
    // SAFETY: the caller's contract.
    unsafe {
        for &(count, place, datatype) in blocks.iter().filter(|(count, ..)| *count != 0) {
            members.push((place, Made(contiguous::<H>(count, datatype)?)));
        }
        let words: Vec<(i64, H::Word)> = members.iter().map(|(place, made)| (*place, made.0)).collect();
        structure::<H>(&words)
    }
}

/// The same for blocks of one datatype, whose bounds are those of its elements.
///
/// # Safety
/// `datatype` is one of the host's handles.
pub(super) unsafe fn even_blocks<H: Host>(
    lengths_and_places: &[(i64, i64)],
    datatype: H::Word,
) -> Result<H::Word, c_int> {
    // SAFETY: the caller's contract.
    unsafe {
        let all: Vec<(i64, i64, H::Word)> =
            lengths_and_places.iter().map(|&(length, place)| (length, place, datatype)).collect();
        let made = Made::<H>(blocks::<H>(&all)?);
        let (lower, extent) = bounds::<H>(datatype)?;
        let filled = || lengths_and_places.iter().filter(|(length, _)| *length != 0);
        let start = filled().map(|(_, place)| place + lower).min().unwrap_or(0);
        let end = filled().map(|(length, place)| place + lower + length * extent).max().unwrap_or(0);
        bounded::<H>(made, start, end - start)
    }
}

/// A subarray, from the dimension on whose elements are contiguous.
///
/// # Safety
/// `datatype` is one of the host's handles.
pub(super) unsafe fn part_of_array<H: Host>(
    dimensions: &[(i64, i64, i64)],
    datatype: H::Word,
) -> Result<H::Word, c_int> {
    // SAFETY: the caller's contract.
    unsafe {
        let (_, mut stride) = bounds::<H>(datatype)?;
        let mut place = 0;
        let mut made: Option<Made<H>> = None;
        for &(size, part, start) in dimensions {
            place += start * stride;
            made = Some(Made(repeated::<H>(part, stride, made.as_ref().map_or(datatype, |made| made.0))?));
            stride = stride.checked_mul(size).ok_or(too_far::<H>())?;
        }
        let inner = made.as_ref().map_or(datatype, |made| made.0);
        let moved = Made::<H>(structure::<H>(&[(place, inner)])?);
        bounded::<H>(moved, 0, stride)
    }
}
