// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Extent`]: a range of bytes in a file.

use std::fmt;
use std::ops::Range;

/// A range of bytes in a file. (A range of memory is a *segment*.)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Extent {
    pub offset: u64,
    pub len: u64,
}

impl Extent {
    pub fn new(offset: u64, len: u64) -> Self {
        Self { offset, len }
    }

    /// First byte after the extent. Saturates: an extent that ends past `u64::MAX` cannot be in any file.
    pub fn end(&self) -> u64 {
        self.offset.saturating_add(self.len)
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The smallest extent that covers all of `extents`, which are sorted.
    pub fn hull(extents: &[Extent]) -> Extent {
        match (extents.first(), extents.last()) {
            (Some(first), Some(last)) => (first.offset..last.end()).into(),
            _ => Extent::new(0, 0),
        }
    }

    pub fn intersection(&self, other: &Extent) -> Option<Extent> {
        let (start, end) = (self.offset.max(other.offset), self.end().min(other.end()));
        (start < end).then(|| Extent::new(start, end - start))
    }
}

impl From<Range<u64>> for Extent {
    fn from(range: Range<u64>) -> Self {
        Self::new(range.start, range.end.saturating_sub(range.start))
    }
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bytes {}..{}", self.offset, self.end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hull_covers_first_to_last() {
        assert_eq!(Extent::hull(&[Extent::new(4, 2), Extent::new(10, 5)]), Extent::new(4, 11));
        assert!(Extent::hull(&[]).is_empty());
    }

    #[test]
    fn intersection_of_touching_extents_is_none() {
        assert_eq!(Extent::new(0, 4).intersection(&Extent::new(4, 4)), None);
        assert_eq!(Extent::new(0, 5).intersection(&Extent::new(4, 4)), Some(Extent::new(4, 1)));
    }
}
