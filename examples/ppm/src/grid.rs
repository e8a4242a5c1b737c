// SPDX-License-Identifier: MIT OR Apache-2.0
//! The grid: cubic zones, cut in x and y into pillars of equal shape.

use anyhow::{Result, ensure};
use ppm_kernel::{Boundaries, Boundary, HALO, PillarShape, SWEEP_HALO};

/// `boundaries` are those of the whole grid: periodic in x and y means that pillars at opposite edges are neighbours.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    pub zones: [usize; 3],
    pub pillars: [usize; 2],
    /// Width of a zone.
    pub width: f64,
    pub boundaries: Boundaries,
}

/// Position of a pillar among pillars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pillar {
    pub x: usize,
    pub y: usize,
}

/// A neighbour and where it is: each direction is -1, 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbour {
    pub pillar: Pillar,
    pub direction: [isize; 2],
}

impl Grid {
    pub fn new(zones: [usize; 3], pillars: [usize; 2], width: f64, boundaries: Boundaries) -> Result<Self> {
        for axis in 0..2 {
            let (zones, pillars, name) = (zones[axis], pillars[axis], ["x", "y"][axis]);
            ensure!(pillars > 0, "there must be at least one pillar in {name}");
            ensure!(
                zones.is_multiple_of(pillars),
                "{zones} zones in {name} cannot be cut into {pillars} equal pillars"
            );
            ensure!(
                zones / pillars >= HALO,
                "pillars of {} zones in {name} are too thin: neighbours read {HALO}",
                zones / pillars
            );
        }
        ensure!(zones[2] >= SWEEP_HALO, "a grid needs at least {SWEEP_HALO} zones in z, not {}", zones[2]);
        for axis in 0..3 {
            let periodic = |boundary| boundary == Boundary::Periodic;
            ensure!(
                periodic(boundaries.low[axis]) == periodic(boundaries.high[axis]),
                "a grid that is periodic at one side must be so at the opposite side"
            );
        }
        Ok(Self { zones, pillars, width, boundaries })
    }

    pub fn shape(&self) -> PillarShape {
        PillarShape {
            x: self.zones[0] / self.pillars[0],
            y: self.zones[1] / self.pillars[1],
            z: self.zones[2],
        }
    }

    pub fn zone_count(&self) -> usize {
        self.zones.iter().product()
    }

    pub fn pillar_count(&self) -> usize {
        self.pillars[0] * self.pillars[1]
    }

    pub fn all_pillars(&self) -> impl Iterator<Item = Pillar> + use<> {
        let columns = self.pillars[0];
        (0..self.pillar_count()).map(move |index| Pillar { x: index % columns, y: index / columns })
    }

    /// The number of a pillar in the order of `all_pillars`.
    pub fn number(&self, pillar: Pillar) -> usize {
        pillar.y * self.pillars[0] + pillar.x
    }

    /// What lies beyond the sides of one pillar.
    pub fn boundaries_of(&self, pillar: Pillar) -> Boundaries {
        let mut boundaries = self.boundaries;
        for (axis, position) in [pillar.x, pillar.y].into_iter().enumerate() {
            let periodic = self.boundaries.low[axis] == Boundary::Periodic;
            if position > 0 || periodic {
                boundaries.low[axis] = Boundary::Neighbour;
            }
            if position + 1 < self.pillars[axis] || periodic {
                boundaries.high[axis] = Boundary::Neighbour;
            }
        }
        boundaries
    }

    /// Up to eight neighbours. In a periodic direction with few pillars, a pillar may be its own neighbour.
    pub fn neighbours(&self, pillar: Pillar) -> Vec<Neighbour> {
        let directions = (-1..=1).flat_map(|y| (-1..=1).map(move |x| [x, y]));
        let around = directions.filter(|direction| *direction != [0, 0]);
        around
            .filter_map(|direction| {
                let x = self.step(0, pillar.x, direction[0])?;
                let y = self.step(1, pillar.y, direction[1])?;
                Some(Neighbour { pillar: Pillar { x, y }, direction })
            })
            .collect()
    }

    fn step(&self, axis: usize, from: usize, direction: isize) -> Option<usize> {
        let count = self.pillars[axis];
        match (direction, self.boundaries.low[axis]) {
            (0, _) => Some(from),
            (-1, Boundary::Periodic) => Some((from + count - 1) % count),
            (-1, _) => from.checked_sub(1),
            (_, Boundary::Periodic) => Some((from + 1) % count),
            (_, _) => Some(from + 1).filter(|to| *to < count),
        }
    }

    /// The middle of a zone.
    pub fn centre(&self, zone: [usize; 3]) -> [f64; 3] {
        zone.map(|index| (index as f64 + 0.5) * self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(boundary: Boundary) -> Grid {
        Grid::new([32, 24, 8], [4, 3], 0.1, Boundaries::all(boundary)).unwrap()
    }

    #[test]
    fn corner_has_three_neighbours_unless_the_grid_is_periodic() {
        let corner = Pillar { x: 0, y: 0 };
        assert_eq!(grid(Boundary::Outflow).neighbours(corner).len(), 3);
        let around = grid(Boundary::Periodic).neighbours(corner);
        assert_eq!(around.len(), 8);
        assert_eq!(around[0], Neighbour { pillar: Pillar { x: 3, y: 2 }, direction: [-1, -1] });
    }

    #[test]
    fn thin_or_uneven_pillars_are_refused() {
        let message = |zones, pillars| {
            Grid::new(zones, pillars, 0.1, Boundaries::all(Boundary::Outflow)).unwrap_err().to_string()
        };
        assert!(message([32, 8, 8], [5, 1]).contains("equal pillars"));
        assert!(message([32, 8, 8], [8, 1]).contains("too thin"));
        assert!(message([32, 8, 2], [1, 1]).contains("at least 4 zones in z"));
    }
}
