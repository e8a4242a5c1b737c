// SPDX-License-Identifier: MIT OR Apache-2.0
//! Converts ticks of a host's clock to nanoseconds on the time line of the trace.

use seaway_trace_format::{Clock, ClockPair};

/// Outside the range of any cycle counter: something is wrong with the clock pairs.
const PLAUSIBLE: std::ops::Range<f64> = 0.01..1000.0;

/// A straight line through two moments that are known by both clocks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TimeLine {
    ticks: u64,
    /// On the time line, at `ticks`.
    nanoseconds: i64,
    /// Length of a tick.
    rate: f64,
}

impl TimeLine {
    /// From the clock pairs of all processes of one host, grouped by process: a cycle counter is the same for
    /// all of them. `None` if they are too close to each other.
    pub(crate) fn through(clock: Clock, processes: &[Vec<ClockPair>]) -> Option<Self> {
        if clock == Clock::Monotonic {
            return Some(Self { ticks: 0, nanoseconds: 0, rate: 1.0 });
        }
        let all: Vec<ClockPair> = processes.iter().flatten().copied().collect();
        // A process with a broken header must not affect the others' times.
        longest(&all)
            .or_else(|| {
                let own = processes.iter().filter_map(|pairs| longest(pairs));
                own.max_by_key(|(first, last)| last.ticks - first.ticks)
            })
            .map(|(first, last)| Self {
                ticks: first.ticks,
                nanoseconds: i64::try_from(first.nanoseconds).unwrap_or(i64::MAX),
                rate: rate(first, last),
            })
    }

    /// If nothing is known about the clock.
    pub(crate) fn guess(pair: ClockPair) -> Self {
        Self { ticks: pair.ticks, nanoseconds: i64::try_from(pair.nanoseconds).unwrap_or(0), rate: 1.0 }
    }

    /// The same clock on a line that is `nanoseconds` ahead.
    pub(crate) fn shifted(self, nanoseconds: i64) -> Self {
        Self { nanoseconds: self.nanoseconds.saturating_add(nanoseconds), ..self }
    }

    /// May lie before the line begins.
    pub(crate) fn signed(&self, ticks: u64) -> i64 {
        let since = ticks.wrapping_sub(self.ticks).cast_signed();
        self.nanoseconds.saturating_add(whole(since as f64 * self.rate))
    }

    pub(crate) fn nanoseconds(&self, ticks: u64) -> u64 {
        u64::try_from(self.signed(ticks)).unwrap_or(0)
    }

    /// Duration of this many units.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "neither negative nor beyond 2^64"
    )]
    pub(crate) fn length_of(&self, units: u64, shift: u32) -> u64 {
        (units as f64 * self.unit(shift)) as u64
    }

    /// Duration of two to the power of `shift` ticks.
    pub(crate) fn unit(&self, shift: u32) -> f64 {
        self.rate * (1_u64 << shift.min(32)) as f64
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the value saturates")]
fn whole(nanoseconds: f64) -> i64 {
    nanoseconds as i64
}

fn longest(pairs: &[ClockPair]) -> Option<(ClockPair, ClockPair)> {
    let known = || pairs.iter().copied().filter(|pair| pair.ticks != 0 && pair.nanoseconds != 0);
    let first = known().min_by_key(|pair| pair.ticks)?;
    let last = known().max_by_key(|pair| pair.ticks)?;
    PLAUSIBLE.contains(&rate(first, last)).then_some((first, last))
}

fn rate(first: ClockPair, last: ClockPair) -> f64 {
    let nanoseconds = last.nanoseconds.saturating_sub(first.nanoseconds);
    nanoseconds as f64 / last.ticks.saturating_sub(first.ticks) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(ticks: u64, nanoseconds: u64) -> ClockPair {
        ClockPair { ticks, nanoseconds }
    }

    #[test]
    fn the_longest_baseline_of_all_processes_determines_the_rate() {
        let processes = [vec![pair(1000, 500), pair(1100, 560)], vec![pair(9000, 4500)]];
        let line = TimeLine::through(Clock::Cycles, &processes).unwrap();
        assert_eq!(line.nanoseconds(5000), 2500);
        assert_eq!(line.nanoseconds(0), 0);
        assert_eq!(line.shifted(7).nanoseconds(5000), 2507);
    }

    #[test]
    fn a_broken_process_does_not_affect_the_others() {
        let processes = [vec![pair(1000, 500), pair(9000, 4500)], vec![pair(u64::MAX, 3)]];
        assert_eq!(TimeLine::through(Clock::Cycles, &processes).unwrap().nanoseconds(5000), 2500);
        assert_eq!(TimeLine::through(Clock::Cycles, &[vec![pair(5, 5)]]), None);
        let far = TimeLine::guess(pair(u64::MAX, u64::MAX));
        assert_eq!(far.nanoseconds(0), 1);
    }
}
