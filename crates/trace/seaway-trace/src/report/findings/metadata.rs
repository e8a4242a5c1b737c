// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rules about metadata: opening, querying, failing.

use super::{Finding, Weight, by_file, capital, lanes_with, verb, who};
use crate::report::figures::Figures;
use crate::report::quantity::{count, counted, duration, percent, ratio};
use crate::report::thresholds::{
    FAILED_OPENS, LOOKS_PER_RANK, METADATA_SHARE, OPENS_PER_RANK, SHARE_OF_TIME, UNUSED_FILES, UNUSED_OPENS,
};

pub(super) fn opened_again_and_again(figures: &Figures) -> Vec<Finding> {
    let matches = figures.files.iter().filter_map(|file| {
        let often = file.figures.lanes.iter().any(|share| share.opens >= OPENS_PER_RANK);
        often.then_some((file, file.figures.tally.metadata_time))
    });
    by_file(figures, matches.collect(), |file| {
        let lanes = lanes_with(file, |share| share.opens >= OPENS_PER_RANK);
        Finding {
            rule: "opened-again",
            weight: Weight::Serious,
            seen: format!(
                "{} {} {} {} times; calls about its name take {}.",
                capital(&who(figures, &lanes)),
                verb(&lanes, "opens", "open"),
                file.name,
                count(file.figures.tally.opens),
                duration(file.figures.tally.metadata_time),
            ),
            advice:
                "Open it once, before the loop, and keep it open. On parallel file systems, each open is \
                     a request to a server that all programs share."
                    .to_owned(),
            file: None,
            others: Vec::new(),
            time: 0,
        }
    })
}

pub(super) fn looked_at_again_and_again(figures: &Figures) -> Vec<Finding> {
    let matches = figures.files.iter().filter_map(|file| {
        let often = file.figures.lanes.iter().any(|share| share.looks >= LOOKS_PER_RANK);
        often.then_some((file, file.figures.tally.metadata_time))
    });
    by_file(figures, matches.collect(), |file| {
        let lanes = lanes_with(file, |share| share.looks >= LOOKS_PER_RANK);
        Finding {
            rule: "looked-at-again",
            weight: Weight::Serious,
            seen: format!(
                "{} {} about {} (stat, access and the like) {} times, which takes {}.",
                capital(&who(figures, &lanes)),
                verb(&lanes, "asks", "ask"),
                file.name,
                count(file.figures.tally.looks),
                duration(file.figures.tally.metadata_time),
            ),
            advice: "Query it once and keep the result; do not poll for a file without a pause. Ranks that \
                     wait for each other's files should use a message, or a stream: a name such as mxn:NAME \
                     in place of the file."
                .to_owned(),
            file: None,
            others: Vec::new(),
            time: 0,
        }
    })
}

pub(super) fn metadata_bound(figures: &Figures) -> Vec<Finding> {
    let share = figures.metadata_share();
    if share < METADATA_SHARE || figures.share_of_time().is_none_or(|share| share < SHARE_OF_TIME) {
        return Vec::new();
    }
    let advice = match figures.ranks() {
        0 => {
            "Fewer, larger files: one archive or database in place of a directory of samples. Files that \
             only this job needs are better on a disk of the node, or in its memory: in /dev/shm."
        }
        _ => {
            "Fewer, larger files: one file for all ranks (MPI-IO, PnetCDF, HDF5) in place of one for each, \
             one archive in place of a directory of samples. Files that only this job needs are better on a \
             disk of the node, or in its memory: in /dev/shm, where `seaway run --map \
             'scratch/*=/dev/shm/{1}'` puts those of MPI-IO."
        }
    };
    vec![Finding {
        rule: "metadata-bound",
        weight: Weight::Serious,
        seen: format!(
            "{} of the I/O time is spent on metadata, not on data: {} that open, close, query, list or \
             rename take {}, on {}.",
            percent(share),
            counted(figures.total.metadata, "call"),
            duration(figures.total.metadata_time),
            counted(figures.file_count, "file"),
        ),
        advice: advice.to_owned(),
        file: None,
        others: Vec::new(),
        time: figures.total.metadata_time,
    }]
}

pub(super) fn opened_and_not_used(figures: &Figures) -> Vec<Finding> {
    let shown = figures.outcome.files.iter().filter(|(_, file)| !file.is_of_system);
    let unused = shown.map(|(_, file)| &file.tally).filter(|tally| {
        let uses = tally.accesses().saturating_add(tally.other_uses);
        let inner = tally.inner_read_sizes.is_empty() && tally.inner_write_sizes.is_empty();
        tally.opens > 0 && uses == 0 && inner
    });
    let (files, opens, time) = unused.fold((0_u64, 0_u64, 0_u64), |(files, opens, time), tally| {
        (files + 1, opens.saturating_add(tally.opens), time.saturating_add(tally.metadata_time))
    });
    if files < UNUSED_FILES && opens < UNUSED_OPENS {
        return Vec::new();
    }
    vec![Finding {
        rule: "opened-and-not-used",
        weight: Weight::Notable,
        seen: format!(
            "{} opened, {} times in all, and then neither read nor written; that takes {}.",
            if files == 1 { "1 file is".to_owned() } else { format!("{} files are", count(files)) },
            count(opens),
            duration(time),
        ),
        advice: "Open only what is needed: access or stat shows whether a file exists, and listing the \
                 directory shows all files at once."
            .to_owned(),
        file: None,
        others: Vec::new(),
        time,
    }]
}

pub(super) fn failed_opens(figures: &Figures) -> Vec<Finding> {
    let failed = figures.total.failed_opens;
    if failed < FAILED_OPENS {
        return Vec::new();
    }
    let most = figures.most_failed;
    let example =
        |(file, times): (u32, u64)| format!(", most often {} ({})", figures.name(Some(file)), count(times));
    let attempts = failed.saturating_add(figures.total.opens);
    vec![Finding {
        rule: "failed-opens",
        weight: Weight::Notable,
        seen: format!(
            "{} of {} attempts to open a file fail{}.",
            count(failed),
            count(attempts),
            most.map(example).unwrap_or_default(),
        ),
        advice:
            "Programs that search several directories do this: put the directory that contains the files \
                 first (LD_LIBRARY_PATH, PYTHONPATH, PATH), shorten these lists, or install into one \
                 directory. With many ranks, each failed open is a request to the file server."
                .to_owned(),
        file: most.map(|(file, _)| file),
        others: Vec::new(),
        // A failed open takes about as long as a successful one.
        time: part_of(figures.total.metadata_time, ratio(failed, figures.total.metadata)),
    }]
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of the time")]
fn part_of(time: u64, share: f64) -> u64 {
    (crate::report::quantity::approximate(time) * share.min(1.0)) as u64
}
