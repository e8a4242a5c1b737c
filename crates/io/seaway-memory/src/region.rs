// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Source`] and [`Target`]: memory around an origin, with bounds.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

/// Memory to read from. Offsets count from an *origin* (MPI's buffer address) and may be negative; the origin
/// itself need not lie inside.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    origin: *const u8,
    low: i64,
    high: i64,
    _borrow: PhantomData<&'a [u8]>,
}

/// Memory to write to; otherwise as [`Source`].
pub struct Target<'a> {
    origin: *mut u8,
    low: i64,
    high: i64,
    _borrow: PhantomData<&'a mut [u8]>,
}

/// An access outside of the given memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutOfBounds {
    pub wanted: Range<i64>,
    pub available: Range<i64>,
}

impl fmt::Display for OutOfBounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wanted, available } = self;
        write!(f, "bytes {wanted:?} are outside of the buffer, which holds bytes {available:?}")
    }
}

impl std::error::Error for OutOfBounds {}

// SAFETY: a Source is a shared borrow of bytes, which other threads may read as well.
unsafe impl Send for Source<'_> {}
// SAFETY: as above; all methods only read.
unsafe impl Sync for Source<'_> {}
// SAFETY: a Target is a unique claim on the bytes that its holder writes, as `&mut [u8]` is.
unsafe impl Send for Target<'_> {}
// SAFETY: `&Target` gives no way to write.
unsafe impl Sync for Target<'_> {}

impl<'a> Source<'a> {
    /// The bytes of a slice, with the origin at its first byte.
    pub fn from_slice(bytes: &'a [u8]) -> Self {
        Self { origin: bytes.as_ptr(), low: 0, high: slice_len(bytes), _borrow: PhantomData }
    }

    /// Memory whose validity only the caller can guarantee.
    ///
    /// # Safety
    /// For all of `'a`: bytes `range` around `origin` are mapped and readable, and those that are actually
    /// read are not written by others at the same time, unless the program itself races on them.
    pub unsafe fn from_raw(origin: *const u8, range: Range<i64>) -> Self {
        Self { origin, low: range.start, high: range.end.max(range.start), _borrow: PhantomData }
    }

    /// The same memory seen from an origin `by` bytes further on.
    #[must_use]
    pub fn with_origin_moved(self, by: i64) -> Self {
        let (low, high) = (self.low.saturating_sub(by), self.high.saturating_sub(by));
        Self { origin: self.origin.wrapping_offset(as_isize(by)), low, high, _borrow: PhantomData }
    }

    /// Offsets that may be read.
    pub fn range(&self) -> Range<i64> {
        self.low..self.high
    }

    /// Address of `range`, once its bounds are checked.
    pub fn pointer(&self, range: Range<i64>) -> Result<*const u8, OutOfBounds> {
        check(&range, self.low..self.high)?;
        Ok(self.origin.wrapping_offset(as_isize(range.start)))
    }

    /// A contiguous piece as a slice. Only for bytes that the holder's datatype names: a slice promises that
    /// nothing else writes them.
    pub fn slice(&self, range: Range<i64>) -> Result<&'a [u8], OutOfBounds> {
        let len = length(&range);
        let pointer = self.pointer(range)?;
        if len == 0 {
            return Ok(&[]);
        }
        // SAFETY: `pointer` checked the bounds, and the constructor's contract makes them readable for 'a.
        Ok(unsafe { std::slice::from_raw_parts(pointer, len) })
    }
}

impl<'a> Target<'a> {
    /// The bytes of a slice, with the origin at its first byte.
    pub fn from_slice(bytes: &'a mut [u8]) -> Self {
        let high = slice_len(bytes);
        Self { origin: bytes.as_mut_ptr(), low: 0, high, _borrow: PhantomData }
    }

    /// Memory whose validity only the caller can guarantee.
    ///
    /// # Safety
    /// For all of `'a`: bytes `range` around `origin` are mapped and writable, and those that are actually
    /// written are not accessed by others at the same time, unless the program itself races on them.
    pub unsafe fn from_raw(origin: *mut u8, range: Range<i64>) -> Self {
        Self { origin, low: range.start, high: range.end.max(range.start), _borrow: PhantomData }
    }

    /// The same memory for a shorter lifetime, as `&mut *slice` does.
    pub fn reborrow(&mut self) -> Target<'_> {
        Target { origin: self.origin, low: self.low, high: self.high, _borrow: PhantomData }
    }

    /// The same memory seen from an origin `by` bytes further on.
    #[must_use]
    pub fn with_origin_moved(self, by: i64) -> Self {
        let (low, high) = (self.low.saturating_sub(by), self.high.saturating_sub(by));
        Self { origin: self.origin.wrapping_offset(as_isize(by)), low, high, _borrow: PhantomData }
    }

    /// Offsets that may be written.
    pub fn range(&self) -> Range<i64> {
        self.low..self.high
    }

    /// Address of `range`, once its bounds are checked.
    pub fn pointer(&mut self, range: Range<i64>) -> Result<*mut u8, OutOfBounds> {
        check(&range, self.low..self.high)?;
        Ok(self.origin.wrapping_offset(as_isize(range.start)))
    }

    /// A contiguous piece as a slice. Only for bytes that the holder's datatype names.
    pub fn slice(&mut self, range: Range<i64>) -> Result<&mut [u8], OutOfBounds> {
        let len = length(&range);
        let pointer = self.pointer(range)?;
        if len == 0 {
            return Ok(&mut []);
        }
        // SAFETY: `pointer` checked the bounds; the constructor's contract makes them writable and `&mut self`
        // makes this the only slice of them.
        Ok(unsafe { std::slice::from_raw_parts_mut(pointer, len) })
    }

    /// Several disjoint pieces as slices at once: the targets of a vectored read.
    ///
    /// `ranges` need not be sorted. Overlapping ranges are rejected, as two `&mut` to one byte cannot exist.
    pub fn slices(&mut self, ranges: &[Range<i64>]) -> Result<Vec<&mut [u8]>, OutOfBounds> {
        // Ignore empty ranges: one that ends before it starts would hide the overlap of its neighbours.
        let busy = || ranges.iter().filter(|range| !range.is_empty());
        if !busy().is_sorted_by(|a, b| a.end <= b.start) {
            let mut sorted: Vec<_> = busy().collect();
            sorted.sort_unstable_by_key(|range| range.start);
            if let Some(pair) = sorted.windows(2).find(|pair| pair[0].end > pair[1].start) {
                return Err(OutOfBounds { wanted: pair[1].clone(), available: pair[0].end..self.high });
            }
        }
        let mut slices = Vec::with_capacity(ranges.len());
        for range in ranges {
            let pointer = self.pointer(range.clone())?;
            slices.push(match length(range) {
                0 => &mut [][..],
                // SAFETY: bounds checked by `pointer`, disjointness just above; all borrow from `self`.
                len => unsafe { std::slice::from_raw_parts_mut(pointer, len) },
            });
        }
        Ok(slices)
    }

    /// The same bytes for reading.
    pub fn as_source(&self) -> Source<'_> {
        Source { origin: self.origin, low: self.low, high: self.high, _borrow: PhantomData }
    }
}

impl fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({:?} of {:p})", self.range(), self.origin)
    }
}

impl fmt::Debug for Target<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Target({:?} of {:p})", self.range(), self.origin)
    }
}

fn check(wanted: &Range<i64>, available: Range<i64>) -> Result<(), OutOfBounds> {
    let inside = wanted.start >= available.start && wanted.end <= available.end;
    if wanted.is_empty() || inside { Ok(()) } else { Err(OutOfBounds { wanted: wanted.clone(), available }) }
}

fn length(range: &Range<i64>) -> usize {
    if range.is_empty() { 0 } else { usize::try_from(range.end.abs_diff(range.start)).unwrap_or(usize::MAX) }
}

fn slice_len(bytes: &[u8]) -> i64 {
    i64::try_from(bytes.len()).expect("a slice is at most isize::MAX bytes long")
}

fn as_isize(offset: i64) -> isize {
    isize::try_from(offset).expect("Seaway runs on 64-bit machines only")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origin_may_move_outside() {
        let bytes = [1, 2, 3, 4];
        let source = Source::from_slice(&bytes).with_origin_moved(-100);
        assert_eq!(source.range(), 100..104);
        assert_eq!(source.slice(101..103).unwrap(), &[2, 3]);
        assert!(source.slice(99..101).is_err());
    }

    #[test]
    fn disjoint_slices_in_any_order() {
        let mut bytes = [0; 8];
        let mut target = Target::from_slice(&mut bytes);
        for (value, slice) in (1..).zip(target.slices(&[4..6, 0..2, 7..7]).unwrap()) {
            slice.fill(value);
        }
        assert_eq!(bytes, [2, 2, 0, 0, 1, 1, 0, 0]);
    }

    #[test]
    fn overlapping_slices_are_refused() {
        let mut bytes = [0; 8];
        assert!(Target::from_slice(&mut bytes).slices(&[4..6, 0..5]).is_err());
        // Between the two overlapping ranges lies an empty one, after the first and before the last.
        let backwards = std::ops::Range { start: 7, end: 1 };
        assert!(Target::from_slice(&mut bytes).slices(&[0..6, backwards, 2..4]).is_err());
    }
}
