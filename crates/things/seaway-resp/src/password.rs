// SPDX-License-Identifier: MIT OR Apache-2.0
//! The password of a space's door. It is derived from the user's secret, which itself never leaves its file: Redis clients
//! send passwords in the clear.

use seaway_channel::Secret;
use seaway_things::Result;

/// What clients pass to AUTH for this space: 64 hexadecimal digits.
pub fn password(secret: &Secret, space: &str) -> Result<String> {
    secret.password_of(&format!("resp {space}"))
}

/// Compares all bytes, so that the time it takes tells nothing about where they differ.
pub(crate) fn is_same(given: &[u8], expected: &[u8]) -> bool {
    let differing = given.iter().zip(expected).fold(0, |differing, (a, b)| differing | (a ^ b));
    given.len() == expected.len() && differing == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_differ_by_secret_and_space() {
        let [one, other] = [[1; 32], [2; 32]].map(Secret::from_bytes);
        let of = |secret: &Secret, space: &str| password(secret, space).unwrap();
        assert_eq!(of(&one, "a"), of(&one, "a"));
        assert_ne!(of(&one, "a"), of(&one, "b"));
        assert_ne!(of(&one, "a"), of(&other, "a"));
        assert!(!of(&one, "a").contains(&one.to_text()));
    }

    #[test]
    fn only_equal_passwords_are_the_same() {
        assert!(is_same(b"abc", b"abc"));
        for wrong in [&b"abd"[..], b"ab", b"abcd", b""] {
            assert!(!is_same(wrong, b"abc"), "{wrong:?}");
        }
    }
}
