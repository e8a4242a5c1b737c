// SPDX-License-Identifier: MIT OR Apache-2.0
//! Things that go to disk where memory is full, if the program wants that.

use seaway_device_api::{Error, ErrorKind, Result};
use seaway_messages::ThingFate;

use super::far_file::Far;
use super::file::{Door, HereOrFar, ThingFile};

impl Door {
    /// Whether things go to disk where memory is full. Those with a second copy are in memory.
    pub(super) fn may_spill(&self, error: &Error, copies: u32) -> bool {
        error.kind() == ErrorKind::NoSpace && self.options.spills && copies == 1
    }
}

impl ThingFile {
    /// As [`Self::run`]; where memory is full it goes to disk, if the program wants that.
    pub(super) fn run_or_spill<T>(&self, mut access: impl FnMut(&HereOrFar) -> Result<Far<T>>) -> Result<T> {
        match self.run(&mut access) {
            Err(error) if self.door.may_spill(&error, self.copies) => {
                let spilled = self.door.agent.convert(&self.door.name, ThingFate::OnDisk);
                spilled.map_err(|error| self.door.named(error))?;
                self.run(access)
            }
            outcome => outcome,
        }
    }
}
