// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Mesh`]: -div grad u = f on the unit square, u = 0 on its edge, as one linear equation for each mesh
//! point. The file layout of equations is that of `examples/pde`.

use std::ops::Range;

/// 8-byte numbers per equation.
pub(super) const WORDS: usize = 12;

/// Maximum number of unknowns in an equation.
const NEIGHBOURS: usize = 5;

/// `side` x `side` points, not counting those on the edge.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mesh {
    pub(super) side: u64,
}

/// Sum of `value[i] * x[column[i]]` = `right_side`. An unused entry has column -1.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Equation {
    pub(super) row: i64,
    column: [i64; NEIGHBOURS],
    value: [f64; NEIGHBOURS],
    pub(super) right_side: f64,
}

impl Mesh {
    pub(super) fn points(self) -> u64 {
        self.side * self.side
    }

    /// Of all equations.
    pub(super) fn bytes(self) -> u64 {
        self.points() * WORDS as u64 * 8
    }

    /// The points of one of `ranks` ranks, distributed evenly and in order.
    pub(super) fn share(self, rank: usize, ranks: usize) -> Range<u64> {
        let (points, ranks) = (self.points(), ranks as u64);
        let first = |rank: u64| points / ranks * rank + rank.min(points % ranks);
        first(rank as u64)..first(rank as u64 + 1)
    }

    /// The solution at the first step: x (1-x) y (1-y). The five-point stencil is exact for it.
    pub(super) fn solution(self, point: u64) -> f64 {
        let (x, y) = self.place(point);
        x * (1.0 - x) * y * (1.0 - y)
    }

    /// The equation of a point. The right-hand side grows with each step, and the solution with it.
    pub(super) fn equation(self, point: u64, step: u64) -> Equation {
        let side = signed(self.side);
        let (i, j) = (signed(point) / side, signed(point) % side);
        let (x, y) = self.place(point);
        let h = 1.0 / number(self.side + 1);
        let source = 2.0 * h * h * (x * (1.0 - x) + y * (1.0 - y));
        let mut equation = Equation {
            row: signed(point),
            column: [-1; NEIGHBOURS],
            value: [0.0; NEIGHBOURS],
            right_side: source * number(step + 1),
        };
        let around = [(i - 1, j), (i, j - 1), (i, j), (i, j + 1), (i + 1, j)];
        for (index, (a, b)) in around.into_iter().enumerate() {
            if (0..side).contains(&a) && (0..side).contains(&b) {
                equation.column[index] = a * side + b;
                equation.value[index] = if (a, b) == (i, j) { 4.0 } else { -1.0 };
            }
        }
        equation
    }

    fn place(self, point: u64) -> (f64, f64) {
        let h = 1.0 / number(self.side + 1);
        (number(point / self.side + 1) * h, number(point % self.side + 1) * h)
    }
}

impl Equation {
    /// The file layout: the row, five columns, five values, the right side.
    pub(super) fn words(&self) -> [u64; WORDS] {
        let mut words = [self.row.cast_unsigned(); WORDS];
        for index in 0..NEIGHBOURS {
            words[1 + index] = self.column[index].cast_unsigned();
            words[1 + NEIGHBOURS + index] = self.value[index].to_bits();
        }
        words[WORDS - 1] = self.right_side.to_bits();
        words
    }

    pub(super) fn from_words(words: &[u64; WORDS]) -> Self {
        Self {
            row: words[0].cast_signed(),
            column: std::array::from_fn(|index| words[1 + index].cast_signed()),
            value: std::array::from_fn(|index| f64::from_bits(words[1 + NEIGHBOURS + index])),
            right_side: f64::from_bits(words[WORDS - 1]),
        }
    }

    /// Its unknowns and their coefficients.
    pub(super) fn terms(&self) -> impl Iterator<Item = (usize, f64)> {
        let terms = self.column.iter().zip(&self.value);
        terms.filter_map(|(&column, &value)| Some((usize::try_from(column).ok()?, value)))
    }
}

#[allow(clippy::cast_precision_loss, reason = "exact: the demo is limited to far fewer than 2^53 points")]
fn number(integer: u64) -> f64 {
    integer as f64
}

fn signed(point: u64) -> i64 {
    point.cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_cover_the_mesh_once() {
        for (side, ranks) in [(1, 4), (7, 3), (10, 16), (3, 9)] {
            let mesh = Mesh { side };
            let shares: Vec<u64> = (0..ranks).flat_map(|rank| mesh.share(rank, ranks)).collect();
            assert_eq!(shares, (0..mesh.points()).collect::<Vec<_>>(), "{side}, {ranks}");
        }
    }

    #[test]
    fn equations_come_back_from_their_words() {
        let mesh = Mesh { side: 4 };
        for point in 0..mesh.points() {
            let equation = mesh.equation(point, 3);
            assert_eq!(Equation::from_words(&equation.words()), equation);
        }
        assert_eq!(mesh.bytes(), 96 * 4 * 4);
    }

    #[test]
    fn the_solution_solves_every_equation() {
        let mesh = Mesh { side: 9 };
        for point in 0..mesh.points() {
            let equation = mesh.equation(point, 1);
            let left: f64 =
                equation.terms().map(|(column, value)| value * 2.0 * mesh.solution(column as u64)).sum();
            assert!((left - equation.right_side).abs() < 1e-14, "point {point}: {left} {equation:?}");
        }
    }

    #[test]
    fn points_at_a_corner_have_two_neighbours() {
        assert_eq!(
            Mesh { side: 3 }.equation(0, 0).terms().collect::<Vec<_>>(),
            [(0, 4.0), (1, -1.0), (3, -1.0)]
        );
        assert_eq!(Mesh { side: 3 }.equation(4, 0).terms().count(), 5);
    }
}
