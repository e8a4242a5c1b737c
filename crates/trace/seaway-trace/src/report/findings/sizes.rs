// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rules about accesses that are too small.

use super::{Finding, Weight, by_file, capital, lanes_with, verb, who};
use crate::report::figures::{Figures, File};
use crate::report::quantity::{bytes, count, duration, ratio};
use crate::report::thresholds::{SMALL_BYTES, SMALL_CALLS, SMALL_SHARE};

pub(super) fn small_reads(figures: &Figures) -> Vec<Finding> {
    let matches = figures.files.iter().filter_map(|file| {
        let tally = &file.figures.tally;
        is_small(tally.small_reads, tally.reads).then_some((file, tally.read_time))
    });
    by_file(figures, matches.collect(), |file| Finding {
        rule: "small-reads",
        weight: Weight::Serious,
        seen: seen(figures, file, Direction::Read),
        advice: read_advice(file),
        file: None,
        others: Vec::new(),
        time: 0,
    })
}

pub(super) fn small_writes(figures: &Figures) -> Vec<Finding> {
    let matches = figures.files.iter().filter_map(|file| {
        let tally = &file.figures.tally;
        is_small(tally.small_writes, tally.writes).then_some((file, tally.write_time))
    });
    by_file(figures, matches.collect(), |file| Finding {
        rule: "small-writes",
        weight: Weight::Serious,
        seen: seen(figures, file, Direction::Write),
        advice: write_advice(file),
        file: None,
        others: Vec::new(),
        time: 0,
    })
}

fn is_small(small: u64, all: u64) -> bool {
    small >= SMALL_CALLS && ratio(small, all) >= SMALL_SHARE
}

#[derive(Clone, Copy)]
enum Direction {
    Read,
    Write,
}

fn seen(figures: &Figures, file: &File, direction: Direction) -> String {
    let tally = &file.figures.tally;
    let (calls, moved, time, lanes, verbs, noun) = match direction {
        Direction::Read => (
            tally.small_reads,
            tally.small_read_bytes,
            tally.read_time,
            lanes_with(file, |share| share.read_bytes > 0),
            ("reads", "read"),
            "reading",
        ),
        Direction::Write => (
            tally.small_writes,
            tally.small_written_bytes,
            tally.write_time,
            lanes_with(file, |share| share.written_bytes > 0),
            ("writes", "write"),
            "writing",
        ),
    };
    format!(
        "{} {} {} {} times in pieces below {}, {} on average; {noun} this file takes {}.",
        capital(&who(figures, &lanes)),
        verb(&lanes, verbs.0, verbs.1),
        file.name,
        count(calls),
        bytes(SMALL_BYTES),
        bytes(moved / calls.max(1)),
        duration(time),
    )
}

fn read_advice(file: &File) -> String {
    let tally = &file.figures.tally;
    if tally.collective + tally.independent > 0 {
        return "Read more with each call: describe the pieces by a datatype, set it as the file's view and read them \
                with one MPI_File_read_all. Under `seaway run` the hint romio_ds_read=enable reads gaps along with the \
                pieces and needs no change to the program."
            .to_owned();
    }
    if tally.order.sequential * 2 > tally.order.total() {
        return "It reads in order, so buffering helps: read the file, or blocks of a MiB, with one call and \
                take the pieces from memory; or use fopen and fread (in Python, open() without buffering=0; \
                in Fortran, stream access without sharing). If all ranks do this, let one read and MPI_Bcast."
            .to_owned();
    }
    "Read larger blocks and pick the pieces from memory, or sort the requests by offset first. If the file \
     fits into memory, read it as a whole, once."
        .to_owned()
}

fn write_advice(file: &File) -> String {
    let tally = &file.figures.tally;
    if tally.collective + tally.independent > 0 || file.figures.lanes.len() > 1 {
        return "Collect what belongs together and write it with one call; if several ranks write this file, \
                MPI_File_write_all lets Seaway join their pieces before they go to disk (hint \
                romio_cb_write=enable under `seaway run`)."
            .to_owned();
    }
    "Collect lines or records in memory and write blocks of a MiB: fopen and fwrite with setvbuf, a BufWriter, or one \
     write for many records. A log that must survive a crash can still be written once a second."
        .to_owned()
}
