// SPDX-License-Identifier: MIT OR Apache-2.0
//! Splits a command into words at blanks, with quotes and backslashes as in a shell, and no other shell
//! syntax.

/// The words of `text`. `None` if a quote is not terminated.
pub(super) fn words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\'' | '"' => quoted(character, &mut characters, word.get_or_insert_default())?,
            '\\' => word.get_or_insert_default().push(characters.next()?),
            blank if blank.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Some(words)
}

fn quoted(quote: char, characters: &mut std::str::Chars<'_>, word: &mut String) -> Option<()> {
    loop {
        match characters.next()? {
            end if end == quote => return Some(()),
            '\\' if quote == '"' => word.push(characters.next()?),
            other => word.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_words_together() {
        let check = |text: &str, expected: &[&str]| assert_eq!(words(text).unwrap(), expected, "{text:?}");
        check("", &[]);
        check("  ssh   -p 22 ", &["ssh", "-p", "22"]);
        check("a 'b c' \"d  'e\" f\\ g", &["a", "b c", "d  'e", "f g"]);
        check("'' x''y \"a\\\"b\"", &["", "xy", "a\"b"]);
        check("$HOME; `x` | y", &["$HOME;", "`x`", "|", "y"]);
        for open in ["'a", "\"a", "a\\", "a 'b' \""] {
            assert_eq!(words(open), None, "{open:?}");
        }
    }
}
