// SPDX-License-Identifier: MIT OR Apache-2.0
//! What MPI-IO calls became: device accesses, and system calls below them.

use std::collections::HashMap;

use seaway_trace_format::{Call, Layer};

use super::access::{Access, Traits};
use super::tally::grow;
use crate::TextId;

/// Beyond this many rows, the rest share one row per call.
const MOST_CHAINS: usize = 4096;

/// All calls of one kind on one file, with the calls inside them.
#[derive(Debug, Clone)]
pub(in crate::report) struct Chain {
    pub(in crate::report) call: Call,
    pub(in crate::report) file: Option<u32>,
    pub(in crate::report) calls: u64,
    /// The maximum of one process: for collective calls, their number.
    pub(in crate::report) most_of_a_process: u64,
    pub(in crate::report) bytes: u64,
    pub(in crate::report) time: u64,
    pub(in crate::report) device: Inside,
    pub(in crate::report) system: Inside,
    /// The system calls by kind.
    pub(in crate::report) system_calls: Vec<(Call, u64)>,
    /// As of the last of them.
    pub(in crate::report) strategy: Option<TextId>,
    pub(in crate::report) device_name: Option<TextId>,
    process: u32,
    of_process: u64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::report) struct Inside {
    pub(in crate::report) calls: u64,
    pub(in crate::report) bytes: u64,
    pub(in crate::report) time: u64,
}

impl Inside {
    fn merge(&mut self, other: Self) {
        grow(&mut self.calls, other.calls);
        grow(&mut self.bytes, other.bytes);
        grow(&mut self.time, other.time);
    }
}

#[derive(Debug, Default)]
pub(super) struct Chains {
    rows: HashMap<(u8, Option<u32>), u32>,
    chains: Vec<Chain>,
}

impl Chains {
    /// The row of an outermost call.
    pub(super) fn begin(&mut self, access: &Access, bytes: u64, time: u64, process: u32) -> u32 {
        let row = self.row(access.call, access.file);
        let chain = &mut self.chains[row as usize];
        grow(&mut chain.calls, 1);
        grow(&mut chain.bytes, bytes);
        grow(&mut chain.time, time);
        if chain.process != process {
            (chain.process, chain.of_process) = (process, 0);
        }
        chain.of_process += 1;
        chain.most_of_a_process = chain.most_of_a_process.max(chain.of_process);
        chain.strategy = access.strategy.or(chain.strategy);
        chain.device_name = access.device.or(chain.device_name);
        row
    }

    /// A call inside it.
    pub(super) fn add(&mut self, row: u32, access: &Access, traits: &Traits, bytes: u64, time: u64) {
        let chain = &mut self.chains[row as usize];
        let inside = Inside { calls: 1, bytes, time };
        match traits.layer {
            Layer::Device => {
                chain.device.merge(inside);
                chain.strategy = access.strategy.or(chain.strategy);
                chain.device_name = access.device.or(chain.device_name);
            }
            Layer::Posix | Layer::Stdio => {
                chain.system.merge(inside);
                count(&mut chain.system_calls, access.call, 1);
            }
            Layer::MpiIo | Layer::Trace => {}
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for theirs in &other.chains {
            let row = self.row(theirs.call, theirs.file);
            let mine = &mut self.chains[row as usize];
            grow(&mut mine.calls, theirs.calls);
            grow(&mut mine.bytes, theirs.bytes);
            grow(&mut mine.time, theirs.time);
            mine.most_of_a_process = mine.most_of_a_process.max(theirs.most_of_a_process);
            mine.device.merge(theirs.device);
            mine.system.merge(theirs.system);
            theirs.system_calls.iter().for_each(|(call, calls)| count(&mut mine.system_calls, *call, *calls));
            mine.strategy = mine.strategy.or(theirs.strategy);
            mine.device_name = mine.device_name.or(theirs.device_name);
        }
    }

    /// Longest first.
    pub(super) fn sorted(mut self) -> Vec<Chain> {
        self.chains.sort_by_key(|chain| (std::cmp::Reverse(chain.time), chain.file, chain.call));
        self.chains
    }

    fn row(&mut self, call: Call, file: Option<u32>) -> u32 {
        let number = u32::try_from(self.chains.len()).unwrap_or(u32::MAX);
        let is_full = self.chains.len() >= MOST_CHAINS && !self.rows.contains_key(&(call as u8, file));
        let file = if is_full { None } else { file };
        let row = *self.rows.entry((call as u8, file)).or_insert(number);
        if row == number {
            self.chains.push(Chain::new(call, file));
        }
        row
    }
}

impl Chain {
    fn new(call: Call, file: Option<u32>) -> Self {
        Self {
            call,
            file,
            calls: 0,
            most_of_a_process: 0,
            bytes: 0,
            time: 0,
            device: Inside::default(),
            system: Inside::default(),
            system_calls: Vec::new(),
            strategy: None,
            device_name: None,
            process: u32::MAX,
            of_process: 0,
        }
    }

    /// How often the program asked: a collective call counts once.
    pub(in crate::report) fn operations(&self) -> u64 {
        if self.call.is_collective() { self.most_of_a_process } else { self.calls }
    }
}

fn count(calls: &mut Vec<(Call, u64)>, call: Call, more: u64) {
    match calls.iter_mut().find(|(known, _)| *known == call) {
        Some((_, known)) => *known += more,
        None => calls.push((call, more)),
    }
}
