// SPDX-License-Identifier: MIT OR Apache-2.0
//! Between a layout's memory and its packed stream.

#[allow(unsafe_code)]
mod kernels;

use std::ops::Range;

use seaway_memory::{OutOfBounds, Source, Target};

use crate::layout::Layout;

impl Layout {
    /// Gathers a range of positions from memory into `into`, which must be as long as the range.
    pub fn pack(&self, from: Source<'_>, positions: Range<u64>, into: &mut [u8]) -> Result<(), OutOfBounds> {
        self.check_length(&positions, into.len())?;
        kernels::pack(self, from, positions, into)
    }

    /// Scatters `from`, which must be as long as the range, over a range of positions in memory. Touches no
    /// byte that the layout does not name.
    pub fn unpack(
        &self,
        from: &[u8],
        positions: Range<u64>,
        into: &mut Target<'_>,
    ) -> Result<(), OutOfBounds> {
        self.check_length(&positions, from.len())?;
        kernels::unpack(self, from, positions, into)
    }

    fn check_length(&self, positions: &Range<u64>, available: usize) -> Result<(), OutOfBounds> {
        let wanted = if self.size() == 0 { 0 } else { positions.end.saturating_sub(positions.start) };
        if u64::try_from(available) == Ok(wanted) {
            return Ok(());
        }
        let end = |len| i64::try_from(len).unwrap_or(i64::MAX);
        Err(OutOfBounds { wanted: 0..end(wanted), available: 0..end(available as u64) })
    }
}
