// SPDX-License-Identifier: MIT OR Apache-2.0
//! What programs may rely on.

use std::collections::BTreeMap;

use super::Cells;

/// By the first epoch of each thing.
#[derive(Debug, Default)]
pub(super) struct Checker {
    things: BTreeMap<u64, Thing>,
}

#[derive(Debug, Default)]
struct Thing {
    /// The largest number that a program has begun to write.
    begun: Cells,
    /// That was acknowledged, or read by somebody.
    settled: Cells,
}

impl Checker {
    /// The next number to write.
    pub(super) fn begins(&mut self, incarnation: u64, cell: usize) -> u64 {
        let thing = self.things.entry(incarnation).or_default();
        thing.begun[cell] += 1;
        thing.begun[cell]
    }

    /// What a read that begins now must see at least.
    pub(super) fn settled(&self, incarnation: u64, cell: usize) -> u64 {
        self.things.get(&incarnation).map_or(0, |thing| thing.settled[cell])
    }

    pub(super) fn acknowledged(&mut self, incarnation: u64, cell: usize, value: u64) {
        let thing = self.things.entry(incarnation).or_default();
        thing.settled[cell] = thing.settled[cell].max(value);
    }

    /// `least` is what was settled when the read began.
    pub(super) fn read(
        &mut self,
        incarnation: u64,
        cell: usize,
        value: u64,
        least: u64,
    ) -> Result<(), String> {
        let thing = self.things.entry(incarnation).or_default();
        if value < least {
            return Err(format!(
                "a read of cell {cell} sees {value}, but {least} was acknowledged or read before it began"
            ));
        }
        if value > thing.begun[cell] {
            return Err(format!(
                "a read of cell {cell} sees {value}, which nobody has written to this thing"
            ));
        }
        thing.settled[cell] = thing.settled[cell].max(value);
        Ok(())
    }
}
