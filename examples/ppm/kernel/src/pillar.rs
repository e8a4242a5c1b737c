// SPDX-License-Identifier: MIT OR Apache-2.0
//! A pillar: all zones of a rectangle in x and y, from the bottom of the grid to its top in z, with halos in x and y.
//!
//! Fields follow each other; in each, x runs fastest, then y, then z. A double step sweeps x, y, z, z, y, x. Zones of the
//! halo that later sweeps need are updated along with the pillar's own, so that the halo is read once per double step.

use std::ops::Range;

use crate::boundary::End;
use crate::select::max;
use crate::strip::{LANES, Strip};
use crate::{Boundaries, Boundary, FIELDS, Gas, HALO, Instructions, SWEEP_HALO};

/// Zones of a pillar, without halos.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PillarShape {
    pub x: usize,
    pub y: usize,
    pub z: usize,
}

/// One sweep of a double step: its axis, and how far beyond the pillar it updates in x and in y.
#[derive(Clone, Copy, Debug)]
pub struct Sweep {
    axis: usize,
    margins: [usize; 2],
}

/// The sweeps of a double step, in order.
pub const DOUBLE_STEP: [Sweep; 6] = [
    Sweep { axis: 0, margins: [SWEEP_HALO, HALO] },
    Sweep { axis: 1, margins: [SWEEP_HALO, SWEEP_HALO] },
    Sweep { axis: 2, margins: [SWEEP_HALO, SWEEP_HALO] },
    Sweep { axis: 2, margins: [SWEEP_HALO, SWEEP_HALO] },
    Sweep { axis: 1, margins: [SWEEP_HALO, 0] },
    Sweep { axis: 0, margins: [0, 0] },
];

/// Which field of the grid each row of a strip is: momentum along the sweep comes first.
const ORDER: [[usize; FIELDS]; 3] = [[0, 1, 2, 3, 4], [0, 2, 3, 1, 4], [0, 3, 1, 2, 4]];

impl PillarShape {
    /// Values of all fields with halos.
    pub fn values_with_halo(&self) -> usize {
        FIELDS * self.field()
    }

    /// Values of all fields without halos.
    pub fn values(&self) -> usize {
        FIELDS * self.x * self.y * self.z
    }

    /// Where a zone is. Halos included: zone 0 of the pillar is at `HALO` in x and y.
    pub fn index(&self, field: usize, x: usize, y: usize, z: usize) -> usize {
        field * self.field() + (z * (self.y + 2 * HALO) + y) * (self.x + 2 * HALO) + x
    }

    /// A strip that is long enough for sweeps along each axis.
    pub fn strip(&self) -> Strip {
        Strip::with_capacity(self.longest_line())
    }

    pub fn longest_line(&self) -> usize {
        (self.x + 2 * HALO).max(self.y + 2 * HALO).max(self.z + 2 * SWEEP_HALO)
    }

    fn field(&self) -> usize {
        (self.x + 2 * HALO) * (self.y + 2 * HALO) * self.z
    }

    /// Zones to update along an axis. There is nothing to update beyond the edge of the grid.
    fn updated(&self, sweep: &Sweep, axis: usize, boundaries: &Boundaries) -> Range<usize> {
        if axis == 2 {
            return 0..self.z;
        }
        let margin =
            |boundary: Boundary| if boundary == Boundary::Neighbour { sweep.margins[axis] } else { 0 };
        let zones = [self.x, self.y][axis];
        HALO - margin(boundaries.low[axis])..HALO + zones + margin(boundaries.high[axis])
    }
}

/// Updates a pillar, and what of its halo the following sweeps need, along one axis. `ratio` is the time step over the zone
/// width.
pub fn sweep_pillar(
    zones: &mut [f64],
    shape: &PillarShape,
    sweep: &Sweep,
    boundaries: &Boundaries,
    gas: &Gas,
    ratio: f64,
    strip: &mut Strip,
) {
    assert_eq!(zones.len(), shape.values_with_halo(), "the array does not fit the pillar's shape");
    let instructions = Instructions::widest();
    let axis = sweep.axis;
    let along = shape.updated(sweep, axis, boundaries);
    strip.set_zones(along.len() + 2 * SWEEP_HALO);
    // Lanes lie along x where they can, since x runs fastest; sweeps along x have lanes along y.
    let (lane_axis, other_axis) = [(1, 2), (0, 2), (0, 1)][axis];
    let lanes = shape.updated(sweep, lane_axis, boundaries);
    for other in shape.updated(sweep, other_axis, boundaries) {
        for first in lanes.clone().step_by(LANES) {
            let lines = Lines { shape, axis, lane_axis, other, first, count: LANES.min(lanes.end - first) };
            lines.gather(zones, &along, strip);
            boundaries.low[axis].fill(strip, End::Low, &ORDER[axis]);
            boundaries.high[axis].fill(strip, End::High, &ORDER[axis]);
            instructions.sweep(strip, gas, ratio);
            lines.scatter(strip, &along, zones);
        }
    }
}

/// Up to `LANES` parallel lines of a pillar.
struct Lines<'s> {
    shape: &'s PillarShape,
    axis: usize,
    lane_axis: usize,
    other: usize,
    first: usize,
    count: usize,
}

impl Lines<'_> {
    /// Where zone `position` of the first line is, and the distances of neighbours along the line and of the next line.
    fn origin(&self, field: usize, position: usize) -> (usize, usize, usize) {
        let pitch = [1, self.shape.x + 2 * HALO, (self.shape.x + 2 * HALO) * (self.shape.y + 2 * HALO)];
        let other_axis = 3 - self.axis - self.lane_axis;
        let start = self.shape.index(field, 0, 0, 0)
            + position * pitch[self.axis]
            + self.first * pitch[self.lane_axis]
            + self.other * pitch[other_axis];
        (start, pitch[self.axis], pitch[self.lane_axis])
    }

    fn gather(&self, zones: &[f64], along: &Range<usize>, strip: &mut Strip) {
        // Beyond the grid in z there is nothing to gather: boundaries fill it.
        let (skipped, available) = match self.axis {
            2 => (SWEEP_HALO, along.clone()),
            _ => (0, along.start - SWEEP_HALO..along.end + SWEEP_HALO),
        };
        for (row, field) in strip.conserved.iter_mut().zip(ORDER[self.axis]) {
            let (start, step, lane_step) = self.origin(field, available.start);
            let targets = row[skipped * LANES..].chunks_exact_mut(LANES).take(available.len());
            for (position, target) in targets.enumerate() {
                let source = start + position * step;
                if lane_step == 1 && self.count == LANES {
                    target.copy_from_slice(&zones[source..source + LANES]);
                } else {
                    // Lanes without a line of their own repeat the last one: real numbers, no surprises.
                    for (lane, value) in target.iter_mut().enumerate() {
                        *value = zones[source + lane.min(self.count - 1) * lane_step];
                    }
                }
            }
        }
    }

    fn scatter(&self, strip: &Strip, along: &Range<usize>, zones: &mut [f64]) {
        for (row, field) in strip.conserved.iter().zip(ORDER[self.axis]) {
            let (start, step, lane_step) = self.origin(field, along.start);
            let sources = row[SWEEP_HALO * LANES..].chunks_exact(LANES).take(along.len());
            for (position, source) in sources.enumerate() {
                let target = start + position * step;
                if lane_step == 1 {
                    zones[target..target + self.count].copy_from_slice(&source[..self.count]);
                } else {
                    for (lane, value) in source[..self.count].iter().enumerate() {
                        zones[target + lane * lane_step] = *value;
                    }
                }
            }
        }
    }
}

/// What a pillar reports to the rest of the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The fastest signal along any axis: the largest of |velocity| + speed of sound.
    pub speed: f64,
    /// Sums of each field over the pillar's zones, in their order.
    pub totals: [f64; FIELDS],
}

/// Looks at all zones of a pillar without its halo.
pub fn summarize(zones: &[f64], shape: &PillarShape, gas: &Gas) -> Summary {
    let mut summary = Summary { speed: 0.0, totals: [0.0; FIELDS] };
    for z in 0..shape.z {
        for y in HALO..HALO + shape.y {
            let lines: [&[f64]; FIELDS] =
                std::array::from_fn(|field| &zones[shape.index(field, HALO, y, z)..][..shape.x]);
            summary.speed = max(fastest(&lines, gas), summary.speed);
            for (total, line) in summary.totals.iter_mut().zip(lines) {
                *total += line.iter().sum::<f64>();
            }
        }
    }
    summary
}

fn fastest(lines: &[&[f64]; FIELDS], gas: &Gas) -> f64 {
    let [density, x, y, z, energy] = *lines;
    let mut fastest = 0.0;
    for i in 0..density.len() {
        let inverse = 1.0 / density[i];
        let (u, v, w) = (x[i] * inverse, y[i] * inverse, z[i] * inverse);
        let kinetic = 0.5 * density[i] * (u * u + v * v + w * w);
        let sound = (gas.gamma * gas.pressure(energy[i], kinetic) * inverse).sqrt();
        fastest = max(max(max(u.abs(), v.abs()), w.abs()) + sound, fastest);
    }
    fastest
}
