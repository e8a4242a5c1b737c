// SPDX-License-Identifier: MIT OR Apache-2.0
//! Characteristic tracing (CW 3.6, 3.7): the state that reaches a face during the step, from the parabolae of the zone
//! beside it.
//!
//! Each family of waves brings the average of the part of the zone that it crosses. The fastest wave towards the face gives
//! the reference state; the others correct it by their amplitudes. CW's corrections of the specific volume are written for
//! density here, which agrees to the order of the scheme and saves divisions.

use crate::FIELDS;
use crate::select::max;
use crate::strip::{Edges, ZoneRows, rows, rows_mut};

/// The side of a zone on which its face lies. Seen from the zone, both sides look alike if velocities towards the face are
/// positive.
#[derive(Clone, Copy)]
pub(crate) struct Towards {
    /// 1 towards the right face, -1 towards the left one.
    pub(crate) sign: f64,
}

pub(crate) const RIGHT: Towards = Towards { sign: 1.0 };
pub(crate) const LEFT: Towards = Towards { sign: -1.0 };

/// Zones, their parabolae (density, velocity, two velocities across, pressure) and the step.
pub(crate) struct Traced<'r> {
    pub(crate) gas: &'r ZoneRows,
    pub(crate) edges: &'r [Edges; FIELDS],
    pub(crate) gamma: f64,
    /// Time step over zone width.
    pub(crate) ratio: f64,
    pub(crate) zones: usize,
}

/// A parabola as seen from a face.
struct Parabola<'r> {
    average: &'r [f64],
    near: &'r [f64],
    far: &'r [f64],
}

impl<'r> Parabola<'r> {
    #[inline(always)]
    fn new(average: &'r [f64], edges: &'r Edges, towards: Towards, count: usize) -> Self {
        let (left, right) = (rows(&edges.left, 3, count), rows(&edges.right, 3, count));
        let (near, far) = if towards.sign > 0.0 { (right, left) } else { (left, right) };
        Self { average: rows(average, 3, count), near, far }
    }

    /// The average over the part of the zone next to the face that is `share` of it (CW 1.12).
    #[inline(always)]
    fn next_to_face(&self, i: usize, share: f64) -> f64 {
        let (near, far) = (self.near[i], self.far[i]);
        let curvature = 6.0 * self.average[i] - 3.0 * (near + far);
        near - 0.5 * share * ((near - far) - (1.0 - share * (2.0 / 3.0)) * curvature)
    }
}

/// Density, velocity and pressure at one face of each of zones `3..zones - 3`.
#[inline(always)]
pub(crate) fn trace_waves(
    traced: &Traced<'_>,
    towards: Towards,
    density: &mut [f64],
    velocity: &mut [f64],
    pressure: &mut [f64],
) {
    let (gas, count, sign) = (traced.gas, traced.zones - 6, towards.sign);
    let parabola_of_density = Parabola::new(&gas.density, &traced.edges[0], towards, count);
    let parabola_of_velocity = Parabola::new(&gas.velocity, &traced.edges[1], towards, count);
    let parabola_of_pressure = Parabola::new(&gas.pressure, &traced.edges[4], towards, count);
    let (u, c) = (rows(&gas.velocity, 3, count), rows(&gas.sound, 3, count));
    let (density, velocity) = (rows_mut(density, 3, count), rows_mut(velocity, 3, count));
    let pressure = rows_mut(pressure, 3, count);
    for i in 0..count * crate::LANES {
        let towards_face = sign * u[i];
        let (fast, slow) = (towards_face + c[i], towards_face - c[i]);
        let share = |speed: f64| max(speed, 0.0) * traced.ratio;

        let d = parabola_of_density.next_to_face(i, share(fast));
        let v = sign * parabola_of_velocity.next_to_face(i, share(fast));
        let p = parabola_of_pressure.next_to_face(i, share(fast));
        let square = traced.gamma * p * d;
        let impedance = square.sqrt();
        let inverse = 1.0 / square;

        // The slow wave's amplitude, if it moves towards the face.
        let dv = v - sign * parabola_of_velocity.next_to_face(i, share(slow));
        let dp = p - parabola_of_pressure.next_to_face(i, share(slow));
        let half = if slow > 0.0 { 0.5 } else { 0.0 };
        let pressure_change = half * (impedance * dv - dp);
        let velocity_change = half * (impedance * inverse * dp - dv);

        // Entropy moves with the gas.
        let entropy_pressure = p - parabola_of_pressure.next_to_face(i, share(towards_face));
        let entropy_density = d - parabola_of_density.next_to_face(i, share(towards_face));
        let per_pressure = d * d * inverse;
        let moved = if towards_face > 0.0 { 1.0 } else { 0.0 };
        let density_change =
            per_pressure * pressure_change - moved * (entropy_density - per_pressure * entropy_pressure);

        // A correction may overshoot in a near vacuum: the reference state is positive.
        let safe = (p + pressure_change > 0.01 * p) & (d + density_change > 0.01 * d);
        density[i] = if safe { d + density_change } else { d };
        velocity[i] = sign * if safe { v + velocity_change } else { v };
        pressure[i] = if safe { p + pressure_change } else { p };
    }
}

/// One velocity across the sweep at one face of each of zones `3..zones - 3`: it moves with the gas.
#[inline(always)]
pub(crate) fn trace_across(traced: &Traced<'_>, index: usize, towards: Towards, across: &mut [f64]) {
    let count = traced.zones - 6;
    let parabola = Parabola::new(&traced.gas.across[index], &traced.edges[2 + index], towards, count);
    let u = rows(&traced.gas.velocity, 3, count);
    let across = rows_mut(across, 3, count);
    for i in 0..across.len() {
        across[i] = parabola.next_to_face(i, max(towards.sign * u[i], 0.0) * traced.ratio);
    }
}
