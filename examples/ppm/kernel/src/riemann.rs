// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Riemann problem at each face, with the two-shock approximation (CW section 2): waves on both sides of the contact
//! are shocks, which is exact to third order for weak rarefactions. Newton's method, a fixed number of times.

use crate::Primitive;
use crate::select::{max, min};
use crate::strip::{LANES, StateRows, rows, rows_mut};

/// Enough for streams that collide at Mach 1000; smooth flow needs one.
const ITERATIONS: usize = 5;

/// Pressure between the waves is never less than this fraction of that outside.
const LEAST_PRESSURE: f64 = 1e-8;

/// Pressure and velocity between the waves, for tests and for readers.
pub fn star_state(gamma: f64, left: &Primitive, right: &Primitive) -> (f64, f64) {
    let wave = |zone: &Primitive| (zone.density, zone.velocity[0], zone.pressure);
    solve(gamma, wave(left), wave(right))
}

/// Density, velocity, pressure of each side to pressure and velocity between.
#[inline(always)]
fn solve(gamma: f64, (dl, ul, pl): (f64, f64, f64), (dr, ur, pr): (f64, f64, f64)) -> (f64, f64) {
    let half_sum = 0.5 * (gamma + 1.0);
    let (square_left, square_right) = (gamma * pl * dl, gamma * pr * dr);
    let (cl, cr) = (square_left.sqrt(), square_right.sqrt());
    let floor = LEAST_PRESSURE * (pl + pr);
    let mut p = max((cr * pl + cl * pr + cl * cr * (ul - ur)) / (cl + cr), floor);
    let mut u = 0.0;
    for iteration in 0..=ITERATIONS {
        // Mass that each wave crosses per time (CW 2.9 for a shock in an ideal gas), inverted.
        let wl = 1.0 / (dl * (gamma * pl + half_sum * (p - pl))).sqrt();
        let wr = 1.0 / (dr * (gamma * pr + half_sum * (p - pr))).sqrt();
        let (from_left, from_right) = (ul - (p - pl) * wl, ur + (p - pr) * wr);
        u = 0.5 * (from_left + from_right);
        if iteration < ITERATIONS {
            let steep = wl * (1.0 + square_left * wl * wl) + wr * (1.0 + square_right * wr * wr);
            p = max(p + 2.0 * (from_left - from_right) / steep, floor);
        }
    }
    (p, u)
}

/// Pressure and velocity between the waves of each face. The face between zones `j` and `j + 1` is stored under `j`, for
/// `3..zones - 4`.
#[inline(always)]
pub(crate) fn solve_faces(
    gamma: f64,
    from_left: &StateRows,
    from_right: &StateRows,
    zones: usize,
    star_pressure: &mut [f64],
    star_velocity: &mut [f64],
) {
    let count = zones - 7;
    let left = |row| rows(row, 3, count);
    let right = |row| rows(row, 4, count);
    let (dl, ul, pl) = (left(&from_left.density), left(&from_left.velocity), left(&from_left.pressure));
    let (dr, ur, pr) = (right(&from_right.density), right(&from_right.velocity), right(&from_right.pressure));
    let (star_pressure, star_velocity) =
        (rows_mut(star_pressure, 3, count), rows_mut(star_velocity, 3, count));
    for i in 0..count * LANES {
        let (p, u) = solve(gamma, (dl[i], ul[i], pl[i]), (dr[i], ur[i], pr[i]));
        star_pressure[i] = p;
        star_velocity[i] = u;
    }
}

/// Both sides of each face and what lies between the waves.
pub(crate) struct Solved<'r> {
    pub(crate) gamma: f64,
    pub(crate) from_left: &'r StateRows,
    pub(crate) from_right: &'r StateRows,
    pub(crate) star_pressure: &'r [f64],
    pub(crate) star_velocity: &'r [f64],
    pub(crate) zones: usize,
}

/// Density, velocity and pressure at the face itself, which does not move.
#[inline(always)]
pub(crate) fn sample_faces(
    solved: &Solved<'_>,
    density: &mut [f64],
    velocity: &mut [f64],
    pressure: &mut [f64],
) {
    let (gamma, count) = (solved.gamma, solved.zones - 7);
    let (from_left, from_right) = (solved.from_left, solved.from_right);
    let left = |row| rows(row, 3, count);
    let right = |row| rows(row, 4, count);
    let (dl, ul, pl) = (left(&from_left.density), left(&from_left.velocity), left(&from_left.pressure));
    let (dr, ur, pr) = (right(&from_right.density), right(&from_right.velocity), right(&from_right.pressure));
    let (star_p, star_u) = (left(solved.star_pressure), left(solved.star_velocity));
    let (density, velocity) = (rows_mut(density, 3, count), rows_mut(velocity, 3, count));
    let pressure = rows_mut(pressure, 3, count);
    for i in 0..count * LANES {
        // The face is on this side of the contact; outward speeds are positive below.
        let on_left = star_u[i] > 0.0;
        let outward = if on_left { -1.0 } else { 1.0 };
        let d = if on_left { dl[i] } else { dr[i] };
        let u = if on_left { ul[i] } else { ur[i] };
        let p = if on_left { pl[i] } else { pr[i] };
        let jump = star_p[i] - p;
        let star_d = d * (gamma * p + 0.5 * (gamma + 1.0) * jump) / (gamma * p + 0.5 * (gamma - 1.0) * jump);
        let shock = ((gamma * p + 0.5 * (gamma + 1.0) * jump) / d).sqrt() + outward * u;
        let head = (gamma * p / d).sqrt() + outward * u;
        let tail = (gamma * star_p[i] / star_d).sqrt() + outward * star_u[i];
        let compressed = jump >= 0.0;
        let (head, tail) = (if compressed { shock } else { head }, if compressed { shock } else { tail });
        // How much of the state between the waves reaches the face: inside a rarefaction, in proportion.
        let inside = head / max(head - tail, f64::MIN_POSITIVE);
        let partly = min(max(inside, 0.0), 1.0);
        let outer_or_partly = if head < 0.0 { 0.0 } else { partly };
        let share = if tail >= 0.0 { 1.0 } else { outer_or_partly };
        density[i] = d + share * (star_d - d);
        velocity[i] = u + share * (star_u[i] - u);
        pressure[i] = p + share * jump;
    }
}

/// One velocity across the sweep at each face: that of the side which the gas comes from.
#[inline(always)]
pub(crate) fn sample_across(solved: &Solved<'_>, index: usize, across: &mut [f64]) {
    let count = solved.zones - 7;
    let left = rows(&solved.from_left.across[index], 3, count);
    let right = rows(&solved.from_right.across[index], 4, count);
    let star_u = rows(solved.star_velocity, 3, count);
    let across = rows_mut(across, 3, count);
    for i in 0..across.len() {
        across[i] = if star_u[i] > 0.0 { left[i] } else { right[i] };
    }
}
