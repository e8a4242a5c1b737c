// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compact encoding of many numbers: 16 bits each, as base64. `elements.js` decodes them.

/// Steps per doubling: three digits of a value survive.
const STEPS: f64 = 1000.0;

/// Amounts as logarithms.
pub(super) fn amounts(values: &[u64]) -> String {
    let steps: Vec<u16> = values.iter().map(|value| step(*value)).collect();
    numbers(&steps)
}

/// The lower byte first.
pub(super) fn numbers(values: &[u16]) -> String {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    base64(&bytes)
}

/// The position of `part` between 0 and `whole`, in 65535ths.
#[expect(clippy::cast_possible_truncation, reason = "at most 65535")]
pub(super) fn place(part: u64, whole: u64) -> u16 {
    (u128::from(part.min(whole)) * 65535 / u128::from(whole.max(1))) as u16
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "64 doublings are 64,000 steps")]
fn step(value: u64) -> u16 {
    ((crate::report::quantity::approximate(value) + 1.0).log2() * STEPS).round() as u16
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let mut group = [0; 3];
        group[..three.len()].copy_from_slice(three);
        let bits = u32::from_be_bytes([0, group[0], group[1], group[2]]);
        for letter in 0..4 {
            let known = letter <= three.len();
            let index = bits >> (18 - 6 * letter) & 63;
            text.push(if known { char::from(LETTERS[index as usize]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_the_standard_one() {
        assert_eq!(base64(b""), "");
        assert_eq!(base64(b"M"), "TQ==");
        assert_eq!(base64(b"Ma"), "TWE=");
        assert_eq!(base64(b"Many hands"), "TWFueSBoYW5kcw==");
    }

    #[test]
    fn amounts_keep_three_digits() {
        for value in [1_u64, 1000, 123_456_789, 1 << 60] {
            let back = (f64::from(step(value)) / STEPS).exp2() - 1.0;
            let whole = crate::report::quantity::approximate(value);
            assert!((back - whole).abs() / whole < 0.001, "{value} became {back}");
        }
        assert_eq!(step(0), 0);
        assert_eq!(step(u64::MAX), 64_000);
        assert_eq!((place(0, 9), place(9, 9), place(99, 9), place(5, 0)), (0, 65535, 65535, 0));
    }
}
