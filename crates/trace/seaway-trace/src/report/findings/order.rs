// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rules about the order of accesses.

use super::{Finding, Weight, by_file, capital, lanes_with, verb, who};
use crate::report::analysis::LaneShare;
use crate::report::figures::{Figures, File};
use crate::report::quantity::{bytes, count, duration, percent, ratio, times};
use crate::report::thresholds::{RANDOM_BYTES, RANDOM_CALLS, RANDOM_SHARE, REREAD_BYTES, REREAD_TIMES};

pub(super) fn random_access(figures: &Figures) -> Vec<Finding> {
    let matches = figures.files.iter().filter_map(|file| {
        let tally = &file.figures.tally;
        let is_random = tally.order.random >= RANDOM_CALLS
            && ratio(tally.order.random, tally.order.total()) >= RANDOM_SHARE
            && mean(file) < RANDOM_BYTES;
        is_random.then_some((file, tally.moving_time()))
    });
    by_file(figures, matches.collect(), |file| {
        let lanes = lanes_with(file, |share| share.bytes() > 0);
        let order = &file.figures.tally.order;
        Finding {
            rule: "random-access",
            weight: Weight::Serious,
            seen: format!(
                "{} {} in {} in random order: {} of {} accesses neither follow the previous one nor have a \
                 constant stride, {} each on average.",
                capital(&who(figures, &lanes)),
                verb(&lanes, "jumps", "jump"),
                file.name,
                percent(ratio(order.random, order.total())),
                count(order.total()),
                bytes(mean(file)),
            ),
            advice: "Sort the requests by offset before making them, or read larger blocks around them. In MPI, a view \
                     made from MPI_Type_create_indexed_block and one collective call lets Seaway sort and join the \
                     accesses of all ranks."
                .to_owned(),
            file: None,
            others: Vec::new(),
            time: 0,
        }
    })
}

fn mean(file: &File) -> u64 {
    let tally = &file.figures.tally;
    tally.bytes() / tally.accesses().max(1)
}

/// One rank reads more bytes than the range of the file that it touches.
pub(super) fn read_again(figures: &Figures) -> Vec<Finding> {
    let matches = figures.files.iter().filter_map(|file| {
        let share = most_repeated(file)?;
        let is_much = share.read_bytes >= REREAD_BYTES && repetition(share) >= REREAD_TIMES;
        is_much.then_some((file, file.figures.tally.read_time))
    });
    by_file(figures, matches.collect(), |file| {
        let repeating = lanes_with(file, |share| repetition(share) >= REREAD_TIMES);
        let (part, read, factor) = most_repeated(file)
            .map_or((0, 0, 0.0), |share| (share.read_part.bytes(), share.read_bytes, repetition(share)));
        Finding {
            rule: "read-again",
            weight: Weight::Serious,
            seen: format!(
                "{} {} the same bytes of {} at least {}: {} from a part of {}; reading this file takes {}.",
                capital(&who(figures, &repeating)),
                verb(&repeating, "reads", "read"),
                file.name,
                times(factor),
                bytes(read),
                bytes(part),
                duration(file.figures.tally.read_time),
            ),
            advice: "Keep the data in memory, or map the file. If it is too large for one node, divide it \
                     between ranks and exchange data by messages."
                .to_owned(),
            file: None,
            others: Vec::new(),
            time: 0,
        }
    })
}

fn most_repeated(file: &File) -> Option<&LaneShare> {
    file.figures.lanes.iter().max_by(|a, b| repetition(a).total_cmp(&repetition(b)))
}

fn repetition(share: &LaneShare) -> f64 {
    ratio(share.read_bytes, share.read_part.bytes())
}
