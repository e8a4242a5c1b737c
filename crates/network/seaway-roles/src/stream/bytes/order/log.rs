// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`StepLog`]: the steps of a stream. Most programs write the same lengths again and again: these are one entry, however
//! long the stream is.

use std::collections::VecDeque;

use super::steps::Step;

/// In ascending order of the file.
#[derive(Debug, Default)]
pub struct StepLog {
    repeats: VecDeque<Repeats>,
    end: u64,
    count: u64,
}

/// Steps that follow each other without a gap, and have the same lengths.
#[derive(Debug)]
struct Repeats {
    first: Step,
    times: u64,
}

impl Repeats {
    fn end(&self) -> u64 {
        self.first.start() + self.first.extent().len * self.times
    }

    /// Those that have a byte at or behind `offset`.
    fn from(&self, offset: u64) -> impl Iterator<Item = Step> {
        (self.first.times_before(offset)..self.times).map_while(|times| self.first.after(times))
    }
}

impl StepLog {
    pub fn new() -> Self {
        Self::default()
    }

    /// Bytes of the last step.
    pub fn last_bytes(&self) -> Option<u64> {
        self.repeats.back().map(|repeats| repeats.first.extent().len)
    }

    /// Adds what was written last. `false`: it starts before the end of what was written before, so the stream is not
    /// in order, and the log is as it was.
    #[must_use]
    pub fn push(&mut self, start: u64, lengths: &[u64]) -> bool {
        Step::new(start, lengths).is_some_and(|step| self.push_step(step))
    }

    /// As [`push`](Self::push).
    #[must_use]
    pub fn push_step(&mut self, step: Step) -> bool {
        if step.start() < self.end {
            return false;
        }
        self.count += 1;
        // A step of no bytes has no owner; it moves nothing, not even the end.
        if step.extent().is_empty() {
            return true;
        }
        let (follows, end) = (step.start() == self.end, step.end());
        match self.repeats.back_mut() {
            Some(last) if follows && last.first.is_like(&step) => last.times += 1,
            _ => self.repeats.push_back(Repeats { first: step, times: 1 }),
        }
        self.end = end;
        true
    }

    /// The steps that have a byte at or behind `offset` and are not forgotten.
    pub fn from(&self, offset: u64) -> impl Iterator<Item = Step> {
        let first = self.repeats.partition_point(|repeats| repeats.end() <= offset);
        self.repeats.range(first..).flat_map(move |repeats| repeats.from(offset))
    }

    /// Bytes before `offset` will not be requested again.
    pub fn forget_below(&mut self, offset: u64) {
        let gone = self.repeats.partition_point(|repeats| repeats.end() <= offset);
        self.repeats.drain(..gone);
        if let Some(repeats) = self.repeats.front_mut() {
            let passed = repeats.first.times_before(offset);
            if let Some(first) = repeats.first.after(passed) {
                *repeats = Repeats { first, times: repeats.times - passed };
            }
        }
    }

    /// First byte behind all steps.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Steps so far, those that are forgotten or empty among them.
    #[cfg(test)]
    pub fn count(&self) -> u64 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(log: &StepLog, offset: u64) -> Vec<u64> {
        log.from(offset).map(|step| step.start()).collect()
    }

    #[test]
    fn a_log_gives_the_steps_from_an_offset_on() {
        let mut log = StepLog::new();
        assert!(log.push(0, &[4, 4]) && log.push(8, &[0, 0]) && log.push(8, &[2]) && log.push(20, &[5]));
        assert!(!log.push(24, &[1]), "byte 24 is written already");
        assert_eq!(starts(&log, 7), [0, 8, 20]);
        assert_eq!(starts(&log, 8), [8, 20]);
        assert_eq!(starts(&log, 12), [20]);
        assert_eq!(starts(&log, 25), [0; 0]);
        assert_eq!((log.end(), log.count()), (25, 4));
    }

    #[test]
    fn forgetting_keeps_what_reaches_behind() {
        // Ten equal steps, ten different ones, ten equal steps; with a gap behind each, or behind some.
        let lengths = |step: u64| if step / 10 == 1 { [step % 3, 4] } else { [5, 5 - step / 20] };
        let mut log = StepLog::new();
        (0..30).for_each(|step| assert!(log.push(step * 10, &lengths(step))));
        for offset in 0..300 {
            log.forget_below(offset);
            let reaches = |step: &u64| step * 10 + lengths(*step).iter().sum::<u64>() > offset;
            let left: Vec<u64> = (0..30).filter(reaches).map(|step| step * 10).collect();
            assert_eq!(starts(&log, 0), left, "at {offset}");
        }
        assert_eq!(log.count(), 30);
    }

    #[test]
    fn equal_steps_take_no_room() {
        let mut log = StepLog::new();
        for step in 0..100_000 {
            assert!(log.push(step * 9, &[5, 4]));
        }
        assert_eq!(log.repeats.len(), 1);
        assert_eq!((log.from(0).count(), log.end()), (100_000, 900_000));
        assert_eq!(starts(&log, 9 * 99_998 - 1), [9 * 99_997, 9 * 99_998, 9 * 99_999]);
        log.forget_below(9 * 99_998 + 3);
        assert_eq!(starts(&log, 0), [9 * 99_998, 9 * 99_999]);
        assert!(log.push(900_000, &[4, 5]), "another step");
        assert!(log.push(900_010, &[4, 5]), "the same, behind a gap");
        assert_eq!(starts(&log, 899_999), [899_991, 900_000, 900_010]);
        assert_eq!(log.repeats.len(), 3);
    }
}
