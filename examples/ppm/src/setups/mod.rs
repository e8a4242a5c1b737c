// SPDX-License-Identifier: MIT OR Apache-2.0
//! Initial states. Each file holds one problem, its size, its boundaries and when it ends.

pub mod blast;
pub mod sedov;
pub mod shock_step;
pub mod sod;
pub mod turbulence;
pub mod vortex;

use std::fmt;

use anyhow::{Result, bail};
use ppm_kernel::{Boundaries, Primitive};

pub struct Setup {
    pub zones: [usize; 3],
    /// Width of a zone.
    pub width: f64,
    pub gamma: f64,
    pub boundaries: Boundaries,
    pub end_time: f64,
    /// The state at a point.
    pub state: Box<dyn Fn([f64; 3]) -> Primitive + Send + Sync>,
}

impl fmt::Debug for Setup {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Setup").field("zones", &self.zones).finish_non_exhaustive()
    }
}

/// Name, what it is, zones along its longest side by default, and how to make it.
type Row = (&'static str, &'static str, usize, fn(usize) -> Setup);

pub const SETUPS: &[Row] = &[
    ("sod", "shock tube: a shock, a contact and a rarefaction", 256, |zones| sod::sod(zones, 0)),
    ("blast", "two blast waves that collide between walls", 384, blast::two_blasts),
    ("sedov", "a point explosion, one octant of it", 64, sedov::sedov),
    ("vortex", "a vortex that the flow carries along unchanged", 128, vortex::vortex),
    ("shock", "a Mach-5 shock that meets a perturbed density step", 384, shock_step::shock_step),
    ("turbulence", "compressible homogeneous turbulence in a periodic box", 64, turbulence::turbulence),
];

/// `resolution` is the number of zones along the longest side; 0 for the default.
pub fn find(name: &str, resolution: usize) -> Result<Setup> {
    let Some((_, _, default, make)) = SETUPS.iter().find(|row| row.0 == name) else {
        let names: Vec<_> = SETUPS.iter().map(|row| row.0).collect();
        bail!("there is no set-up {name:?}; there are: {}", names.join(", "));
    };
    Ok(make(if resolution == 0 { *default } else { resolution }))
}
