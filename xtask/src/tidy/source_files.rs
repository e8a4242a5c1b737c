// SPDX-License-Identifier: MIT OR Apache-2.0
//! Each source file: its licence line, module comment, length and name.

use anyhow::Result;

use super::{Findings, SOURCE_FOLDERS};
use crate::workspace::Workspace;

const LICENCE_LINE: &str = "SPDX-License-Identifier: MIT OR Apache-2.0";

const LONGEST_FILE: usize = 500;

/// Files that may be longer, with the reason.
const MAY_BE_LONG: &[(&str, &str)] = &[];

/// Names that do not say what a file holds.
const EMPTY_NAMES: &[&str] = &["utils", "util", "common", "helpers", "misc", "manager", "stuff"];

pub(super) fn check(workspace: &Workspace) -> Result<Findings> {
    let mut findings = Findings::new();
    for ending in [".rs", ".c", ".py", ".sh"] {
        for path in workspace.files(SOURCE_FOLDERS, ending)? {
            findings.extend(findings_of(&path, &workspace.read(&path)?));
        }
    }
    Ok(findings)
}

fn findings_of(path: &str, text: &str) -> Findings {
    let mut findings = Findings::new();
    let mut lines = text.lines().skip_while(|line| line.starts_with("#!/"));
    if !lines.next().is_some_and(|line| line.contains(LICENCE_LINE)) {
        findings.push(format!("{path}:1: the first line should say `{LICENCE_LINE}`"));
    } else if path.ends_with(".rs") && !lines.next().is_some_and(|line| line.starts_with("//!")) {
        findings.push(format!(
            "{path}:2: should say with `//!` what the file is for and what it leaves to others"
        ));
    }
    let (length, limit) = (text.lines().count(), LONGEST_FILE);
    // Generated files are not meant to be read: their table is the source.
    let may_be_long = path.contains("/generated/") || MAY_BE_LONG.iter().any(|(exempt, _)| *exempt == path);
    if length > limit && !may_be_long {
        findings.push(format!("{path}:{limit}: {length} lines; split it by what it holds (limit {limit})"));
    }
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("#[ignore") {
            findings.push(format!("{path}:{number}: a test that never runs proves nothing"));
        }
    }
    if has_empty_name(path) {
        findings.push(format!("{path}:1: the name does not say what the file holds"));
    }
    findings
}

fn has_empty_name(path: &str) -> bool {
    path.split(['/', '.']).any(|part| EMPTY_NAMES.contains(&part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str, expected: &[&str]) {
        let findings = findings_of(path, text);
        assert_eq!(findings.len(), expected.len(), "{findings:?}");
        for (finding, expected) in findings.iter().zip(expected) {
            assert!(finding.starts_with(&format!("{path}:{expected}")), "{finding}");
        }
    }

    #[test]
    fn rules_find_what_breaks_them() {
        let head = format!("// {LICENCE_LINE}\n//! For tests.\n");
        check("crates/a/src/b.rs", &head, &[]);
        check("crates/a/src/b.rs", "//! No licence.\n", &["1: the first line"]);
        check("crates/a/src/b.rs", &format!("// {LICENCE_LINE}\nfn f() {{}}\n"), &["2: should say"]);
        check("crates/a/src/b.rs", &(head.clone() + &"\n".repeat(499)), &["500: 501 lines"]);
        check("crates/a/src/b.rs", &(head.clone() + "    #[ignore]\n"), &["3: a test"]);
        check("crates/a/src/utils.rs", &head, &["1: the name"]);
        check(".ci/run.sh", &format!("#!/bin/sh\n# {LICENCE_LINE}\n"), &[]);
    }
}
