// SPDX-License-Identifier: MIT OR Apache-2.0
//! The piecewise parabolic method (PPM) for an ideal gas on one pillar: a sub-block of a Cartesian grid with halos.
//!
//! Colella and Woodward, "The Piecewise Parabolic Method (PPM) for gas-dynamical simulations", J. Comput. Phys. 54 (1984),
//! cited below as CW with the number of the equation. Here is arithmetic alone: threads, files and names are the driver's.
//!
//! An update depends on the pillar's zones and halos and on nothing else. No operation is reordered or fused by the
//! compiler, so every instruction set and every way to cut the grid gives the same bits.
#![deny(unsafe_code)]

mod boundary;
mod flattening;
mod gas;
mod instructions;
mod pillar;
mod reconstruction;
mod riemann;
mod select;
mod steepening;
mod strip;
mod sweep;
mod tracing;

pub use boundary::{Boundaries, Boundary};
pub use gas::{Gas, Primitive};
pub use instructions::Instructions;
pub use pillar::{DOUBLE_STEP, PillarShape, Summary, Sweep, summarize, sweep_pillar};
pub use riemann::star_state;
pub use strip::{LANES, Strip};

/// Density, three momenta and total energy, each per volume.
pub const FIELDS: usize = 5;

/// Zones on each side that one sweep reads beyond those that it updates.
pub const SWEEP_HALO: usize = 4;

/// Zones around a pillar in x and y: enough for both sweeps along each axis in a double step.
pub const HALO: usize = 2 * SWEEP_HALO;
