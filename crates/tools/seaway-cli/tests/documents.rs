// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs the examples of README and `docs/`: in blocks of kind `console`, a line `$ ...` is a command, and the lines
//! after it are what it prints. `...` stands for anything, within a line or for any lines.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn documented_commands_print_what_the_pages_say() {
    let mut commands = 0;
    for page in pages() {
        // One directory per page, since examples of a page build on each other.
        let folder = tempfile::tempdir().unwrap();
        for example in examples(&fs::read_to_string(&page).unwrap()) {
            example.check(&page, folder.path());
            commands += 1;
        }
    }
    assert!(commands >= 5, "only {commands} commands found: has the form of the examples changed?");
}

fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    docs.filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .chain([root.join("README.md")])
        .collect()
}

#[derive(Debug)]
struct Example {
    command: String,
    expected: Vec<String>,
}

impl Example {
    fn check(&self, page: &Path, folder: &Path) {
        let seaway = Path::new(env!("CARGO_BIN_EXE_seaway")).parent().unwrap();
        let path = format!("{}:{}", seaway.display(), std::env::var("PATH").unwrap_or_default());
        let mut shell = Command::new("sh");
        // Our own environment must not affect the output.
        shell.args(["-c", &self.command]).current_dir(folder).env_clear().env("PATH", path);
        let output = shell.output().unwrap();
        assert!(output.status.success(), "{}: `{}`: {output:?}", page.display(), self.command);
        let printed = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<&str> = printed.lines().collect();
        let expected: Vec<&str> = self.expected.iter().map(String::as_str).collect();
        assert!(
            lines_match(&expected, &lines),
            "{}: `{}` should print\n{}\nbut prints\n{printed}",
            page.display(),
            self.command,
            self.expected.join("\n")
        );
    }
}

fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            examples.push(Example { command: command.to_owned(), expected: Vec::new() });
        } else if let Some(example) = examples.last_mut().filter(|_| inside) {
            example.expected.push(line.trim_end().to_owned());
        }
    }
    examples
}

/// A line `...` stands for any number of lines.
fn lines_match(expected: &[&str], printed: &[&str]) -> bool {
    match (expected, printed) {
        ([], printed) => printed.is_empty(),
        (["...", rest @ ..], printed) => {
            (0..=printed.len()).any(|skipped| lines_match(rest, &printed[skipped..]))
        }
        ([first, rest @ ..], [line, lines @ ..]) => {
            line_matches(first, line.trim_end()) && lines_match(rest, lines)
        }
        (_, []) => false,
    }
}

fn line_matches(expected: &str, line: &str) -> bool {
    match expected.split_once("...") {
        None => expected == line,
        Some((before, after)) => line.strip_prefix(before).is_some_and(|tail| {
            tail.char_indices().any(|(at, _)| line_matches(after, &tail[at..])) || after.is_empty()
        }),
    }
}

#[test]
fn dots_stand_for_anything() {
    assert!(line_matches("in ... s, ... GB/s", "in 0.2 s, 3.1 GB/s"));
    assert!(!line_matches("in ... s", "in 0.2 ms!"));
    assert!(lines_match(&["a", "...", "c"], &["a", "b", "b", "c"]));
    assert!(lines_match(&["a", "..."], &["a"]));
    assert!(!lines_match(&["a", "...", "c"], &["a", "b"]));
}
