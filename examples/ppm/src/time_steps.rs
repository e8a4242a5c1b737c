// SPDX-License-Identifier: MIT OR Apache-2.0
//! How long each double step is. Step n uses the fastest signal of the state before the last, so that a pillar need not wait
//! for all others to finish step n-1. A maximum does not depend on the order in which pillars report.

use std::collections::BTreeMap;

/// A double step: it leads from `time` to `end`, with two steps of `dt`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    pub time: f64,
    pub end: f64,
    pub dt: f64,
}

/// A shock that starts from rest is soon faster than the state at rest was.
const FIRST: f64 = 0.3;
/// Steps grow by at most this factor.
const GROWTH: f64 = 1.2;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Share of a zone that the fastest signal may cross in a step.
    pub courant: f64,
    pub zone_width: f64,
    pub end_time: f64,
}

/// When a state is reached, and the `dt` that led to it; 0 for the initial state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrival {
    pub time: f64,
    pub dt: f64,
}

#[derive(Debug)]
pub struct TimeSteps {
    limits: Limits,
    pillars: usize,
    /// By state: the fastest signal so far, and how many pillars have reported.
    speeds: BTreeMap<u64, (f64, usize)>,
    arrivals: BTreeMap<u64, Arrival>,
}

impl TimeSteps {
    /// Goes on from a state that all pillars have reached.
    pub fn new(limits: Limits, pillars: usize, state: u64, arrival: Arrival) -> Self {
        Self { limits, pillars, speeds: BTreeMap::new(), arrivals: BTreeMap::from([(state, arrival)]) }
    }

    /// A pillar has reached a state, in which its fastest signal is `speed`.
    pub fn report(&mut self, state: u64, speed: f64) {
        let (fastest, reports) = self.speeds.entry(state).or_insert((0.0, 0));
        *fastest = fastest.max(speed);
        *reports += 1;
    }

    /// The double step that starts from a state, if it can be known yet.
    pub fn step(&mut self, state: u64) -> Option<Step> {
        let (&known, _) = self.arrivals.range(..=state).next_back()?;
        for earlier in known..state {
            let step = self.decide(earlier)?;
            self.arrivals.insert(earlier + 1, Arrival { time: step.end, dt: step.dt });
        }
        // No pillar is more than two states ahead of another, and a step looks one state back.
        self.arrivals = self.arrivals.split_off(&state.saturating_sub(4));
        self.speeds = self.speeds.split_off(&state.saturating_sub(4));
        self.decide(state)
    }

    fn decide(&self, state: u64) -> Option<Step> {
        let Arrival { time, dt: last } = *self.arrivals.get(&state)?;
        let (fastest, reports) = *self.speeds.get(&state.saturating_sub(1))?;
        if reports < self.pillars {
            return None;
        }
        let stable = self.limits.courant * self.limits.zone_width / fastest;
        let dt = if state == 0 { FIRST * stable } else { stable.min(GROWTH * last) };
        let remaining = self.limits.end_time - time;
        if remaining <= 2.0 * dt {
            return Some(Step { time, end: self.limits.end_time, dt: (0.5 * remaining).max(0.0) });
        }
        Some(Step { time, end: time + 2.0 * dt, dt })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { courant: 0.5, zone_width: 0.1, end_time: 1.0 };

    fn from_start(pillars: usize) -> TimeSteps {
        TimeSteps::new(LIMITS, pillars, 0, Arrival { time: 0.0, dt: 0.0 })
    }

    #[test]
    fn second_step_needs_no_report_after_the_first() {
        let mut steps = from_start(2);
        steps.report(0, 1.0);
        assert_eq!(steps.step(0), None, "one pillar has not reported");
        steps.report(0, 2.0);
        let first = steps.step(0).unwrap();
        assert_eq!(first.dt, 0.3 * 0.5 * 0.1 / 2.0);
        assert!(steps.step(1).is_some());
        assert_eq!(steps.step(2), None, "state 1 is not known yet");
    }

    #[test]
    fn order_of_reports_does_not_matter() {
        let in_order = |speeds: [f64; 3]| {
            let mut steps = from_start(3);
            speeds.iter().for_each(|speed| steps.report(0, *speed));
            steps.step(1).unwrap()
        };
        assert_eq!(in_order([1.0, 3.0, 2.0]), in_order([3.0, 2.0, 1.0]));
    }

    #[test]
    fn last_step_ends_on_time() {
        let mut steps = from_start(1);
        let mut state = 0;
        loop {
            steps.report(state, 1.0);
            let step = steps.step(state).unwrap();
            if step.dt == 0.0 {
                break;
            }
            state += 1;
        }
        assert_eq!(steps.step(state).unwrap().time, 1.0);
        assert!(state > 10, "{state} double steps of at most 0.1");
    }
}
