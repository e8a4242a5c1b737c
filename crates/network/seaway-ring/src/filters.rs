// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which names are copied: `--include` and `--exclude`, in the order given; the first match decides. A pattern
//! without a slash is matched with the last part of a name, others with the whole of it. `*` is any text
//! without a slash, `**` any text, `?` one byte that is not a slash.

use seaway_messages::Filter;

/// Names that no filter matches are copied.
pub fn is_wanted(filters: &[Filter], name: &[u8]) -> bool {
    let last = name.rsplit(|&byte| byte == b'/').next().unwrap_or(name);
    let matching = filters.iter().find(|filter| {
        let pattern = filter.pattern.as_slice();
        match pattern.iter().position(|&byte| byte == b'/') {
            None => matches(pattern, last),
            // A leading slash anchors a pattern that has no other.
            Some(0) => matches(&pattern[1..], name),
            Some(_) => matches(pattern, name),
        }
    });
    matching.is_none_or(|filter| filter.include)
}

/// Why a pattern is unusable.
pub fn check_pattern(pattern: &[u8]) -> Result<(), String> {
    match pattern {
        b"" | b"/" => Err("the pattern is empty; * matches every name".into()),
        long if long.len() > 4096 => Err("the pattern is longer than 4096 bytes".into()),
        stars if stars.iter().filter(|&&byte| byte == b'*').count() > 32 => {
            Err("the pattern has more than 32 stars".into())
        }
        _ => Ok(()),
    }
}

fn matches(pattern: &[u8], text: &[u8]) -> bool {
    match pattern {
        [] => text.is_empty(),
        [b'*', b'*', rest @ ..] => (0..=text.len()).any(|at| matches(rest, &text[at..])),
        [b'*', rest @ ..] => {
            let reach = text.iter().position(|&byte| byte == b'/').unwrap_or(text.len());
            (0..=reach).any(|at| matches(rest, &text[at..]))
        }
        [b'?', rest @ ..] => matches!(text, [byte, more @ ..] if *byte != b'/' && matches(rest, more)),
        [byte, rest @ ..] => matches!(text, [first, more @ ..] if first == byte && matches(rest, more)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filters(text: &[&str]) -> Vec<Filter> {
        let filter = |text: &&str| Filter { include: text.starts_with('+'), pattern: text[1..].into() };
        text.iter().map(filter).collect()
    }

    #[test]
    fn first_match_decides() {
        let check = |list: &[&str], name: &str, expected: bool| {
            assert_eq!(is_wanted(&filters(list), name.as_bytes()), expected, "{name} by {list:?}");
        };
        check(&[], "a/b.o", true);
        check(&["-*.o"], "a/b.o", false);
        check(&["-*.o"], "a.o/b", true);
        check(&["+keep.o", "-*.o"], "a/keep.o", true);
        check(&["-a/*.o"], "a/b.o", false);
        check(&["-a/*.o"], "a/b/c.o", true);
        check(&["-a/**.o"], "a/b/c.o", false);
        check(&["-/x"], "x", false);
        check(&["-/x"], "a/x", true);
        check(&["-?"], "a/x", false);
        check(&["-?"], "a/xy", true);
    }

    #[test]
    fn patterns_that_match_nothing_are_refused() {
        assert!(check_pattern(b"").is_err() && check_pattern(&b"*".repeat(33)).is_err());
        assert!(check_pattern(b"*.nc").is_ok());
    }
}
