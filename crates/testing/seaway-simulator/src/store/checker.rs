// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Checker`]: knows what was written in which order, acknowledged and synced, and checks files and reads
//! against it.

use super::disk::{CELLS, Cells};

/// What a cell may hold: the values written to it, in program order. The first is its initial value.
#[derive(Debug, Clone)]
struct Cell {
    history: Vec<Entry>,
    /// The oldest value that durable storage may hold, as an index into the history.
    durable: usize,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    value: u32,
    by: u64,
    is_acknowledged: bool,
    /// An answer may still arrive, but is ignored.
    is_void: bool,
}

#[derive(Debug)]
pub(super) struct Checker {
    files: Vec<[Cell; CELLS]>,
    next_value: u32,
}

impl Checker {
    pub(super) fn new(files: usize) -> Self {
        let cell = || Cell {
            history: vec![Entry { value: 0, by: 0, is_acknowledged: true, is_void: false }],
            durable: 0,
        };
        Self { files: (0..files).map(|_| std::array::from_fn(|_| cell())).collect(), next_value: 1 }
    }

    pub(super) fn new_value(&mut self) -> u32 {
        self.next_value += 1;
        self.next_value
    }

    /// A program writes, by request `by`. Requests on a file are numbered in program order.
    pub(super) fn issued(&mut self, file: usize, cell: usize, value: u32, by: u64) {
        self.files[file][cell].history.push(Entry { value, by, is_acknowledged: false, is_void: false });
    }

    pub(super) fn acknowledged(&mut self, file: usize, by: u64) {
        for cell in &mut self.files[file] {
            cell.history
                .iter_mut()
                .filter(|entry| entry.by == by && !entry.is_void)
                .for_each(|entry| entry.is_acknowledged = true);
        }
    }

    /// Power was lost: programs other than those that wrote this file cannot know what was lost.
    pub(super) fn power_is_lost(&mut self, file: usize) {
        self.is_uncertain(file);
        for cell in &mut self.files[file] {
            let durable = cell.durable;
            cell.history.iter_mut().skip(durable + 1).for_each(|entry| entry.is_void = true);
        }
    }

    /// The program was told that unsynced bytes may be lost.
    pub(super) fn is_uncertain(&mut self, file: usize) {
        for cell in &mut self.files[file] {
            let durable = cell.durable;
            cell.history.iter_mut().skip(durable + 1).for_each(|entry| entry.is_acknowledged = false);
        }
    }

    /// A sync has succeeded, as request `by`.
    pub(super) fn synced(&mut self, file: usize, by: u64) {
        for cell in &mut self.files[file] {
            cell.durable = cell.durable.max(cell.floor(by));
        }
    }

    /// Checks the result of the read with number `by`.
    pub(super) fn check_read(&self, file: usize, by: u64, seen: &Cells) -> Result<(), String> {
        self.check(file, seen, |cell| cell.floor(by), "a read returned less than was acknowledged")
    }

    /// Checks what the disk would retain of a file.
    pub(super) fn check_durable(&self, file: usize, synced: &Cells) -> Result<(), String> {
        self.check(file, synced, |cell| cell.durable, "synced bytes are lost")
    }

    /// Checks the file's content when nothing is in flight any more.
    pub(super) fn check_end(&self, file: usize, seen: &Cells) -> Result<(), String> {
        self.check(file, seen, |cell| cell.floor(u64::MAX), "the file does not hold what was acknowledged")
    }

    fn check(
        &self,
        file: usize,
        seen: &Cells,
        floor: impl Fn(&Cell) -> usize,
        what: &str,
    ) -> Result<(), String> {
        for (index, (cell, &value)) in self.files[file].iter().zip(seen).enumerate() {
            let floor = floor(cell);
            if !cell.history[floor..].iter().any(|entry| entry.value == value) {
                let expected = cell.history[floor];
                return Err(format!(
                    "{what}: file {file}, cell {index} holds {value} and not {} of request {}",
                    expected.value, expected.by
                ));
            }
        }
        Ok(())
    }
}

impl Cell {
    /// The newest acknowledged write before request `by`.
    fn floor(&self, by: u64) -> usize {
        let newest = self.history.iter().rposition(|entry| entry.is_acknowledged && entry.by < by);
        newest.unwrap_or(0).max(self.durable)
    }
}
