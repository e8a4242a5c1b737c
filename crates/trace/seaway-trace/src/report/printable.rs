// SPDX-License-Identifier: MIT OR Apache-2.0
//! File names for display. A name may contain any byte but zero: a line break, the end of a script, an escape
//! sequence that moves a terminal's cursor, characters that change the writing direction.

/// Maximum characters shown; the middle of longer names is omitted.
const LONGEST: usize = 240;

/// Writes everything but plain characters as `\n`, `\x1b` or `\u{202e}`.
pub(super) fn printable(name: &[u8]) -> String {
    let mut text = String::with_capacity(name.len());
    for chunk in name.utf8_chunks() {
        for character in chunk.valid().chars() {
            push(&mut text, character);
        }
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    shorten(&text, LONGEST)
}

/// `/data/very/l…/name`: the ends are the most informative.
pub(super) fn shorten(text: &str, longest: usize) -> String {
    let length = text.chars().count();
    if length <= longest {
        return text.to_owned();
    }
    let tail = longest * 2 / 3;
    let head: String = text.chars().take(longest - tail - 1).collect();
    let tail: String = text.chars().skip(length - tail).collect();
    format!("{head}…{tail}")
}

fn push(text: &mut String, character: char) {
    match character {
        '\n' => text.push_str("\\n"),
        '\t' => text.push_str("\\t"),
        '\r' => text.push_str("\\r"),
        character if character.is_ascii_control() => {
            text.push_str(&format!("\\x{:02x}", u32::from(character)));
        }
        character if is_hidden(character) => {
            text.push_str(&format!("\\u{{{:x}}}", u32::from(character)));
        }
        character => text.push(character),
    }
}

/// Invisible, but changes how the text around it is displayed.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(u32::from(character), 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0xfeff | 0xfff9..=0xfffb)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &[u8], expected: &str) {
        assert_eq!(printable(name), expected);
    }

    #[test]
    fn special_characters_are_escaped() {
        check(b"/data/out.nc", "/data/out.nc");
        check("/daten/größe".as_bytes(), "/daten/größe");
        check(b"a\nb\x1b[2J\x7f", "a\\nb\\x1b[2J\\x7f");
        check(b"\xff\xfe/x", "\\xff\\xfe/x");
        check("a\u{202e}b\u{85}".as_bytes(), "a\\u{202e}b\\u{85}");
        check(b"</script>\"'", "</script>\"'");
    }

    #[test]
    fn long_names_keep_their_ends() {
        let name = format!("/begin/{}/end.nc", "x".repeat(5000));
        let shown = printable(name.as_bytes());
        assert_eq!(shown.chars().count(), LONGEST);
        assert!(shown.starts_with("/begin/") && shown.ends_with("/end.nc"));
    }
}
