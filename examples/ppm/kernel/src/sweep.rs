// SPDX-License-Identifier: MIT OR Apache-2.0
//! One sweep of one strip: all stages in order, then the update of the conserved fields.

use crate::Gas;
use crate::flattening::{find_shocks, flatten_near_shocks};
use crate::reconstruction::{Unlimited, interpolate_faces, limit_parabolae, limit_slopes};
use crate::riemann::{Solved, sample_across, sample_faces, solve_faces};
use crate::select::max;
use crate::steepening::steepen_contacts;
use crate::strip::{LANES, StateRows, Strip, ZoneRows, rows, rows_mut};
use crate::tracing::{LEFT, RIGHT, Traced, trace_across, trace_waves};
use crate::{FIELDS, SWEEP_HALO};

/// Diffusion in shocks that move slowly across the grid, as a share of the velocity jump (CW 4.5).
const SHOCK_DIFFUSION: f64 = 0.1;

/// Updates all zones of the strip but `SWEEP_HALO` at each end. `ratio` is the time step over the zone width.
#[inline(always)]
pub(crate) fn sweep_strip(strip: &mut Strip, gas: &Gas, ratio: f64) {
    convert(strip, gas);
    reconstruct(strip, gas.gamma);
    trace(strip, gas.gamma, ratio);
    solve(strip, gas.gamma);
    update(strip, gas.gamma, ratio);
}

#[inline(always)]
fn convert(strip: &mut Strip, gas: &Gas) {
    let zones = strip.zones;
    let [density, momentum, first, second, energy] = &strip.conserved;
    let rows_of = &mut strip.gas;
    let input = Conserved { density, momentum, across: [first, second], energy };
    let [across_first, across_second] = &mut rows_of.across;
    velocities(&input, zones, &mut rows_of.velocity, across_first, across_second);
    rows_mut(&mut rows_of.density, 0, zones).copy_from_slice(rows(density, 0, zones));
    let (pressure, sound) = (&mut rows_of.pressure, &mut rows_of.sound);
    pressures(&input, [&rows_of.velocity, across_first, across_second], gas, zones, pressure, sound);
}

struct Conserved<'r> {
    density: &'r [f64],
    momentum: &'r [f64],
    across: [&'r [f64]; 2],
    energy: &'r [f64],
}

#[inline(always)]
fn velocities(input: &Conserved<'_>, zones: usize, along: &mut [f64], first: &mut [f64], second: &mut [f64]) {
    let (density, momentum) = (rows(input.density, 0, zones), rows(input.momentum, 0, zones));
    let across = [rows(input.across[0], 0, zones), rows(input.across[1], 0, zones)];
    let (along, first) = (rows_mut(along, 0, zones), rows_mut(first, 0, zones));
    let second = rows_mut(second, 0, zones);
    for i in 0..zones * LANES {
        let inverse = 1.0 / density[i];
        along[i] = momentum[i] * inverse;
        first[i] = across[0][i] * inverse;
        second[i] = across[1][i] * inverse;
    }
}

#[inline(always)]
fn pressures(
    input: &Conserved<'_>,
    velocity: [&[f64]; 3],
    gas: &Gas,
    zones: usize,
    pressure: &mut [f64],
    sound: &mut [f64],
) {
    let [u, v, w] = velocity.map(|row| rows(row, 0, zones));
    let (density, energy) = (rows(input.density, 0, zones), rows(input.energy, 0, zones));
    let (pressure, sound) = (rows_mut(pressure, 0, zones), rows_mut(sound, 0, zones));
    for i in 0..zones * LANES {
        let kinetic = 0.5 * density[i] * (u[i] * u[i] + v[i] * v[i] + w[i] * w[i]);
        let p = gas.pressure(energy[i], kinetic);
        pressure[i] = p;
        sound[i] = (gas.gamma * p / density[i]).sqrt();
    }
}

#[inline(always)]
fn reconstruct(strip: &mut Strip, gamma: f64) {
    let zones = strip.zones;
    find_shocks(&strip.gas, zones, &mut strip.shock);
    flatten_near_shocks(&strip.shock, &strip.gas.pressure, zones, &mut strip.flatness);

    limit_slopes(&strip.gas.density, zones, &mut strip.slope);
    interpolate_faces(&strip.gas.density, &strip.slope, zones, &mut strip.face);
    let steep = &mut strip.steepened;
    let continuous = (strip.slope.as_slice(), strip.face.as_slice());
    steepen_contacts(&strip.gas, gamma, continuous, zones, &mut steep.left, &mut steep.right);
    let edges = &mut strip.edges[0];
    let unlimited = Unlimited::of(&strip.steepened, zones);
    let flatness = &strip.flatness;
    limit_parabolae(&strip.gas.density, flatness, &unlimited, zones, &mut edges.left, &mut edges.right);

    let [first, second] = &strip.gas.across;
    let smooth = [&strip.gas.velocity, first, second, &strip.gas.pressure];
    for (average, edges) in smooth.into_iter().zip(&mut strip.edges[1..]) {
        limit_slopes(average, zones, &mut strip.slope);
        interpolate_faces(average, &strip.slope, zones, &mut strip.face);
        let unlimited = Unlimited::continuous(&strip.face, zones);
        limit_parabolae(average, flatness, &unlimited, zones, &mut edges.left, &mut edges.right);
    }
}

#[inline(always)]
fn trace(strip: &mut Strip, gamma: f64, ratio: f64) {
    let traced = Traced { gas: &strip.gas, edges: &strip.edges, gamma, ratio, zones: strip.zones };
    for (towards, states) in [(RIGHT, &mut strip.from_left), (LEFT, &mut strip.from_right)] {
        let StateRows { density, velocity, pressure, across: [first, second] } = states;
        trace_waves(&traced, towards, density, velocity, pressure);
        trace_across(&traced, 0, towards, first);
        trace_across(&traced, 1, towards, second);
    }
}

#[inline(always)]
fn solve(strip: &mut Strip, gamma: f64) {
    let (from_left, from_right, zones) = (&strip.from_left, &strip.from_right, strip.zones);
    solve_faces(gamma, from_left, from_right, zones, &mut strip.star_pressure, &mut strip.star_velocity);
    let (star_pressure, star_velocity) = (&strip.star_pressure, &strip.star_velocity);
    let solved = Solved { gamma, from_left, from_right, star_pressure, star_velocity, zones };
    let StateRows { density, velocity, pressure, across: [first, second] } = &mut strip.at_face;
    sample_faces(&solved, density, velocity, pressure);
    sample_across(&solved, 0, first);
    sample_across(&solved, 1, second);
}

#[inline(always)]
fn update(strip: &mut Strip, gamma: f64, ratio: f64) {
    let zones = strip.zones;
    let [mass, momentum, first, second, energy] = &mut strip.flux;
    mass_and_momentum(&strip.at_face, zones, mass, momentum);
    momentum_across(mass, &strip.at_face.across[0], zones, first);
    momentum_across(mass, &strip.at_face.across[1], zones, second);
    energies(&strip.at_face, gamma, zones, energy);
    // Slopes are not needed any more.
    let diffusion = &mut strip.slope;
    shock_diffusion(&strip.gas, &strip.flatness, zones, diffusion);
    for (conserved, flux) in strip.conserved.iter_mut().zip(&mut strip.flux) {
        diffuse(conserved, diffusion, zones, flux);
        difference(flux, ratio, zones, conserved);
    }
}

#[inline(always)]
fn mass_and_momentum(at_face: &StateRows, zones: usize, mass: &mut [f64], momentum: &mut [f64]) {
    let count = zones - 7;
    let (density, velocity) = (rows(&at_face.density, 3, count), rows(&at_face.velocity, 3, count));
    let pressure = rows(&at_face.pressure, 3, count);
    let (mass, momentum) = (rows_mut(mass, 3, count), rows_mut(momentum, 3, count));
    for i in 0..count * LANES {
        let flow = density[i] * velocity[i];
        mass[i] = flow;
        momentum[i] = flow * velocity[i] + pressure[i];
    }
}

#[inline(always)]
fn momentum_across(mass: &[f64], across: &[f64], zones: usize, flux: &mut [f64]) {
    let count = zones - 7;
    let (mass, across) = (rows(mass, 3, count), rows(across, 3, count));
    let flux = rows_mut(flux, 3, count);
    for i in 0..flux.len() {
        flux[i] = mass[i] * across[i];
    }
}

#[inline(always)]
fn energies(at_face: &StateRows, gamma: f64, zones: usize, flux: &mut [f64]) {
    let count = zones - 7;
    let (density, velocity) = (rows(&at_face.density, 3, count), rows(&at_face.velocity, 3, count));
    let pressure = rows(&at_face.pressure, 3, count);
    let (v, w) = (rows(&at_face.across[0], 3, count), rows(&at_face.across[1], 3, count));
    let enthalpy = gamma / (gamma - 1.0);
    let flux = rows_mut(flux, 3, count);
    for i in 0..flux.len() {
        let u = velocity[i];
        let kinetic = 0.5 * density[i] * (u * u + v[i] * v[i] + w[i] * w[i]);
        flux[i] = u * (enthalpy * pressure[i] + kinetic);
    }
}

/// How fast conserved fields diffuse through each face. Zero outside of steep shocks, so that smooth flow does not see it.
#[inline(always)]
fn shock_diffusion(gas: &ZoneRows, flatness: &[f64], zones: usize, diffusion: &mut [f64]) {
    let count = zones - 7;
    let (u_left, u_right) = (rows(&gas.velocity, 3, count), rows(&gas.velocity, 4, count));
    let (flat_left, flat_right) = (rows(flatness, 3, count), rows(flatness, 4, count));
    let diffusion = rows_mut(diffusion, 3, count);
    for i in 0..diffusion.len() {
        let converging = max(u_left[i] - u_right[i], 0.0);
        diffusion[i] = SHOCK_DIFFUSION * converging * max(flat_left[i], flat_right[i]);
    }
}

#[inline(always)]
fn diffuse(conserved: &[f64], diffusion: &[f64], zones: usize, flux: &mut [f64]) {
    let count = zones - 7;
    let (left, right) = (rows(conserved, 3, count), rows(conserved, 4, count));
    let diffusion = rows(diffusion, 3, count);
    let flux = rows_mut(flux, 3, count);
    for i in 0..flux.len() {
        flux[i] -= diffusion[i] * (right[i] - left[i]);
    }
}

#[inline(always)]
fn difference(flux: &[f64], ratio: f64, zones: usize, conserved: &mut [f64]) {
    let count = zones - 2 * SWEEP_HALO;
    let (enters, leaves) = (rows(flux, 3, count), rows(flux, 4, count));
    let conserved = rows_mut(conserved, SWEEP_HALO, count);
    for i in 0..conserved.len() {
        conserved[i] += ratio * (enters[i] - leaves[i]);
    }
}

const _: () = assert!(FIELDS == 5 && SWEEP_HALO == 4, "the stages above count zones for these");
