// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rules about where the time goes.

use super::{Finding, Weight, by_file, capital, lanes_with, verb, who};
use crate::report::figures::{Figures, Lane};
use crate::report::quantity::{approximate, count, duration, percent, ratio, times};
use crate::report::thresholds::{
    IMBALANCE, IMBALANCE_SHARE_OF_TIME, PARTNER_SHARE, SHARE_OF_TIME, SYNC_SHARE, SYNCS, WRITES_PER_SYNC,
};

pub(super) const NOT_THE_PROBLEM: &str = "not-the-problem";

pub(super) fn io_is_not_the_problem(figures: &Figures) -> Vec<Finding> {
    // Without an event the quota was exhausted from the start, and the run time is not known.
    let Some(share) = figures.share_of_time().filter(|_| figures.about.outside == 0) else {
        return Vec::new();
    };
    if share >= SHARE_OF_TIME || figures.calls == 0 {
        return Vec::new();
    }
    let busiest = figures.workers().map(|(_, lane)| ratio(lane.figures.tally.time(), lane.figures.available));
    vec![Finding {
        rule: NOT_THE_PROBLEM,
        weight: Weight::Note,
        seen: format!(
            "I/O is not the problem in this program: it takes {} of the run time, at most {} of any {}'s.",
            percent(share),
            percent(busiest.fold(0.0, f64::max).min(1.0)),
            if figures.ranks() > 0 { "rank" } else { "process" },
        ),
        advice: "Optimise something else first: even with free I/O, the program would not be noticeably \
                 faster. The findings below may matter for larger runs."
            .to_owned(),
        file: None,
        others: Vec::new(),
        time: 0,
    }]
}

pub(super) fn forced_to_disk(figures: &Figures) -> Vec<Finding> {
    let matches = figures.files.iter().filter_map(|file| {
        let tally = &file.figures.tally;
        let after_few_writes = tally.syncs.saturating_mul(WRITES_PER_SYNC) >= tally.writes;
        let is_costly = ratio(tally.sync_time, figures.total.time()) >= SYNC_SHARE;
        let matches = tally.syncs >= SYNCS && (after_few_writes || is_costly);
        matches.then_some((file, tally.sync_time))
    });
    by_file(figures, matches.collect(), |file| {
        let tally = &file.figures.tally;
        let lanes = lanes_with(file, |share| share.written_bytes > 0 || tally.writes == 0);
        Finding {
            rule: "forced-to-disk",
            weight: Weight::Serious,
            seen: format!(
                "{} {} {} to disk {} times for {} writes, which takes {}.",
                capital(&who(figures, &lanes)),
                verb(&lanes, "forces", "force"),
                file.name,
                count(tally.syncs),
                count(tally.writes),
                duration(tally.sync_time),
            ),
            advice: "fsync and MPI_File_sync wait for the disk. Once at the end, or once for each checkpoint, is enough \
                     to survive a crash; other processes of the node see what was written without it."
                .to_owned(),
            file: None,
            others: Vec::new(),
            time: 0,
        }
    })
}

pub(super) fn waiting_for_partner(figures: &Figures) -> Vec<Finding> {
    if figures.share_of_time().is_none_or(|share| share < SHARE_OF_TIME) {
        return Vec::new();
    }
    let matches = figures.files.iter().filter_map(|file| {
        let time = file.figures.tally.partner_time;
        (ratio(time, figures.total.time()) >= PARTNER_SHARE).then_some((file, time))
    });
    by_file(figures, matches.collect(), |file| {
        let lanes = lanes_with(file, |share| share.calls > 0);
        Finding {
            rule: "waiting-for-partner",
            weight: Weight::Notable,
            seen: format!(
                "{} {} for the program at the other end of {} when opening and closing it: {} in all.",
                capital(&who(figures, &lanes)),
                verb(&lanes, "waits", "wait"),
                file.name,
                duration(file.figures.tally.partner_time),
            ),
            advice: "This is not the cost of I/O: the other program opens the stream later, or takes longer to read what \
                     was written. Start both at the same time, give the slower one more ranks, and close the stream \
                     when nothing else is left to do."
                .to_owned(),
            file: None,
            others: Vec::new(),
            time: 0,
        }
    })
}

pub(super) fn imbalance(figures: &Figures) -> Vec<Finding> {
    let lanes: Vec<_> = figures.workers().collect();
    // A rank that waits for another program does not have more work than others.
    let time_of = |lane: &Lane| lane.figures.tally.time_without_partner();
    let total = lanes.iter().fold(0_u64, |sum, (_, lane)| sum.saturating_add(time_of(lane)));
    let Some((_, busiest)) = lanes.iter().max_by_key(|(_, lane)| time_of(lane)) else {
        return Vec::new();
    };
    let time = time_of(busiest);
    let mean = approximate(total) / approximate(lanes.len() as u64);
    let factor = if mean > 0.0 { approximate(time) / mean } else { 0.0 };
    let share = ratio(time, busiest.figures.available);
    if figures.ranks() < 2 || factor < IMBALANCE || share < IMBALANCE_SHARE_OF_TIME {
        return Vec::new();
    }
    vec![Finding {
        rule: "imbalance",
        weight: Weight::Serious,
        seen: format!(
            "{} spends {} in I/O, {} the mean of {} ranks and {} of its run time.",
            capital(&busiest.name),
            duration(time),
            times(factor),
            count(figures.ranks() as u64),
            percent(share),
        ),
        advice: "Others wait for it at the next collective call. Give every rank a part of the same size, or let \
                 MPI_File_write_all and MPI_File_read_all divide the work between the ranks that the hint cb_nodes \
                 gives."
            .to_owned(),
        file: None,
        others: Vec::new(),
        time,
    }]
}
