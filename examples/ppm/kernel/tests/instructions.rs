// SPDX-License-Identifier: MIT OR Apache-2.0
//! All widths of vectors give the same bits, on flow with shocks, contacts, vacuum-like states and both zeros.

use ppm_kernel::{Gas, Instructions, LANES, Primitive, Strip, star_state};

fn rough_strip() -> Strip {
    let gas = Gas { gamma: 1.4 };
    let mut strip = Strip::with_capacity(100);
    let mut seed = 12345_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1_u64 << 53) as f64
    };
    for element in 0..100 * LANES {
        let calm = element / LANES % 7 < 3;
        let velocity = [0, 1, 2].map(|_| if calm { 0.0 } else { 4.0 * random() - 2.0 });
        let density = if calm { 1.0 } else { 0.05 + 3.0 * random() };
        let pressure = if calm { 1.0 } else { 10.0_f64.powf(4.0 * random() - 2.0) };
        let zone = gas.conserved(&Primitive { density, velocity, pressure });
        for (row, value) in strip.conserved.iter_mut().zip(zone) {
            row[element] = value;
        }
    }
    strip
}

#[test]
fn all_instructions_give_the_same_bits() {
    let gas = Gas { gamma: 1.4 };
    let swept: Vec<_> = Instructions::all()
        .into_iter()
        .map(|instructions| {
            let mut strip = rough_strip();
            instructions.sweep(&mut strip, &gas, 0.05);
            let bits: Vec<u64> = strip.conserved.iter().flatten().map(|value| value.to_bits()).collect();
            (instructions.name(), bits)
        })
        .collect();
    let before: Vec<u64> = rough_strip().conserved.iter().flatten().map(|value| value.to_bits()).collect();
    assert_ne!(swept[0].1, before, "the sweep did something");
    for (name, bits) in &swept[1..] {
        assert!(*bits == swept[0].1, "{name} differs from {}", swept[0].0);
    }
}

/// Both waves are shocks here, so that the two-shock solution is exact: compare with jump conditions.
#[test]
fn colliding_streams_obey_the_jump_conditions() {
    let gamma = 1.4;
    for (speed, ratio) in [(0.1, 1.0), (3.0, 10.0), (30.0, 1e5)] {
        let left = Primitive { density: 1.0, velocity: [speed, 0.0, 0.0], pressure: 1.0 };
        let right = Primitive { density: 2.0, velocity: [-speed, 0.0, 0.0], pressure: 1.0 / ratio };
        let (p, u) = star_state(gamma, &left, &right);
        for (state, outward) in [(left, -1.0), (right, 1.0)] {
            let jump = p - state.pressure;
            let mass = (state.density * (gamma * state.pressure + 0.5 * (gamma + 1.0) * jump)).sqrt();
            let behind = state.velocity[0] + outward * jump / mass;
            assert!((behind - u).abs() < 1e-3 * speed, "speed {speed}, ratio {ratio}: {behind} and {u}");
        }
    }
}
