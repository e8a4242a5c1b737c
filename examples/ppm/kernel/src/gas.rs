// SPDX-License-Identifier: MIT OR Apache-2.0
//! The ideal gas: conserved fields to velocities and pressure, and back.

use crate::FIELDS;
use crate::select::max;

/// An ideal gas with a constant ratio of specific heats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gas {
    pub gamma: f64,
}

/// Rounding can leave fast cold gas with less energy than its motion has. Its pressure is then this fraction of its energy
/// density.
const LEAST_PRESSURE: f64 = 1e-10;

/// Density, velocity and pressure of one zone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Primitive {
    pub density: f64,
    pub velocity: [f64; 3],
    pub pressure: f64,
}

impl Gas {
    #[inline(always)]
    pub(crate) fn pressure(&self, energy: f64, kinetic: f64) -> f64 {
        max((self.gamma - 1.0) * (energy - kinetic), LEAST_PRESSURE * energy)
    }

    pub fn conserved(&self, zone: &Primitive) -> [f64; FIELDS] {
        let [u, v, w] = zone.velocity;
        let kinetic = 0.5 * zone.density * (u * u + v * v + w * w);
        let energy = zone.pressure / (self.gamma - 1.0) + kinetic;
        [zone.density, zone.density * u, zone.density * v, zone.density * w, energy]
    }

    pub fn primitive(&self, zone: &[f64; FIELDS]) -> Primitive {
        let [density, x, y, z, energy] = *zone;
        let velocity = [x / density, y / density, z / density];
        let kinetic = 0.5 * (x * velocity[0] + y * velocity[1] + z * velocity[2]);
        Primitive { density, velocity, pressure: self.pressure(energy, kinetic) }
    }
}
