// SPDX-License-Identifier: MIT OR Apache-2.0
//! Flattening (CW A.1, A.2): in shocks that are steeper than the scheme resolves, parabolae are lowered towards zone
//! averages, which removes oscillations behind the shock.

use crate::select::{max, min};
use crate::strip::{ZoneRows, rows, rows_mut};

/// A pressure jump of this fraction, with converging flow, is a shock.
const LEAST_JUMP: f64 = 0.33;
/// A shock is too steep from this ratio of the jump over two zones to that over four; fully flat 0.1 later.
const STEEP_FROM: f64 = 0.75;
const STEEPNESS: f64 = 10.0;

/// How steep the shock at each of zones `2..zones - 2` is, from 0 (none, or well resolved) to 1.
#[inline(always)]
pub(crate) fn find_shocks(gas: &ZoneRows, zones: usize, shock: &mut [f64]) {
    let count = zones - 4;
    let p = |offset| rows(&gas.pressure, offset, count);
    let (p0, p1, p3, p4) = (p(0), p(1), p(3), p(4));
    let (u1, u3) = (rows(&gas.velocity, 1, count), rows(&gas.velocity, 3, count));
    let shock = rows_mut(shock, 2, count);
    for i in 0..shock.len() {
        let near = (p3[i] - p1[i]).abs();
        let far = (p4[i] - p0[i]).abs();
        // Where pressure is uniform, both are zero, and so is the ratio.
        let ratio = near / max(far, f64::MIN_POSITIVE);
        let steep = min(max(STEEPNESS * (ratio - STEEP_FROM), 0.0), 1.0);
        let strong = near > LEAST_JUMP * min(p1[i], p3[i]);
        let converging = u1[i] > u3[i];
        shock[i] = if strong & converging { steep } else { 0.0 };
    }
}

/// How flat the parabolae of zones `3..zones - 3` shall be: as the shock here or one zone upstream, whichever is steeper.
#[inline(always)]
pub(crate) fn flatten_near_shocks(shock: &[f64], pressure: &[f64], zones: usize, flatness: &mut [f64]) {
    let count = zones - 6;
    let (before, here, after) = (rows(shock, 2, count), rows(shock, 3, count), rows(shock, 4, count));
    let (p2, p4) = (rows(pressure, 2, count), rows(pressure, 4, count));
    let flatness = rows_mut(flatness, 3, count);
    for i in 0..flatness.len() {
        let left = if p4[i] > p2[i] { before[i] } else { 0.0 };
        let right = if p4[i] < p2[i] { after[i] } else { 0.0 };
        flatness[i] = max(here[i], max(left, right));
    }
}
