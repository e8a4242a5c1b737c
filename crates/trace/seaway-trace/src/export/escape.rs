// SPDX-License-Identifier: MIT OR Apache-2.0
//! File names may be any bytes; lines of text may not.

use std::borrow::Cow;
use std::fmt::Write;

/// Text stays as it is. Backslashes, control characters and bytes that are not UTF-8 are written with a
/// backslash.
pub fn printable(name: &[u8]) -> Cow<'_, str> {
    let plain = |character: char| !character.is_control() && character != '\\';
    if let Ok(text) = std::str::from_utf8(name)
        && text.chars().all(plain)
    {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::new();
    for chunk in name.utf8_chunks() {
        for character in chunk.valid().chars() {
            match plain(character) {
                true => escaped.push(character),
                false => escaped.extend(character.escape_default()),
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(escaped, "\\x{byte:02x}");
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_line_of_text() {
        assert_eq!(printable("/daten/größe".as_bytes()), "/daten/größe");
        assert_eq!(printable(b"/a\nb\\c\xff\x1b"), "/a\\nb\\\\c\\xff\\u{1b}");
    }
}
