// SPDX-License-Identifier: MIT OR Apache-2.0
//! The data of a report: the outcome of the analysis, with names and totals.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use super::analysis::{Chain, FileFigures, LaneFigures, Nature, Outcome, SlowCall, Tally, TimeBins};
use super::overview::{self, Hidden, LayerRow, MountRow, Use, UseRow};
use super::quantity::ratio;
use crate::TextId;

/// Files that are analysed and shown individually.
pub(super) const MOST_FILES_SHOWN: usize = 1000;

#[derive(Debug)]
pub(super) struct Figures {
    pub(super) about: About,
    pub(super) bins: TimeBins,
    /// From the first to the last moment, in nanoseconds.
    pub(super) span: u64,
    pub(super) lanes: Vec<Lane>,
    /// Longest I/O time first, then most bytes.
    pub(super) files: Vec<File>,
    /// Total number of files, shown or not.
    pub(super) file_count: u64,
    pub(super) chains: Vec<Chain>,
    pub(super) slowest: Vec<SlowCall>,
    pub(super) total: Tally,
    /// Calls of lanes, without nested ones.
    pub(super) calls: u64,
    pub(super) layers: Vec<LayerRow>,
    pub(super) uses: BTreeMap<Use, UseRow>,
    pub(super) mounts: Vec<MountRow>,
    pub(super) hidden: Hidden,
    /// The file that could not be opened most often, shown or not, and how often.
    pub(super) most_failed: Option<(u32, u64)>,
    pub(super) outcome: Outcome,
    names: HashMap<u32, String>,
    texts: HashMap<TextId, String>,
}

/// What is known without looking at calls.
#[derive(Debug, Clone, Default)]
pub(super) struct About {
    /// The program that most processes ran.
    pub(super) program: String,
    pub(super) command: String,
    /// What started the ranks, if it was recorded.
    pub(super) launcher: String,
    /// The first and the last moment, in nanoseconds since 1970; 0 if unknown.
    pub(super) began: u64,
    pub(super) ended: u64,
    pub(super) user: String,
    /// The job and the variable that names it: `4711 (SLURM_JOB_ID)`.
    pub(super) job: String,
    pub(super) hosts: Vec<String>,
    pub(super) processes: usize,
    /// A process becomes another program by `exec`.
    pub(super) programs: usize,
    /// Lanes whose quota was exhausted: since then calls are only counted.
    pub(super) full: Vec<String>,
    /// One of them has no counters: calls are missing in the totals.
    pub(super) has_lost_calls: bool,
    /// Programs recorded from outside: durations and bytes of their calls are unknown.
    pub(super) outside: usize,
    /// What could not be recorded, in sentences.
    pub(super) unseen: Vec<String>,
    /// What could not be read, in sentences.
    pub(super) notes: Vec<String>,
}

#[derive(Debug)]
pub(super) struct Lane {
    /// `rank 3`, or `cp (pid 7)`.
    pub(super) name: String,
    pub(super) rank: Option<u32>,
    pub(super) figures: LaneFigures,
}

#[derive(Debug)]
pub(super) struct File {
    pub(super) number: u32,
    pub(super) name: String,
    pub(super) figures: FileFigures,
}

impl File {
    /// A stream between programs: its data does not touch a file system.
    pub(super) fn is_stream(&self) -> bool {
        Nature::of(self.name.as_bytes()) == Nature::Coupled
    }
}

impl Figures {
    /// `lanes` are names and ranks; `name` returns a file's name for display.
    pub(super) fn new(
        about: About,
        bins: TimeBins,
        span: u64,
        lanes: Vec<(String, Option<u32>)>,
        mut outcome: Outcome,
        name: &dyn Fn(u32) -> String,
        text: &dyn Fn(TextId) -> String,
    ) -> Self {
        let (chains, slowest) = (outcome.take_chains(), outcome.take_slowest());
        let named = std::mem::take(&mut outcome.lanes).into_iter().zip(lanes);
        let lanes: Vec<Lane> = named.map(|(figures, (name, rank))| Lane { name, rank, figures }).collect();
        let files = most_used(&outcome, name);
        let mut total = Tally::default();
        lanes.iter().for_each(|lane| total.merge(&lane.figures.tally));
        let calls = lanes.iter().fold(0_u64, |sum, lane| sum.saturating_add(lane.figures.calls));
        let layers = overview::layers(&lanes, &outcome);
        let most_failed = most_failed(&outcome);
        let others = slowest.iter().map(|call| call.file).chain([most_failed.map(|(file, _)| file)]);
        let others = others.chain(chains.iter().map(|chain| chain.file));
        let others = others.chain(outcome.unfinished.iter().map(|call| call.file)).flatten();
        let names = files.iter().map(|file| (file.number, file.name.clone()));
        let names = names.chain(others.map(|file| (file, name(file)))).collect();
        let texts = chains.iter().flat_map(|chain| [chain.strategy, chain.device_name]).flatten();
        let texts = texts.map(|number| (number, text(number))).collect();
        let file_count = outcome.files.len() as u64;
        Self {
            about,
            bins,
            span,
            lanes,
            files,
            file_count,
            chains,
            slowest,
            total,
            calls,
            layers,
            uses: overview::uses(&outcome),
            mounts: Vec::new(),
            hidden: overview::hidden(&outcome),
            most_failed,
            outcome,
            names,
            texts,
        }
    }

    pub(super) fn name(&self, file: Option<u32>) -> &str {
        file.and_then(|file| self.names.get(&file)).map_or("", String::as_str)
    }

    pub(super) fn text(&self, text: Option<TextId>) -> &str {
        text.and_then(|text| self.texts.get(&text)).map_or("", String::as_str)
    }

    /// Lanes that are ranks of an MPI program.
    pub(super) fn ranks(&self) -> usize {
        self.lanes.iter().filter(|lane| lane.rank.is_some()).count()
    }

    /// The lanes that determine the program's time: its ranks, or all processes if there are none. Launchers
    /// wait all the time and would hide what ranks do.
    pub(super) fn workers(&self) -> impl Iterator<Item = (usize, &Lane)> {
        let has_ranks = self.ranks() > 0;
        self.lanes.iter().enumerate().filter(move |(_, lane)| !has_ranks || lane.rank.is_some())
    }

    /// Whether the durations and bytes of any process's calls are known.
    pub(super) fn knows_outcomes(&self) -> bool {
        self.about.outside == 0 || self.about.outside < self.about.programs
    }

    /// The share of the ranks' run time spent in file access; `None` if unknown.
    pub(super) fn share_of_time(&self) -> Option<f64> {
        let (time, available) = self.workers().fold((0_u64, 0_u64), |(time, available), (_, lane)| {
            let lane = &lane.figures;
            (time.saturating_add(lane.tally.time()), available.saturating_add(lane.available))
        });
        (available > 0).then(|| ratio(time, available).min(1.0))
    }

    /// The share of the I/O time spent in metadata operations.
    pub(super) fn metadata_share(&self) -> f64 {
        ratio(self.total.metadata_time, self.total.time())
    }
}

fn most_failed(outcome: &Outcome) -> Option<(u32, u64)> {
    let failed = outcome.files.iter().map(|(number, figures)| (number, figures.tally.failed_opens));
    failed.filter(|(_, times)| *times > 0).max_by_key(|(number, times)| (*times, Reverse(*number)))
}

/// The files to show, chosen by what was done with them, not by name.
fn most_used(outcome: &Outcome, name: &dyn Fn(u32) -> String) -> Vec<File> {
    let weight = |figures: &FileFigures| {
        let tally = &figures.tally;
        (tally.time(), tally.bytes(), tally.calls)
    };
    let shown = outcome.files.iter().filter(|(_, figures)| !figures.is_of_system);
    let mut order: Vec<(u32, _)> =
        shown.map(|(number, figures)| (number, Reverse(weight(figures)))).collect();
    order.sort_unstable_by_key(|(number, weight)| (*weight, *number));
    order.truncate(MOST_FILES_SHOWN);
    let figures = order.into_iter().filter_map(|(number, _)| {
        let figures = outcome.files.get(number)?.clone();
        Some(File { number, name: name(number), figures })
    });
    figures.collect()
}
