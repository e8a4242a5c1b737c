// SPDX-License-Identifier: MIT OR Apache-2.0
//! The exact solution of a Riemann problem for an ideal gas (Toro, "Riemann Solvers and Numerical Methods for Fluid
//! Dynamics", chapter 4), independent of the kernel's own solver.

use ppm_kernel::Primitive;

pub(crate) struct ExactRiemann {
    gamma: f64,
    left: Primitive,
    right: Primitive,
    pressure: f64,
    velocity: f64,
}

impl ExactRiemann {
    pub(crate) fn new(gamma: f64, left: Primitive, right: Primitive) -> Self {
        let mut this = Self { gamma, left, right, pressure: 0.0, velocity: 0.0 };
        // Bisection: slow, and hard to get wrong. Velocities of both sides differ by a function that grows with pressure.
        let excess =
            |p: f64| this.change(&left, p) + this.change(&right, p) + right.velocity[0] - left.velocity[0];
        let (mut low, mut high) = (1e-12, 1e3 * (left.pressure + right.pressure));
        assert!(excess(low) < 0.0 && excess(high) > 0.0, "no solution between these pressures");
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if excess(middle) < 0.0 { low = middle } else { high = middle }
        }
        let pressure = 0.5 * (low + high);
        let changes = this.change(&right, pressure) - this.change(&left, pressure);
        this.velocity = 0.5 * (left.velocity[0] + right.velocity[0] + changes);
        this.pressure = pressure;
        this
    }

    pub(crate) fn star(&self) -> (f64, f64) {
        (self.pressure, self.velocity)
    }

    /// Density where position over time, from the jump, has this value.
    pub(crate) fn density(&self, speed: f64) -> f64 {
        if speed < self.velocity {
            self.density_on(&self.left, self.left.velocity[0] - speed, self.left.velocity[0] - self.velocity)
        } else {
            self.density_on(
                &self.right,
                speed - self.right.velocity[0],
                self.velocity - self.right.velocity[0],
            )
        }
    }

    /// Change of velocity across the wave into a state.
    fn change(&self, ahead: &Primitive, p: f64) -> f64 {
        let gamma = self.gamma;
        if p > ahead.pressure {
            let a = 2.0 / ((gamma + 1.0) * ahead.density);
            let b = (gamma - 1.0) / (gamma + 1.0) * ahead.pressure;
            (p - ahead.pressure) * (a / (p + b)).sqrt()
        } else {
            let exponent = (gamma - 1.0) / (2.0 * gamma);
            2.0 * self.sound(ahead) / (gamma - 1.0) * ((p / ahead.pressure).powf(exponent) - 1.0)
        }
    }

    fn sound(&self, state: &Primitive) -> f64 {
        (self.gamma * state.pressure / state.density).sqrt()
    }

    /// On one side of the contact, which moves at `contact`; `outward` and `contact` are relative to the gas ahead, away
    /// from the contact.
    fn density_on(&self, ahead: &Primitive, outward: f64, contact: f64) -> f64 {
        let (gamma, sound) = (self.gamma, self.sound(ahead));
        let ratio = self.pressure / ahead.pressure;
        if ratio > 1.0 {
            let share = (gamma - 1.0) / (gamma + 1.0);
            let shock =
                sound * ((gamma + 1.0) / (2.0 * gamma) * ratio + (gamma - 1.0) / (2.0 * gamma)).sqrt();
            if outward > shock {
                ahead.density
            } else {
                ahead.density * (ratio + share) / (share * ratio + 1.0)
            }
        } else {
            let tail = sound * ratio.powf((gamma - 1.0) / (2.0 * gamma)) + contact;
            match outward {
                _ if outward > sound => ahead.density,
                _ if outward < tail => ahead.density * ratio.powf(1.0 / gamma),
                _ => {
                    let cooled = 2.0 / (gamma + 1.0) + (gamma - 1.0) / (gamma + 1.0) * outward / sound;
                    ahead.density * cooled.powf(2.0 / (gamma - 1.0))
                }
            }
        }
    }
}
