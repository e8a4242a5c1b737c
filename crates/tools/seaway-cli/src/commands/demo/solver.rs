// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conjugate gradients on several ranks, each with its share of the equations. The ranks are threads, so the
//! vector that all of them read is in shared memory.

use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result, ensure};
use seaway::Rank;

use super::mesh::Equation;

/// Iteration ends when the residual has shrunk by this factor.
pub(super) const GOAL: f64 = 1e-10;

/// A vector of numbers that all ranks read, and each writes its own part of.
#[derive(Debug)]
pub(super) struct SharedVector(Vec<AtomicU64>);

impl SharedVector {
    pub(super) fn new(len: usize) -> Self {
        Self((0..len).map(|_| AtomicU64::new(0)).collect())
    }

    // Relaxed: a barrier separates the writes of one rank from the reads of the others.
    fn get(&self, index: usize) -> f64 {
        self.0.get(index).map_or(f64::NAN, |number| f64::from_bits(number.load(Ordering::Relaxed)))
    }

    fn set(&self, first: usize, numbers: &[f64]) {
        for (place, number) in self.0.iter().skip(first).zip(numbers) {
            place.store(number.to_bits(), Ordering::Relaxed);
        }
    }
}

/// One rank's part of a system.
#[derive(Debug)]
pub(super) struct RankSystem<'a> {
    pub(super) rank: &'a Rank,
    /// Of the first equation.
    pub(super) first: usize,
    pub(super) equations: &'a [Equation],
    pub(super) shared: &'a SharedVector,
}

/// One rank's part of the solution.
#[derive(Debug)]
pub(super) struct Solved {
    pub(super) unknowns: Vec<f64>,
    pub(super) iterations: usize,
    /// |right side - matrix * x| / |right side|, computed from the equations at the end.
    pub(super) residual: f64,
}

impl RankSystem<'_> {
    /// Collective. `watch` gets the residual after each iteration.
    pub(super) fn solve(&self, watch: impl Fn(f64)) -> Result<Solved> {
        let right_side: Vec<f64> = self.equations.iter().map(|equation| equation.right_side).collect();
        let mut unknowns = vec![0.0; right_side.len()];
        let (mut residual, mut direction) = (right_side.clone(), right_side.clone());
        let whole = self.dot(&right_side, &right_side)?;
        let (mut square, mut iterations) = (whole, 0);
        while square > GOAL * GOAL * whole {
            ensure!(iterations < 10 * self.shared.0.len(), "the solver does not converge on these equations");
            let product = self.multiply(&direction)?;
            let length = square / self.dot(&direction, &product)?;
            add(&mut unknowns, length, &direction);
            add(&mut residual, -length, &product);
            let before = std::mem::replace(&mut square, self.dot(&residual, &residual)?);
            for (direction, residual) in direction.iter_mut().zip(&residual) {
                *direction = residual + square / before * *direction;
            }
            iterations += 1;
            watch((square / whole).sqrt());
        }
        let mut rest = self.multiply(&unknowns)?;
        rest.iter_mut().zip(&right_side).for_each(|(product, right_side)| *product = right_side - *product);
        let residual = (self.dot(&rest, &rest)? / whole).sqrt();
        Ok(Solved { unknowns, iterations, residual })
    }

    /// Collective. The product of the matrix and the distributed vector.
    fn multiply(&self, mine: &[f64]) -> Result<Vec<f64>> {
        // No rank still reads the previous contents: each product is followed by a `dot`, which is a barrier
        // too.
        self.shared.set(self.first, mine);
        self.rank.barrier()?;
        let product = |equation: &Equation| {
            equation.terms().map(|(column, value)| value * self.shared.get(column)).sum()
        };
        Ok(self.equations.iter().map(product).collect())
    }

    /// Collective. Every rank adds in the same order and gets the same sum.
    fn dot(&self, left: &[f64], right: &[f64]) -> Result<f64> {
        let mine: f64 = left.iter().zip(right).map(|(left, right)| left * right).sum();
        let mut all = vec![0; self.rank.size()];
        self.rank
            .communicator()
            .all_gather_words(&[mine.to_bits()], &mut all)
            .context("the ranks could not synchronise")?;
        Ok(all.into_iter().map(f64::from_bits).sum())
    }
}

/// `vector += factor * other`.
fn add(vector: &mut [f64], factor: f64, other: &[f64]) {
    vector.iter_mut().zip(other).for_each(|(number, other)| *number += factor * other);
}

#[cfg(test)]
mod tests {
    use seaway::Group;

    use super::super::mesh::Mesh;
    use super::*;

    #[test]
    fn any_number_of_ranks_finds_the_solution() {
        let mesh = Mesh { side: 12 };
        for ranks in [1, 2, 5, 16] {
            let shared = SharedVector::new(144);
            let solve = |rank: Rank| {
                let share = mesh.share(rank.rank(), ranks);
                let equations: Vec<Equation> = share.clone().map(|point| mesh.equation(point, 0)).collect();
                let first = usize::try_from(share.start).unwrap();
                let part = RankSystem { rank: &rank, first, equations: &equations, shared: &shared };
                let solved = part.solve(|_| ()).unwrap();
                assert!(solved.residual < 10.0 * GOAL && solved.iterations < 100, "{solved:?}");
                for (point, unknown) in share.zip(solved.unknowns) {
                    assert!((unknown - mesh.solution(point)).abs() < 1e-8, "{ranks} ranks, point {point}");
                }
            };
            Group::run(ranks, solve).unwrap();
        }
    }
}
