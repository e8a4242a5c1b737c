// SPDX-License-Identifier: MIT OR Apache-2.0
//! The records of one process: those of its threads, merged by time.

use std::collections::BTreeMap;
use std::io;

use super::clock::TimeLine;
use super::contents::Block;
use super::cursor::{Cursor, Meaning};
use super::replay::Replay;
use super::source::Reader;
use crate::Record;
use crate::names::Numbers;

/// The calls of a process, in the order in which they began. Calls of one thread are in program order: nested
/// calls follow the outer one immediately.
#[derive(Debug)]
pub struct Records<'t> {
    reader: Reader,
    cursors: Vec<Cursor<'t>>,
    /// The current thread, until its records begin after `until`.
    current: usize,
    until: u64,
    replay: Replay,
    failure: Option<io::Error>,
}

impl<'t> Records<'t> {
    pub(crate) fn new(
        reader: Reader,
        blocks: &[Block],
        line: TimeLine,
        shift: u32,
        numbers: &'t Numbers,
    ) -> Self {
        let meaning = Meaning { line, shift, numbers };
        let mut threads: BTreeMap<u32, Vec<Block>> = BTreeMap::new();
        for block in blocks {
            threads.entry(block.thread).or_default().push(*block);
        }
        let cursors =
            threads.into_iter().map(|(thread, blocks)| Cursor::new(meaning, thread, blocks)).collect();
        Self { reader, cursors, current: usize::MAX, until: 0, replay: Replay::default(), failure: None }
    }

    /// The first reason why something is missing, if anything is.
    pub fn failure(&self) -> Option<&io::Error> {
        self.failure.as_ref()
    }

    /// Number of events of calls that this version does not know.
    pub fn unknown_calls(&self) -> u64 {
        self.cursors.iter().map(|cursor| cursor.unknown_calls).sum()
    }

    /// Finds the thread with the earliest next record.
    fn choose(&mut self) -> Option<()> {
        loop {
            let (mut first, mut second) = ((u64::MAX, usize::MAX), u64::MAX);
            for (index, cursor) in self.cursors.iter().enumerate() {
                let Some(bound) = cursor.bound() else { continue };
                if first.1 == usize::MAX || bound < first.0 {
                    second = if first.1 == usize::MAX { u64::MAX } else { first.0 };
                    first = (bound, index);
                } else {
                    second = second.min(bound);
                }
            }
            let cursor = self.cursors.get_mut(first.1)?;
            if !cursor.is_read()
                && let Err(error) = cursor.fill(&self.reader)
            {
                self.failure.get_or_insert(error);
                continue;
            }
            // What has just been read may begin after another thread's.
            if cursor.is_read() && cursor.bound().is_some_and(|start| start <= second) {
                (self.current, self.until) = (first.1, second);
                return Some(());
            }
        }
    }
}

impl Iterator for Records<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let ready = self.cursors.get(self.current).is_some_and(|cursor| {
            cursor.is_read() && cursor.bound().is_some_and(|start| start <= self.until)
        });
        if !ready {
            self.choose()?;
        }
        let mut record = self.cursors.get_mut(self.current)?.take()?;
        self.replay.follow(&mut record);
        Some(record)
    }
}
