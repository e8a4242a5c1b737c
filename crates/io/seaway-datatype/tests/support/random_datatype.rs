// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random datatypes: all constructors, nested, with negative strides, zero counts, overlaps and odd bounds.
//!
//! Depends only on `seaway_datatype` and `fastrand`, so that other crates' tests can include it by path.

use fastrand::Rng;
use seaway_datatype::{Datatype, Distribution, DistributionArgument, Named, Order};

/// How large a datatype may get, so that an oracle can expand it byte by byte.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub depth: u32,
    pub size: u64,
    /// Furthest from 0 that data and bounds may lie.
    pub reach: u64,
}

impl Limits {
    pub const SMALL: Limits = Limits { depth: 5, size: 4000, reach: 40_000 };
}

/// A committed datatype within limits.
pub fn random_datatype(rng: &mut Rng, limits: Limits) -> Datatype {
    let depth = rng.u32(0..=limits.depth);
    let datatype = nested(rng, limits, depth, &|rng| *rng.choice(Named::ALL).expect("there are named types"));
    datatype.commit();
    datatype
}

/// As [`random_datatype`], made of types that have an external32 form.
pub fn random_portable_datatype(rng: &mut Rng, limits: Limits) -> Datatype {
    let depth = rng.u32(0..=limits.depth);
    let portable: Vec<Named> = Named::ALL.iter().copied().filter(|named| named.parts().is_none()).collect();
    let datatype =
        nested(rng, limits, depth, &|rng| *rng.choice(&portable).expect("there are portable types"));
    datatype.commit();
    datatype
}

/// As [`random_datatype`], with strictly increasing offsets from 0 on, as a file view requires.
pub fn random_filetype(rng: &mut Rng, limits: Limits) -> Datatype {
    loop {
        let candidate = random_datatype(rng, limits);
        let Ok(layout) = candidate.layout() else { continue };
        if layout.is_monotone() && layout.true_lower_bound() >= 0 && candidate.lower_bound() >= 0 {
            return candidate;
        }
    }
}

fn nested(rng: &mut Rng, limits: Limits, depth: u32, leaf: &dyn Fn(&mut Rng) -> Named) -> Datatype {
    if depth == 0 {
        return Datatype::named(leaf(rng));
    }
    loop {
        let child = nested(rng, limits, depth - 1, leaf);
        // Types of a lower level fill up the lists of a structure.
        let sibling_depth = rng.u32(0..depth);
        let sibling = nested(rng, limits, sibling_depth, leaf);
        let Some(datatype) = construct(rng, &child, &sibling) else { continue };
        // Types without data are worth testing now and then, but would soon dominate.
        let is_wanted = datatype.size() > 0 || rng.u32(0..40) == 0;
        if is_wanted && fits(&datatype, limits) {
            return datatype;
        }
    }
}

fn fits(datatype: &Datatype, limits: Limits) -> bool {
    let bounds = [
        datatype.lower_bound(),
        datatype.upper_bound(),
        datatype.true_lower_bound(),
        datatype.true_upper_bound(),
    ];
    datatype.size() <= limits.size && bounds.iter().all(|bound| bound.unsigned_abs() <= limits.reach)
}

fn construct(rng: &mut Rng, child: &Datatype, sibling: &Datatype) -> Option<Datatype> {
    let extent = child.extent().unsigned_abs().clamp(1, 1 << 20).cast_signed();
    match rng.u32(0..14) {
        0 => Datatype::contiguous(rng.i64(0..9), child).ok(),
        1 | 2 => Datatype::vector(rng.i64(0..9), rng.i64(0..4), rng.i64(-4..6), child).ok(),
        3 => Datatype::hvector(rng.i64(0..5), rng.i64(0..4), rng.i64(-3 * extent..4 * extent), child).ok(),
        4 | 5 => {
            let (lengths, displacements) = blocks(rng, 1);
            Datatype::indexed(&lengths, &displacements, child).ok()
        }
        6 => {
            let (lengths, displacements) = blocks(rng, extent);
            Datatype::hindexed(&lengths, &displacements, child).ok()
        }
        7 => Datatype::indexed_block(rng.i64(0..4), &blocks(rng, 1).1, child).ok(),
        8 => Datatype::hindexed_block(rng.i64(0..4), &blocks(rng, extent).1, child).ok(),
        9 => structure(rng, child, sibling),
        10 => subarray(rng, child),
        11 => darray(rng, child),
        12 => Datatype::resized(rng.i64(-8..9), rng.i64(-extent..3 * extent), child).ok(),
        _ => child.dup().ok(),
    }
}

/// Lengths and displacements, most of the time ascending without overlap.
fn blocks(rng: &mut Rng, unit: i64) -> (Vec<i64>, Vec<i64>) {
    let count = rng.usize(0..10);
    let lengths: Vec<i64> = (0..count).map(|_| rng.i64(0..4)).collect();
    let is_ordered = rng.u32(0..3) > 0;
    let mut next = rng.i64(-2..4) * unit;
    let displacements = lengths.iter().map(|length| {
        if !is_ordered {
            return rng.i64(-8 * unit..16 * unit);
        }
        let at = next;
        next += (length + rng.i64(0..3)) * unit;
        at
    });
    let displacements = displacements.collect();
    (lengths, displacements)
}

fn structure(rng: &mut Rng, child: &Datatype, sibling: &Datatype) -> Option<Datatype> {
    let count = rng.usize(0..5);
    let children: Vec<Datatype> =
        (0..count).map(|_| if rng.bool() { child.clone() } else { sibling.clone() }).collect();
    let lengths: Vec<i64> = (0..count).map(|_| rng.i64(0..3)).collect();
    let mut next = rng.i64(0..16);
    let is_ordered = rng.u32(0..3) > 0;
    let displacements = children.iter().zip(&lengths).map(|(child, length)| {
        if !is_ordered {
            return rng.i64(-64..256);
        }
        let at = next - child.lower_bound();
        next += length * child.extent().max(child.true_extent()) + rng.i64(0..3) * 4;
        at
    });
    let displacements: Vec<i64> = displacements.collect();
    Datatype::structure(&lengths, &displacements, &children).ok()
}

fn subarray(rng: &mut Rng, child: &Datatype) -> Option<Datatype> {
    let dimensions = rng.usize(1..4);
    let sizes: Vec<i64> = (0..dimensions).map(|_| rng.i64(1..6)).collect();
    let subsizes: Vec<i64> = sizes.iter().map(|&size| rng.i64(1..=size)).collect();
    let starts: Vec<i64> =
        sizes.iter().zip(&subsizes).map(|(size, subsize)| rng.i64(0..=size - subsize)).collect();
    Datatype::subarray(&sizes, &subsizes, &starts, order(rng), child).ok()
}

fn darray(rng: &mut Rng, child: &Datatype) -> Option<Datatype> {
    let dimensions = rng.usize(1..4);
    let mut sizes = Vec::new();
    let mut distributions = Vec::new();
    let mut arguments = Vec::new();
    let mut processes = Vec::new();
    for _ in 0..dimensions {
        let size = rng.i64(1..9);
        let count = rng.i64(1..4);
        let (distribution, argument, count) = match rng.u32(0..5) {
            0 => (Distribution::None, DistributionArgument::Default, 1),
            1 => (Distribution::Block, DistributionArgument::Default, count),
            2 => {
                let least = size.unsigned_abs().div_ceil(count.unsigned_abs());
                (Distribution::Block, DistributionArgument::Blocks(least + rng.u64(0..3)), count)
            }
            3 => (Distribution::Cyclic, DistributionArgument::Default, count),
            _ => (Distribution::Cyclic, DistributionArgument::Blocks(rng.u64(1..4)), count),
        };
        sizes.push(size);
        distributions.push(distribution);
        arguments.push(argument);
        processes.push(count);
    }
    let size = processes.iter().product();
    let rank = rng.i64(0..size);
    Datatype::darray(size, rank, &sizes, &distributions, &arguments, &processes, order(rng), child).ok()
}

fn order(rng: &mut Rng) -> Order {
    if rng.bool() { Order::C } else { Order::Fortran }
}
