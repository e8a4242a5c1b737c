// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rules and a name, separated by a zero byte. The rules are an error, or match as a simple and slow dynamic
//! programming table does.

use seaway_device_api::{MapRule, MapRules};

pub fn check_map_rules(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (rules, name) = text.split_once('\0').unwrap_or((&text, "out/step-1.nc"));
    let Ok(rules) = MapRules::parse(rules) else { return };
    for rule in rules.iter() {
        assert_eq!(
            rule.to_string().parse::<MapRule>().ok().as_ref(),
            Some(rule),
            "written out and read again"
        );
        assert_eq!(rule.apply(name).is_some(), fits(rule.pattern(), name), "{rule} on {name:?}");
    }
    let first = rules.iter().find(|rule| fits(rule.pattern(), name));
    assert_eq!(rules.apply(name).map(|(_, rule)| rule), first, "the first rule that fits renames");
}

/// `reachable[i]`: the pattern read so far matches the first `i` characters of the name.
fn fits(pattern: &str, name: &str) -> bool {
    let name: Vec<char> = name.chars().collect();
    let mut reachable = vec![false; name.len() + 1];
    reachable[0] = true;
    let mut rest = pattern.chars().peekable();
    while let Some(token) = rest.next() {
        let any = token == '*' && rest.next_if_eq(&'*').is_some();
        let mut next = vec![false; name.len() + 1];
        for position in 0..=name.len() {
            let Some(before) = position.checked_sub(1) else {
                next[0] = reachable[0] && token == '*';
                continue;
            };
            let character = name[before];
            next[position] = match token {
                '*' => reachable[position] || next[before] && (any || character != '/'),
                '?' => reachable[before] && character != '/',
                literal => reachable[before] && character == literal,
            };
        }
        reachable = next;
    }
    reachable[name.len()]
}
