// SPDX-License-Identifier: MIT OR Apache-2.0
//! Variable-length numbers: seven bits per byte, the lowest first, and a continuation bit.

/// Maximum length of a number in bytes.
pub(crate) const LONGEST: usize = 10;

#[expect(clippy::cast_possible_truncation, reason = "seven bits at a time")]
pub(crate) fn put(mut value: u64, target: &mut Vec<u8>) {
    while value >= 0x80 {
        target.push(value as u8 | 0x80);
        value >>= 7;
    }
    target.push(value as u8);
}

/// Takes one from the front of `bytes`; `None` if they end too early.
pub(crate) fn take(bytes: &mut &[u8]) -> Option<u64> {
    // Nearly all of them are short.
    if let Some((first @ 0..0x80, rest)) = bytes.split_first() {
        *bytes = rest;
        return Some((*first).into());
    }
    let mut value = 0;
    for (index, byte) in bytes.iter().take(LONGEST).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            *bytes = &bytes[index + 1..];
            return Some(value);
        }
    }
    None
}

/// Small for values near zero of either sign.
pub(crate) fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63).cast_unsigned()
}

pub(crate) fn unzigzag(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -(value & 1).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_trip() {
        let mut bytes = vec![];
        let values = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX, 1 << 63];
        values.iter().for_each(|value| put(*value, &mut bytes));
        let mut rest = bytes.as_slice();
        assert!(values.iter().all(|value| take(&mut rest) == Some(*value)));
        assert_eq!(take(&mut rest), None);
        assert_eq!(take(&mut [0x80; 12].as_slice()), None);
        for value in [0, -1, 1, i64::MIN, i64::MAX] {
            assert_eq!(unzigzag(zigzag(value)), value);
        }
        assert_eq!((zigzag(-1), zigzag(1)), (1, 2));
    }
}
