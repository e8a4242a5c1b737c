// SPDX-License-Identifier: MIT OR Apache-2.0
//! Processes many items on all cores.

use std::cmp::Reverse;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The largest items are started first, so that none is left for one core at the end. Results are in the
/// order of `things`.
pub(crate) fn map<S: Sync, T: Send>(
    things: &[S],
    size: impl Fn(&S) -> u64,
    work: impl Fn(&S) -> T + Sync,
) -> Vec<T> {
    let mut order: Vec<usize> = (0..things.len()).collect();
    order.sort_by_key(|index| Reverse(size(&things[*index])));
    let results: Vec<Mutex<Option<T>>> = things.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let help = || {
        while let Some(index) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = work(&things[*index]);
            *results[*index].lock().expect("nobody panics while holding it") = Some(result);
        }
    };
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from).min(things.len());
        (1..cores).for_each(|_| {
            scope.spawn(help);
        });
        help();
    });
    let results =
        results.into_iter().map(|result| result.into_inner().expect("nobody panics while holding it"));
    results.map(|result| result.expect("each was done")).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_are_in_order() {
        let things: Vec<u64> = (0..1000).collect();
        let doubled = super::map(&things, |thing| *thing, |thing| thing * 2);
        assert!(doubled.iter().enumerate().all(|(index, value)| *value == 2 * index as u64));
        assert!(super::map(&[0_u8; 0], |_| 0, |_| 0).is_empty());
    }
}
