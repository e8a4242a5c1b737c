// SPDX-License-Identifier: MIT OR Apache-2.0
//! Numbers in an encoding: LEB128, in the shortest form only, so that equal constructions have equal
//! encodings.

use super::DecodeError;

pub(super) fn write_unsigned(into: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        into.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    into.push(value.to_le_bytes()[0]);
}

pub(super) fn write_signed(into: &mut Vec<u8>, value: i64) {
    write_unsigned(into, ((value << 1) ^ (value >> 63)).cast_unsigned());
}

/// Reads what the functions above wrote.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { rest: bytes }
    }

    pub(super) fn remaining(&self) -> usize {
        self.rest.len()
    }

    pub(super) fn byte(&mut self) -> Result<u8, DecodeError> {
        let (&first, rest) = self.rest.split_first().ok_or(DecodeError::Truncated)?;
        self.rest = rest;
        Ok(first)
    }

    pub(super) fn unsigned(&mut self) -> Result<u64, DecodeError> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                return Err(DecodeError::BadNumber);
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                // A last byte of zero adds nothing: a shorter form exists.
                return if byte == 0 && shift > 0 { Err(DecodeError::BadNumber) } else { Ok(value) };
            }
        }
        Err(DecodeError::BadNumber)
    }

    /// A count, as constructors take it.
    pub(super) fn count(&mut self) -> Result<i64, DecodeError> {
        i64::try_from(self.unsigned()?).map_err(|_| DecodeError::BadNumber)
    }

    pub(super) fn signed(&mut self) -> Result<i64, DecodeError> {
        let folded = self.unsigned()?;
        Ok((folded >> 1).cast_signed() ^ -(folded & 1).cast_signed())
    }

    /// The length of a list whose entries take at least one byte each: it cannot exceed the bytes left.
    pub(super) fn list_length(&mut self) -> Result<usize, DecodeError> {
        let length = self.unsigned()?;
        usize::try_from(length)
            .ok()
            .filter(|&length| length <= self.remaining())
            .ok_or(DecodeError::Truncated)
    }

    pub(super) fn counts(&mut self, length: usize) -> Result<Vec<i64>, DecodeError> {
        (0..length).map(|_| self.count()).collect()
    }

    pub(super) fn signeds(&mut self, length: usize) -> Result<Vec<i64>, DecodeError> {
        (0..length).map(|_| self.signed()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for value in [0, 1, -1, 63, 64, -64, -65, i64::MAX, i64::MIN] {
            let mut bytes = Vec::new();
            write_signed(&mut bytes, value);
            write_unsigned(&mut bytes, value.cast_unsigned());
            let mut reader = Reader::new(&bytes);
            assert_eq!(reader.signed(), Ok(value));
            assert_eq!(reader.unsigned(), Ok(value.cast_unsigned()));
            assert_eq!(reader.remaining(), 0);
        }
    }

    #[test]
    fn only_the_shortest_form_is_read() {
        let check = |bytes: &[u8], expected| assert_eq!(Reader::new(bytes).unsigned(), expected);
        check(&[0x80, 0x00], Err(DecodeError::BadNumber));
        check(&[0xff; 11], Err(DecodeError::BadNumber));
        check(&[0x80], Err(DecodeError::Truncated));
        check(&[0x81, 0x01], Ok(129));
    }
}
