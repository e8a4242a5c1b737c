// SPDX-License-Identifier: MIT OR Apache-2.0
//! A Mach-5 shock runs into gas that is five times as dense behind a wavy surface. The surface turns over into bubbles and
//! spikes (Richtmyer 1960, Meshkov 1969).

use std::f64::consts::PI;

use ppm_kernel::{Boundaries, Boundary, Gas, Primitive};

use super::Setup;

const GAMMA: f64 = 1.4;
pub const MACH: f64 = 5.0;
const DENSE: f64 = 5.0;
const SHOCK_AT: f64 = 0.15;
const SURFACE_AT: f64 = 0.45;

/// Three times as long as wide; thin in z.
pub fn shock_step(zones: usize) -> Setup {
    let behind = behind_shock(MACH);
    let mut boundaries = Boundaries::all(Boundary::Periodic);
    boundaries.low[0] = Boundary::Inflow(Gas { gamma: GAMMA }.conserved(&behind));
    boundaries.high[0] = Boundary::Outflow;
    Setup {
        zones: [zones, zones / 3, 4],
        width: 3.0 / zones as f64,
        gamma: GAMMA,
        boundaries,
        end_time: 0.7,
        state: Box::new(move |[x, y, _]| {
            let surface = SURFACE_AT + 0.08 * (2.0 * PI * y).cos() + 0.03 * (6.0 * PI * y + 1.0).cos();
            match x {
                _ if x < SHOCK_AT => behind,
                _ if x < surface => ahead(1.0),
                _ => ahead(DENSE),
            }
        }),
    }
}

fn ahead(density: f64) -> Primitive {
    Primitive { density, velocity: [0.0; 3], pressure: 1.0 }
}

/// The state behind a shock that runs into gas at rest with density and pressure 1 (Rankine and Hugoniot).
pub fn behind_shock(mach: f64) -> Primitive {
    let square = mach * mach;
    let density = (GAMMA + 1.0) * square / ((GAMMA - 1.0) * square + 2.0);
    let pressure = 1.0 + 2.0 * GAMMA / (GAMMA + 1.0) * (square - 1.0);
    let velocity = mach * GAMMA.sqrt() * (1.0 - 1.0 / density);
    Primitive { density, velocity: [velocity, 0.0, 0.0], pressure }
}
