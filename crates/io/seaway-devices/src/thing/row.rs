// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Row`]: numbers that are combined with those of a thing, as many as one message carries.

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::{Combination, MAX_ACCUMULATED_BYTES, NumberType, ThingMessage};

#[derive(Debug, Clone, Copy)]
pub(super) struct Row<'b> {
    offset: u64,
    combination: Combination,
    number: NumberType,
    bytes: &'b [u8],
}

impl<'b> Row<'b> {
    /// All numbers, in rows.
    pub(super) fn all(
        offset: u64,
        combination: Combination,
        number: NumberType,
        bytes: &'b [u8],
    ) -> Result<impl Iterator<Item = Row<'b>>> {
        let size = number.bytes();
        let end = offset.checked_add(bytes.len() as u64).filter(|end| i64::try_from(*end).is_ok());
        if end.is_none() || !offset.is_multiple_of(size as u64) || !bytes.len().is_multiple_of(size) {
            let detail = format!("numbers of {size} bytes are combined whole, at a multiple of {size}");
            return Err(Error::new(ErrorKind::Argument, Operation::Write).with_detail(detail));
        }
        let row = move |(index, bytes): (usize, &'b [u8])| {
            let offset = offset + (index * MAX_ACCUMULATED_BYTES) as u64;
            Row { offset, combination, number, bytes }
        };
        Ok(bytes.chunks(MAX_ACCUMULATED_BYTES).enumerate().map(row))
    }

    /// As agents do.
    pub(super) fn check(&self) -> Result<()> {
        self.role().check()
    }

    pub(super) fn combine_with(&self, there: &mut [u8]) {
        self.role().combine_with(there);
    }

    fn role(&self) -> seaway_roles::thing::Row<'b> {
        let Self { offset, combination, number, bytes } = *self;
        seaway_roles::thing::Row { offset, combination, number, bytes }
    }

    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    pub(super) fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    /// Some of its numbers, for another place.
    pub(super) fn part(&self, offset: u64, range: std::ops::Range<usize>) -> Self {
        Self { offset, bytes: self.bytes.get(range).unwrap_or_default(), ..*self }
    }

    pub(super) fn request(&self, id: u64, opening: u64, epoch: u64) -> ThingMessage {
        let Self { offset, combination, number, bytes } = *self;
        ThingMessage::Accumulate { id, opening, epoch, offset, combination, number, bytes: bytes.to_vec() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_rows_are_cut_where_messages_end() {
        let bytes = vec![0; 2 * MAX_ACCUMULATED_BYTES + 16];
        let rows = Row::all(8, Combination::Sum, NumberType::I64, &bytes).unwrap();
        let cut: Vec<(u64, usize)> = rows.map(|row| (row.offset, row.bytes.len())).collect();
        let most = MAX_ACCUMULATED_BYTES;
        assert_eq!(cut, [(8, most), (8 + most as u64, most), (8 + 2 * most as u64, 16)]);
        for (offset, len) in [(4, 8), (8, 12), (u64::MAX - 7, 8)] {
            let Err(error) = Row::all(offset, Combination::Sum, NumberType::F64, &bytes[..len]) else {
                panic!("{offset} {len}")
            };
            assert_eq!(error.kind(), ErrorKind::Argument);
        }
    }
}
