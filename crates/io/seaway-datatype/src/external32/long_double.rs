// SPDX-License-Identifier: MIT OR Apache-2.0
//! C's `long double` to and from big-endian binary128, as external32 requires.
//!
//! On x86 a long double is the 80-bit extended format in 16 bytes: sign and exponent as in binary128, then a
//! significand of 64 bits whose leading one is explicit. Conversion to binary128 is exact; back, it rounds to
//! nearest even. Elsewhere a long double is binary128 already.

#[cfg(any(target_arch = "x86_64", target_arch = "x86"))]
mod machine {
    const LEADING: u64 = 1 << 63;
    const EXPONENT: u16 = 0x7fff;
    /// Fraction bits of binary128 beyond the 63 of the extended format.
    const DROPPED: u32 = 112 - 63;

    pub(in crate::external32) fn to_binary128(native: [u8; 16]) -> [u8; 16] {
        let bits = u128::from_le_bytes(native);
        let significand = low_u64(bits);
        let sign_exponent = low_u16(bits >> 64);
        let exponent = match sign_exponent & EXPONENT {
            // With the leading one set, exponent 0 is not a denormal: it means the same as exponent 1.
            0 if significand & LEADING != 0 => 1,
            exponent => exponent,
        };
        let mut fraction = u128::from(significand & !LEADING) << DROPPED;
        if exponent == EXPONENT && significand & !LEADING == 0 && significand & LEADING == 0 {
            // Without the leading one this is not an infinity but an invalid operand.
            fraction = 1 << 111;
        }
        let sign = u128::from(sign_exponent & !EXPONENT) << 112;
        (sign | u128::from(exponent) << 112 | fraction).to_be_bytes()
    }

    pub(in crate::external32) fn from_binary128(external: [u8; 16]) -> [u8; 16] {
        let bits = u128::from_be_bytes(external);
        let sign_exponent = low_u16(bits >> 112);
        let exponent = sign_exponent & EXPONENT;
        let fraction = bits & ((1 << 112) - 1);
        let kept = low_u64(fraction >> DROPPED);
        let (exponent, significand) = match exponent {
            // Keep a NaN a NaN, even if only dropped bits made it one.
            EXPONENT if fraction != 0 => (EXPONENT, LEADING | kept.max(1 << 62)),
            EXPONENT => (EXPONENT, LEADING),
            _ => round(exponent, kept, fraction & ((1 << DROPPED) - 1)),
        };
        let sign_exponent = (sign_exponent & !EXPONENT) | exponent;
        (u128::from(sign_exponent) << 64 | u128::from(significand)).to_le_bytes()
    }

    /// Rounds to nearest, ties to even. A carry out of the fraction raises the exponent, as far as infinity.
    fn round(exponent: u16, kept: u64, dropped: u128) -> (u16, u64) {
        let half = 1 << (DROPPED - 1);
        let up = dropped > half || (dropped == half && kept & 1 == 1);
        let rounded = kept + u64::from(up);
        let exponent = exponent + u16::from(rounded & LEADING != 0);
        // Denormals have no leading one.
        let leading = if exponent == 0 { 0 } else { LEADING };
        (exponent, (rounded & !LEADING) | leading)
    }

    #[allow(clippy::cast_possible_truncation, reason = "takes the low bits on purpose")]
    fn low_u64(bits: u128) -> u64 {
        bits as u64
    }

    #[allow(clippy::cast_possible_truncation, reason = "takes the low bits on purpose")]
    fn low_u16(bits: u128) -> u16 {
        bits as u16
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        fn extended(sign_exponent: u16, significand: u64) -> [u8; 16] {
            (u128::from(sign_exponent) << 64 | u128::from(significand)).to_le_bytes()
        }

        #[test]
        fn known_values() {
            let check = |native: [u8; 16], binary128: u128| {
                assert_eq!(to_binary128(native), binary128.to_be_bytes());
                assert_eq!(from_binary128(binary128.to_be_bytes()), native);
            };
            check(extended(0x3fff, LEADING), 0x3fff << 112);
            check(extended(0xc000, LEADING | 1 << 62), 0xc000_8000 << 96);
            check(extended(0, 0), 0);
            check(extended(0, 1), 1 << DROPPED);
            check(extended(0x7fff, LEADING), 0x7fff << 112);
            check(extended(0x7fff, LEADING | 1 << 62), 0x7fff_8000 << 96);
        }

        #[test]
        fn rounding_to_even() {
            let check = |binary128: u128, native| assert_eq!(from_binary128(binary128.to_be_bytes()), native);
            let half = 1 << (DROPPED - 1);
            let one = 0x3fff << 112;
            check(one | half, extended(0x3fff, LEADING));
            check(one | half | 1, extended(0x3fff, LEADING | 1));
            check(one | 1 << DROPPED | half, extended(0x3fff, LEADING | 2));
            check(one | ((1 << 112) - 1), extended(0x4000, LEADING));
            check((0x7ffe << 112) | ((1 << 112) - 1), extended(0x7fff, LEADING));
        }
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "x86")))]
mod machine {
    pub(in crate::external32) fn to_binary128(native: [u8; 16]) -> [u8; 16] {
        u128::from_ne_bytes(native).to_be_bytes()
    }

    pub(in crate::external32) fn from_binary128(external: [u8; 16]) -> [u8; 16] {
        u128::from_be_bytes(external).to_ne_bytes()
    }
}

pub(super) use machine::{from_binary128, to_binary128};
