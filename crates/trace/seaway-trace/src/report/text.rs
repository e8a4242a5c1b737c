// SPDX-License-Identifier: MIT OR Apache-2.0
//! The report for terminals: at most a hundred columns, no colours, most important first.

use std::fmt::Write as _;

use super::analysis::name_of;
use super::figures::Figures;
use super::findings::{Contention, Weight};
use super::printable::shorten;
use super::quantity::{bytes, count, counted, duration, mebibytes_per_second, percent, rate, ratio};
use super::{Report, summary};

const WIDTH: usize = 100;

/// Rows of each table.
const ROWS: usize = 12;

/// Width of file names in tables.
const NAME_WIDTH: usize = 36;

pub(super) fn text(report: &Report) -> String {
    let figures = &report.figures;
    let mut text = String::new();
    for (name, fact) in summary::facts(figures) {
        paragraph(&mut text, &format!("{name:<9} "), &fact);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    paragraph(&mut text, "", &summary::headline(figures));
    for warning in summary::warnings(figures, summary::AT_THE_END) {
        paragraph(&mut text, "! ", &warning);
    }
    text.push('\n');
    for finding in &report.findings {
        let mark = match finding.weight {
            Weight::Serious => "** ",
            Weight::Notable => " * ",
            Weight::Note => " - ",
        };
        paragraph(&mut text, mark, &finding.seen);
        paragraph(&mut text, "   ", &format!("> {}", finding.advice));
    }
    layers(&mut text, figures);
    uses(&mut text, figures);
    mounts(&mut text, figures);
    files(&mut text, figures);
    ranks(&mut text, figures);
    chains(&mut text, figures);
    contention(&mut text, figures);
    slowest(&mut text, figures);
    troubles(&mut text, figures);
    text
}

/// Wraps a paragraph; `mark` precedes the first line, spaces the others.
pub(super) fn paragraph(text: &mut String, mark: &str, words: &str) {
    let mut line = mark.to_owned();
    let mut is_empty = true;
    for word in words.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(text, "{}", line.trim_end());
            line = " ".repeat(mark.chars().count());
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    let _ = writeln!(text, "{}", line.trim_end());
}

/// Columns are as wide as their contents; the first is left-aligned, the others right-aligned.
pub(super) fn table(text: &mut String, title: &str, rows: &[Vec<String>]) {
    if rows.len() < 2 {
        return;
    }
    let _ = writeln!(text, "\n{title}");
    let columns = rows[0].len();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let mut line = format!("  {:<width$}", row[0], width = widths[0]);
        for (cell, width) in row.iter().zip(&widths).skip(1) {
            let _ = write!(line, "  {cell:>width$}");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

pub(super) fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

fn files(text: &mut String, figures: &Figures) {
    let mut rows = vec![row(["", "ranks", "read", "written", "calls", "mostly", "time"])];
    for file in figures.files.iter().take(ROWS) {
        let tally = &file.figures.tally;
        let order = &tally.order;
        // Opening takes some time, unless that is unknown.
        let is_unknown = figures.about.outside > 0 && tally.time() == 0;
        let known = |text: String| if is_unknown { "-".to_owned() } else { text };
        rows.push(vec![
            shorten(&file.name, NAME_WIDTH),
            count(file.figures.lanes.len() as u64),
            known(bytes(tally.read_bytes)),
            known(bytes(tally.written_bytes)),
            count(tally.calls),
            mostly(order.sequential, order.strided, order.random),
            known(duration(tally.time())),
        ]);
    }
    let title = format!("Files that take most time ({} in all)", count(figures.file_count));
    table(text, &title, &rows);
    if let Some(hidden) = summary::hidden(figures) {
        text.push_str(if rows.len() > 1 { "" } else { "\n" });
        paragraph(text, "  ", &hidden);
    }
}

fn layers(text: &mut String, figures: &Figures) {
    let mut rows = vec![row(["", "reads", "writes", "read", "written", "slowest", "its time", "rate"])];
    for layer in &figures.layers {
        rows.push(vec![
            name_of(layer.layer).to_owned(),
            count(layer.sum.reads),
            count(layer.sum.writes),
            bytes(layer.sum.read_bytes),
            bytes(layer.sum.written_bytes),
            shorten(&layer.slowest, NAME_WIDTH / 2),
            duration(layer.slowest_time),
            layer.mebibytes_per_second().map_or("-".to_owned(), mebibytes_per_second),
        ]);
    }
    table(text, "Layers (rate: bytes of all ranks divided by the time of the slowest)", &rows);
    let mut title = "\nMost common access sizes (bytes x accesses)\n";
    for layer in figures.layers.iter().filter(|layer| !layer.common.sizes.is_empty()) {
        text.push_str(std::mem::take(&mut title));
        paragraph(text, &format!("  {:<6}  ", name_of(layer.layer)), &summary::common_sizes(&layer.common));
    }
}

fn uses(text: &mut String, figures: &Figures) {
    let mut rows = vec![row(["", "files", "total size", "average", "largest"])];
    for (kind, files) in &figures.uses {
        rows.push(vec![
            kind.name().to_owned(),
            count(files.files),
            bytes(files.bytes),
            bytes(files.average()),
            bytes(files.largest),
        ]);
    }
    table(text, "Files by use (size: up to the last byte read or written)", &rows);
}

fn mounts(text: &mut String, figures: &Figures) {
    let mut rows = vec![row(["", "type", "files", "read", "written", "time"])];
    for mount in figures.mounts.iter().take(ROWS) {
        rows.push(vec![
            shorten(&mount.point, NAME_WIDTH),
            shorten(&mount.kind, NAME_WIDTH / 2),
            count(mount.files),
            bytes(mount.read_bytes),
            bytes(mount.written_bytes),
            duration(mount.time),
        ]);
    }
    table(text, "Mount points", &rows);
}

/// The order that most accesses have.
fn mostly(sequential: u64, strided: u64, random: u64) -> String {
    let orders = [(sequential, "in order"), (strided, "strided"), (random, "random")];
    let most = orders.iter().max_by_key(|(number, _)| *number).filter(|(number, _)| *number > 0);
    let total = sequential.saturating_add(strided).saturating_add(random);
    most.map_or("-".to_owned(), |(number, word)| format!("{word} {}", percent(ratio(*number, total))))
}

fn ranks(text: &mut String, figures: &Figures) {
    let mut rows = vec![row(["", "read", "written", "calls", "I/O time", "of its time"])];
    let mut lanes: Vec<_> = figures.lanes.iter().filter(|lane| lane.figures.calls > 0).collect();
    lanes.sort_by_key(|lane| std::cmp::Reverse(lane.figures.tally.time()));
    for lane in lanes.iter().take(ROWS) {
        let tally = &lane.figures.tally;
        let is_unknown = figures.about.outside > 0 && lane.figures.available == 0;
        let known = |text: String| if is_unknown { "-".to_owned() } else { text };
        rows.push(vec![
            shorten(&lane.name, NAME_WIDTH),
            known(bytes(tally.read_bytes)),
            known(bytes(tally.written_bytes)),
            count(lane.figures.calls),
            known(duration(tally.time())),
            known(percent(ratio(tally.time(), lane.figures.available).min(1.0))),
        ]);
    }
    table(text, &format!("Ranks and processes, busiest first ({} in all)", count(lanes.len() as u64)), &rows);
}

fn chains(text: &mut String, figures: &Figures) {
    let mut rows = vec![row(["", "calls", "bytes", "device", "system", "system bytes", "time"])];
    for chain in figures.chains.iter().take(ROWS) {
        rows.push(vec![
            shorten(&format!("{} {}", chain.call, figures.name(chain.file)), NAME_WIDTH),
            count(chain.calls),
            bytes(chain.bytes),
            count(chain.device.calls),
            count(chain.system.calls),
            bytes(chain.system.bytes),
            duration(chain.time),
        ]);
    }
    table(text, "MPI-IO calls and the device accesses and system calls below them", &rows);
}

fn contention(text: &mut String, figures: &Figures) {
    let mut rows = vec![row(["", "writers", "at once", "overlapping", "time"])];
    let shared = figures.files.iter().filter_map(|file| Some((file, Contention::of(file)?)));
    for (file, contention) in shared.take(ROWS) {
        rows.push(vec![
            shorten(&file.name, NAME_WIDTH),
            count(contention.writers.len() as u64),
            count(contention.at_once as u64),
            percent(contention.share),
            duration(contention.time),
        ]);
    }
    table(text, "Files written by several ranks at the same time", &rows);
}

fn slowest(text: &mut String, figures: &Figures) {
    let mut rows = vec![row(["", "who", "at", "bytes", "rate", "took"])];
    for call in figures.slowest.iter().take(ROWS) {
        rows.push(vec![
            shorten(&format!("{} {}", call.call, figures.name(call.file)), NAME_WIDTH),
            figures.lanes[call.lane as usize].name.clone(),
            duration(call.start.saturating_sub(figures.bins.begin)),
            if call.length == 0 { "-".to_owned() } else { bytes(call.length) },
            if call.length == 0 { "-".to_owned() } else { rate(call.length, call.duration) },
            duration(call.duration),
        ]);
    }
    table(text, "Slowest calls", &rows);
}

fn troubles(text: &mut String, figures: &Figures) {
    let mut rows = vec![row(["", "who", "for at least"])];
    for call in figures.outcome.unfinished.iter().take(ROWS) {
        rows.push(vec![
            shorten(&format!("{} {}", call.call, figures.name(call.file)), NAME_WIDTH),
            figures.lanes[call.lane as usize].name.clone(),
            // It was the last call of the process.
            if call.lasted == 0 { "-".to_owned() } else { duration(call.lasted) },
        ]);
    }
    let unfinished = counted(figures.outcome.unfinished_count, "call");
    table(text, &format!("{unfinished} did not return before the trace ended"), &rows);
    for (title, sentences) in
        [("Not recorded", &figures.about.unseen), ("Not readable", &figures.about.notes)]
    {
        if !sentences.is_empty() {
            let _ = writeln!(text, "\n{title}");
            sentences.iter().for_each(|sentence| paragraph(text, "  ", sentence));
        }
    }
}
