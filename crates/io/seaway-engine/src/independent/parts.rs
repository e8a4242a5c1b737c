// SPDX-License-Identifier: MIT OR Apache-2.0
//! Splits an access into slices that fit into staging memory.

use std::ops::Range;

/// `all`, which begins at 0, in slices of `bytes`; the last may be shorter.
pub(super) fn parts(all: Range<u64>, bytes: u64) -> impl Iterator<Item = Range<u64>> {
    let end = all.end;
    (0..end.div_ceil(bytes)).map(move |part| part * bytes..((part + 1) * bytes).min(end))
}

pub(crate) fn length(positions: &Range<u64>) -> usize {
    usize::try_from(positions.end - positions.start).expect("a part fits into memory")
}
