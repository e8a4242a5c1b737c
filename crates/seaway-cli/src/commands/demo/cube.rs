// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Cube`]: a 3-D array, how it is split between ranks, and the value that belongs at each place.

/// `side` values along each axis, the last axis varying fastest, as C lays arrays out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cube {
    pub(super) side: u64,
}

/// The part of one rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) start: [u64; 3],
    pub(super) size: [u64; 3],
}

/// A value that is not what was written.
#[derive(Debug, PartialEq)]
pub(super) struct Difference {
    pub(super) position: [u64; 3],
    pub(super) expected: f64,
    pub(super) found: f64,
}

impl Cube {
    pub(super) fn values(self) -> u64 {
        self.side.pow(3)
    }

    pub(super) fn bytes(self) -> u64 {
        self.values() * 8
    }

    /// The cube cut along all axes, as evenly as the count of ranks allows.
    pub(super) fn block(self, rank: u64, ranks: u64) -> Block {
        let grid = grid(ranks);
        let place = [rank / (grid[1] * grid[2]), rank / grid[2] % grid[1], rank % grid[2]];
        self.part(place, grid)
    }

    /// The cube cut along its fastest axis: each rank's values lie in as many pieces as the cube has rows.
    pub(super) fn slab(self, rank: u64, ranks: u64) -> Block {
        self.part([0, 0, rank], [1, 1, ranks])
    }

    fn part(self, place: [u64; 3], grid: [u64; 3]) -> Block {
        let edge = |axis: usize, place: u64| self.side * place / grid[axis];
        let start = [0, 1, 2].map(|axis| edge(axis, place[axis]));
        let size = [0, 1, 2].map(|axis| edge(axis, place[axis] + 1) - start[axis]);
        Block { start, size }
    }

    /// Every value of every step differs from all others.
    fn value(self, step: u64, [x, y, z]: [u64; 3]) -> f64 {
        #[allow(
            clippy::cast_precision_loss,
            reason = "exact: the demo is limited to far fewer than 2^53 values"
        )]
        let value = (step * self.values() + (x * self.side + y) * self.side + z) as f64;
        value
    }

    /// What `block` holds in `step`, in the order in which it lies in memory.
    pub(super) fn fill(self, step: u64, block: &Block) -> Vec<f64> {
        block.positions().map(|position| self.value(step, position)).collect()
    }

    /// The first of `values` that is not what [`fill`](Self::fill) gives.
    pub(super) fn check(self, step: u64, block: &Block, values: &[f64]) -> Option<Difference> {
        block.positions().zip(values).find_map(|(position, &found)| {
            let expected = self.value(step, position);
            (found != expected).then_some(Difference { position, expected, found })
        })
    }
}

impl Block {
    pub(super) fn values(&self) -> u64 {
        self.size.iter().product()
    }

    fn positions(&self) -> impl Iterator<Item = [u64; 3]> {
        let axis = |axis: usize| self.start[axis]..self.start[axis] + self.size[axis];
        let (planes, rows, columns) = (axis(0), axis(1), axis(2));
        planes.flat_map(move |x| {
            let columns = columns.clone();
            rows.clone().flat_map(move |y| columns.clone().map(move |z| [x, y, z]))
        })
    }
}

/// Three factors of `ranks` that are as near to each other as possible, the largest first.
fn grid(ranks: u64) -> [u64; 3] {
    let last = (1..=ranks)
        .take_while(|c| c * c * c <= ranks)
        .filter(|c| ranks.is_multiple_of(*c))
        .max()
        .unwrap_or(1);
    let rest = ranks / last;
    let middle =
        (1..=rest).take_while(|b| b * b <= rest).filter(|b| rest.is_multiple_of(*b)).max().unwrap_or(1);
    [rest / middle, middle, last]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each value of the cube belongs to exactly one part.
    fn check_partition(cube: Cube, parts: &[Block]) {
        let mut seen = vec![0; usize::try_from(cube.values()).unwrap()];
        for value in parts.iter().flat_map(|part| cube.fill(0, part)) {
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "values are small indexes"
            )]
            let index = value as usize;
            seen[index] += 1;
        }
        assert!(seen.iter().all(|&times| times == 1), "{parts:?}");
    }

    #[test]
    fn parts_cover_the_cube_once() {
        let cube = Cube { side: 10 };
        for ranks in 1..=10 {
            check_partition(cube, &(0..ranks).map(|rank| cube.block(rank, ranks)).collect::<Vec<_>>());
            check_partition(cube, &(0..ranks).map(|rank| cube.slab(rank, ranks)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn grid_is_as_cubic_as_it_can_be() {
        assert_eq!([1, 4, 7, 8, 12].map(grid), [[1, 1, 1], [2, 2, 1], [7, 1, 1], [2, 2, 2], [3, 2, 2]]);
    }

    #[test]
    fn one_wrong_value_is_found() {
        let cube = Cube { side: 4 };
        let slab = cube.slab(1, 2);
        let mut values = cube.fill(3, &slab);
        assert_eq!(cube.check(3, &slab, &values), None);
        values[5] = -1.0;
        let difference = cube.check(3, &slab, &values).unwrap();
        assert_eq!((difference.position, difference.found), ([0, 2, 3], -1.0));
    }
}
