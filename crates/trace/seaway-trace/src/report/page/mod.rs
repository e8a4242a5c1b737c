// SPDX-License-Identifier: MIT OR Apache-2.0
//! The report as one self-contained page. Its parts are separate files in this directory.

mod data;
mod encoding;
mod error_names;
mod template;

use super::figures::Figures;
use super::findings::Finding;
use super::quantity::{bytes, count, duration, percent};
use super::{Report, summary};
pub(super) use error_names::error_name;
pub(super) use template::{escape, fill, in_script};

pub(super) const STYLE: &str = include_str!("style.css");

/// Shared by both pages, in the order in which it is needed.
const PARTS: [&str; 3] = [include_str!("quantity.js"), include_str!("elements.js"), include_str!("table.js")];

const REPORT: [&str; 3] = [include_str!("heat.js"), include_str!("plots.js"), include_str!("report.js")];

pub(super) fn page(report: &Report) -> String {
    let figures = &report.figures;
    let about = &figures.about;
    let title = if about.program.is_empty() { "a program" } else { &about.program };
    let data = data::data(report);
    let places = |file: Option<u32>| file.and_then(|file| data.place_of(file));
    fill(
        include_str!("report.html"),
        &[
            ("title", &escape(title)),
            ("facts", &facts(figures)),
            ("headline", &escape(&summary::headline(figures))),
            ("warnings", &warnings(&summary::warnings(figures, summary::AT_THE_END))),
            ("figures", &key_figures(report)),
            ("findings", &findings(&report.findings, places)),
            ("style", STYLE),
            ("data", &in_script(&data.json)),
            ("script", &script(&REPORT)),
        ],
    )
}

/// One scope for all parts, invisible outside.
pub(super) fn script(parts: &[&str]) -> String {
    let parts = [&PARTS, parts].concat();
    format!("(() => {{\n\"use strict\";\n{}}})();", parts.concat())
}

pub(super) fn warnings(warnings: &[String]) -> String {
    warnings.iter().map(|warning| format!("<p class=\"warning\">{}</p>\n", with_code(warning))).collect()
}

/// `place` returns the row of a file in the table.
pub(super) fn findings(findings: &[Finding], place: impl Fn(Option<u32>) -> Option<usize>) -> String {
    let item = |finding: &Finding| {
        let weight = finding.weight.name();
        let button = place(finding.file).map_or(String::new(), |place| {
            format!("<p><button type=\"button\" class=\"link\" data-file=\"{place}\" hidden>Show this file</button></p>")
        });
        format!(
            "<li class=\"{weight}\" data-rule=\"{}\"><span class=\"weight\">{}</span><div><p class=\"seen\">{}</p>\
             <p class=\"advice\">{}</p>{button}</div></li>\n",
            finding.rule,
            super::findings::capital(weight),
            escape(&finding.seen),
            with_code(&finding.advice),
        )
    };
    match findings {
        [] => "<li class=\"none\">None.</li>".to_owned(),
        findings => findings.iter().map(item).collect(),
    }
}

/// Text between backticks is a command.
fn with_code(text: &str) -> String {
    let parts = escape(text);
    let tags = ["<code>", "</code>"];
    let mut parts = parts.split('`');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.enumerate().fold(first, |text, (number, part)| text + tags[number % 2] + part)
}

/// A command is shown in a monospaced font.
fn facts(figures: &Figures) -> String {
    let row = |(name, text): &(&str, String)| {
        let class = if matches!(*name, "command" | "launcher") { " class=\"command\"" } else { "" };
        format!("<dt>{name}</dt><dd{class}>{}</dd>", escape(text))
    };
    summary::facts(figures).iter().map(row).collect()
}

fn key_figures(report: &Report) -> String {
    let figures = &report.figures;
    let unknown = || "not known".to_owned();
    let known = |text: String| if figures.knows_outcomes() { text } else { unknown() };
    let rows = [
        ("run time", duration(figures.span)),
        ("of the time in I/O", figures.share_of_time().map_or_else(unknown, percent)),
        ("read", known(bytes(figures.total.read_bytes))),
        ("written", known(bytes(figures.total.written_bytes))),
        ("calls", count(figures.calls)),
        ("files", count(figures.file_count)),
        ("of I/O time is metadata", known(percent(figures.metadata_share()))),
    ];
    let row =
        |(name, value): &(&str, String)| format!("<div><dt>{name}</dt><dd>{}</dd></div>", escape(value));
    rows.iter().map(row).collect()
}
