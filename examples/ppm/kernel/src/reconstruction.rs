// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parabolae from zone averages: slopes, values at faces, and the limiter that keeps parabolae monotone (CW 1.6 to 1.10).

use crate::select::min;
use crate::strip::{Edges, rows, rows_mut};

/// Limited slopes of zones `1..zones - 1` (CW 1.8).
#[inline(always)]
pub(crate) fn limit_slopes(average: &[f64], zones: usize, slope: &mut [f64]) {
    let count = zones - 2;
    let (before, here, after) = (rows(average, 0, count), rows(average, 1, count), rows(average, 2, count));
    let slope = rows_mut(slope, 1, count);
    for i in 0..slope.len() {
        let down = here[i] - before[i];
        let up = after[i] - here[i];
        let central = 0.5 * (down + up);
        let bound = 2.0 * min(down.abs(), up.abs());
        let limited = min(central.abs(), bound).copysign(central);
        slope[i] = if down * up > 0.0 { limited } else { 0.0 };
    }
}

/// Values between zones `j` and `j + 1`, stored under `j`, for `1..zones - 2` (CW 1.6).
#[inline(always)]
pub(crate) fn interpolate_faces(average: &[f64], slope: &[f64], zones: usize, face: &mut [f64]) {
    let count = zones - 3;
    let (here, after) = (rows(average, 1, count), rows(average, 2, count));
    let (slope_here, slope_after) = (rows(slope, 1, count), rows(slope, 2, count));
    let face = rows_mut(face, 1, count);
    for i in 0..face.len() {
        face[i] = 0.5 * (here[i] + after[i]) - (slope_after[i] - slope_here[i]) / 6.0;
    }
}

/// What the limiter begins with: values at the left and right edges of zones `3..zones - 3`.
pub(crate) struct Unlimited<'r> {
    pub(crate) left: &'r [f64],
    pub(crate) right: &'r [f64],
}

impl<'r> Unlimited<'r> {
    /// Parabolae that agree with their neighbours at faces.
    #[inline(always)]
    pub(crate) fn continuous(face: &'r [f64], zones: usize) -> Self {
        Self { left: rows(face, 2, zones - 6), right: rows(face, 3, zones - 6) }
    }

    #[inline(always)]
    pub(crate) fn of(edges: &'r Edges, zones: usize) -> Self {
        Self { left: rows(&edges.left, 3, zones - 6), right: rows(&edges.right, 3, zones - 6) }
    }
}

/// Flattens parabolae of zones `3..zones - 3` in shocks, then makes them monotone (CW 1.10).
#[inline(always)]
pub(crate) fn limit_parabolae(
    average: &[f64],
    flatness: &[f64],
    unlimited: &Unlimited<'_>,
    zones: usize,
    left: &mut [f64],
    right: &mut [f64],
) {
    let count = zones - 6;
    let (average, flatness) = (rows(average, 3, count), rows(flatness, 3, count));
    let (left, right) = (rows_mut(left, 3, count), rows_mut(right, 3, count));
    let (raw_left, raw_right) = (&unlimited.left[..left.len()], &unlimited.right[..left.len()]);
    let right = &mut right[..left.len()];
    for i in 0..left.len() {
        let a = average[i];
        let l = raw_left[i] + flatness[i] * (a - raw_left[i]);
        let r = raw_right[i] + flatness[i] * (a - raw_right[i]);
        let jump = r - l;
        // Six times the distance of the average from the middle, against the jump: beyond it the parabola has an extremum
        // inside the zone.
        let curvature = jump * (6.0 * a - 3.0 * (l + r));
        let square = jump * jump;
        let extremum = (r - a) * (a - l) <= 0.0;
        let steep_left = if curvature > square { 3.0 * a - 2.0 * r } else { l };
        let steep_right = if curvature < -square { 3.0 * a - 2.0 * l } else { r };
        left[i] = if extremum { a } else { steep_left };
        right[i] = if extremum { a } else { steep_right };
    }
}
