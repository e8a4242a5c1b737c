// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`MapRules`]: renaming at open, for names that a program has built in: `out/*.nc=mxn:ocean`.

use std::fmt;
use std::str::FromStr;

use crate::{Error, ErrorKind, Operation, Result};

/// `pattern=target`. In the pattern `*` matches any characters but `/`, `**` any characters, `?` one. The
/// target may contain what the stars matched: `{1}` is the first star, `{name}` the whole name.
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
        let rules =
            text.split([';', '\n']).map(str::trim).filter(|rule| !rule.is_empty() && !rule.starts_with('#'));
        Ok(Self(rules.map(str::parse).collect::<Result<_>>()?))
    }

    /// The one rule `pattern=target`, whatever characters the two hold.
    pub fn single(pattern: &str, target: &str) -> Result<Self> {
        Ok(Self(vec![MapRule::new(pattern, target)?]))
    }

    /// These rules first, then `weaker`: the command line over the environment over the file.
    #[must_use]
    pub fn over(mut self, weaker: MapRules) -> Self {
        self.0.extend(weaker.0);
        self
    }

    pub fn iter(&self) -> impl Iterator<Item = &MapRule> {
        self.0.iter()
    }

    /// The name to open instead of `name`, and the rule that applied.
    pub fn apply(&self, name: &str) -> Option<(String, &MapRule)> {
        self.0.iter().find_map(|rule| Some((rule.apply(name)?, rule)))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl MapRule {
    pub fn new(pattern: &str, target: &str) -> Result<Self> {
        let (pattern, target) = (pattern.trim(), target.trim());
        if pattern.is_empty() || target.is_empty() {
            return Err(malformed(&format!("{pattern}={target}")));
        }
        let stars = tokens(pattern).iter().filter(|token| token.is_star()).count();
        if let Some(number) = placeholders(target).find(|number| !(1..=stars).contains(number)) {
            let rule = format!("{pattern}={target}");
            let detail = format!(
                "map rule {rule:?}: {{{number}}} refers to no star of its pattern, which has {stars}"
            );
            return Err(Error::new(ErrorKind::Argument, Operation::Configure).with_detail(detail));
        }
        Ok(Self { pattern: pattern.into(), target: target.into() })
    }

    pub fn pattern(&self) -> &str {
        &self.pattern
    }

    pub fn target(&self) -> &str {
        &self.target
    }

    /// The name to open instead of `name`, if the pattern matches it.
    pub fn apply(&self, name: &str) -> Option<String> {
        Some(self.fill(name, &captures(&self.pattern, name)?))
    }

    /// One pass over the target: what a star matched is inserted unchanged, including braces.
    fn fill(&self, name: &str, captures: &[&str]) -> String {
        let mut filled = String::with_capacity(self.target.len() + name.len());
        let mut rest = self.target.as_str();
        while let Some((before, brace)) = rest.split_once('{') {
            filled.push_str(before);
            let placeholder = brace.split_once('}').and_then(|(key, after)| {
                let value = if key == "name" {
                    name
                } else {
                    captures.get(key.parse::<usize>().ok()?.checked_sub(1)?)?
                };
                Some((value, after))
            });
            // An unmatched brace is part of the name.
            let (value, after) = placeholder.unwrap_or(("{", brace));
            filled.push_str(value);
            rest = after;
        }
        filled + rest
    }
}

impl FromStr for MapRule {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (pattern, target) = text.split_once('=').ok_or_else(|| malformed(text))?;
        Self::new(pattern, target)
    }
}

impl fmt::Display for MapRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.pattern, self.target)
    }
}

fn malformed(rule: &str) -> Error {
    Error::new(ErrorKind::Argument, Operation::Configure)
        .with_detail(format!("map rule {rule:?} is not of the form PATTERN=TARGET"))
}

/// The numbers in braces.
fn placeholders(target: &str) -> impl Iterator<Item = usize> {
    target.split('{').skip(1).filter_map(|brace| brace.split_once('}')?.0.parse().ok())
}

/// What each star of `pattern` matched in `name`, or `None` if the two do not fit. The shortest fit of the first star
/// wins, then of the second, and so on.
///
/// Cost: tokens x name, however many stars. A pair (token, position) that failed once is not tried again.
fn captures<'n>(pattern: &str, name: &'n str) -> Option<Vec<&'n str>> {
    let tokens = tokens(pattern);
    // Each entry: the star, where its match began, where it ends now.
    let mut stars: Vec<(usize, usize, usize)> = Vec::new();
    let mut failed = vec![false; tokens.len() * (name.len() + 1)];
    let (mut token, mut at) = (0, 0);
    loop {
        let step = match tokens.get(token) {
            None if at == name.len() => {
                return Some(stars.iter().map(|&(_, from, to)| &name[from..to]).collect());
            }
            None => None,
            Some(_) if std::mem::replace(&mut failed[token * (name.len() + 1) + at], true) => None,
            Some(Token::Star | Token::DoubleStar) => {
                stars.push((token, at, at));
                Some(at)
            }
            Some(single) => {
                next_character(name, at).filter(|&c| single.accepts(c)).map(|c| at + c.len_utf8())
            }
        };
        (token, at) = match step {
            Some(at) => (token + 1, at),
            None => lengthen_last_star(&tokens, name, &mut stars)?,
        };
    }
}

/// Backtracks: the last star that can match one more character does, and matching continues after it.
fn lengthen_last_star(
    tokens: &[Token],
    name: &str,
    stars: &mut Vec<(usize, usize, usize)>,
) -> Option<(usize, usize)> {
    loop {
        let (token, _, to) = stars.last_mut()?;
        match next_character(name, *to).filter(|&c| tokens[*token].accepts(c)) {
            Some(character) => {
                *to += character.len_utf8();
                return Some((*token + 1, *to));
            }
            None => drop(stars.pop()),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Literal(char),
    /// `?`
    AnyOne,
    /// `*`
    Star,
    /// `**`
    DoubleStar,
}

impl Token {
    fn is_star(self) -> bool {
        matches!(self, Self::Star | Self::DoubleStar)
    }

    /// Whether this token can match `character` (a star: one more).
    fn accepts(self, character: char) -> bool {
        match self {
            Self::Literal(literal) => literal == character,
            Self::AnyOne | Self::Star => character != '/',
            Self::DoubleStar => true,
        }
    }
}

fn tokens(pattern: &str) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(pattern.len());
    let mut characters = pattern.chars().peekable();
    while let Some(character) = characters.next() {
        tokens.push(match character {
            '*' if characters.next_if_eq(&'*').is_some() => Token::DoubleStar,
            '*' => Token::Star,
            '?' => Token::AnyOne,
            literal => Token::Literal(literal),
        });
    }
    tokens
}

fn next_character(name: &str, at: usize) -> Option<char> {
    name[at..].chars().next()
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
    fn placeholders_are_filled_once() {
        check("*.nc=mem:{1}", "{name}.nc", Some("mem:{name}"));
        check("*-*=mem:{2}{1}", "{2}-x", Some("mem:x{2}"));
        check("*=mem:{x}{}{", "a", Some("mem:{x}{}{"));
    }

    #[test]
    fn shortest_fit_of_the_first_star_wins() {
        check("*a*=mem:{1}|{2}", "xaya", Some("mem:x|ya"));
        check("**/*=mem:{1}|{2}", "a/b/c", Some("mem:a/b|c"));
        check("***=mem:{1}|{2}", "a/b", Some("mem:a/|b"));
    }

    #[test]
    fn many_stars_stay_cheap() {
        // With plain backtracking this needs more than 10^20 steps.
        let pattern = format!("{}b=mem:x", "*a".repeat(40));
        check(&pattern, &"a".repeat(400), None);
        let pattern = format!("{}=mem:{{39}}|{{40}}", "*a".repeat(40));
        check(&pattern, &"a".repeat(400), Some(&format!("mem:|{}", "a".repeat(360))));
    }

    #[test]
    fn malformed_rule_is_named() {
        let message = MapRules::parse("a=b;broken").unwrap_err().to_string();
        assert!(message.contains("\"broken\"") && message.contains("PATTERN=TARGET"), "{message}");
        assert!(MapRules::parse("=x").is_err());
        for rule in ["out/*.nc=mem:{2}", "out=mem:{1}", "*=mem:{0}"] {
            let message = MapRules::parse(rule).unwrap_err().to_string();
            assert!(message.contains("refers to no star of its pattern"), "{message}");
        }
    }
}
