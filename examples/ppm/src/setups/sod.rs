// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sod's shock tube (J. Comput. Phys. 27, 1978), along any axis.

use ppm_kernel::{Boundaries, Boundary, Primitive};

use super::Setup;

pub const LEFT: Primitive = Primitive { density: 1.0, velocity: [0.0; 3], pressure: 1.0 };
pub const RIGHT: Primitive = Primitive { density: 0.125, velocity: [0.0; 3], pressure: 0.1 };

pub fn sod(zones: usize, axis: usize) -> Setup {
    let mut shape = [8; 3];
    shape[axis] = zones;
    let mut boundaries = Boundaries::all(Boundary::Periodic);
    boundaries.low[axis] = Boundary::Outflow;
    boundaries.high[axis] = Boundary::Outflow;
    Setup {
        zones: shape,
        width: 1.0 / zones as f64,
        gamma: 1.4,
        boundaries,
        end_time: 0.2,
        state: Box::new(move |point| if point[axis] < 0.5 { LEFT } else { RIGHT }),
    }
}
