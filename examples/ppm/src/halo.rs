// SPDX-License-Identifier: MIT OR Apache-2.0
//! Copies between a pillar's zones with halos and the objects that hold parts of them.

use std::ops::Range;

use ppm_kernel::{FIELDS, HALO, PillarShape};

use crate::names::Share;
use crate::store::Block;

/// A rectangle in x and y of an array with halos; all zones in z.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    x: Range<usize>,
    y: Range<usize>,
}

impl Region {
    /// The zones of the pillar that a share holds.
    pub fn of_share(shape: &PillarShape, share: Share) -> Self {
        let [x, y] = match share {
            Share::All => [0, 0],
            Share::Edge(direction) => direction,
        };
        Self { x: inside(shape.x, x), y: inside(shape.y, y) }
    }

    /// The zones of the halo in this direction, which a neighbour's opposite edge fills.
    pub fn of_halo(shape: &PillarShape, [x, y]: [isize; 2]) -> Self {
        Self { x: outside(shape.x, x), y: outside(shape.y, y) }
    }

    /// Values in the region, all fields.
    pub fn values(&self, shape: &PillarShape) -> usize {
        FIELDS * shape.z * self.y.len() * self.x.len()
    }

    pub fn pack(&self, shape: &PillarShape, zones: &[f64], block: &mut Block) {
        block.clear();
        for start in self.rows(shape) {
            block.extend_from_slice(&zones[start..start + self.x.len()]);
        }
    }

    pub fn unpack(&self, shape: &PillarShape, block: &Block, zones: &mut [f64]) {
        for (start, row) in self.rows(shape).zip(block.chunks_exact(self.x.len())) {
            zones[start..start + self.x.len()].copy_from_slice(row);
        }
    }

    fn rows(&self, shape: &PillarShape) -> impl Iterator<Item = usize> {
        let (x, y, z, shape) = (self.x.start, self.y.clone(), shape.z, *shape);
        let planes = (0..FIELDS).flat_map(move |field| (0..z).map(move |z| (field, z)));
        planes.flat_map(move |(field, z)| y.clone().map(move |y| shape.index(field, x, y, z)))
    }
}

fn inside(zones: usize, direction: isize) -> Range<usize> {
    match direction {
        0 => HALO..HALO + zones,
        ..0 => HALO..2 * HALO,
        1.. => zones..zones + HALO,
    }
}

fn outside(zones: usize, direction: isize) -> Range<usize> {
    match direction {
        0 => HALO..HALO + zones,
        ..0 => 0..HALO,
        1.. => HALO + zones..2 * HALO + zones,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_of_a_neighbour_fit_the_halo() {
        let shape = PillarShape { x: 16, y: 8, z: 4 };
        for y in -1..=1 {
            for x in -1..=1 {
                let halo = Region::of_halo(&shape, [x, y]);
                let edge = Region::of_share(&shape, Share::Edge([-x, -y]));
                assert_eq!(halo.values(&shape), edge.values(&shape), "{x} {y}");
            }
        }
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let shape = PillarShape { x: 16, y: 8, z: 4 };
        let zones: Vec<f64> = (0..shape.values_with_halo()).map(|value| value as f64).collect();
        let region = Region::of_share(&shape, Share::Edge([1, -1]));
        let mut block = Block::new();
        region.pack(&shape, &zones, &mut block);
        assert_eq!(block.len(), region.values(&shape));
        assert_eq!(block[0], zones[shape.index(0, 16, 8, 0)]);
        let mut copy = vec![0.0; zones.len()];
        region.unpack(&shape, &block, &mut copy);
        assert_eq!(copy[shape.index(4, 23, 15, 3)], zones[shape.index(4, 23, 15, 3)]);
        assert_eq!(copy.iter().filter(|value| **value != 0.0).count(), block.len());
    }
}
