// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rules about ranks that share files, or do not share the work.

use super::{Finding, Weight, by_file, capital, lanes_with, who};
use crate::report::analysis::BINS;
use crate::report::figures::{Figures, File};
use crate::report::quantity::{approximate, bytes, count, duration, percent, ratio, times};
use crate::report::thresholds::{
    CONTENTION_SHARE, ONE_RANK_BYTES, ONE_RANK_SHARE, REREAD_BYTES, SAME_BYTES_RANKS,
};

pub(super) fn one_rank_reads_all(figures: &Figures) -> Vec<Finding> {
    let total = figures.total.read_bytes;
    let busiest = figures.workers().max_by_key(|(_, lane)| lane.figures.tally.read_bytes);
    let Some((number, lane)) = busiest.filter(|_| figures.ranks() > 1 && total >= ONE_RANK_BYTES) else {
        return Vec::new();
    };
    let tally = &lane.figures.tally;
    if ratio(tally.read_bytes, total) < ONE_RANK_SHARE {
        return Vec::new();
    }
    let most = most_read_by(figures, number);
    let file = most.map(|file| format!(", most of it {}", file.name)).unwrap_or_default();
    vec![Finding {
        rule: "one-rank-reads-all",
        weight: Weight::Serious,
        seen: format!(
            "{} reads {} of the {} that {} ranks read{file}: {} calls, {} on average, {}.",
            capital(&lane.name),
            percent(ratio(tally.read_bytes, total)),
            bytes(total),
            count(figures.ranks() as u64),
            count(tally.reads),
            bytes(tally.read_bytes / tally.reads.max(1)),
            duration(tally.read_time),
        ),
        advice: "If the others wait for what it reads, let every rank read its own part: MPI_File_read_at_all with the \
                 offset of the part, or a view. Under `seaway run` such reads are joined into large ones. Small input \
                 is fine on one rank with MPI_Bcast."
            .to_owned(),
        file: most.map(|file| file.number),
        others: Vec::new(),
        time: tally.read_time,
    }]
}

fn most_read_by(figures: &Figures, lane: usize) -> Option<&File> {
    let read = |file: &&File| {
        let share = file.figures.lanes.iter().find(|share| share.lane as usize == lane);
        share.map_or(0, |share| share.read_bytes)
    };
    figures.files.iter().max_by_key(read).filter(|file| read(file) > 0)
}

/// Several ranks each read the same range of a file.
pub(super) fn all_ranks_read_the_same(figures: &Figures) -> Vec<Finding> {
    let matches = figures.files.iter().filter_map(|file| {
        let readers = lanes_with(file, |share| share.read_bytes > 0);
        let tally = &file.figures.tally;
        let is_large = readers.len() >= SAME_BYTES_RANKS && tally.read_bytes >= REREAD_BYTES;
        (is_large && repetition(file) >= approximate(SAME_BYTES_RANKS as u64) * 0.9)
            .then_some((file, tally.read_time))
    });
    by_file(figures, matches.collect(), |file| {
        Finding {
        rule: "same-bytes-by-all",
        weight: Weight::Serious,
        seen: format!(
            "{} read the same bytes of {}: {} in all, {} the part of the file that they touch, {}.",
            capital(&who(figures, &lanes_with(file, |share| share.read_bytes > 0))),
            file.name,
            bytes(file.figures.tally.read_bytes),
            times(repetition(file)),
            duration(file.figures.tally.read_time),
        ),
        advice: "Read it once: MPI_File_read_all with the same offset on all ranks, or on rank 0 followed by MPI_Bcast. \
                 Files that every rank must read at its start (configuration, libraries, Python modules) are better on \
                 a local disk of each node."
            .to_owned(),
        file: None,
        others: Vec::new(),
        time: 0,
    }
    })
}

/// Bytes read per byte of the touched range.
fn repetition(file: &File) -> f64 {
    let parts = file.figures.lanes.iter().map(|share| share.read_part).filter(|part| part.bytes() > 0);
    let (begin, end) =
        parts.fold((u64::MAX, 0), |(begin, end), part| (begin.min(part.begin), end.max(part.end)));
    ratio(file.figures.tally.read_bytes, end.saturating_sub(begin))
}

/// Ranks write one file at the same time, independently.
pub(super) fn contention(figures: &Figures) -> Vec<Finding> {
    let io_time = figures.total.time();
    let matches = figures.files.iter().filter_map(|file| {
        let contention = Contention::of(file)?;
        let tally = &file.figures.tally;
        let is_collective = tally.collective > tally.independent;
        let is_much = ratio(contention.time, io_time) >= CONTENTION_SHARE;
        (is_much && !is_collective).then_some((file, contention.time))
    });
    by_file(figures, matches.collect(), |file| {
        let contention = Contention::of(file).unwrap_or_default();
        Finding {
            rule: "contention",
            weight: Weight::Serious,
            seen: format!(
                "{} write {} at the same time, up to {} at once: {} of their writing overlaps, {} in all.",
                capital(&who(figures, &contention.writers)),
                file.name,
                contention.at_once,
                percent(contention.share),
                duration(contention.time),
            ),
            advice: "File systems let one client at a time write a block, so writers of one file wait for each other. \
                     Use MPI_File_write_all, so that a few ranks write large blocks for all (under `seaway run`, hint \
                     cb_nodes says how many, striping_unit how large the blocks of the file system are), or let each \
                     rank write a file of its own."
                .to_owned(),
            file: None,
            others: Vec::new(),
            time: 0,
        }
    })
}

/// How much of the writing of a file overlapped with other writers.
#[derive(Debug, Clone, Default)]
pub(in crate::report) struct Contention {
    pub(in crate::report) writers: Vec<u32>,
    /// The maximum number of writers in one bin of the time line.
    pub(in crate::report) at_once: usize,
    /// Of the bins in which a lane wrote, those in which another did, too.
    pub(in crate::report) share: f64,
    /// That share of the writing time.
    pub(in crate::report) time: u64,
}

impl Contention {
    /// `None` if there is one writer, or if writers take turns. Writers of a stream do not disturb each
    /// other.
    pub(in crate::report) fn of(file: &File) -> Option<Self> {
        if file.is_stream() {
            return None;
        }
        let writers: Vec<_> = file.figures.lanes.iter().filter(|share| share.written_bytes > 0).collect();
        let mut at_once = [0_usize; BINS];
        for share in &writers {
            (0..BINS).filter(|bin| has(&share.writing, *bin)).for_each(|bin| at_once[bin] += 1);
        }
        let most = at_once.iter().copied().max().unwrap_or(0);
        let wrote: usize = at_once.iter().sum();
        let overlapped: usize = at_once.iter().filter(|writers| **writers > 1).sum();
        if most < 2 {
            return None;
        }
        let share = ratio(overlapped as u64, wrote as u64);
        let write_time = writers.iter().fold(0_u64, |sum, share| sum.saturating_add(share.write_time));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of the time")]
        let time = (approximate(write_time) * share) as u64;
        Some(Self { writers: writers.iter().map(|share| share.lane).collect(), at_once: most, share, time })
    }
}

fn has(bits: &[u64], bin: usize) -> bool {
    bits[bin / 64] >> (bin % 64) & 1 == 1
}
