// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Range`]: a byte range of a file, in the messages of every service.

use crate::wire::{Body, Field, WireError};

/// A byte range of a file. Its end is at most the largest `u64`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    pub offset: u64,
    pub len: u64,
}

impl Field for Range {
    const LEAST_BYTES: usize = 16;
    fn put(&self, out: &mut Vec<u8>) -> Result<(), WireError> {
        check_end(self.offset, self.len)?;
        self.offset.put(out)?;
        self.len.put(out)
    }
    fn take(body: &mut Body<'_>) -> Result<Self, WireError> {
        let range = Range { offset: u64::take(body)?, len: u64::take(body)? };
        check_end(range.offset, range.len)?;
        Ok(range)
    }
}

pub(crate) fn check_end(start: u64, len: u64) -> Result<u64, WireError> {
    start.checked_add(len).ok_or(WireError::RangeOverflow)
}
