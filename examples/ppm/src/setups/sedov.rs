// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sedov's point explosion: energy 1 at the origin of a cold gas of density 1. One octant: the other seven mirror it.

use ppm_kernel::{Boundaries, Boundary, Primitive};

use super::Setup;

/// Radius of the sphere that holds the energy at first, in zones: round enough for a round blast.
const SPHERE: f64 = 3.5;
const GAMMA: f64 = 1.4;
const COLD: f64 = 1e-5;

pub fn sedov(zones: usize) -> Setup {
    let width = 1.2 / zones as f64;
    let hot = (GAMMA - 1.0) / volume_of_sphere(width);
    let radius = SPHERE * width;
    Setup {
        zones: [zones; 3],
        width,
        gamma: GAMMA,
        boundaries: Boundaries { low: [Boundary::Reflecting; 3], high: [Boundary::Outflow; 3] },
        end_time: 0.6,
        state: Box::new(move |[x, y, z]| {
            let inside = x * x + y * y + z * z < radius * radius;
            Primitive { density: 1.0, velocity: [0.0; 3], pressure: if inside { hot } else { COLD } }
        }),
    }
}

/// Of the zones whose centres are in the sphere, in all eight octants: their energy shall be 1 to rounding.
fn volume_of_sphere(width: f64) -> f64 {
    let centre = |index: u8| f64::from(index) + 0.5;
    let mut count = 0.0;
    for x in 0..4 {
        for y in 0..4 {
            for z in 0..4 {
                let square: f64 = [x, y, z].map(|index| centre(index) * centre(index)).iter().sum();
                count += if square < SPHERE * SPHERE { 8.0 } else { 0.0 };
            }
        }
    }
    count * width.powi(3)
}
