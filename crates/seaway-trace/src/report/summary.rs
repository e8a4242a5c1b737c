// SPDX-License-Identifier: MIT OR Apache-2.0
//! The first sentences of every report.

use super::figures::Figures;
use super::quantity::{bytes, count, counted, duration, percent, ratio, times as times_of};

/// Who ran, what moved, and how much of the time it took.
pub(super) fn headline(figures: &Figures) -> String {
    let about = &figures.about;
    let ranks = figures.ranks() as u64;
    let who = match (ranks, about.processes as u64) {
        (0, processes) => counted(processes, "process").replace("processs", "processes"),
        (ranks, processes) if processes > ranks => {
            format!("{} ({} processes)", counted(ranks, "rank"), count(processes))
        }
        (ranks, _) => counted(ranks, "rank"),
    };
    let hosts = match about.hosts.as_slice() {
        [] | [_] => String::new(),
        many => format!(" on {} hosts", count(many.len() as u64)),
    };
    let program = if about.program.is_empty() { String::new() } else { format!(" of {}", about.program) };
    let verb = if ranks.max(about.processes as u64) == 1 { "takes" } else { "take" };
    format!(
        "{who}{program}{hosts} {verb} {}, of which {} are spent in I/O: {} read and {} written with {} on {}.",
        duration(figures.span),
        percent(figures.share_of_time()),
        bytes(figures.total.read_bytes),
        bytes(figures.total.written_bytes),
        counted(figures.calls, "call"),
        counted(figures.file_count, "file"),
    )
}

/// What to know before believing the figures.
pub(super) fn warnings(figures: &Figures) -> Vec<String> {
    let about = &figures.about;
    let mut warnings = Vec::new();
    if let [first, others @ ..] = about.full.as_slice() {
        let who = match others.len() {
            0 => first.clone(),
            more => format!("{first} and {more} more"),
        };
        let what = if about.has_lost_calls {
            "calls may be missing, for there was no room to count them either"
        } else {
            "calls were counted, not recorded one by one: sums are complete, but the time line, patterns, sizes and \
             slowest calls show only what came before"
        };
        warnings.push(format!(
            "The room for the trace was used up by {who}. From then on {what}. Give more room with `seaway run \
             --trace-quota`, or trace a shorter run."
        ));
    }
    if about.lacks_times {
        let text = "Some processes were recorded from outside (`--seccomp`): what they opened is known, but not how \
                    long anything took, so times and shares of time are those of the others.";
        warnings.push(text.to_owned());
    }
    if !about.unseen.is_empty() {
        let things = counted(about.unseen.len() as u64, "thing");
        warnings.push(format!("{things} could not be seen by this trace; the list is at the end."));
    }
    if !about.notes.is_empty() {
        warnings.push("Parts of the trace could not be read; the list is at the end.".to_owned());
    }
    if figures.outcome.files.has_rest {
        warnings.push(format!(
            "There are very many files: the first {} are told apart, the others only count in sums.",
            count(figures.file_count)
        ));
    }
    warnings
}

/// How evenly ranks share the I/O.
pub(super) fn imbalance(figures: &Figures) -> String {
    let times: Vec<u64> = figures.workers().map(|(_, lane)| lane.figures.tally.time()).collect();
    let sum = times.iter().fold(0_u64, |sum, time| sum.saturating_add(*time));
    let (most, number) = (times.iter().copied().max().unwrap_or(0), times.len() as u64);
    let mean = sum / number.max(1);
    if number < 2 || mean == 0 {
        return "Time in I/O, by what it was spent on.".to_owned();
    }
    format!(
        "The busiest spends {} in I/O, {} the mean of {} (1.0 times would be even).",
        duration(most),
        times_of(ratio(most, mean)),
        duration(mean),
    )
}
