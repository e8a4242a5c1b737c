// SPDX-License-Identifier: MIT OR Apache-2.0
//! RFC 4180.

pub(crate) fn rows(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![];
    let (mut row, mut value, mut quoted) = (vec![], String::new(), false);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                value.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut value)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut value));
                rows.push(std::mem::take(&mut row));
            }
            other => value.push(other),
        }
    }
    assert!(row.is_empty() && value.is_empty() && !quoted, "the last line is whole");
    rows
}
