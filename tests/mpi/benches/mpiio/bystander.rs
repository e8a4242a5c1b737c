// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs without MPI-IO: the overhead of a preloaded libseaway.

use crate::Plan;
use crate::bars::{Bars, Limit};
use crate::competitor::{Competitor, Role};
use crate::times::quartile;

/// Launches of each, alternating.
const LAUNCHES: usize = 9;

/// A difference that is too large is measured again: another program may have used the cores.
const ATTEMPTS: usize = 3;

/// Milliseconds that starting and ending an MPI may take longer.
const STARTUP: Limit = Limit::AtMost(2.0);

/// Time of a message with libseaway relative to the time without. Unchanged means: within the variation of
/// launches.
const LATENCY: Limit = Limit::AtMost(1.05);

pub(crate) fn run(plan: &Plan, bars: &mut Bars, competitors: &[Competitor]) {
    println!("\nPrograms without MPI-IO");
    for ours in competitors.iter().filter(|competitor| competitor.role == Role::Ours) {
        let is_own = |one: &&Competitor| one.role == Role::Own && one.installation() == ours.installation();
        let own = competitors.iter().find(is_own).expect("every MPI competes without libseaway too");
        startup(plan, bars, ours, own);
        latency(plan, bars, ours, own);
    }
}

fn startup(plan: &Plan, bars: &mut Bars, ours: &Competitor, own: &Competitor) {
    let id = format!("startup.{}", ours.name);
    if !plan.wants(&id) {
        return;
    }
    let stopwatch = own.compile("stopwatch.c", &[]);
    let idle = own.compile("idle.c", &[]);
    let seconds = |competitor: &Competitor| {
        let (times, complaint) = competitor.run(&stopwatch, 2, vec![idle.clone().into()]);
        let measured = times.get("startup");
        measured.unwrap_or_else(|| panic!("{id}: {}", complaint.unwrap_or_default())).seconds
    };
    let (value, rounds) =
        in_turn(STARTUP, &mut || [seconds(ours), seconds(own)], |pairs| 1e3 * (of(pairs, 0) - of(pairs, 1)));
    let without = 1e3 * of(&rounds, 1);
    println!("{id:52} {value:+.2} ms  without libseaway {without:.1} ms");
    bars.record(id, value, STARTUP);
}

fn latency(plan: &Plan, bars: &mut Bars, ours: &Competitor, own: &Competitor) {
    let id = format!("latency.{}", ours.name);
    if !plan.wants(&id) {
        return;
    }
    let program = own.compile("latency.c", &[]);
    let seconds = |competitor: &Competitor| {
        let (times, complaint) = competitor.run(&program, 2, vec!["0.1".into()]);
        let measured = times.get("latency");
        measured.unwrap_or_else(|| panic!("{id}: {}", complaint.unwrap_or_default())).seconds
    };
    let (value, rounds) =
        in_turn(LATENCY, &mut || [seconds(ours), seconds(own)], |pairs| of(pairs, 0) / of(pairs, 1));
    let without = 1e9 * of(&rounds, 1);
    println!("{id:52} ratio {value:.2}  without libseaway {without:.0} ns");
    bars.record(id, value, LATENCY);
}

/// Lower quartile of the times with libseaway, or of those without: disturbances only make a launch longer.
fn of(pairs: &[[f64; 2]], index: usize) -> f64 {
    quartile(pairs.iter().map(|pair| pair[index]).collect()).unwrap_or(f64::INFINITY)
}

/// Measures with and without, alternating, until the value meets the limit or the attempts are used up.
fn in_turn(
    limit: Limit,
    pair: &mut dyn FnMut() -> [f64; 2],
    value: impl Fn(&[[f64; 2]]) -> f64,
) -> (f64, Vec<[f64; 2]>) {
    let mut pairs = Vec::new();
    for _ in 0..ATTEMPTS {
        pairs.extend((0..LAUNCHES).map(|_| pair()));
        if limit.is_kept_by(value(&pairs)) {
            break;
        }
    }
    (value(&pairs), pairs)
}
