// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rules about MPI-IO calls and what becomes of them.

use super::{Finding, Weight, by_file, capital, lanes_with, who};
use crate::report::figures::Figures;
use crate::report::quantity::{bytes, count, duration, ratio};
use crate::report::thresholds::{
    COLLECTIVE_SHARE, INDEPENDENT_BYTES, INDEPENDENT_CALLS, SPLIT_BYTES, SPLIT_CALLS,
};

pub(super) const INDEPENDENT: &str = "independent-mpi-io";

pub(super) fn independent(figures: &Figures) -> Vec<Finding> {
    let matches = figures.files.iter().filter_map(|file| {
        let tally = &file.figures.tally;
        let lanes = lanes_with(file, |share| share.bytes() > 0);
        let collective = ratio(tally.collective, tally.collective + tally.independent);
        let is_so = tally.independent >= INDEPENDENT_CALLS
            && lanes.len() > 1
            && collective < COLLECTIVE_SHARE
            && tally.independent_bytes / tally.independent < INDEPENDENT_BYTES;
        is_so.then_some((file, tally.moving_time()))
    });
    by_file(figures, matches.collect(), |file| {
        let tally = &file.figures.tally;
        let lanes = lanes_with(file, |share| share.bytes() > 0);
        Finding {
            rule: INDEPENDENT,
            weight: Weight::Serious,
            seen: format!(
                "{} access {} with {} independent calls of {} on average and {} collective ones, which takes {}.",
                capital(&who(figures, &lanes)),
                file.name,
                count(tally.independent),
                bytes(tally.independent_bytes / tally.independent.max(1)),
                if tally.collective == 0 { "no".to_owned() } else { count(tally.collective) },
                duration(tally.moving_time()),
            ),
            advice: "Add `_all`: MPI_File_write_at_all for MPI_File_write_at, MPI_File_read_all for \
                     MPI_File_read, where all ranks make the call. In PnetCDF use the `_all` functions, in \
                     HDF5 H5FD_MPIO_COLLECTIVE. Then Seaway joins the pieces of all ranks into large \
                     accesses."
                .to_owned(),
            file: None,
            others: Vec::new(),
            time: 0,
        }
    })
}

pub(super) fn split_into_pieces(figures: &Figures) -> Vec<Finding> {
    let split = figures.chains.iter().filter(|chain| {
        let each = chain.system.calls / chain.operations().max(1);
        let size = chain.system.bytes / chain.system.calls.max(1);
        // Opening may take many calls, but they are not pieces of an access.
        chain.bytes > 0 && each >= SPLIT_CALLS && size < SPLIT_BYTES
    });
    // Chains are sorted by time: the first is the relevant one.
    let Some(chain) = split.into_iter().next() else { return Vec::new() };
    vec![Finding {
        rule: "split-into-pieces",
        weight: Weight::Serious,
        seen: format!(
            "One {} on {} becomes {} system calls of {} on average; {} of the {} that these calls take is theirs.",
            chain.call,
            figures.name(chain.file),
            count(chain.system.calls / chain.operations().max(1)),
            bytes(chain.system.bytes / chain.system.calls.max(1)),
            duration(chain.system.time),
            duration(chain.time),
        ),
        advice: if chain.call.is_collective() {
            "The pieces of the ranks leave gaps, or the buffer is small: try the hints romio_cb_write=enable \
             or romio_cb_read=enable and a larger cb_buffer_size (64m) with `seaway run --hint`."
        } else {
            "The view has many small pieces: a collective call joins them with those of other ranks; for one rank the \
             hints romio_ds_write=enable and romio_ds_read=enable fill the gaps with one larger access."
        }
        .to_owned(),
        file: chain.file,
        others: Vec::new(),
        time: chain.time,
    }]
}
