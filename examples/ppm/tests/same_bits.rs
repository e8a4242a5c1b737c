// SPDX-License-Identifier: MIT OR Apache-2.0
//! The result has the same bits, however the grid is cut, however many workers there are, wherever it is kept and whatever happens on
//! the way.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

mod simulation;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use ppm::grid::Pillar;
use ppm::run::{Crew, Run};
use ppm::setups::{Setup, shock_step, turbulence};
use ppm::store::{FolderStore, MemoryStore, PillarStore};
use ppm::worker::{Event, Observer, Unobserved};
use ppm_kernel::{Boundaries, Boundary, Primitive};
use simulation::{bits, record, simulate, simulate_in};

/// A strong blast beside the corner of four pillars: its shocks cross all of their edges and the corner.
fn blast_at_corner() -> Setup {
    let hot =
        |x: f64, y: f64, z: f64| (x - 13.2).powi(2) + (y - 14.1).powi(2) + 4.0 * (z - 3.0).powi(2) < 9.0;
    Setup {
        zones: [32, 32, 8],
        width: 1.0,
        gamma: 1.4,
        boundaries: Boundaries {
            low: [Boundary::Outflow, Boundary::Reflecting, Boundary::Periodic],
            high: [Boundary::Reflecting, Boundary::Outflow, Boundary::Periodic],
        },
        end_time: 1.2,
        state: Box::new(move |[x, y, z]| Primitive {
            density: if x + y > 34.0 { 3.0 } else { 1.0 },
            velocity: [0.3, 0.2, -0.1],
            pressure: if hot(x, y, z) { 1000.0 } else { 0.1 },
        }),
    }
}

#[test]
fn shock_across_a_corner_does_not_see_pillars() {
    let setup = blast_at_corner();
    let whole = simulate(&setup, [1, 1], 1);
    assert!(whole.report.state >= 8, "{} double steps", whole.report.state);
    for pillars in [[2, 2], [4, 4], [1, 4], [2, 1]] {
        let cut = simulate(&setup, pillars, 2);
        assert!(bits(&cut.zones) == bits(&whole.zones), "{pillars:?} pillars");
    }
}

#[test]
fn inflow_and_periodic_edges_do_not_see_pillars() {
    let setup = Setup { end_time: 0.05, ..shock_step::shock_step(96) };
    let whole = simulate(&setup, [1, 1], 1);
    let cut = simulate(&setup, [6, 4], 3);
    assert!(bits(&cut.zones) == bits(&whole.zones));
    let setup = Setup { end_time: 0.1, ..turbulence::turbulence(16) };
    assert!(bits(&simulate(&setup, [2, 2], 2).zones) == bits(&simulate(&setup, [1, 1], 1).zones));
}

#[test]
fn number_of_workers_does_not_matter() {
    let setup = blast_at_corner();
    let one = simulate(&setup, [4, 2], 1);
    for workers in [2, 5] {
        let several = simulate(&setup, [4, 2], workers);
        assert!(bits(&several.zones) == bits(&one.zones), "{workers} workers");
        assert_eq!(several.report.totals, one.report.totals);
    }
}

#[test]
fn run_continues_with_another_number_of_workers() {
    let setup = blast_at_corner();
    let straight = simulate(&setup, [2, 2], 2);
    let folder = tempfile::tempdir().unwrap();
    {
        let store = FolderStore::open(folder.path()).unwrap();
        let mut run = Run::create(&store, &setup, record(&setup, [2, 2])).unwrap();
        let report = run.advance(&Crew { last_state: 3, ..Crew::of(1) }, &Unobserved).unwrap();
        assert_eq!(report.state, 3);
    }
    let store = FolderStore::open(folder.path()).unwrap();
    let mut run = Run::open(&store, &setup, Run::read_record(&store).unwrap()).unwrap();
    let report = run.advance(&Crew::of(3), &Unobserved).unwrap();
    assert!(bits(&run.zones().unwrap()) == bits(&straight.zones));
    assert_eq!(report.state, straight.report.state);
}

/// Makes workers panic in the middle of a double step, a number of times.
#[derive(Debug)]
struct Killer {
    state: u64,
    left: AtomicUsize,
}

impl Observer for Killer {
    fn see(&self, _worker: usize, event: Event<'_>) {
        let Event::Sweep(task, 3) = event else { return };
        let hit = |left: usize| left.checked_sub(1);
        if task.state == self.state && self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, hit).is_ok()
        {
            panic!("killed by the test");
        }
    }
}

#[test]
fn task_of_a_killed_worker_is_done_again() {
    let setup = blast_at_corner();
    let killer = Killer { state: 2, left: AtomicUsize::new(2) };
    let ended = simulate_in(&MemoryStore::default(), &setup, [2, 2], &Crew::of(3), &killer);
    assert_eq!(killer.left.into_inner(), 0, "two workers were killed");
    assert!(bits(&ended.zones) == bits(&simulate(&setup, [2, 2], 1).zones));
}

#[test]
fn run_continues_after_all_workers_were_killed() {
    let setup = blast_at_corner();
    let store = MemoryStore::default();
    let mut run = Run::create(&store, &setup, record(&setup, [4, 2])).unwrap();
    let killer = Killer { state: 3, left: AtomicUsize::new(2) };
    let error = run.advance(&Crew::of(2), &killer).unwrap_err().to_string();
    assert!(error.contains("all workers have failed"), "{error}");
    run.advance(&Crew::of(3), &Unobserved).unwrap();
    assert!(bits(&run.zones().unwrap()) == bits(&simulate(&setup, [4, 2], 1).zones));
}

/// Freezes the first worker that is about to write a state, until its pillar is two states further.
#[derive(Debug, Default)]
struct Freezer {
    table: Mutex<Frozen>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Frozen {
    victim: Option<(usize, Pillar)>,
    may_go_on: bool,
    fenced: usize,
}

const FROZEN_STATE: u64 = 1;

impl Observer for Freezer {
    fn see(&self, worker: usize, event: Event<'_>) {
        let mut table = self.table.lock().unwrap();
        match event {
            Event::Write(task) if task.state == FROZEN_STATE && table.victim.is_none() => {
                table.victim = Some((worker, task.pillar));
                while !table.may_go_on {
                    table = self.changed.wait(table).unwrap();
                }
            }
            Event::Completed(task) => {
                let of_victim = table.victim.is_some_and(|(_, pillar)| pillar == task.pillar);
                table.may_go_on |= of_victim && task.state >= FROZEN_STATE + 2;
                self.changed.notify_all();
            }
            Event::Fenced(task) if task.state == FROZEN_STATE => table.fenced += 1,
            _ => {}
        }
    }
}

fn check_frozen(store: &dyn PillarStore) {
    let setup = blast_at_corner();
    let freezer = Freezer::default();
    let crew = Crew { patience: Duration::from_millis(20), ..Crew::of(3) };
    let ended = simulate_in(store, &setup, [2, 2], &crew, &freezer);
    let table = freezer.table.into_inner().unwrap();
    assert!(table.may_go_on, "the task of the frozen worker was done by another");
    assert_eq!(table.fenced, 1, "what it wrote two states late was refused");
    assert!(bits(&ended.zones) == bits(&simulate(&setup, [2, 2], 1).zones));
}

#[test]
fn frozen_worker_cannot_write_into_a_later_state() {
    check_frozen(&MemoryStore::default());
    let folder = tempfile::tempdir().unwrap();
    check_frozen(&FolderStore::open(folder.path()).unwrap());
}

/// A task that panics each time must end the run, not use up one worker after the other for ever.
#[test]
fn task_that_always_fails_ends_the_run() {
    let setup = blast_at_corner();
    let store = MemoryStore::default();
    let mut run = Run::create(&store, &setup, record(&setup, [1, 1])).unwrap();
    let killer = Killer { state: 1, left: AtomicUsize::new(usize::MAX) };
    let error = run.advance(&Crew::of(5), &killer).unwrap_err().to_string();
    assert_eq!(error, "pillar 0,0 failed 3 times at step 1: its worker panicked");
}
