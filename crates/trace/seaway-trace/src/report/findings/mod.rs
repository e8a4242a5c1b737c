// SPDX-License-Identifier: MIT OR Apache-2.0
//! Findings, in sentences that name files, ranks and numbers, and what to do about them. Each finding comes
//! from a rule; `thresholds.rs` has the numbers at which a rule applies.

mod metadata;
mod mpi_io;
mod order;
mod sharing;
mod sizes;
#[cfg(test)]
mod tests;
mod time;

pub(super) use sharing::Contention;

use super::figures::{Figures, File};
use super::quantity::{count, counted, ratio};
use super::thresholds::NAMED_FILES;

/// How much it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Weight {
    /// Costs a significant part of the run time.
    Serious,
    /// Costs something, or will with more ranks.
    Notable,
    /// Good to know.
    Note,
}

impl Weight {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Serious => "serious",
            Self::Notable => "notable",
            Self::Note => "note",
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct Finding {
    /// The name of the rule, for `docs/reports.md` and for comparing reports.
    pub(super) rule: &'static str,
    pub(super) weight: Weight,
    /// What was seen, in one sentence with numbers.
    pub(super) seen: String,
    /// What to do about it.
    pub(super) advice: String,
    /// The file that it is about, for a link in the page.
    pub(super) file: Option<u32>,
    /// Other files that it applies to.
    pub(super) others: Vec<u32>,
    /// Nanoseconds of all lanes that it is about: determines the order of findings.
    pub(super) time: u64,
}

impl Finding {
    /// All files that it is about.
    fn files(&self) -> impl Iterator<Item = u32> {
        self.file.into_iter().chain(self.others.iter().copied())
    }
}

/// The rule that applies when no other does.
pub(super) const NOTHING: &str = "nothing";

type Rule = fn(&Figures) -> Vec<Finding>;

const RULES: &[Rule] = &[
    time::io_is_not_the_problem,
    sizes::small_reads,
    sizes::small_writes,
    sharing::one_rank_reads_all,
    sharing::all_ranks_read_the_same,
    sharing::contention,
    order::random_access,
    order::read_again,
    metadata::opened_again_and_again,
    metadata::looked_at_again_and_again,
    metadata::metadata_bound,
    metadata::opened_and_not_used,
    metadata::failed_opens,
    time::forced_to_disk,
    time::waiting_for_partner,
    time::imbalance,
    mpi_io::independent,
    mpi_io::split_into_pieces,
];

/// Most important first.
pub(super) fn find(figures: &Figures) -> Vec<Finding> {
    let mut findings: Vec<Finding> = RULES.iter().flat_map(|rule| rule(figures)).collect();
    // The advice for MPI-IO calls covers that they are small.
    let collective: Vec<u32> = findings
        .iter()
        .filter(|finding| finding.rule == mpi_io::INDEPENDENT)
        .flat_map(Finding::files)
        .collect();
    findings.retain(|finding| {
        let is_covered = finding.files().all(|file| collective.contains(&file));
        !(finding.rule.starts_with("small-") && is_covered)
    });
    let is_small = findings.iter().any(|finding| finding.rule == time::NOT_THE_PROBLEM);
    for finding in &mut findings {
        finding.weight = finding.weight.max(weight_by_time(figures, finding.time, is_small));
    }
    findings.sort_by_key(|finding| {
        (finding.rule != time::NOT_THE_PROBLEM, finding.weight, std::cmp::Reverse(finding.time))
    });
    if findings.is_empty() {
        findings.push(nothing(figures));
    }
    findings
}

/// What takes little time cannot be serious.
fn weight_by_time(figures: &Figures, time: u64, is_small: bool) -> Weight {
    match ratio(time, figures.total.time()) {
        _ if is_small => Weight::Note,
        share if share >= 0.2 => Weight::Serious,
        share if share >= 0.02 => Weight::Notable,
        _ => Weight::Note,
    }
}

fn nothing(figures: &Figures) -> Finding {
    let advice = if !figures.knows_outcomes() {
        "Only opens are known of this program, so most rules have no data."
    } else if figures.calls == 0 {
        "There are no calls in this trace: was the right program traced, and is it linked dynamically?"
    } else {
        "No rule of this report has found anything. If I/O is still slower than it should be, look at the time line and \
         at the slowest calls below: the storage itself may be slow or shared with others."
    };
    Finding {
        rule: NOTHING,
        weight: Weight::Note,
        seen: "Nothing stands out in how this program accesses files.".to_owned(),
        advice: advice.to_owned(),
        file: None,
        others: Vec::new(),
        time: 0,
    }
}

/// One finding for all files with the same advice: a sentence about the most expensive one, and the names of
/// others.
fn by_file(
    figures: &Figures,
    mut matches: Vec<(&File, u64)>,
    say: impl Fn(&File) -> Finding,
) -> Vec<Finding> {
    matches.sort_by_key(|(file, time)| (std::cmp::Reverse(*time), file.number));
    debug_assert!(figures.files.len() >= matches.len());
    let mut findings: Vec<Finding> = Vec::new();
    for (file, time) in matches {
        let finding = Finding { file: Some(file.number), time, ..say(file) };
        match findings.iter_mut().find(|known| known.advice == finding.advice) {
            Some(known) => {
                known.others.push(file.number);
                known.time = known.time.saturating_add(time);
            }
            None => findings.push(finding),
        }
    }
    for finding in &mut findings {
        finding.seen += &same_for(figures, &finding.others);
    }
    findings
}

/// ` The same holds for a, b and 17 more files.`
fn same_for(figures: &Figures, files: &[u32]) -> String {
    let named = files.iter().take(NAMED_FILES - 1).map(|file| figures.name(Some(*file)).to_owned());
    let more = files.len().saturating_sub(NAMED_FILES - 1);
    let unnamed = (more > 0).then(|| counted(more as u64, "more file"));
    let names: Vec<String> = named.chain(unnamed).collect();
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => format!(" The same holds for {last}."),
        Some((last, before)) => format!(" The same holds for {} and {last}.", before.join(", ")),
    }
}

/// `rank 3`, `ranks 0 and 2`, `ranks 0 to 63`, `5 ranks`, or the names of processes.
fn who(figures: &Figures, lanes: &[u32]) -> String {
    let mut lanes: Vec<u32> = lanes.to_vec();
    lanes.sort_unstable();
    let named: Vec<_> = lanes.iter().filter_map(|lane| figures.lanes.get(*lane as usize)).collect();
    let ranks: Vec<u32> = named.iter().filter_map(|lane| lane.rank).collect();
    if ranks.len() != named.len() {
        return match named.as_slice() {
            [one] => one.name.clone(),
            [one, other] => format!("{} and {}", one.name, other.name),
            many => format!("{} processes", count(many.len() as u64)),
        };
    }
    match ranks.as_slice() {
        [] => "nobody".to_owned(),
        [one] => format!("rank {one}"),
        [one, other] => format!("ranks {one} and {other}"),
        all if all.len() == figures.ranks() => format!("all {} ranks", count(all.len() as u64)),
        [first, .., last] if (last - first) as usize + 1 == ranks.len() => format!("ranks {first} to {last}"),
        many => format!("{} ranks", count(many.len() as u64)),
    }
}

/// The lanes that did something with a file.
fn lanes_with(file: &File, does: impl Fn(&super::analysis::LaneShare) -> bool) -> Vec<u32> {
    file.figures.lanes.iter().filter(|share| does(share)).map(|share| share.lane).collect()
}

/// Capitalises a sentence.
pub(super) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    first + characters.as_str()
}

/// `reads` for one, `read` for several.
fn verb<'v>(lanes: &[u32], one: &'v str, many: &'v str) -> &'v str {
    if lanes.len() == 1 { one } else { many }
}
