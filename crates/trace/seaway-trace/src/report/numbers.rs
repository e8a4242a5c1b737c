// SPDX-License-Identifier: MIT OR Apache-2.0
//! The numbers of the report as JSON, for scripts. `docs/reports.md` has the fields; new ones may be added.

use serde_json::{Value, json};

use super::analysis::name_of;
use super::figures::Figures;
use super::overview::{LayerRow, MountRow};
use super::{Report, summary};

/// The version of the fields: it changes when one is renamed or removed.
const VERSION: u32 = 1;

pub(super) fn json(report: &Report) -> String {
    let figures = &report.figures;
    let about = &figures.about;
    let known = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let moment = |nanoseconds: u64| (nanoseconds > 0).then_some(nanoseconds);
    let value = json!({
        "version": VERSION,
        "program": about.program,
        "command": known(&about.command),
        "launcher": known(&about.launcher),
        "began_ns": moment(about.began),
        "ended_ns": moment(about.ended),
        "user": known(&about.user),
        "job": known(&about.job),
        "hosts": about.hosts,
        "processes": about.processes,
        "ranks": figures.ranks(),
        "run_time_ns": figures.span,
        "io_time_ns": figures.total.time(),
        "share_of_run_time": figures.share_of_time(),
        "read_bytes": figures.total.read_bytes,
        "written_bytes": figures.total.written_bytes,
        "calls": figures.calls,
        "files": figures.file_count,
        "hidden": hidden(figures),
        "layers": figures.layers.iter().map(layer).collect::<Vec<_>>(),
        "files_by_use": uses(figures),
        "mounts": figures.mounts.iter().map(mount).collect::<Vec<_>>(),
        "findings": findings(report),
        "warnings": summary::warnings(figures, "see the text report for the list"),
    });
    format!("{value:#}\n")
}

fn hidden(figures: &Figures) -> Value {
    let hidden = &figures.hidden;
    json!({
        "files": hidden.files,
        "calls": hidden.calls,
        "read_bytes": hidden.read_bytes,
        "written_bytes": hidden.written_bytes,
    })
}

fn layer(row: &LayerRow) -> Value {
    let size = |(size, accesses): &(u64, u64)| json!({ "bytes": size, "accesses": accesses });
    json!({
        "layer": name_of(row.layer),
        "reads": row.sum.reads,
        "writes": row.sum.writes,
        "read_bytes": row.sum.read_bytes,
        "written_bytes": row.sum.written_bytes,
        "slowest": row.slowest,
        "slowest_time_ns": row.slowest_time,
        "mebibytes_per_second": row.mebibytes_per_second(),
        "common_sizes": row.common.sizes.iter().map(size).collect::<Vec<_>>(),
        "common_sizes_are_exact": row.common.is_exact,
    })
}

fn uses(figures: &Figures) -> Vec<Value> {
    let row = |(kind, row): (&super::overview::Use, &super::overview::UseRow)| {
        json!({
            "use": kind.name(),
            "files": row.files,
            "total_bytes": row.bytes,
            "average_bytes": row.average(),
            "largest_bytes": row.largest,
        })
    };
    figures.uses.iter().map(row).collect()
}

fn mount(row: &MountRow) -> Value {
    json!({
        "point": row.point,
        "type": row.kind,
        "files": row.files,
        "read_bytes": row.read_bytes,
        "written_bytes": row.written_bytes,
        "time_ns": row.time,
    })
}

fn findings(report: &Report) -> Vec<Value> {
    let finding = |finding: &super::Finding| {
        json!({
            "rule": finding.rule,
            "weight": finding.weight.name(),
            "seen": finding.seen,
            "advice": finding.advice,
            "file": finding.file.map(|file| report.figures.name(Some(file))),
            "time_ns": finding.time,
        })
    };
    report.findings.iter().map(finding).collect()
}
