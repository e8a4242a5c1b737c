// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Disk`]: files of a few cells each, as programs see them and as a power failure would leave them.

use crate::core::Choices;

/// Cells of a file. A cell is written atomically: a value that no other write has.
pub(super) const CELLS: usize = 6;

pub(super) type Cells = [u32; CELLS];

#[derive(Debug, Clone, Copy, Default)]
struct File {
    seen: Cells,
    synced: Cells,
}

#[derive(Debug)]
pub(super) struct Disk(Vec<File>);

impl Disk {
    pub(super) fn new(files: usize) -> Self {
        Self(vec![File::default(); files])
    }

    pub(super) fn write(&mut self, file: usize, cell: usize, value: u32) {
        self.0[file].seen[cell] = value;
    }

    pub(super) fn cut(&mut self, file: usize, size: usize) {
        self.0[file].seen[size.min(CELLS)..].fill(0);
    }

    pub(super) fn seen(&self, file: usize) -> Cells {
        self.0[file].seen
    }

    pub(super) fn synced(&self, file: usize) -> Cells {
        self.0[file].synced
    }

    pub(super) fn sync(&mut self, file: usize) {
        self.0[file].synced = self.0[file].seen;
    }

    /// Some unsynced cells had been written back by chance, the rest is lost.
    pub(super) fn lose_power(&mut self, choices: &mut Choices) {
        for file in &mut self.0 {
            for cell in 0..CELLS {
                if choices.once_in(2) {
                    file.synced[cell] = file.seen[cell];
                }
            }
            file.seen = file.synced;
        }
    }
}
