// SPDX-License-Identifier: MIT OR Apache-2.0
//! A sample of schedules of relayed connections; and the same with a defect, which the simulator must find.

use seaway_roles::relay::Forwarding;
use seaway_simulator::relay::{Done, run};

const SAMPLE: u64 = 20_000;

#[test]
fn sample_of_schedules_has_no_violations() {
    let mut all = Done::default();
    for seed in 0..SAMPLE {
        match run(seed, Forwarding::default()) {
            Ok(done) => all = Done { bytes: all.bytes + done.bytes, broken: all.broken + done.broken },
            Err(violation) => panic!("{violation}"),
        }
    }
    // Schedules that do nothing would find nothing.
    assert!(all.bytes > SAMPLE * 100 && all.broken > SAMPLE / 20, "{all:?}");
}

#[test]
fn bytes_that_are_not_flushed_are_found() {
    let found = (0..SAMPLE).find_map(|seed| run(seed, Forwarding::forgetting_to_flush()).err());
    let what = found.map(|violation| violation.what).unwrap_or_default();
    assert!(what.contains("not flushed"), "{what}");
}
