// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares two traces: what changed between a run before and one after.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::analysis::CallFigures;
use super::figures::Figures;
use super::findings::{self, Finding};
use super::page;
use super::printable::shorten;
use super::quantity::{approximate, bytes, count, duration, percent, ratio, times};
use super::text::{paragraph, row, table};
use super::{Report, summary};

/// Rows of the page's tables.
const MOST_ROWS: usize = 1000;

/// Rows of tables on terminals.
const TEXT_ROWS: usize = 15;

const NAME_WIDTH: usize = 34;

/// The run before and the run after.
#[derive(Debug)]
pub struct Comparison<'r> {
    before: &'r Report,
    after: &'r Report,
}

impl<'r> Comparison<'r> {
    pub fn of(before: &'r Report, after: &'r Report) -> Self {
        Self { before, after }
    }

    /// For terminals.
    pub fn text(&self) -> String {
        let mut text = String::new();
        paragraph(&mut text, "", &self.headline());
        paragraph(&mut text, "Before: ", &summary::headline(&self.before.figures));
        paragraph(&mut text, "After:  ", &summary::headline(&self.after.figures));
        for warning in self.warnings() {
            paragraph(&mut text, "! ", &warning);
        }
        let mut rows = vec![row(["", "before", "after", "change"])];
        rows.extend(self.sums().iter().map(Sum::cells));
        table(&mut text, "Totals", &rows);
        for (title, findings) in
            [("Fixed", self.gone()), ("New", self.new_findings()), ("Unchanged", self.kept())]
        {
            if !findings.is_empty() {
                text += &format!("\n{title}\n");
                findings.iter().for_each(|finding| paragraph(&mut text, "  - ", &finding.seen));
            }
        }
        let mut rows = vec![row(["", "calls", "after", "bytes", "after", "time", "after", "change"])];
        let is_known = [self.before.figures.knows_outcomes(), self.after.figures.knows_outcomes()];
        rows.extend(self.files().iter().take(TEXT_ROWS).map(|pair| pair.cells(is_known)));
        table(&mut text, "Files that changed most", &rows);
        text
    }

    /// A self-contained page for browsers.
    pub fn html(&self) -> String {
        let data = json!({
            "sums": self.sums().iter().map(Sum::json).collect::<Vec<_>>(),
            "files": self.files().iter().take(MOST_ROWS).map(FilePair::json).collect::<Vec<_>>(),
            "calls": self.calls(),
        });
        let list = |findings: &[&Finding]| {
            let findings: Vec<Finding> = findings.iter().map(|finding| (*finding).clone()).collect();
            page::findings(&findings, |_| None)
        };
        page::fill(
            include_str!("page/compare.html"),
            &[
                ("title", &page::escape(&self.after.figures.about.program)),
                ("headline", &page::escape(&self.headline())),
                ("before", &page::escape(&summary::headline(&self.before.figures))),
                ("after", &page::escape(&summary::headline(&self.after.figures))),
                ("warnings", &page::warnings(&self.warnings())),
                ("gone", &list(&self.gone())),
                ("new", &list(&self.new_findings())),
                ("kept", &list(&self.kept())),
                ("style", page::STYLE),
                ("data", &page::in_script(&data.to_string())),
                ("script", &page::script(&[include_str!("page/compare.js")])),
            ],
        )
    }

    fn headline(&self) -> String {
        let (before, after) = (&self.before.figures, &self.after.figures);
        let (old, new) = (before.total.time(), after.total.time());
        let is_unknown = (!before.knows_outcomes(), !after.knows_outcomes());
        let change = match ratio(new, old) {
            _ if is_unknown == (true, true) => "The I/O time of these runs is unknown".to_owned(),
            _ if is_unknown.0 => "The I/O time of the earlier run is unknown".to_owned(),
            _ if is_unknown.1 => "The I/O time of the later run is unknown".to_owned(),
            _ if old == 0 && new == 0 => "Neither run spends time in I/O".to_owned(),
            _ if old == 0 => format!("I/O now takes {} of all ranks, none before", duration(new)),
            factor if factor < 0.95 => {
                format!(
                    "I/O takes {} less time: {} of all ranks instead of {}",
                    percent(1.0 - factor),
                    duration(new),
                    duration(old)
                )
            }
            factor if factor <= 1.05 => {
                format!("I/O takes about as long as before: {} of all ranks", duration(new))
            }
            factor => format!(
                "I/O takes {} as long: {} of all ranks instead of {}",
                times(factor),
                duration(new),
                duration(old)
            ),
        };
        format!("{change}. The run takes {}; before, {}.", duration(after.span), duration(before.span),)
    }

    /// What makes the runs hard to compare, and the warnings of each report.
    fn warnings(&self) -> Vec<String> {
        let (before, after) = (&self.before.figures, &self.after.figures);
        let mut warnings = Vec::new();
        if before.ranks() != after.ranks() {
            warnings.push(format!(
                "The runs have {} and {} ranks: totals over all ranks differ for that reason alone.",
                count(before.ranks() as u64),
                count(after.ranks() as u64)
            ));
        }
        let list = "see its own report for the list";
        warnings.extend(summary::warnings(before, list).iter().map(|warning| format!("Before: {warning}")));
        warnings.extend(summary::warnings(after, list).iter().map(|warning| format!("After: {warning}")));
        warnings
    }

    fn sums(&self) -> Vec<Sum> {
        let sum = |name, kind, value: fn(&Figures) -> Option<f64>| Sum {
            name,
            kind,
            before: value(&self.before.figures),
            after: value(&self.after.figures),
        };
        // Durations and bytes.
        macro_rules! outcome {
            ($name:literal, $kind:ident, $figures:ident => $value:expr) => {
                sum($name, Kind::$kind, |$figures| $figures.knows_outcomes().then(|| approximate($value)))
            };
        }
        vec![
            sum("run time", Kind::Time, |figures| Some(approximate(figures.span))),
            outcome!("I/O time of all ranks", Time, figures => figures.total.time()),
            sum("share of the run time", Kind::Share, Figures::share_of_time),
            outcome!("reading", Time, figures => figures.total.read_time),
            outcome!("writing", Time, figures => figures.total.write_time),
            outcome!("metadata", Time, figures => figures.total.metadata_time),
            outcome!("syncing to disk", Time, figures => figures.total.sync_time),
            outcome!("waiting", Time, figures => figures.total.wait_time),
            outcome!("bytes read", Bytes, figures => figures.total.read_bytes),
            outcome!("bytes written", Bytes, figures => figures.total.written_bytes),
            sum("calls", Kind::Count, |figures| Some(approximate(figures.calls))),
            outcome!("reads below 4 KiB", Count, figures => figures.total.small_reads),
            outcome!("writes below 4 KiB", Count, figures => figures.total.small_writes),
            sum("files", Kind::Count, |figures| Some(approximate(figures.file_count))),
        ]
    }

    /// Those with the largest change of time first.
    fn files(&self) -> Vec<FilePair> {
        let mut pairs: HashMap<&str, FilePair> = HashMap::new();
        for (side, report) in [self.before, self.after].into_iter().enumerate() {
            for file in &report.figures.files {
                let pair = pairs.entry(&file.name).or_insert_with(|| FilePair::new(&file.name));
                let tally = &file.figures.tally;
                pair.calls[side] = pair.calls[side].saturating_add(tally.calls);
                pair.bytes[side] = pair.bytes[side].saturating_add(tally.bytes());
                pair.time[side] = pair.time[side].saturating_add(tally.time());
            }
        }
        let mut pairs: Vec<FilePair> = pairs.into_values().collect();
        pairs.sort_by(|a, b| (b.change(), &a.name).cmp(&(a.change(), &b.name)));
        pairs
    }

    fn calls(&self) -> Vec<Value> {
        let (before, after) = (&self.before.figures.outcome.calls, &self.after.figures.outcome.calls);
        let rows = seaway_trace_format::CALLS.iter().zip(before.iter().zip(after));
        let used = rows.filter_map(|(info, (old, new))| Some(((*info)?, old, new)));
        let row = |(info, old, new): (seaway_trace_format::CallInfo, &CallFigures, &CallFigures)| {
            json!([info.name, old.calls, new.calls, old.time, new.time])
        };
        used.filter(|(_, old, new)| old.calls > 0 || new.calls > 0).map(row).collect()
    }

    fn gone(&self) -> Vec<&Finding> {
        missing_from(&self.before.findings, self.before, &self.after.findings, self.after)
    }

    fn new_findings(&self) -> Vec<&Finding> {
        missing_from(&self.after.findings, self.after, &self.before.findings, self.before)
    }

    fn kept(&self) -> Vec<&Finding> {
        let new = self.new_findings();
        let is_new = |finding: &&Finding| new.iter().any(|new| std::ptr::eq(*new, *finding));
        self.after
            .findings
            .iter()
            .filter(|finding| !is_new(finding) && finding.rule != findings::NOTHING)
            .collect()
    }
}

/// Findings of the same rule on the same file are the same.
fn missing_from<'f>(
    these: &'f [Finding],
    here: &Report,
    those: &[Finding],
    there: &Report,
) -> Vec<&'f Finding> {
    let is_there = |finding: &&Finding| {
        those.iter().any(|other| {
            other.rule == finding.rule && there.figures.name(other.file) == here.figures.name(finding.file)
        })
    };
    these.iter().filter(|finding| !is_there(finding) && finding.rule != findings::NOTHING).collect()
}

#[derive(Clone, Copy)]
enum Kind {
    Time,
    Share,
    Bytes,
    Count,
}

struct Sum {
    name: &'static str,
    kind: Kind,
    /// `None` if it is not known.
    before: Option<f64>,
    after: Option<f64>,
}

impl Sum {
    fn cells(&self) -> Vec<String> {
        let shown = |value: Option<f64>| match (value, self.kind) {
            (None, _) => "not known".to_owned(),
            (Some(value), Kind::Time) => duration(whole(value)),
            (Some(value), Kind::Share) => percent(value),
            (Some(value), Kind::Bytes) => bytes(whole(value)),
            (Some(value), Kind::Count) => count(whole(value)),
        };
        let change = match (self.before, self.after) {
            (Some(before), Some(after)) => change(before, after),
            _ => "-".to_owned(),
        };
        vec![self.name.to_owned(), shown(self.before), shown(self.after), change]
    }

    fn json(&self) -> Value {
        let kind = match self.kind {
            Kind::Time => "time",
            Kind::Share => "share",
            Kind::Bytes => "bytes",
            Kind::Count => "count",
        };
        json!([self.name, kind, self.before, self.after])
    }
}

struct FilePair {
    name: String,
    calls: [u64; 2],
    bytes: [u64; 2],
    time: [u64; 2],
}

impl FilePair {
    fn new(name: &str) -> Self {
        Self { name: name.to_owned(), calls: [0; 2], bytes: [0; 2], time: [0; 2] }
    }

    fn change(&self) -> (u64, u64) {
        (self.time[0].abs_diff(self.time[1]), self.bytes[0].abs_diff(self.bytes[1]))
    }

    /// `is_known`: whether bytes and times are, before and after.
    fn cells(&self, is_known: [bool; 2]) -> Vec<String> {
        let Self { name, calls, bytes: moved, time } = self;
        let known = |side: usize, text: String| if is_known[side] { text } else { "-".to_owned() };
        let change = change(approximate(time[0]), approximate(time[1]));
        vec![
            shorten(name, NAME_WIDTH),
            count(calls[0]),
            count(calls[1]),
            known(0, bytes(moved[0])),
            known(1, bytes(moved[1])),
            known(0, duration(time[0])),
            known(1, duration(time[1])),
            if is_known == [true, true] { change } else { "-".to_owned() },
        ]
    }

    fn json(&self) -> Value {
        let Self { name, calls, bytes, time } = self;
        json!([name, calls[0], calls[1], bytes[0], bytes[1], time[0], time[1]])
    }
}

/// `-40 %`, `3.0 times`, as `compare.js` has it.
#[expect(clippy::float_cmp, reason = "equal numbers from equal sums")]
fn change(before: f64, after: f64) -> String {
    let factor = after / before;
    match (before, after) {
        (before, after) if before == after => "same".to_owned(),
        (0.0, _) => "new".to_owned(),
        (_, 0.0) => "gone".to_owned(),
        _ if factor >= 2.0 => times(factor),
        _ if factor < 1.0 => format!("-{}", percent(1.0 - factor)),
        _ => format!("+{}", percent(factor - 1.0)),
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "was a whole number")]
fn whole(value: f64) -> u64 {
    value as u64
}
