// SPDX-License-Identifier: MIT OR Apache-2.0
//! The first sentences of every report.

use super::analysis::CommonSizes;
use super::figures::Figures;
use super::overview::Hidden;
use super::printable::{printable, shorten};
use super::quantity::{bytes, count, counted, duration, percent, ratio, times as times_of};
use super::thresholds::PARTNER_TOLD;
use crate::calendar::Moment;

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
    let is_one = ranks.max(about.processes as u64) == 1;
    let (verb, opens) = if is_one { ("takes", "opens") } else { ("take", "open") };
    let span = duration(figures.span);
    let total = &figures.total;
    let (calls, files) = (counted(figures.calls, "call"), counted(figures.file_count, "file"));
    if !figures.knows_outcomes() {
        return format!(
            "{who}{program}{hosts} {verb} {span} and {opens} {files} with {calls}. How much of the time goes to I/O, and how \
             much is read and written, is not known."
        );
    }
    let moved = format!(
        "{} read and {} written with {calls} on {files}.",
        bytes(total.read_bytes),
        bytes(total.written_bytes)
    );
    let partner = waiting(figures);
    match figures.share_of_time() {
        Some(share) => format!(
            "{who}{program}{hosts} {verb} {span}, of which {} is spent in I/O: {moved}{partner}",
            percent(share)
        ),
        None => format!("{who}{program}{hosts} {verb} {span}: {moved} The share of I/O is unknown.{partner}"),
    }
}

/// When it ran, who ran it and how it was started, as far as known.
pub(super) fn facts(figures: &Figures) -> Vec<(&'static str, String)> {
    let about = &figures.about;
    let moment = |nanoseconds: u64| match nanoseconds {
        0 => String::new(),
        known => Moment::of(known / 1_000_000_000).to_string(),
    };
    let facts = [
        ("command", about.command.clone()),
        ("launcher", about.launcher.clone()),
        ("began", moment(about.began)),
        ("ended", moment(about.ended)),
        ("user", about.user.clone()),
        ("job", about.job.clone()),
        ("hosts", about.hosts.iter().map(|host| printable(host.as_bytes())).collect::<Vec<_>>().join(", ")),
    ];
    facts
        .into_iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(name, text)| (name, shorten(&text, 400)))
        .collect()
}

/// What is not shown, in one sentence; `None` if everything is.
pub(super) fn hidden(figures: &Figures) -> Option<String> {
    let Hidden { files, calls, read_bytes, written_bytes } = figures.hidden;
    let who =
        if files == 1 { "1 system file is".to_owned() } else { format!("{} system files are", count(files)) };
    (files > 0).then(|| {
        format!(
            "{who} not shown ({} read, {} written, {}): the totals at the top include them, and `seaway report --all` \
             shows them.",
            bytes(read_bytes),
            bytes(written_bytes),
            counted(calls, "call"),
        )
    })
}

/// `4,096 B x 1,200, 80 B x 7`: exact, the most common first.
pub(super) fn common_sizes(common: &CommonSizes) -> String {
    let at_least = if common.is_exact { "" } else { "at least " };
    let size = |(size, times): &(u64, u64)| format!("{} B x {at_least}{}", count(*size), count(*times));
    common.sizes.iter().map(size).collect::<Vec<_>>().join(", ")
}

/// Waiting for other programs, which is not a cost of I/O.
fn waiting(figures: &Figures) -> String {
    let total = &figures.total;
    let share = ratio(total.partner_time, total.time());
    if share < PARTNER_TOLD {
        return String::new();
    }
    format!(
        " Of the time in I/O, {} ({} of all ranks) is waiting for the programs at the other ends of streams when \
         opening and closing them.",
        percent(share),
        duration(total.partner_time)
    )
}

/// Where a report lists what it could not record or read.
pub(super) const AT_THE_END: &str = "see the list at the end";

/// What to know before trusting the figures. `list` says where lists are.
pub(super) fn warnings(figures: &Figures, list: &str) -> Vec<String> {
    let about = &figures.about;
    let mut warnings = Vec::new();
    if let [first, others @ ..] = about.full.as_slice() {
        let who = match others.len() {
            0 => first.clone(),
            more => format!("{first} and {more} more"),
        };
        let what = if about.has_lost_calls {
            "calls may be missing, because there was no space to count them either"
        } else {
            "calls were counted, not recorded one by one: totals are complete, but the time line, patterns, sizes and \
             slowest calls show only what came before"
        };
        warnings.push(format!(
            "The trace quota was used up by {who}. From then on {what}. Use a larger `seaway run \
             --trace-quota`, or trace a shorter run."
        ));
    }
    if about.outside > 0 {
        let text = if figures.knows_outcomes() {
            "Some processes were recorded from outside (`--seccomp`): what they opened is known, but not how long \
             anything took and what was read and written, so bytes, times and shares of time are those of the others."
        } else {
            "All processes were recorded from outside (`--seccomp`): what they opened is known, but not how long \
             anything took, whether it succeeded, and what was read and written."
        };
        warnings.push(text.to_owned());
    }
    if !about.unseen.is_empty() {
        let things = counted(about.unseen.len() as u64, "thing");
        warnings.push(format!("{things} could not be recorded; {list}."));
    }
    if !about.notes.is_empty() {
        warnings.push(format!("Parts of the trace could not be read; {list}."));
    }
    if figures.outcome.files.has_rest {
        warnings.push(format!(
            "There are very many files: the first {} are shown, the others only count in totals.",
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
