// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`MapRules`]: renaming at open, for names that a program has built in: `out/*.nc=mxn:ocean`.

use std::fmt;
use std::str::FromStr;

use crate::{Error, ErrorKind, Operation, Result};

/// `pattern=target`. In the pattern `*` stands for any characters but `/`, `**` for any characters, `?` for one.
/// What the stars matched may be put into the target: `{1}` is the first star, `{name}` the whole name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapRule {
    pattern: String,
    target: String,
}

/// Rules in order of precedence: the first that matches renames, and the result is not mapped again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MapRules(Vec<MapRule>);

impl MapRules {
    /// Reads rules separated by `;` or line ends, as in SEAWAY_MAP.
    pub fn parse(text: &str) -> Result<Self> {
        let rules = text.split([';', '\n']).map(str::trim).filter(|rule| !rule.is_empty() && !rule.starts_with('#'));
        Ok(Self(rules.map(str::parse).collect::<Result<_>>()?))
    }

    /// These rules first, then `weaker`: the command line over the environment over the file.
    #[must_use]
    pub fn over(mut self, weaker: MapRules) -> Self {
        self.0.extend(weaker.0);
        self
    }

    /// The name to open in place of `name`, and the rule that says so.
    pub fn apply(&self, name: &str) -> Option<(String, &MapRule)> {
        self.0.iter().find_map(|rule| Some((rule.apply(name)?, rule)))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl MapRule {
    fn apply(&self, name: &str) -> Option<String> {
        let mut captures = Vec::new();
        matches(self.pattern.as_bytes(), name, 0, &mut captures).then(|| self.fill(name, &captures))
    }

    fn fill(&self, name: &str, captures: &[&str]) -> String {
        let mut filled = self.target.replace("{name}", name);
        for (number, capture) in (1..).zip(captures) {
            filled = filled.replace(&format!("{{{number}}}"), capture);
        }
        filled
    }
}

impl FromStr for MapRule {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let error = || {
            Error::new(ErrorKind::Argument, Operation::Configure)
                .with_detail(format!("map rule {text:?} is not of the form PATTERN=TARGET"))
        };
        let (pattern, target) = text.split_once('=').ok_or_else(error)?;
        if pattern.trim().is_empty() || target.trim().is_empty() {
            return Err(error());
        }
        Ok(Self { pattern: pattern.trim().into(), target: target.trim().into() })
    }
}

impl fmt::Display for MapRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.pattern, self.target)
    }
}

/// Matches `pattern` against the rest of `name` from byte `at`. Backtracks over the stars, last star first, which is
/// enough for glob patterns and keeps the cost at pattern x name.
fn matches<'n>(pattern: &[u8], name: &'n str, at: usize, captures: &mut Vec<&'n str>) -> bool {
    let rest = &name.as_bytes()[at..];
    match pattern {
        [] => rest.is_empty(),
        [b'*', b'*', tail @ ..] => star(tail, name, at, captures, |_| true),
        [b'*', tail @ ..] => star(tail, name, at, captures, |byte| byte != b'/'),
        [b'?', tail @ ..] => {
            let Some(character) = name[at..].chars().next().filter(|&c| c != '/') else { return false };
            matches(tail, name, at + character.len_utf8(), captures)
        }
        [byte, tail @ ..] => rest.first() == Some(byte) && matches(tail, name, at + 1, captures),
    }
}

fn star<'n>(
    tail: &[u8],
    name: &'n str,
    at: usize,
    captures: &mut Vec<&'n str>,
    allowed: impl Fn(u8) -> bool,
) -> bool {
    let depth = captures.len();
    let mut end = at;
    loop {
        if name.is_char_boundary(end) {
            captures.truncate(depth);
            captures.push(&name[at..end]);
            if matches(tail, name, end, captures) {
                return true;
            }
        }
        match name.as_bytes().get(end) {
            Some(&byte) if allowed(byte) => end += 1,
            _ => break,
        }
    }
    captures.truncate(depth);
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rules: &str, name: &str, expected: Option<&str>) {
        let rules = MapRules::parse(rules).unwrap();
        assert_eq!(rules.apply(name).map(|(to, _)| to).as_deref(), expected, "{rules:?} on {name}");
    }

    #[test]
    fn first_matching_rule_renames() {
        check("out/*.nc=mxn:ocean", "out/a.nc", Some("mxn:ocean"));
        check("out/*.nc=mxn:ocean", "out/deep/a.nc", None);
        check("out/**.nc=mem:{1}", "out/deep/a.nc", Some("mem:deep/a"));
        check("a=b;a=c", "a", Some("b"));
        check("*.h5=mem:{1};*=null:{name}", "x.nc", Some("null:x.nc"));
        check("step?.dat=mem:s", "step7.dat", Some("mem:s"));
        check("step?.dat=mem:s", "step.dat", None);
        check("*-*.nc=mem:{2}-{1}", "a-b.nc", Some("mem:b-a"));
        check("# comment\nä*=mem:{1}", "äö", Some("mem:ö"));
        check("", "x", None);
    }

    #[test]
    fn malformed_rule_is_named() {
        let message = MapRules::parse("a=b;broken").unwrap_err().to_string();
        assert!(message.contains("\"broken\"") && message.contains("PATTERN=TARGET"), "{message}");
        assert!(MapRules::parse("=x").is_err());
    }
}
