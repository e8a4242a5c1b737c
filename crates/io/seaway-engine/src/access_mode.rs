// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`AccessMode`]: MPI's open modes, and which combinations make sense.

use bitflags::bitflags;
use seaway_device_api::{Error, ErrorKind, OpenFlags, Operation, Result};

bitflags! {
    /// MPI_MODE_*, one to one. The values are Seaway's own; the MPI layer translates them.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct AccessMode: u16 {
        const READ_ONLY = 1;
        const READ_WRITE = 2;
        const WRITE_ONLY = 4;
        const CREATE = 8;
        const EXCLUSIVE = 16;
        const DELETE_ON_CLOSE = 32;
        const UNIQUE_OPEN = 64;
        const SEQUENTIAL = 128;
        const APPEND = 256;
    }
}

impl AccessMode {
    /// MPI-5.0 "Opening a File": exactly one of the three access modes, and the combinations that are
    /// erroneous.
    pub fn validate(self) -> Result<()> {
        let ways = self.intersection(Self::READ_ONLY | Self::READ_WRITE | Self::WRITE_ONLY);
        let complaint = if ways.bits().count_ones() != 1 {
            "give exactly one of READ_ONLY, READ_WRITE and WRITE_ONLY"
        } else if self.contains(Self::READ_ONLY) && self.intersects(Self::CREATE | Self::EXCLUSIVE) {
            "READ_ONLY cannot be combined with CREATE or EXCLUSIVE"
        } else if self.contains(Self::READ_WRITE | Self::SEQUENTIAL) {
            "READ_WRITE cannot be combined with SEQUENTIAL"
        } else {
            return Ok(());
        };
        Err(Error::new(ErrorKind::AccessMode, Operation::Open).with_detail(complaint))
    }

    pub fn can_read(self) -> bool {
        !self.contains(Self::WRITE_ONLY)
    }

    pub fn can_write(self) -> bool {
        !self.contains(Self::READ_ONLY)
    }

    /// The flags for the device. The first rank creates the file; the others open it without `EXCLUSIVE` and
    /// `CREATE`.
    pub(crate) fn open_flags(self, first: bool) -> OpenFlags {
        let mut flags = OpenFlags::empty();
        flags.set(OpenFlags::READ, self.can_read());
        flags.set(OpenFlags::WRITE, self.can_write());
        flags.set(OpenFlags::CREATE, first && self.contains(Self::CREATE));
        flags.set(OpenFlags::EXCLUSIVE, first && self.contains(Self::CREATE | Self::EXCLUSIVE));
        flags.set(OpenFlags::AFTER_ANOTHER, !first);
        flags
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_combinations_are_refused_with_a_message() {
        let check = |mode: AccessMode, valid: bool| assert_eq!(mode.validate().is_ok(), valid, "{mode:?}");
        check(AccessMode::READ_ONLY, true);
        check(AccessMode::WRITE_ONLY | AccessMode::CREATE | AccessMode::EXCLUSIVE, true);
        check(AccessMode::WRITE_ONLY | AccessMode::SEQUENTIAL, true);
        check(AccessMode::empty(), false);
        check(AccessMode::READ_ONLY | AccessMode::WRITE_ONLY, false);
        check(AccessMode::READ_ONLY | AccessMode::CREATE, false);
        check(AccessMode::READ_WRITE | AccessMode::SEQUENTIAL, false);
    }
}
