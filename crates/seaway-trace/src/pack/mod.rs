// SPDX-License-Identifier: MIT OR Apache-2.0
//! Packed traces: all processes in one file, a fraction of the size.

use crate::read::contents::{Contents, Unreadable};
use crate::read::source::Reader;

pub(crate) fn is_packed(_reader: &Reader) -> bool {
    false
}

pub(crate) fn read(_reader: &Reader) -> Result<Vec<Contents>, Unreadable> {
    Ok(vec![])
}
