// SPDX-License-Identifier: MIT OR Apache-2.0
//! Synthetic programs for tests of rules: calls without files.

use seaway_trace_format::Call;

use super::Report;
use super::analysis::{Access, Nature, Pass, ProcessFacts, TimeBins};
use super::figures::{About, Figures};

pub(super) const MILLISECOND: u64 = 1_000_000;

/// Ranks that make calls one after the other.
#[derive(Debug, Default)]
pub(super) struct Program {
    ranks: Vec<Vec<Access>>,
    names: Vec<String>,
    /// When each rank is ready for its next call.
    now: Vec<u64>,
    /// Additional compute time of ranks.
    computing: u64,
    is_from_outside: bool,
}

impl Program {
    pub(super) fn with_ranks(ranks: usize) -> Self {
        Self { ranks: vec![Vec::new(); ranks], now: vec![0; ranks], ..Self::default() }
    }

    pub(super) fn computing(mut self, time: u64) -> Self {
        self.computing = time;
        self
    }

    pub(super) fn seen_from_outside(mut self) -> Self {
        self.is_from_outside = true;
        self
    }

    /// A call that takes a millisecond.
    pub(super) fn call(&mut self, rank: usize, call: Call, file: &str, offset: u64, length: u64) {
        self.timed(rank, call, file, offset, length, MILLISECOND);
    }

    pub(super) fn timed(&mut self, rank: usize, call: Call, file: &str, offset: u64, length: u64, time: u64) {
        self.push(rank, call, file, offset, length, Some(time), 0);
        self.now[rank] += time;
    }

    pub(super) fn failing(&mut self, rank: usize, call: Call, file: &str, error: u8) {
        self.push(rank, call, file, 0, 0, Some(MILLISECOND), error);
        self.now[rank] += MILLISECOND;
    }

    /// A call with nested ones: each begins when the previous one has ended.
    pub(super) fn nested(&mut self, rank: usize, outer: (Call, u64), file: &str, inner: &[(Call, u64)]) {
        self.nested_at(rank, outer, file, 0, inner);
    }

    pub(super) fn nested_at(
        &mut self,
        rank: usize,
        outer: (Call, u64),
        file: &str,
        offset: u64,
        inner: &[(Call, u64)],
    ) {
        let time = MILLISECOND * (inner.len() as u64 + 2);
        self.push(rank, outer.0, file, offset, outer.1, Some(time), 0);
        let end = self.now[rank] + time;
        self.now[rank] += MILLISECOND / 2;
        for (call, length) in inner {
            self.call(rank, *call, file, 0, *length);
        }
        self.now[rank] = end;
    }

    pub(super) fn unfinished(&mut self, rank: usize, call: Call, file: &str) {
        self.push(rank, call, file, 0, 0, None, 0);
    }

    pub(super) fn report(self) -> Report {
        let end = self.now.iter().copied().max().unwrap_or(0) + self.computing;
        let bins = TimeBins::new(0, end);
        let natures: Vec<Nature> = self.names.iter().map(|name| Nature::of(name.as_bytes())).collect();
        let mut pass = Pass::new(bins, self.ranks.len(), &natures);
        for (number, accesses) in (0..).zip(&self.ranks) {
            let knows_outcomes = !self.is_from_outside;
            let facts = ProcessFacts { lane: number, number, began: 0, ended: end, knows_outcomes };
            pass.process(&facts, accesses.iter().copied());
        }
        let lanes = (0..).zip(&self.ranks).map(|(rank, _)| (format!("rank {rank}"), Some(rank))).collect();
        let about = About {
            program: "app".to_owned(),
            processes: self.ranks.len(),
            programs: self.ranks.len(),
            outside: if self.is_from_outside { self.ranks.len() } else { 0 },
            ..About::default()
        };
        let name = |file: u32| self.names[file as usize].clone();
        Report::from_figures(Figures::new(about, bins, end, lanes, pass.outcome(), &name, &|_| String::new()))
    }

    #[expect(clippy::too_many_arguments, reason = "an event has as many fields")]
    fn push(
        &mut self,
        rank: usize,
        call: Call,
        file: &str,
        offset: u64,
        length: u64,
        duration: Option<u64>,
        error: u8,
    ) {
        let number = self.names.iter().position(|name| name == file).unwrap_or_else(|| {
            self.names.push(file.to_owned());
            self.names.len() - 1
        });
        self.ranks[rank].push(Access {
            start: self.now[rank],
            duration,
            call,
            error,
            file: Some(u32::try_from(number).unwrap()),
            second: None,
            offset: Some(offset),
            length,
            thread: 0,
            strategy: None,
            device: None,
        });
    }
}
