// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a stream's name becomes where names are short or may not have every character.

use std::fmt::Write;

/// Of a stream.
pub(super) const MAX_NAME: usize = 4096;
/// Of an abstract Unix socket.
const MAX_SOCKET: usize = 107;
/// Of a file.
const MAX_FILE: usize = 240;

/// The abstract Unix socket of the writers' rank 0. Each user has names of their own.
pub(super) fn socket(name: &str) -> String {
    let user = rustix::process::geteuid().as_raw();
    shortened(format!("seaway-mxn-{user}-{name}"), MAX_SOCKET)
}

/// The record of a name, in a folder.
pub(super) fn file(name: &str) -> String {
    let mut file = shortened(encoded(name), MAX_FILE);
    file.push_str(".mxn");
    file
}

/// With percent signs for everything that is not plain.
pub(super) fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (index, &byte) in text.as_bytes().iter().enumerate() {
        let plain =
            byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || (byte == b'.' && index > 0);
        if plain {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

/// The other way.
pub(super) fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        if byte == b'%' {
            let (digits, behind) = rest.split_first_chunk::<2>()?;
            bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
            rest = behind;
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// The beginning and a number made of the whole, where the whole is too long.
fn shortened(name: String, longest: usize) -> String {
    const NUMBER: usize = 1 + 32;
    if name.len() <= longest {
        return name;
    }
    let cut = (0..=longest - NUMBER).rev().find(|&at| name.is_char_boundary(at)).unwrap_or(0);
    format!("{}~{:032x}", &name[..cut], fingerprint(name.as_bytes()))
}

/// FNV-1a: the same in every version of every program.
fn fingerprint(bytes: &[u8]) -> u128 {
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    const START: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    bytes.iter().fold(START, |hash, &byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_and_stay_different() {
        let names = ["x".repeat(4000), "x".repeat(3999) + "y", "ä".repeat(2000)];
        for (index, name) in names.iter().enumerate() {
            assert!(socket(name).len() <= MAX_SOCKET && file(name).len() <= 255);
            for other in &names[..index] {
                assert_ne!(socket(name), socket(other));
                assert_ne!(file(name), file(other));
            }
        }
        assert!(socket("field").ends_with("-field"));
    }

    #[test]
    fn odd_characters_are_encoded_and_come_back() {
        for text in ["a/b", "..", ".hidden", "with space\n%", "ä", "plain-1.2_x"] {
            let encoded = encoded(text);
            assert!(!encoded.contains(['/', ' ', '\n']) && !encoded.starts_with('.'), "{encoded}");
            assert_eq!(decoded(&encoded).as_deref(), Some(text));
        }
        for broken in ["%", "%4", "%zz", "%FF"] {
            assert_eq!(decoded(broken), None, "{broken}");
        }
    }

    #[test]
    fn fingerprint_is_the_published_one() {
        assert_eq!(fingerprint(b"foobar"), 0x343e_1662_793c_64bf_6f0d_3597_ba44_6f18);
    }
}
