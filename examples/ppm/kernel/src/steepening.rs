// SPDX-License-Identifier: MIT OR Apache-2.0
//! Steepening of contact discontinuities (CW 1.14 to 1.17, 3.2): where density jumps and pressure does not, the parabola of
//! density gets the values that its neighbours have at the jump, so that contacts stay two zones wide.

use crate::select::{max, min};
use crate::strip::{ZoneRows, rows, rows_mut};

const STEEP_FROM: f64 = 0.05;
const STEEPNESS: f64 = 20.0;
/// Smaller jumps of density are left alone.
const LEAST_JUMP: f64 = 0.01;
/// The relative jump of density must exceed that of pressure by the inverse of this over gamma.
const PRESSURE_SHARE: f64 = 0.1;

/// Edges of density's parabolae in zones `3..zones - 3`.
#[inline(always)]
pub(crate) fn steepen_contacts(
    gas: &ZoneRows,
    gamma: f64,
    (slope, face): (&[f64], &[f64]),
    zones: usize,
    left: &mut [f64],
    right: &mut [f64],
) {
    let count = zones - 6;
    let d = |offset| rows(&gas.density, offset, count);
    let (d1, d2, d3, d4, d5) = (d(1), d(2), d(3), d(4), d(5));
    let (p2, p4) = (rows(&gas.pressure, 2, count), rows(&gas.pressure, 4, count));
    let (slope_before, slope_after) = (rows(slope, 2, count), rows(slope, 4, count));
    let (face_left, face_right) = (rows(face, 2, count), rows(face, 3, count));
    let (left, right) = (rows_mut(left, 3, count), rows_mut(right, 3, count));
    let right = &mut right[..left.len()];
    for i in 0..left.len() {
        let bend_before = d3[i] - 2.0 * d2[i] + d1[i];
        let bend_after = d5[i] - 2.0 * d4[i] + d3[i];
        let jump = d4[i] - d2[i];
        let least = min(d2[i], d4[i]);
        let inflected = bend_before * bend_after < 0.0;
        let large = jump.abs() > LEAST_JUMP * least;
        let pressure_jump = (p4[i] - p2[i]).abs();
        let contact = gamma * PRESSURE_SHARE * jump.abs() * min(p2[i], p4[i]) >= pressure_jump * least;
        let divisor = if large { jump } else { 1.0 };
        let narrow = (bend_before - bend_after) / (6.0 * divisor);
        let wanted = min(max(STEEPNESS * (narrow - STEEP_FROM), 0.0), 1.0);
        let share = if inflected & large & contact { wanted } else { 0.0 };
        left[i] = face_left[i] + share * (d2[i] + 0.5 * slope_before[i] - face_left[i]);
        right[i] = face_right[i] + share * (d4[i] - 0.5 * slope_after[i] - face_right[i]);
    }
}
