// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random bytes, and their hexadecimal form.

use std::fmt::Write;

use rustix::rand::{GetRandomFlags, getrandom};
use seaway_device_api::{Error, Operation, Result};

/// Cryptographically secure random bytes.
pub fn random_bytes<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    let mut filled = 0;
    while filled < N {
        match getrandom(&mut bytes[filled..], GetRandomFlags::empty()) {
            Ok(more) => filled += more,
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(Error::from_io(Operation::Configure, error.into())),
        }
    }
    Ok(bytes)
}

/// Two digits for each byte.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Parses the output of [`hexadecimal`]. `None` if that is not `N` bytes.
pub(crate) fn from_hexadecimal<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits = text.as_bytes();
    if digits.len() != N * 2 {
        return None;
    }
    let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}
