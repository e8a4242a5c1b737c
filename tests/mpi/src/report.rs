// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Report`]: the output of a chapter's program, to be compared with its output elsewhere.

use std::collections::BTreeSet;

use crate::Output;

/// The output of rank 0, by sections: lines start with the section's name. A section that an MPI does not
/// support is reported as `skipped: SECTION` instead.
#[derive(Debug, Clone)]
pub struct Report {
    lines: Vec<String>,
    pub skipped: BTreeSet<String>,
}

impl Report {
    pub fn of(output: &Output) -> Self {
        let skipped = output.stderr.lines().filter_map(|line| line.strip_prefix("skipped: "));
        Self {
            lines: output.stdout.lines().map(str::to_owned).collect(),
            skipped: skipped.map(str::to_owned).collect(),
        }
    }

    /// How another differs, ignoring sections that either has skipped.
    pub fn difference(&self, got: &Self) -> Option<String> {
        let (expected, got) = (self.beside(got), got.beside(self));
        (expected != got)
            .then(|| format!("--- expected\n{}\n--- said\n{}", expected.join("\n"), got.join("\n")))
    }

    /// Lines of sections that were not skipped in `other`.
    fn beside(&self, other: &Self) -> Vec<&str> {
        let is_there = |line: &&str| {
            let section = line.split_once(": ").map_or(*line, |(section, _)| section);
            !other.skipped.contains(section)
        };
        self.lines.iter().map(String::as_str).filter(is_there).collect()
    }
}
