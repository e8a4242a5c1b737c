// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Spot`]: a run of bytes in lent memory, valid while the owner waits.

use std::fmt;
use std::ptr::{with_exposed_provenance, with_exposed_provenance_mut};

use crate::copy_bytes;

/// Where lent bytes are. Created from slices that exist at that time, or by a caller that vouches for the memory; never
/// from a bare number. Holding one grants no access: code that touches the bytes promises that their owner still waits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    address: usize,
    len: usize,
    is_writable: bool,
}

impl Spot {
    pub fn of_slice(slice: &[u8]) -> Self {
        Self { address: slice.as_ptr().expose_provenance(), len: slice.len(), is_writable: false }
    }

    pub fn of_slice_mut(slice: &mut [u8]) -> Self {
        Self { address: slice.as_mut_ptr().expose_provenance(), len: slice.len(), is_writable: true }
    }

    /// Memory whose validity only the caller can guarantee.
    ///
    /// # Safety
    /// Whenever the bytes of this spot, or of a part of it, are touched, they are mapped, and writable if
    /// `is_writable`.
    pub unsafe fn from_raw(start: *mut u8, len: usize, is_writable: bool) -> Self {
        Self { address: start.expose_provenance(), len, is_writable }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn is_writable(&self) -> bool {
        self.is_writable
    }

    /// As a number, to send to a peer or to compare.
    pub fn address(&self) -> usize {
        self.address
    }

    /// The `len` bytes from byte `from` on, clipped to this spot.
    #[must_use]
    pub fn part(&self, from: usize, len: usize) -> Self {
        let from = from.min(self.len);
        Self { address: self.address + from, len: len.min(self.len - from), is_writable: self.is_writable }
    }

    /// The bytes.
    ///
    /// # Safety
    /// For all of `'a` the owner waits, and nothing writes them.
    pub unsafe fn bytes<'a>(self) -> &'a [u8] {
        // SAFETY: the bytes are mapped as long as the owner waits.
        unsafe { std::slice::from_raw_parts(with_exposed_provenance(self.address), self.len) }
    }

    /// The bytes, for writing; empty if the spot was lent for reading.
    ///
    /// # Safety
    /// For all of `'a` the owner waits, and nothing else reads or writes them.
    pub unsafe fn bytes_mut<'a>(self) -> &'a mut [u8] {
        let len = if self.is_writable { self.len } else { 0 };
        // SAFETY: the bytes are mapped for writing as long as the owner waits.
        unsafe { std::slice::from_raw_parts_mut(with_exposed_provenance_mut(self.address), len) }
    }

    /// Copies as many bytes as both have. Copies nothing to a spot that was lent for reading.
    ///
    /// # Safety
    /// The owners of both wait, nothing else writes the target, and the two do not overlap.
    pub unsafe fn copy_to(self, target: Self) -> usize {
        let len = if target.is_writable { self.len.min(target.len) } else { 0 };
        let (from, to) =
            (with_exposed_provenance::<u8>(self.address), with_exposed_provenance_mut::<u8>(target.address));
        // SAFETY: as the caller promises.
        unsafe { copy_bytes(from, to, len) };
        len
    }
}

impl fmt::Debug for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Spot({:#x}, {} bytes)", self.address, self.len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stay_inside() {
        let bytes = *b"0123456789";
        let spot = Spot::of_slice(&bytes);
        // SAFETY: the bytes live in this function.
        let seen = |spot: Spot| unsafe { spot.bytes().to_vec() };
        assert_eq!(seen(spot.part(2, 3)), b"234");
        assert_eq!(seen(spot.part(8, 100)), b"89");
        assert_eq!(seen(spot.part(100, 1)), b"");
        assert_eq!(seen(spot.part(3, 5).part(4, usize::MAX)), b"7");
    }

    #[test]
    fn nothing_is_written_to_what_was_lent_for_reading() {
        let (from, mut to) = (*b"abc", *b"xyz");
        let (source, only_read) = (Spot::of_slice(&from), Spot::of_slice(&to));
        // SAFETY: both live in this function.
        unsafe {
            assert_eq!(source.copy_to(only_read), 0);
            assert!(only_read.bytes_mut().is_empty());
            assert_eq!(source.copy_to(Spot::of_slice_mut(&mut to)), 3);
        }
        assert_eq!(std::hint::black_box(to), from);
    }
}
