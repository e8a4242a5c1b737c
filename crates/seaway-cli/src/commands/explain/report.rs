// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Report`]: headings and rows, aligned.

use std::fmt::Display;
use std::io::{self, Write};

/// Column at which values begin.
const VALUES_AT: usize = 22;

#[derive(Debug, Default)]
pub(super) struct Report {
    lines: Vec<String>,
}

impl Report {
    pub(super) fn new() -> Self {
        Self::default()
    }

    pub(super) fn heading(&mut self, title: &str, text: impl Display) {
        if !self.lines.is_empty() {
            self.lines.push(String::new());
        }
        self.lines.push(format!("{title:VALUES_AT$}{text}").trim_end().to_owned());
    }

    pub(super) fn row(&mut self, key: &str, value: impl Display) {
        const WIDTH: usize = VALUES_AT - 2;
        self.lines.push(format!("  {key:WIDTH$}{value}").trim_end().to_owned());
    }

    pub(super) fn print(&self, output: &mut impl Write) -> io::Result<()> {
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
}
