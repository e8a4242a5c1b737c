// SPDX-License-Identifier: MIT OR Apache-2.0
//! Redis' patterns: `*`, `?`, `[abc]`, `[^a-z]`, and `\` before a character that stands for itself.

/// Whether `pattern` matches all of `text`. Takes time proportional to the product of their lengths at most.
pub(crate) fn matches(pattern: &[u8], text: &[u8]) -> bool {
    let (mut at, mut position) = (0, 0);
    // Where the last `*` stood, and what it has matched so far ends.
    let mut last_star: Option<(usize, usize)> = None;
    while position < text.len() {
        if pattern.get(at) == Some(&b'*') {
            last_star = Some((at + 1, position));
            at += 1;
        } else if let Some(next) = one(&pattern[at..], text[position]) {
            (at, position) = (at + next, position + 1);
        } else if let Some((behind, matched)) = last_star {
            last_star = Some((behind, matched + 1));
            (at, position) = (behind, matched + 1);
        } else {
            return false;
        }
    }
    pattern[at..].iter().all(|&byte| byte == b'*')
}

/// How many bytes of the pattern match this byte.
fn one(pattern: &[u8], byte: u8) -> Option<usize> {
    match pattern {
        [b'?', ..] => Some(1),
        [b'[', set @ ..] => {
            let (is_in, length) = in_set(set, byte);
            is_in.then_some(1 + length)
        }
        [b'\\', escaped, ..] => (*escaped == byte).then_some(2),
        [plain, ..] => (*plain == byte).then_some(1),
        [] => None,
    }
}

/// Whether the set, which begins behind `[`, has this byte, and its length with `]`.
fn in_set(set: &[u8], byte: u8) -> (bool, usize) {
    let is_inverted = set.first() == Some(&b'^');
    let (mut at, mut is_in) = (usize::from(is_inverted), false);
    while let Some(&first) = set.get(at).filter(|&&first| first != b']') {
        match (first, set.get(at + 1), set.get(at + 2)) {
            (b'\\', Some(&escaped), _) => {
                is_in |= escaped == byte;
                at += 2;
            }
            (_, Some(b'-'), Some(&last)) if last != b']' => {
                is_in |= (first.min(last)..=first.max(last)).contains(&byte);
                at += 3;
            }
            _ => {
                is_in |= first == byte;
                at += 1;
            }
        }
    }
    (is_in != is_inverted, (at + 1).min(set.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_in_redis() {
        let check = |pattern: &str, text: &str, expected| {
            assert_eq!(matches(pattern.as_bytes(), text.as_bytes()), expected, "{pattern} {text}");
        };
        for (pattern, text) in [
            ("*", ""),
            ("*", "anything"),
            ("a*c", "abbbc"),
            ("a*b*c", "a-b-b-c"),
            ("h?llo", "hello"),
            ("h[ae]llo", "hallo"),
            ("h[^e]llo", "hallo"),
            ("h[a-c]llo", "hbllo"),
            ("\\*", "*"),
            ("[\\]]", "]"),
            ("run/*", "run/7/density"),
        ] {
            check(pattern, text, true);
        }
        for (pattern, text) in [
            ("", "a"),
            ("a", ""),
            ("a*c", "abd"),
            ("h[^e]llo", "hello"),
            ("[a-c", "d"),
            ("\\*", "a"),
            ("?", ""),
        ] {
            check(pattern, text, false);
        }
    }

    #[test]
    fn many_stars_take_no_time() {
        let (pattern, text) = ("*a".repeat(200) + "b", "a".repeat(2_000));
        assert!(!matches(pattern.as_bytes(), text.as_bytes()));
    }
}
