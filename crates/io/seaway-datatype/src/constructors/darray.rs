// SPDX-License-Identifier: MIT OR Apache-2.0
//! One process's share of an array distributed over a grid of processes.

use super::{nonnegative, same_length};
use crate::assembly::{Assembly, fastest_first};
use crate::construction::{Construction, Dimension, Distribution, DistributionArgument, Order};
use crate::datatype::Datatype;
use crate::error::DatatypeError;
use crate::shape::Blame;

const BLAME: Blame = Blame { size: "gsizes", offset: "gsizes" };

impl Datatype {
    /// The elements that process `rank` of `size` owns. The process grid is in row-major order regardless of
    /// the order of the array.
    #[expect(clippy::too_many_arguments, reason = "the arguments are those of MPI_Type_create_darray")]
    pub fn darray(
        size: i64,
        rank: i64,
        global_sizes: &[i64],
        distributions: &[Distribution],
        arguments: &[DistributionArgument],
        process_counts: &[i64],
        order: Order,
        child: &Datatype,
    ) -> Result<Datatype, DatatypeError> {
        let size = nonnegative("size", size)?;
        let rank_value = nonnegative("rank", rank)?;
        if rank_value >= size {
            return Err(DatatypeError::OutOfRange { argument: "rank", value: rank });
        }
        if global_sizes.is_empty() {
            return Err(DatatypeError::OutOfRange { argument: "ndims", value: 0 });
        }
        same_length("distribs", distributions.len(), global_sizes.len())?;
        same_length("dargs", arguments.len(), global_sizes.len())?;
        same_length("psizes", process_counts.len(), global_sizes.len())?;
        let mut dimensions = Vec::with_capacity(global_sizes.len());
        for (index, &global_size) in global_sizes.iter().enumerate() {
            let dimension = Dimension {
                global_size: positive("gsizes", global_size)?,
                distribution: distributions[index],
                argument: arguments[index],
                process_count: positive("psizes", process_counts[index])?,
            };
            dimensions.push(checked(dimension)?);
        }
        check_grid(size, &dimensions)?;
        let dimensions = dimensions.into();
        Datatype::construct(Construction::Darray {
            size,
            rank: rank_value,
            dimensions,
            order,
            child: child.clone(),
        })
    }
}

/// Builds the share dimension by dimension, the fastest first.
pub(crate) fn assemble<A: Assembly>(
    assembly: &A,
    rank: u64,
    dimensions: &[Dimension],
    order: Order,
    child: &Datatype,
) -> Result<A::Part, DatatypeError> {
    let coordinates = coordinates(rank, dimensions);
    let mut stride = i128::from(assembly.extent(child)?);
    let mut part = assembly.child(child)?;
    for index in fastest_first(order, dimensions.len()) {
        let dimension = &dimensions[index];
        part = share(assembly, dimension, coordinates[index], stride, part)?;
        let next = stride.checked_mul(dimension.global_size.into());
        stride = next.ok_or(DatatypeError::Overflow { argument: "gsizes" })?;
    }
    assembly.bounded(0, stride, part, BLAME)
}

/// The part of one dimension that the process at `coordinate` owns: whole blocks in round-robin order, then
/// possibly a partial one.
fn share<A: Assembly>(
    assembly: &A,
    dimension: &Dimension,
    coordinate: u64,
    stride: i128,
    part: A::Part,
) -> Result<A::Part, DatatypeError> {
    let block = u128::from(block_length(dimension));
    let round = block * u128::from(dimension.process_count);
    let first = block * u128::from(coordinate);
    let available = u128::from(dimension.global_size).saturating_sub(first);
    // Blocks of this process start at `first`, `first + round`, ...; the last may be cut short.
    let (rounds, rest) = (available / round, (available % round).min(block));
    let (whole, rest) = if rest == block { (rounds + 1, 0) } else { (rounds, rest) };
    let [block, whole, rest] = [block, whole, rest].map(|count| u64::try_from(count).unwrap_or(u64::MAX));
    let bytes = |elements: u128| {
        let elements = i128::try_from(elements).ok();
        elements
            .and_then(|elements| elements.checked_mul(stride))
            .ok_or(DatatypeError::Overflow { argument: "gsizes" })
    };
    let mut parts = Vec::with_capacity(2);
    if whole > 0 {
        let blocks = assembly.repeated(block, stride, part.clone(), BLAME)?;
        // With a single block the stride between blocks is never used, and may be too large to compute.
        let step = if whole > 1 { bytes(round)? } else { 0 };
        parts.push(Ok((bytes(first)?, assembly.repeated(whole, step, blocks, BLAME)?)));
    }
    if rest > 0 {
        let at = bytes(first + u128::from(whole) * round)?;
        parts.push(Ok((at, assembly.repeated(rest, stride, part, BLAME)?)));
    }
    assembly.listed(parts.into_iter(), BLAME)
}

/// Elements of a block, with MPI's defaults filled in.
fn block_length(dimension: &Dimension) -> u64 {
    match (dimension.distribution, dimension.argument) {
        (Distribution::None, _) => dimension.global_size,
        (_, DistributionArgument::Blocks(length)) => length,
        (Distribution::Block, DistributionArgument::Default) => {
            dimension.global_size.div_ceil(dimension.process_count)
        }
        (Distribution::Cyclic, DistributionArgument::Default) => 1,
    }
}

/// Where `rank` sits in the grid of processes.
fn coordinates(rank: u64, dimensions: &[Dimension]) -> Vec<u64> {
    let mut rest = rank;
    let mut coordinates: Vec<u64> = Vec::with_capacity(dimensions.len());
    for dimension in dimensions.iter().rev() {
        coordinates.push(rest % dimension.process_count);
        rest /= dimension.process_count;
    }
    coordinates.reverse();
    coordinates
}

fn checked(dimension: Dimension) -> Result<Dimension, DatatypeError> {
    let out_of_range = |argument, value: u64| {
        Err(DatatypeError::OutOfRange { argument, value: i64::try_from(value).unwrap_or(i64::MAX) })
    };
    match (dimension.distribution, dimension.argument) {
        (Distribution::None, _) if dimension.process_count != 1 => {
            return out_of_range("psizes", dimension.process_count);
        }
        (_, DistributionArgument::Blocks(length @ (0 | 0x8000_0000_0000_0000..))) => {
            return out_of_range("dargs", length);
        }
        (Distribution::Block, DistributionArgument::Blocks(length))
            if u128::from(length) * u128::from(dimension.process_count)
                < u128::from(dimension.global_size) =>
        {
            return out_of_range("dargs", length);
        }
        _ => {}
    }
    Ok(dimension)
}

fn check_grid(size: u64, dimensions: &[Dimension]) -> Result<(), DatatypeError> {
    let processes =
        dimensions.iter().try_fold(1_u64, |all, dimension| all.checked_mul(dimension.process_count));
    match processes {
        Some(processes) if processes == size => Ok(()),
        _ => Err(DatatypeError::OutOfRange {
            argument: "psizes",
            value: i64::try_from(size).unwrap_or(i64::MAX),
        }),
    }
}

fn positive(argument: &'static str, value: i64) -> Result<u64, DatatypeError> {
    match u64::try_from(value) {
        Ok(value) if value > 0 => Ok(value),
        _ => Err(DatatypeError::OutOfRange { argument, value }),
    }
}
