// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Step`]: one write, or one read, in rank order. [`StepLog`]: the steps of a stream.

use seaway_device::Extent;

/// Neighbouring ranks of one length, and what is before them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    length: u64,
    ranks: u32,
    first_rank: u32,
    /// First byte of its first rank, from the start of the step.
    first_byte: u64,
}

/// From `start` on, each rank has its length, in rank order. Lengths are kept as runs: equal ones cost nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::mxn) struct Step {
    start: u64,
    bytes: u64,
    ranks: u32,
    runs: Vec<Run>,
}

impl Step {
    /// `None`: the step does not fit into a file, or into a communicator.
    pub(in crate::mxn) fn new(start: u64, lengths: &[u64]) -> Option<Self> {
        Self::from_runs(start, lengths.iter().map(|&length| (length, 1)))
    }

    /// From pairs of a length and the number of neighbouring ranks that have it. Bounds are checked: they may come
    /// from another program.
    pub(in crate::mxn) fn from_runs(start: u64, runs: impl IntoIterator<Item = (u64, u32)>) -> Option<Self> {
        let mut step = Self { start, bytes: 0, ranks: 0, runs: Vec::new() };
        for (length, ranks) in runs {
            let bytes = length.checked_mul(u64::from(ranks))?;
            match step.runs.last_mut() {
                _ if ranks == 0 => {}
                Some(last) if last.length == length => last.ranks += ranks.min(u32::MAX - step.ranks),
                _ => step.runs.push(Run { length, ranks, first_rank: step.ranks, first_byte: step.bytes }),
            }
            step.bytes = step.bytes.checked_add(bytes)?;
            step.ranks = step.ranks.checked_add(ranks)?;
        }
        start.checked_add(step.bytes)?;
        Some(step)
    }

    /// What [`from_runs`](Self::from_runs) takes, as short as it can be.
    pub(in crate::mxn) fn runs(&self) -> impl ExactSizeIterator<Item = (u64, u32)> {
        self.runs.iter().map(|run| (run.length, run.ranks))
    }

    pub(in crate::mxn) fn start(&self) -> u64 {
        self.start
    }

    pub(in crate::mxn) fn end(&self) -> u64 {
        self.start + self.bytes
    }

    pub(in crate::mxn) fn extent(&self) -> Extent {
        Extent::new(self.start, self.bytes)
    }

    /// The same lengths, as many times later as it takes to reach `offset`. `None`: that is behind all files.
    pub(in crate::mxn) fn repeated_at(&self, offset: u64) -> Option<Self> {
        let times = offset.checked_sub(self.start)?.checked_div(self.bytes)?;
        let start = self.start.checked_add(times.checked_mul(self.bytes)?)?;
        start.checked_add(self.bytes)?;
        Some(Self { start, ..self.clone() })
    }

    #[cfg(test)]
    pub(in crate::mxn) fn ranks(&self) -> u32 {
        self.ranks
    }

    /// What `rank` has of this step. A rank that is not in it has nothing.
    #[cfg(test)]
    pub(in crate::mxn) fn extent_of(&self, rank: u32) -> Extent {
        let behind = self.runs.partition_point(|run| run.first_rank <= rank);
        let run = behind
            .checked_sub(1)
            .and_then(|at| self.runs.get(at))
            .filter(|run| rank - run.first_rank < run.ranks);
        run.map_or(Extent::new(self.end(), 0), |run| {
            let before = u64::from(rank - run.first_rank) * run.length;
            Extent::new(self.start + run.first_byte + before, run.length)
        })
    }

    /// The ranks that have a part of `range`, in rank order, and which.
    pub(in crate::mxn) fn parts_of(&self, range: Extent) -> impl Iterator<Item = (u32, Extent)> {
        let wanted = self.extent().intersection(&range);
        let first = wanted.map_or(self.runs.len(), |wanted| {
            let byte = wanted.offset - self.start;
            // The last run that starts at or before the byte: runs of length 0 before it start there too.
            self.runs.partition_point(|run| run.first_byte <= byte) - 1
        });
        let wanted = wanted.unwrap_or(Extent::new(self.start, 0));
        let within = (wanted.offset - self.start)..(wanted.end() - self.start);
        let last_byte = within.end;
        self.runs[first..]
            .iter()
            .take_while(move |run| run.first_byte < last_byte)
            .filter(|run| run.length > 0)
            .flat_map(move |run| {
                let from = within.start.saturating_sub(run.first_byte) / run.length;
                let to = (within.end - run.first_byte).div_ceil(run.length).min(u64::from(run.ranks));
                let run_start = self.start + run.first_byte;
                (from..to).filter_map(move |index| {
                    let owned = Extent::new(run_start + index * run.length, run.length);
                    // Always fits: `index` is below the run's number of ranks.
                    let rank = run.first_rank + u32::try_from(index).ok()?;
                    owned.intersection(&wanted).map(|part| (rank, part))
                })
            })
    }
}

/// The steps of one stream, in ascending order of the file.
#[derive(Debug, Default)]
pub(in crate::mxn) struct StepLog {
    steps: Vec<Step>,
    /// Steps at the front of `steps` that are forgotten; they go for good once they are half of all.
    forgotten: usize,
    end: u64,
    count: u64,
}

impl StepLog {
    pub(in crate::mxn) fn new() -> Self {
        Self::default()
    }

    /// Bytes of the last step.
    pub(in crate::mxn) fn last_bytes(&self) -> Option<u64> {
        self.steps.last().map(|step| step.bytes)
    }

    /// Adds what was written last. `false`: it starts before the end of what was written before, so the stream is not
    /// in order, and the log is as it was.
    #[must_use]
    pub(in crate::mxn) fn push(&mut self, start: u64, lengths: &[u64]) -> bool {
        Step::new(start, lengths).is_some_and(|step| self.push_step(step))
    }

    /// As [`push`](Self::push).
    #[must_use]
    pub(in crate::mxn) fn push_step(&mut self, step: Step) -> bool {
        if step.start() < self.end {
            return false;
        }
        self.count += 1;
        // A step of no bytes has no owner; it moves nothing, not even the end.
        if !step.extent().is_empty() {
            self.end = step.end();
            self.steps.push(step);
        }
        true
    }

    /// The steps that have a byte at or behind `offset` and are not forgotten.
    pub(in crate::mxn) fn from(&self, offset: u64) -> &[Step] {
        let steps = &self.steps[self.forgotten..];
        &steps[steps.partition_point(|step| step.end() <= offset)..]
    }

    /// Nobody will ask for a byte before `offset` again.
    pub(in crate::mxn) fn forget_below(&mut self, offset: u64) {
        self.forgotten = self.steps.len() - self.from(offset).len();
        if self.forgotten * 2 > self.steps.len() {
            self.steps.drain(..self.forgotten);
            self.forgotten = 0;
        }
    }

    /// First byte behind all steps.
    pub(in crate::mxn) fn end(&self) -> u64 {
        self.end
    }

    /// Steps so far, those that are forgotten or empty among them.
    #[cfg(test)]
    pub(in crate::mxn) fn count(&self) -> u64 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lengths_are_one_run() {
        let step = Step::new(100, &[8; 1000]).unwrap();
        assert_eq!(step.runs().collect::<Vec<_>>(), [(8, 1000)]);
        assert_eq!((step.extent(), step.ranks()), (Extent::new(100, 8000), 1000));
        assert_eq!(step.extent_of(999), Extent::new(8092, 8));
        assert!(step.extent_of(1000).is_empty());
    }

    #[test]
    fn runs_that_do_not_fit_are_refused() {
        assert_eq!(Step::from_runs(0, [(u64::MAX, 2)]), None);
        assert_eq!(Step::from_runs(1, [(u64::MAX, 1)]), None);
        assert_eq!(Step::from_runs(0, [(u64::MAX, 1), (1, 1)]), None);
        assert_eq!(Step::from_runs(0, [(0, u32::MAX), (0, 1)]), None);
        assert_eq!(Step::from_runs(0, [(0, u32::MAX), (1, 1)]), None);
    }

    #[test]
    fn steps_come_back_from_their_runs() {
        let step = Step::new(7, &[0, 3, 3, 0, 0, 5, 1, 1, 0]).unwrap();
        assert_eq!(Step::from_runs(step.start(), step.runs()), Some(step.clone()));
        assert_eq!(
            Step::from_runs(7, [(0, 1), (3, 1), (9, 0), (3, 1), (0, 2), (5, 1), (1, 2), (0, 1)]),
            Some(step)
        );
    }

    #[test]
    fn a_log_gives_the_steps_from_an_offset_on() {
        let mut log = StepLog::new();
        assert!(log.push(0, &[4, 4]) && log.push(8, &[0, 0]) && log.push(8, &[2]) && log.push(20, &[5]));
        assert!(!log.push(24, &[1]), "byte 24 is written already");
        let starts = |log: &StepLog, offset| log.from(offset).iter().map(Step::start).collect::<Vec<_>>();
        assert_eq!(starts(&log, 7), [0, 8, 20]);
        assert_eq!(starts(&log, 8), [8, 20]);
        assert_eq!(starts(&log, 12), [20]);
        assert_eq!(starts(&log, 25), [0; 0]);
        assert_eq!((log.end(), log.count()), (25, 4));
    }

    #[test]
    fn forgetting_keeps_what_reaches_behind() {
        let mut log = StepLog::new();
        for step in 0..100 {
            assert!(log.push(step * 10, &[5, 5]));
        }
        for offset in 0..1000 {
            log.forget_below(offset);
            assert_eq!(log.from(0).len() as u64, 100 - offset / 10, "at {offset}");
            assert!(log.steps.len() <= 2 * log.from(0).len() + 1, "at {offset}");
        }
        assert_eq!((log.end(), log.count()), (1000, 100));
    }
}
