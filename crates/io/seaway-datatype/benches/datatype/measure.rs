// SPDX-License-Identifier: MIT OR Apache-2.0
//! Times and their statistics.

use std::time::Instant;

/// Each sample lasts about this long.
pub(crate) const SAMPLE_SECONDS: f64 = 0.002;

/// At least this many calls per sample, even if one call takes long.
pub(crate) const MIN_CALLS: u32 = 4;

/// Seconds per call, over `calls` calls, after one warm-up call that refills the caches.
pub(crate) fn seconds_per_call(calls: u32, mut work: impl FnMut()) -> f64 {
    work();
    let start = Instant::now();
    for _ in 0..calls {
        work();
    }
    start.elapsed().as_secs_f64() / f64::from(calls)
}

/// How many calls make a sample of sensible length. Warms up on the way.
pub(crate) fn calls_per_sample(mut work: impl FnMut()) -> u32 {
    let mut calls = MIN_CALLS;
    loop {
        let seconds = seconds_per_call(calls, &mut work) * f64::from(calls);
        if seconds >= SAMPLE_SECONDS || calls >= 1 << 24 {
            return calls;
        }
        calls *= 2;
    }
}

pub(crate) fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// Median of the per-round ratios of two times: a disturbance within a round affects both.
pub(crate) fn ratio(times: &[f64], of: &[f64]) -> f64 {
    let rounds: Vec<f64> = times.iter().zip(of).map(|(time, of)| time / of).collect();
    median(&rounds)
}

/// Interquartile range, as a share of the median.
pub(crate) fn spread(values: &[f64]) -> f64 {
    (quantile(values, 0.75) - quantile(values, 0.25)) / median(values)
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an index into a few dozen samples"
)]
fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[((sorted.len() - 1) as f64 * share).round() as usize]
}
