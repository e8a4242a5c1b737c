// SPDX-License-Identifier: MIT OR Apache-2.0
//! HDF5 relies on more than MPI guarantees: one rank writes, all ranks enter a barrier, another rank writes
//! or reads the same bytes, without a sync in between. If it is loaded, devices must neither buffer writes
//! nor read ahead, unless the user says otherwise.

use std::fs::File;
use std::io::{self, Read};
use std::sync::OnceLock;

use seaway_device_api::Hints;
use seaway_mpi_host::host::Library;

/// Device features for programs that sync as MPI requires.
const LATE_OR_EARLY: [&str; 2] = ["seaway_write_behind", "seaway_read_ahead"];
/// Prefix of function names in HDF5's error messages, present even in stripped binaries.
const TRACE: &[u8] = b"H5FD_";

/// Adjusts the hints of a file for this process, on a device that knows these hints.
pub(crate) fn hints_for_this_process(hints: Hints) -> Hints {
    let careful: Hints = LATE_OR_EARLY.into_iter().map(|hint| (hint, "disable")).collect();
    if is_loaded() { hints.over(&careful) } else { hints }
}

fn is_loaded() -> bool {
    static IS_IN_PROGRAM: OnceLock<bool> = OnceLock::new();
    // Searches the global symbols, the loaded libraries, including those loaded late into a local scope (as
    // Python does), and finally the executable's file, for statically linked HDF5. If that cannot be read,
    // assume HDF5.
    Library::everybody_s_symbol(c"H5FD_mpio_init").is_some()
        || Library::is_loaded("libhdf5")
        || *IS_IN_PROGRAM.get_or_init(|| File::open("/proc/self/exe").and_then(has_trace).unwrap_or(true))
}

fn has_trace(mut program: impl Read) -> io::Result<bool> {
    let mut buffer = vec![0; 1 << 20];
    let mut kept = 0;
    loop {
        let got = program.read(&mut buffer[kept..])?;
        if got == 0 {
            return Ok(false);
        }
        let filled = kept + got;
        if buffer[..filled].windows(TRACE.len()).any(|bytes| bytes == TRACE) {
            return Ok(true);
        }
        // A match may start here and continue in the next part.
        kept = filled.min(TRACE.len() - 1);
        buffer.copy_within(filled - kept..filled, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hdf5_is_found_wherever_its_names_lie() {
        for place in [0, 7, (1 << 20) - 3, (1 << 20) + 5, (3 << 20) - 5] {
            let mut program = vec![0x48; 3 << 20];
            program[place..place + TRACE.len()].copy_from_slice(TRACE);
            assert!(has_trace(&program[..]).unwrap(), "at {place}");
        }
        assert!(!has_trace(&vec![b'5'; 3 << 20][..]).unwrap());
        assert!(!has_trace(io::empty()).unwrap());
    }
}
