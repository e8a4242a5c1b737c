// SPDX-License-Identifier: MIT OR Apache-2.0
//! Two interacting blast waves between walls (Woodward and Colella, J. Comput. Phys. 54, 1984).

use ppm_kernel::{Boundaries, Boundary, Primitive};

use super::Setup;

pub fn two_blasts(zones: usize) -> Setup {
    let mut boundaries = Boundaries::all(Boundary::Periodic);
    boundaries.low[0] = Boundary::Reflecting;
    boundaries.high[0] = Boundary::Reflecting;
    Setup {
        zones: [zones, 8, 4],
        width: 1.0 / zones as f64,
        gamma: 1.4,
        boundaries,
        end_time: 0.038,
        state: Box::new(|[x, _, _]| {
            let pressure = match x {
                ..0.1 => 1000.0,
                0.9.. => 100.0,
                _ => 0.01,
            };
            Primitive { density: 1.0, velocity: [0.0; 3], pressure }
        }),
    }
}
