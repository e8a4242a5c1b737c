// SPDX-License-Identifier: MIT OR Apache-2.0
//! Position to offset and back in views of many irregular blocks: the far end against the near end.

use std::hint::black_box;
use std::ops::Range;

use seaway_datatype::{Datatype, Layout, Named};

use crate::bars::Bars;
use crate::measure::{calls_per_sample, median, ratio, seconds_per_call};
use crate::shapes::Random;

const ROUNDS: usize = 25;
const FAR_OF_NEAR: f64 = 2.0;
/// Look-ups at one end of the view stay within this many bytes of it.
const END_BYTES: i64 = 4096;

pub(crate) fn bench(bars: &mut Bars) {
    println!();
    println!("{:<34} {:>10} {:>10} {:>10}", "nanoseconds per look-up", "near end", "far end", "far / near");
    for (blocks, name) in [(200_000, "200k"), (10_000_000, "10M")] {
        let view = irregular_view(blocks);
        let layout = view.layout().unwrap();
        let verbs: [(&str, &dyn Fn(u64)); 3] = [
            ("offset_of", &|position| {
                black_box(layout.offset_of(black_box(position)));
            }),
            ("position_of", &|position| {
                // Offsets grow with positions at nearly twice the rate: the same share of the view.
                black_box(layout.position_of(black_box(position.cast_signed() * 2)));
            }),
            ("first run", &|position| {
                black_box(layout.runs(black_box(position)..position + 64).next());
            }),
        ];
        for (verb, look_up) in verbs {
            let (near, far) = near_and_far(layout, look_up);
            let far_of_near = ratio(&far, &near);
            let (near, far) = (median(&near), median(&far));
            println!("{:<34} {near:>10.1} {far:>10.1} {far_of_near:>10.2}", format!("{verb}, {name} blocks"));
            let id = format!("datatype-translate-{}-{name}-far-of-near", verb.replace([' ', '_'], "-"));
            bars.at_most(&id, far_of_near, FAR_OF_NEAR);
        }
    }
}

/// Blocks of one to four doubles, one to four doubles apart.
fn irregular_view(blocks: usize) -> Datatype {
    let mut random = Random(3);
    let (mut lengths, mut displacements) = (Vec::with_capacity(blocks), Vec::with_capacity(blocks));
    let mut next = 0;
    for _ in 0..blocks {
        let length = 1 + random.below(4);
        lengths.push(length);
        displacements.push(next);
        next += length + 1 + random.below(4);
    }
    let view = Datatype::indexed(&lengths, &displacements, &Datatype::named(Named::Double)).unwrap();
    view.commit();
    view
}

/// Nanoseconds per look-up at the near and the far end, measured alternately.
fn near_and_far(layout: &Layout, look_up: &dyn Fn(u64)) -> (Vec<f64>, Vec<f64>) {
    let size = layout.size().cast_signed();
    let mut random = Random(4);
    let mut at_end = |range: Range<i64>| -> Vec<u64> {
        (0..64).map(|_| (range.start + random.below(range.end - range.start)).cast_unsigned()).collect()
    };
    let (near, far) = (at_end(0..END_BYTES), at_end(size - END_BYTES..size));
    let all = |positions: &[u64]| positions.iter().for_each(|&position| look_up(position));
    let calls = calls_per_sample(|| all(&near));
    let (mut near_times, mut far_times) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        near_times.push(seconds_per_call(calls, || all(&near)) * 1e9 / 64.0);
        far_times.push(seconds_per_call(calls, || all(&far)) * 1e9 / 64.0);
    }
    (near_times, far_times)
}
