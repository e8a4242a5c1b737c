// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs many schedules of one scenario, and sums up what they did.

use std::ops::AddAssign;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::core::Violation;

/// Maximum number of violations in a report.
const MOST_VIOLATIONS: usize = 10;

/// The result of many schedules. `D`: how much work they did, to show that schedules are not empty.
#[derive(Debug, Default)]
pub struct Report<D> {
    /// The first ones, by seed.
    pub violations: Vec<Violation>,
    pub done: D,
}

/// Runs `schedules` seeds from `first` on, until ten violations are found. On all processors: schedules are
/// independent.
pub fn run_many<D: AddAssign + Default + Send>(
    first: u64,
    schedules: u64,
    run: impl Fn(u64) -> Result<D, Box<Violation>> + Sync,
) -> Report<D> {
    let next = AtomicU64::new(0);
    let report = Mutex::new(Report::default());
    let held = || report.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || {
        let mut mine = D::default();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let is_enough = || held().violations.len() >= MOST_VIOLATIONS;
            if index >= schedules || (index.is_multiple_of(64) && is_enough()) {
                break;
            }
            match run(first.wrapping_add(index)) {
                Ok(done) => mine += done,
                Err(violation) => held().violations.push(*violation),
            }
        }
        held().done += mine;
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..threads).for_each(|_| _ = scope.spawn(work)));
    let mut report = report.into_inner().unwrap_or_else(PoisonError::into_inner);
    report.violations.sort_by_key(|violation| violation.seed);
    report.violations.truncate(MOST_VIOLATIONS);
    report
}
