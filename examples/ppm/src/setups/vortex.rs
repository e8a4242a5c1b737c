// SPDX-License-Identifier: MIT OR Apache-2.0
//! An isentropic vortex (Shu 1998): an exact solution of Euler's equations that uniform flow carries along. The box is
//! periodic: after one period the vortex is back.

use std::f64::consts::PI;

use ppm_kernel::{Boundaries, Boundary, Primitive};

use super::Setup;

const GAMMA: f64 = 1.4;
const STRENGTH: f64 = 5.0;
pub const SIDE: f64 = 10.0;
/// The flow that carries it.
pub const FLOW: [f64; 2] = [1.0, 1.0];

pub fn vortex(zones: usize) -> Setup {
    Setup {
        zones: [zones, zones, 4],
        width: SIDE / zones as f64,
        gamma: GAMMA,
        boundaries: Boundaries::all(Boundary::Periodic),
        end_time: SIDE,
        state: Box::new(|[x, y, _]| vortex_at(x - 0.5 * SIDE, y - 0.5 * SIDE)),
    }
}

/// The state at a distance from the vortex.
pub fn vortex_at(x: f64, y: f64) -> Primitive {
    let square = x * x + y * y;
    let spin = STRENGTH / (2.0 * PI) * (0.5 * (1.0 - square)).exp();
    let cooling = (GAMMA - 1.0) * STRENGTH * STRENGTH / (8.0 * GAMMA * PI * PI) * (1.0 - square).exp();
    let temperature = 1.0 - cooling;
    let density = temperature.powf(1.0 / (GAMMA - 1.0));
    let velocity = [FLOW[0] - spin * y, FLOW[1] + spin * x, 0.0];
    Primitive { density, velocity, pressure: density * temperature }
}
