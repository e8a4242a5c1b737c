// SPDX-License-Identifier: MIT OR Apache-2.0
//! Words: type names that fit anything, and phrases to avoid in documents. The glossary of ARCHITECTURE.md
//! has the words to use.

use anyhow::Result;

use super::Findings;
use crate::workspace::Workspace;

/// Names that would fit any type, with what to use instead.
const EMPTY_TYPE_NAMES: &[(&str, &str)] = &[
    ("Place", "say which: an address, a slot, a region, an offset"),
    ("Part", "say of what: an extent, a slice, an entry, a share"),
    ("Places", "say which: addresses, slots, regions, offsets"),
    ("Way", "say which: a method, a route, a strategy, a direction"),
    ("Ways", "say which: methods, routes, directions"),
    ("Meeting", "the field's word is rendezvous"),
    ("MeetingPlace", "the field's word is rendezvous"),
    ("Seat", "say which: a slot, a rank"),
    ("Furniture", "say what it holds: a shared region, a table"),
    ("Company", "say who: the ranks of a node, the members"),
    ("Vigil", "say what it does: monitor, watch, wait"),
    ("Telling", "say what: a message, its recipients"),
    ("Thingy", "say what it is"),
];

/// Phrases that make readers stop, with what to write instead.
const PHRASES: &[(&str, &str)] = &[
    ("whoever", "name the actor: the client, the rank, the daemon"),
    ("and its kin", "and related calls"),
    ("by turns", "alternately"),
    ("made anew", "created again, or re-established"),
    ("anew", "again"),
    ("told apart", "distinguished"),
    ("is told", "is informed, or gets an error"),
    ("are told", "are informed, or get an error"),
    ("those who", "name the actor: clients, ranks, users"),
    ("somebody", "name the actor: another process, another user"),
    ("of one's own", "of your own"),
    ("of its own accord", "by default, or automatically"),
    ("was had", "was received, or was read"),
    (" is had", "is received, or is read"),
    ("is no number", "is not a valid number"),
    ("was not opened for it", "was not opened for writing (or reading)"),
];

/// Documents that people read. Older releases in CHANGELOG.md stay as they were published.
const DOCUMENTS: &[&str] = &["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"];

pub(super) fn check(workspace: &Workspace) -> Result<Findings> {
    let mut findings = Findings::new();
    for path in workspace.files(&["crates", "xtask", "tests"], ".rs")? {
        findings.extend(empty_type_names(&path, &workspace.read(&path)?));
    }
    let documents = DOCUMENTS.iter().map(|path| (*path).to_owned());
    for path in documents.chain(workspace.files(&["docs"], ".md")?) {
        findings.extend(phrases(&path, &workspace.read(&path)?));
    }
    Ok(findings)
}

fn empty_type_names(path: &str, text: &str) -> Findings {
    let defined = (1..).zip(text.lines()).filter_map(|(number, line)| Some((number, type_defined_in(line)?)));
    let findings = defined.filter_map(|(number, name)| {
        let (_, instead) = EMPTY_TYPE_NAMES.iter().find(|(empty, _)| *empty == name)?;
        Some(format!("{path}:{number}: `{name}` fits any type; {instead}"))
    });
    findings.collect()
}

/// The name that `pub(crate) struct Name<T> {` and similar lines define. Associated types are indented and
/// have a trait's name before them.
fn type_defined_in(line: &str) -> Option<&str> {
    let mut words = line.trim_start().split(' ').skip_while(|word| word.starts_with("pub"));
    let keyword = words.next()?;
    let is_alias_of_trait = keyword == "type" && line.starts_with(' ');
    if !["struct", "enum", "trait", "type"].contains(&keyword) || is_alias_of_trait {
        return None;
    }
    words.next()?.split(|letter: char| !letter.is_alphanumeric()).next()
}

fn phrases(path: &str, text: &str) -> Findings {
    let mut findings = Findings::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.to_lowercase();
        for (phrase, instead) in PHRASES.iter().filter(|(phrase, _)| line.contains(phrase)) {
            findings.push(format!("{path}:{number}: \"{phrase}\": {instead}"));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_that_could_be_anything_are_found() {
        let code = "pub(crate) struct Place<'t> {\n    type Part = Tree;\nfn place() {}\nenum Way {\nstruct PlaceOfBirth;\n";
        let found = empty_type_names("a.rs", code);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("a.rs:1: `Place`"));
        assert!(found[1].starts_with("a.rs:4: `Way`"));
    }

    #[test]
    fn phrases_are_found_in_any_case() {
        assert_eq!(phrases("a.md", "Whoever reads this\nand nobody else\n").len(), 1);
    }
}
