// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compressible homogeneous turbulence: random large eddies without divergence in a periodic box, root mean square Mach
//! number 0.9. They decay into smaller eddies and weak shocks.

use std::f64::consts::PI;

use fastrand::Rng;
use ppm_kernel::{Boundaries, Boundary, Primitive};

use super::Setup;

const GAMMA: f64 = 1.4;
const MACH: f64 = 0.9;
/// The same eddies in each run.
const SEED: u64 = 1994;
/// Wave numbers along each axis, of one sign in x: the other half mirrors them.
const LARGEST: i32 = 2;

/// One eddy: its velocity is across its wave, so that it has no divergence.
struct Eddy {
    wave: [f64; 3],
    velocity: [f64; 3],
    phase: f64,
}

pub fn turbulence(zones: usize) -> Setup {
    let eddies = eddies();
    Setup {
        zones: [zones; 3],
        width: 1.0 / zones as f64,
        gamma: GAMMA,
        boundaries: Boundaries::all(Boundary::Periodic),
        end_time: 1.0,
        state: Box::new(move |point| {
            let mut velocity = [0.0; 3];
            for eddy in &eddies {
                let phase: f64 = eddy.wave.iter().zip(point).map(|(wave, position)| wave * position).sum();
                let swing = (phase + eddy.phase).sin();
                velocity.iter_mut().zip(eddy.velocity).for_each(|(sum, part)| *sum += part * swing);
            }
            // The speed of sound is 1.
            Primitive { density: 1.0, velocity, pressure: 1.0 / GAMMA }
        }),
    }
}

fn eddies() -> Vec<Eddy> {
    let mut random = Rng::with_seed(SEED);
    let mut eddies = Vec::new();
    let range = -LARGEST..=LARGEST;
    for (x, y, z) in range.clone().flat_map(|x| {
        let range = range.clone();
        range.clone().flat_map(move |y| range.clone().map(move |z| (x, y, z)))
    }) {
        let square = x * x + y * y + z * z;
        if (1..=LARGEST * LARGEST).contains(&square) && (x, y, z) > (0, 0, 0) {
            eddies.push(eddy([x, y, z].map(f64::from), &mut random));
        }
    }
    // The mean square of a sine is one half.
    let mean: f64 = eddies.iter().map(|eddy| 0.5 * dot(eddy.velocity, eddy.velocity)).sum();
    for eddy in &mut eddies {
        eddy.velocity = eddy.velocity.map(|component| component * MACH / mean.sqrt());
    }
    eddies
}

fn eddy(wave: [f64; 3], random: &mut Rng) -> Eddy {
    let mut velocity = [(); 3].map(|()| 2.0 * random.f64() - 1.0);
    let along = dot(velocity, wave) / dot(wave, wave);
    velocity.iter_mut().zip(wave).for_each(|(component, wave)| *component -= along * wave);
    Eddy { wave: wave.map(|number| 2.0 * PI * number), velocity, phase: 2.0 * PI * random.f64() }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
