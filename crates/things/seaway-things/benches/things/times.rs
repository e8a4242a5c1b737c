// SPDX-License-Identifier: MIT OR Apache-2.0
//! Times of accesses that alternate, and their medians.

use std::time::Instant;

pub(crate) const SMALL: usize = 4096;
pub(crate) const LARGE: usize = 64 << 20;

/// Offsets all over `LARGE` bytes, and not in order.
pub(crate) fn place(turn: usize) -> u64 {
    (turn * 7919 % (LARGE / SMALL) * SMALL) as u64
}

/// Seconds.
pub(crate) fn timed(access: impl FnOnce()) -> f64 {
    let begun = Instant::now();
    access();
    begun.elapsed().as_secs_f64()
}

pub(crate) fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The medians, in seconds, of several accesses in turns of `count` each.
pub(crate) fn medians<const N: usize>(
    rounds: usize,
    count: usize,
    mut accesses: [&mut dyn FnMut(usize); N],
) -> [f64; N] {
    let mut times: [Vec<f64>; N] = std::array::from_fn(|_| Vec::with_capacity(rounds * count));
    for round in 0..rounds {
        for (times, access) in times.iter_mut().zip(&mut accesses) {
            times.extend((0..count).map(|turn| timed(|| access(round * count + turn))));
        }
    }
    times.map(median)
}
