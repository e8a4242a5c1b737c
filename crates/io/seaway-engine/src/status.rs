// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Status`]: how many bytes an access moved.

use seaway_datatype::Datatype;

/// The outcome of a data access, in bytes of the program's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Status {
    pub bytes: u64,
}

impl Status {
    /// Number of whole items of `datatype` that were moved; `None` (MPI_UNDEFINED) if the bytes end inside an
    /// item.
    pub fn count(&self, datatype: &Datatype) -> Option<u64> {
        match datatype.size() {
            0 => Some(0),
            size => self.bytes.is_multiple_of(size).then(|| self.bytes / size),
        }
    }
}
