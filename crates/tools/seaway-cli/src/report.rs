// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Report`]: headings and rows, aligned.

use std::fmt::Display;
use std::io::{self, Write};

/// Column at which values begin.
const VALUES_AT: usize = 22;

/// Sentences are broken before they get longer.
const LINE_WIDTH: usize = 100;

#[derive(Debug, Default)]
pub(crate) struct Report {
    lines: Vec<String>,
}

impl Report {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn heading(&mut self, title: &str, text: impl Display) {
        if !self.lines.is_empty() {
            self.lines.push(String::new());
        }
        self.lines.push(format!("{title:VALUES_AT$}{text}").trim_end().to_owned());
    }

    pub(crate) fn row(&mut self, key: &str, value: impl Display) {
        const WIDTH: usize = VALUES_AT - 2;
        self.lines.push(format!("  {key:WIDTH$}{value}").trim_end().to_owned());
    }

    /// A row whose value is a sentence: broken into lines where it is long.
    pub(crate) fn sentence(&mut self, key: &str, text: impl Display) {
        let mut line = String::new();
        let mut key = key;
        for word in text.to_string().split_whitespace() {
            if !line.is_empty() && VALUES_AT + line.chars().count() + 1 + word.chars().count() > LINE_WIDTH {
                self.row(key, &line);
                (key, line) = ("", String::new());
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        self.row(key, line);
    }

    pub(crate) fn print(&self, output: &mut impl Write) -> io::Result<()> {
        self.lines.iter().try_for_each(|line| writeln!(output, "{line}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_in_one_column() {
        let mut report = Report::new();
        report.heading("Name", "mem:a");
        report.row("device", "mem");
        report.heading("Hints", "");
        let mut printed = Vec::new();
        report.print(&mut printed).unwrap();
        let expected = "Name                  mem:a\n  device              mem\n\nHints\n";
        assert_eq!(String::from_utf8(printed).unwrap(), expected);
    }

    #[test]
    fn long_sentences_go_on_in_the_column_of_values() {
        let mut report = Report::new();
        report.sentence("note", "word ".repeat(20));
        let lines: Vec<&str> = report.lines.iter().map(String::as_str).collect();
        let first = format!("  note{}{}", " ".repeat(16), "word ".repeat(15).trim_end());
        assert_eq!(lines, [first, format!("{}{}", " ".repeat(22), "word ".repeat(5).trim_end())]);
    }
}
