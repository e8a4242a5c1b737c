// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Hints`]: the strings of an MPI_Info. They are interpreted elsewhere, once: in the engine's `hints.rs`
//! and in each device's `options.rs`. Unrecognised hints are kept and ignored, as MPI requires.

use std::collections::BTreeMap;

use crate::{Error, ErrorKind, Operation, Result};

/// Keys and values, in key order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hints(BTreeMap<String, String>);

impl Hints {
    pub fn new() -> Self {
        Self::default()
    }

    #[must_use]
    pub fn with(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.set(key, value);
        self
    }

    pub fn set(&mut self, key: impl Into<String>, value: impl Into<String>) {
        self.0.insert(key.into(), value.into());
    }

    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    pub fn remove(&mut self, key: &str) -> Option<String> {
        self.0.remove(key)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds those of `weaker` whose keys are not here: precedence goes to `self`.
    #[must_use]
    pub fn over(mut self, weaker: &Hints) -> Self {
        for (key, value) in &weaker.0 {
            self.0.entry(key.clone()).or_insert_with(|| value.clone());
        }
        self
    }

    /// The value as a number of bytes or a count: `4194304`, `4096k`, `4m`, `1G`. `None` if absent or not understood.
    pub fn number(&self, key: &str) -> Option<u64> {
        parse_number(self.get(key)?)
    }

    /// The value as yes or no: `true`/`enable`/`yes`/`1` and their opposites.
    pub fn switch(&self, key: &str) -> Option<bool> {
        match self.get(key)?.trim().to_ascii_lowercase().as_str() {
            "true" | "enable" | "yes" | "on" | "1" => Some(true),
            "false" | "disable" | "no" | "off" | "0" => Some(false),
            _ => None,
        }
    }

    /// Parses `key=value;key=value` (also separated by commas or line ends). Anything else is skipped.
    pub fn parse(text: &str) -> Self {
        text.split(SEPARATORS).filter_map(key_and_value).collect()
    }

    /// As [`Self::parse`], for text written for Seaway, such as SEAWAY_HINTS: anything else is an error.
    pub fn parse_strictly(text: &str) -> Result<Self> {
        let malformed = |pair: &str| {
            Error::new(ErrorKind::Argument, Operation::Configure)
                .with_detail(format!("hint {pair:?} is not of the form KEY=VALUE"))
        };
        let pairs = text.split(SEPARATORS).map(str::trim).filter(|pair| !pair.is_empty());
        pairs.map(|pair| key_and_value(pair).ok_or_else(|| malformed(pair))).collect()
    }
}

const SEPARATORS: [char; 3] = [';', ',', '\n'];

fn key_and_value(pair: &str) -> Option<(&str, &str)> {
    let (key, value) = pair.split_once('=')?;
    Some((key.trim(), value.trim())).filter(|(key, _)| !key.is_empty())
}

impl<K: Into<String>, V: Into<String>> FromIterator<(K, V)> for Hints {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        Self(pairs.into_iter().map(|(key, value)| (key.into(), value.into())).collect())
    }
}

fn parse_number(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor: u64 = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" | "kib" => 1 << 10,
        "m" | "mb" | "mib" => 1 << 20,
        "g" | "gb" | "gib" => 1 << 30,
        "t" | "tb" | "tib" => 1 << 40,
        _ => return None,
    };
    digits.trim().parse::<u64>().ok()?.checked_mul(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_units() {
        let check =
            |text: &str, expected| assert_eq!(Hints::new().with("n", text).number("n"), expected, "{text}");
        check("4096", Some(4096));
        check(" 4m ", Some(4 << 20));
        check("1 GiB", Some(1 << 30));
        check("-1", None);
        check("4x", None);
        check("99999999999999999999", None);
        check("18446744073709551615k", None);
        check("", None);
    }

    #[test]
    fn malformed_hint_is_named() {
        for (text, part) in [("a=1;cb_nodes", "\"cb_nodes\""), ("=5", "\"=5\""), ("list=1,2", "\"2\"")] {
            let message = Hints::parse_strictly(text).unwrap_err().to_string();
            assert!(message.contains(part) && message.contains("KEY=VALUE"), "{message}");
        }
        assert_eq!(Hints::parse_strictly("; a=1;\nb=,").unwrap(), Hints::parse("a=1;b="));
    }

    #[test]
    fn stronger_hints_stay() {
        let merged = Hints::parse("a=1;b=2").over(&Hints::parse("b=3, c=4"));
        assert_eq!(merged, Hints::parse("a=1\nb=2\nc=4"));
    }
}
