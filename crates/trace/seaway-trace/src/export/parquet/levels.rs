// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bit-packed numbers, which Parquet uses for definition levels and dictionary indices: here always as one
//! run of groups of eight.

use crate::pack::varint::put;

/// `values`, each of `width` bits.
pub(super) fn pack(values: &[u32], width: u32, target: &mut Vec<u8>) {
    let groups = values.len().div_ceil(8);
    put((groups as u64) << 1 | 1, target);
    let (mut bits, mut count) = (0_u64, 0);
    let padding = groups * 8 - values.len();
    for value in values.iter().chain(std::iter::repeat_n(&0, padding)) {
        bits |= u64::from(*value) << count;
        count += width;
        while count >= 8 {
            target.push(bits.to_le_bytes()[0]);
            bits >>= 8;
            count -= 8;
        }
    }
}

/// The bits needed for a number below `count`.
pub(super) fn width(count: usize) -> u32 {
    usize::BITS - count.saturating_sub(1).leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_packed_from_the_lowest_bit() {
        let mut packed = vec![];
        // The example in Parquet's description of its encodings.
        pack(&[0, 1, 2, 3, 4, 5, 6, 7], 3, &mut packed);
        assert_eq!(packed, [3, 0b1000_1000, 0b1100_0110, 0b1111_1010]);
        assert_eq!([width(0), width(1), width(2), width(3), width(256), width(257)], [0, 0, 1, 2, 8, 9]);
    }
}
