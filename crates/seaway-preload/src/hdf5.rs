// SPDX-License-Identifier: MIT OR Apache-2.0
//! HDF5 relies on more than MPI promises: one rank writes, all meet in a barrier, another rank writes or reads the same
//! bytes, without a sync in between. Where it is loaded, devices shall neither hold writes back nor read ahead, unless
//! the user says otherwise.

use seaway_device::Hints;
use seaway_mpi::host::Library;

/// What devices do for programs that sync as MPI says.
const LATE_OR_EARLY: [&str; 2] = ["seaway_write_behind", "seaway_read_ahead"];

/// The hints of a file, for this process.
pub(crate) fn hints_for_this_process(hints: Hints) -> Hints {
    let careful: Hints = LATE_OR_EARLY.into_iter().map(|hint| (hint, "disable")).collect();
    if is_loaded() { hints.over(&careful) } else { hints }
}

fn is_loaded() -> bool {
    // In the program itself, in a library of it, or in one that was loaded late for its loader alone, as Python does.
    Library::everybody_s_symbol(c"H5FD_mpio_init").is_some() || Library::is_loaded("libhdf5")
}
