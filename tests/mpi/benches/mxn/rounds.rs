// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rounds of a measurement, and how many there are.

/// A value below target is measured again: another program may have used the cores. All rounds count.
const ATTEMPTS: usize = 3;

/// Measures `rounds` times, and more often if `is_content` does not hold then.
pub(crate) fn measure<T>(
    rounds: usize,
    results: &mut T,
    mut measure: impl FnMut(&mut T),
    is_content: impl Fn(&T) -> bool,
) {
    for round in 0..rounds * ATTEMPTS {
        if round >= rounds && is_content(results) {
            return;
        }
        measure(results);
    }
}
