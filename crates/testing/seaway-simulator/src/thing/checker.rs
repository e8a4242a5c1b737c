// SPDX-License-Identifier: MIT OR Apache-2.0
//! What programs may rely on.

use std::collections::{BTreeMap, BTreeSet};

use super::Cells;

#[derive(Debug, Default)]
pub(super) struct Checker {
    things: BTreeMap<u64, Thing>,
}

#[derive(Debug, Default)]
struct Thing {
    /// The largest number that a program has begun to write.
    begun: Cells,
    /// That was acknowledged, or read.
    settled: Cells,
    /// Where additions began.
    added: BTreeSet<u64>,
    deleted: bool,
}

impl Checker {
    pub(super) fn created(&mut self, incarnation: u64) {
        self.things.insert(incarnation, Thing::default());
    }

    /// By its name: programs that have it open may continue to use it.
    pub(super) fn deleted(&mut self, incarnation: u64) {
        self.things.entry(incarnation).or_default().deleted = true;
    }

    /// The number that a write must at least exceed, since the program that writes it has begun so many.
    pub(super) fn begun(&self, incarnation: u64, cell: usize) -> u64 {
        self.things.get(&incarnation).map_or(0, |thing| thing.begun[cell])
    }

    pub(super) fn begins(&mut self, incarnation: u64, cell: usize, value: u64) {
        let thing = self.things.entry(incarnation).or_default();
        thing.begun[cell] = thing.begun[cell].max(value);
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
                "a read of cell {cell} sees {value}, but {least} was acknowledged before it began"
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

    /// An addition was acknowledged.
    pub(super) fn added(&mut self, incarnation: u64, before: u64) -> Result<(), String> {
        if self.things.entry(incarnation).or_default().added.insert(before) {
            return Ok(());
        }
        Err(format!("two additions begin at {before}: one of them is lost"))
    }

    /// A home decides now that an access counts.
    pub(super) fn served(&self, incarnation: u64) -> Result<(), String> {
        let newer = self.things.range(incarnation + 1..).next().is_some();
        let deleted = self.things.get(&incarnation).is_some_and(|thing| thing.deleted);
        if newer && !deleted {
            return Err(
                "an access counts at a home whose lease has ended, and another thing has the name".into()
            );
        }
        Ok(())
    }
}
