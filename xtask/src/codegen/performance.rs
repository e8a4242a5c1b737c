// SPDX-License-Identifier: MIT OR Apache-2.0
//! `docs/performance.md`: the bars of all benches, from the results of `cargo xtask bench --save`.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::{Context, Result};

use crate::workspace::Workspace;

/// `None` before anything was measured.
pub(super) fn page(workspace: &Workspace) -> Result<Option<String>> {
    let results = workspace.files(&["benches/results"], ".txt")?;
    if results.is_empty() {
        return Ok(None);
    }
    let mut page = String::from(HEAD);
    for path in results {
        page.push_str(&section(&path, &workspace.read(&path)?)?);
    }
    Ok(Some(page))
}

/// One bench. The first two lines of its results are the command and the machine.
fn section(path: &str, results: &str) -> Result<String> {
    let mut lines = results.lines();
    let (command, machine) = (lines.next().context("no command")?, lines.next().context("no machine")?);
    let bars: Vec<Bar> = lines.filter_map(Bar::parse).collect();
    let held = bars.iter().filter(|bar| bar.held).count();
    let mut text = format!("\n## `{command}`\n\n{machine}.\n\n");
    writeln!(text, "{held} of {} bars hold. Complete output: [{path}](../{path}).\n", bars.len())?;
    text.push_str(
        "| bars | number | hold | lowest | median | highest | target |\n|---|---|---|---|---|---|---|\n",
    );
    for (name, group) in groups(&bars) {
        writeln!(text, "| {name} | {} |", group.row())?;
    }
    let short: Vec<&Bar> = bars.iter().filter(|bar| !bar.held).collect();
    if !short.is_empty() {
        text.push_str("\nBars that miss their target:\n\n| bar | measured | target |\n|---|---|---|\n");
    }
    for Bar { id, value, relation, target, .. } in short {
        writeln!(text, "| {id} | {value:.2} | {relation} {target} |")?;
    }
    Ok(text)
}

/// `bar ID VALUE >= TARGET ok`, or `SHORT`.
#[derive(Debug, PartialEq)]
struct Bar<'t> {
    id: &'t str,
    value: f64,
    relation: &'t str,
    target: &'t str,
    held: bool,
}

impl<'t> Bar<'t> {
    fn parse(line: &'t str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["bar", id, value, relation @ (">=" | "<="), target, verdict] = words[..] else { return None };
        Some(Self { id, value: value.parse().ok()?, relation, target, held: verdict == "ok" })
    }
}

/// Bars of one kind, such as `interleaved.tmpfs`.
struct Group<'b> {
    bars: Vec<&'b Bar<'b>>,
}

/// By the first two words of dotted names; other names are groups of their own.
fn groups<'b>(bars: &'b [Bar<'b>]) -> BTreeMap<String, Group<'b>> {
    let mut groups = BTreeMap::new();
    for bar in bars {
        let name = bar.id.split('.').take(2).collect::<Vec<_>>().join(".");
        groups.entry(name).or_insert_with(|| Group { bars: Vec::new() }).bars.push(bar);
    }
    groups
}

impl Group<'_> {
    fn row(&self) -> String {
        let held = self.bars.iter().filter(|bar| bar.held).count();
        let mut values: Vec<f64> = self.bars.iter().map(|bar| bar.value).collect();
        values.sort_by(f64::total_cmp);
        let count = values.len();
        let [lowest, median, highest] = [0, count / 2, count - 1].map(|index| values[index]);
        let targets =
            self.bars.first().map_or_else(String::new, |bar| format!("{} {}", bar.relation, bar.target));
        format!("{count} | {held} | {lowest:.2} | {median:.2} | {highest:.2} | {targets}")
    }
}

const HEAD: &str = "\
<!-- Generated from benches/results/ by `cargo xtask codegen`. Measure again with `cargo xtask bench --save`. -->
# Performance

The results of all benchmarks, each with its baseline. To run one on your machine:

```text
cargo xtask bench engine
```

Seaway and the baseline alternate within one run, several times; medians are shown. A *bar* is a target: most are
Seaway's speed relative to the baseline, so 1.00 is as fast. Both sides use the page cache, and files are not synced while the
clock runs. An engine ratio that falls short gets more rounds, at most three times as many, until the median over all of
them holds; this favours Seaway where the two are close. Bars close to their target hold in most runs, not in all. Each section
shows one complete run, the last that was saved.
";

#[cfg(test)]
mod tests {
    use super::*;

    const RESULTS: &str = "\
cargo xtask bench engine
2 cores, Some CPU

a.tmpfs.1 ratio 1.0
bar a.tmpfs.1 1.00 >= 0.9 ok
bar a.tmpfs.2 0.80 >= 0.9 SHORT
bar last-of-first 1.20 <= 2 ok
bar other skipped: no MPI
";

    #[test]
    fn bars_are_grouped_and_short_ones_named() {
        let text = section("benches/results/engine.txt", RESULTS).unwrap();
        assert!(text.contains("2 of 3 bars hold."), "{text}");
        assert!(text.contains("| a.tmpfs | 2 | 1 | 0.80 | 1.00 | 1.00 | >= 0.9 |"), "{text}");
        assert!(text.contains("| last-of-first | 1 | 1 | 1.20 | 1.20 | 1.20 | <= 2 |"), "{text}");
        assert!(text.ends_with("| a.tmpfs.2 | 0.80 | >= 0.9 |\n"), "{text}");
    }

    #[test]
    fn other_lines_are_no_bars() {
        assert_eq!(Bar::parse("bar other skipped: no MPI"), None);
        assert_eq!(Bar::parse("a.tmpfs.1 ratio 1.0"), None);
    }
}
