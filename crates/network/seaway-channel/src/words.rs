// SPDX-License-Identifier: MIT OR Apache-2.0
//! `KEY=VALUE` words that processes of one user exchange in a line or a file. Blanks and other special
//! characters in values are written as `%` and two digits.

/// `value` escaped into one word.
pub(crate) fn escaped(value: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._~-:+,@".contains(&byte);
    let mut text = String::with_capacity(value.len());
    for byte in value.bytes() {
        match plain(byte) {
            true => text.push(char::from(byte)),
            false => text.push_str(&format!("%{byte:02x}")),
        }
    }
    text
}

/// Reverses [`escaped`]. `None` for input that it never produces.
pub(crate) fn unescaped(word: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(word.len());
    let mut rest = word.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        if byte != b'%' {
            bytes.push(byte);
            rest = behind;
            continue;
        }
        let (digits, behind) = behind.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
        rest = behind;
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_one_word() {
        for value in ["", "/data/a b.nc", "100%", "a=b\nc", "größe", "%41"] {
            let word = escaped(value);
            assert!(!word.contains([' ', '\n', '=']), "{word}");
            assert_eq!(unescaped(&word).as_deref(), Some(value));
        }
        for wrong in ["%", "%4", "%zz", "%ff"] {
            assert_eq!(unescaped(wrong), None, "{wrong}");
        }
    }
}
