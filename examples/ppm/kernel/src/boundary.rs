// SPDX-License-Identifier: MIT OR Apache-2.0
//! What lies beyond the ends of a line of zones: a neighbour's zones, or zones made from a rule.

use crate::strip::{LANES, Strip};
use crate::{FIELDS, SWEEP_HALO};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Boundary {
    /// The halo holds a neighbour's zones. Not in z: a pillar holds all zones of its column.
    Neighbour,
    /// The other end of the same line. In z alone: in x and y the neighbour across the edge fills the halo.
    Periodic,
    /// Gas leaves freely: the last zone, repeated.
    Outflow,
    /// A wall: zones in reverse, moving the other way.
    Reflecting,
    /// A given state (conserved fields in the order of the grid) flows in.
    Inflow([f64; FIELDS]),
}

/// The six sides of a pillar: x, y, z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Boundaries {
    pub low: [Boundary; 3],
    pub high: [Boundary; 3],
}

impl Boundaries {
    pub fn all(boundary: Boundary) -> Self {
        Self { low: [boundary; 3], high: [boundary; 3] }
    }
}

#[derive(Clone, Copy)]
pub(crate) enum End {
    Low,
    High,
}

impl Boundary {
    /// Fills `SWEEP_HALO` zones at one end of the strip. `order` says which field of the grid each row of the strip is.
    pub(crate) fn fill(&self, strip: &mut Strip, end: End, order: &[usize; FIELDS]) {
        let zones = strip.zones;
        for (row, conserved) in strip.conserved.iter_mut().enumerate() {
            for depth in 0..SWEEP_HALO {
                let target = at_depth(end, zones, depth, false);
                let source = match self {
                    Self::Neighbour => return,
                    Self::Inflow(state) => {
                        conserved[target * LANES..][..LANES].fill(state[order[row]]);
                        continue;
                    }
                    Self::Outflow => at_depth(end, zones, 0, true),
                    Self::Reflecting => at_depth(end, zones, depth, true),
                    Self::Periodic => match end {
                        Low => target + zones - 2 * SWEEP_HALO,
                        High => target + 2 * SWEEP_HALO - zones,
                    },
                };
                conserved.copy_within(source * LANES..(source + 1) * LANES, target * LANES);
                if *self == Self::Reflecting && row == 1 {
                    conserved[target * LANES..][..LANES]
                        .iter_mut()
                        .for_each(|momentum| *momentum = -*momentum);
                }
            }
        }
    }
}

use End::{High, Low};

/// The zone at this distance from the edge, inside or outside.
fn at_depth(end: End, zones: usize, depth: usize, inside: bool) -> usize {
    match (end, inside) {
        (Low, true) => SWEEP_HALO + depth,
        (Low, false) => SWEEP_HALO - 1 - depth,
        (High, true) => zones - SWEEP_HALO - 1 - depth,
        (High, false) => zones - SWEEP_HALO + depth,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A strip of eight zones between four and four; zone `j` has density and momentum `j`.
    fn filled(boundary: Boundary, end: End) -> (Vec<f64>, Vec<f64>) {
        let mut strip = Strip::with_capacity(16);
        for row in &mut strip.conserved {
            for (index, value) in row.iter_mut().enumerate() {
                *value = (index / LANES) as f64;
            }
        }
        boundary.fill(&mut strip, end, &[0, 1, 2, 3, 4]);
        let first_lane = |row: &[f64]| row.iter().step_by(LANES).copied().collect::<Vec<_>>();
        (first_lane(&strip.conserved[0]), first_lane(&strip.conserved[1]))
    }

    #[test]
    fn walls_mirror_and_turn_momentum() {
        let (density, momentum) = filled(Boundary::Reflecting, Low);
        assert_eq!(density[..5], [7.0, 6.0, 5.0, 4.0, 4.0]);
        assert_eq!(momentum[..5], [-7.0, -6.0, -5.0, -4.0, 4.0]);
        let (density, momentum) = filled(Boundary::Reflecting, High);
        assert_eq!(density[11..], [11.0, 11.0, 10.0, 9.0, 8.0]);
        assert_eq!(momentum[11..], [11.0, -11.0, -10.0, -9.0, -8.0]);
    }

    #[test]
    fn periodic_ends_meet() {
        assert_eq!(filled(Boundary::Periodic, Low).0[..5], [8.0, 9.0, 10.0, 11.0, 4.0]);
        assert_eq!(filled(Boundary::Periodic, High).0[11..], [11.0, 4.0, 5.0, 6.0, 7.0]);
    }

    #[test]
    fn outflow_repeats_the_last_zone_and_inflow_is_given() {
        assert_eq!(filled(Boundary::Outflow, High).0[11..], [11.0; 5]);
        assert_eq!(filled(Boundary::Inflow([2.5; FIELDS]), Low).1[..5], [2.5, 2.5, 2.5, 2.5, 4.0]);
    }
}
