// SPDX-License-Identifier: MIT OR Apache-2.0
//! The oracle: a datatype expanded element by element, straight from the definitions of MPI-5.0, "Derived
//! Datatypes". Slow, and shares no arithmetic with the crate.

use seaway_datatype::{Construction, Datatype, Dimension, Distribution, DistributionArgument, Named, Order};

/// Which sizes the basic types have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Space {
    Native,
    External32,
}

/// Basic elements in order, and bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeMap {
    pub elements: Vec<(i64, Named)>,
    pub lower_bound: i64,
    pub upper_bound: i64,
    /// Whether the bounds are markers, which override those of parts without.
    is_marked: bool,
    /// Whether any part has bounds.
    has_bounds: bool,
    alignment: i64,
}

impl TypeMap {
    pub fn of(datatype: &Datatype, space: Space) -> TypeMap {
        use Construction as C;
        let child = datatype.contents().children().first().map(|child| TypeMap::of(child, space));
        let child = || child.clone().expect("derived types have a child");
        match datatype.contents() {
            C::Named(named) => TypeMap::named(*named, space),
            C::Dup { .. } => child(),
            C::Contiguous { count, .. } => vector(&child(), *count, 1, child().extent()),
            C::Vector { count, block_length, stride, .. } => {
                vector(&child(), *count, *block_length, stride * child().extent())
            }
            C::HVector { count, block_length, stride, .. } => {
                vector(&child(), *count, *block_length, *stride)
            }
            C::Indexed { block_lengths, displacements, .. } => {
                indexed(&child(), block_lengths, displacements, child().extent())
            }
            C::HIndexed { block_lengths, displacements, .. } => {
                indexed(&child(), block_lengths, displacements, 1)
            }
            C::IndexedBlock { block_length, displacements, .. } => {
                indexed(&child(), &vec![*block_length; displacements.len()], displacements, child().extent())
            }
            C::HIndexedBlock { block_length, displacements, .. } => {
                indexed(&child(), &vec![*block_length; displacements.len()], displacements, 1)
            }
            C::Structure { block_lengths, displacements, children } => {
                structure(block_lengths, displacements, children, space)
            }
            C::Subarray { sizes, subsizes, starts, order, .. } => {
                array(&child(), sizes, *order, |dimension, index| {
                    (starts[dimension]..starts[dimension] + subsizes[dimension]).contains(&index)
                })
            }
            C::Darray { rank, dimensions, order, .. } => darray(&child(), *rank, dimensions, *order),
            C::Resized { lower_bound, extent, .. } => child().bounded(*lower_bound, *extent),
        }
    }

    pub fn extent(&self) -> i64 {
        self.upper_bound - self.lower_bound
    }

    /// Offset of every byte, in order.
    pub fn bytes(&self, space: Space) -> Vec<i64> {
        let bytes = |&(at, named): &(i64, Named)| at..at + size(named, space);
        self.elements.iter().flat_map(bytes).collect()
    }

    fn empty() -> TypeMap {
        TypeMap {
            elements: Vec::new(),
            lower_bound: 0,
            upper_bound: 0,
            is_marked: false,
            has_bounds: false,
            alignment: 1,
        }
    }

    fn named(named: Named, space: Space) -> TypeMap {
        let (elements, extent) = match named.parts() {
            Some([first, second]) if space == Space::Native => {
                let at = first.size().next_multiple_of(second.alignment()).cast_signed();
                let end = at.unsigned_abs() + second.size();
                (vec![(0, first), (at, second)], end.next_multiple_of(named.alignment()).cast_signed())
            }
            _ => (vec![(0, named)], size(named, space)),
        };
        let alignment = if space == Space::Native { named.alignment().cast_signed() } else { 1 };
        TypeMap {
            elements,
            lower_bound: 0,
            upper_bound: extent,
            is_marked: false,
            has_bounds: true,
            alignment,
        }
    }

    fn bounded(mut self, lower_bound: i64, extent: i64) -> TypeMap {
        self.lower_bound = lower_bound;
        self.upper_bound = lower_bound + extent;
        self.is_marked = true;
        self.has_bounds = true;
        self
    }

    /// Appends a copy of `part`, moved by `by`.
    fn append(&mut self, part: &TypeMap, by: i64) {
        self.elements.extend(part.elements.iter().map(|&(at, named)| (at + by, named)));
        self.alignment = self.alignment.max(part.alignment);
        if !part.has_bounds || (self.is_marked && !part.is_marked) {
            return;
        }
        let overrides = !self.has_bounds || (part.is_marked && !self.is_marked);
        let (low, high) = (part.lower_bound + by, part.upper_bound + by);
        self.lower_bound = if overrides { low } else { low.min(self.lower_bound) };
        self.upper_bound = if overrides { high } else { high.max(self.upper_bound) };
        self.is_marked |= part.is_marked;
        self.has_bounds = true;
    }
}

fn size(named: Named, space: Space) -> i64 {
    match space {
        Space::Native => named.size(),
        Space::External32 => named.external32_size().expect("asked only of portable types"),
    }
    .cast_signed()
}

fn vector(child: &TypeMap, count: u64, block_length: u64, stride: i64) -> TypeMap {
    let mut map = TypeMap::empty();
    for block in 0..count.cast_signed() {
        for element in 0..block_length.cast_signed() {
            map.append(child, block * stride + element * child.extent());
        }
    }
    map
}

fn indexed(child: &TypeMap, block_lengths: &[u64], displacements: &[i64], unit: i64) -> TypeMap {
    let mut map = TypeMap::empty();
    for (length, displacement) in block_lengths.iter().zip(displacements) {
        for element in 0..length.cast_signed() {
            map.append(child, displacement * unit + element * child.extent());
        }
    }
    map
}

fn structure(block_lengths: &[u64], displacements: &[i64], children: &[Datatype], space: Space) -> TypeMap {
    let mut map = TypeMap::empty();
    for ((length, displacement), child) in block_lengths.iter().zip(displacements).zip(children) {
        let child = TypeMap::of(child, space);
        for element in 0..length.cast_signed() {
            map.append(&child, displacement + element * child.extent());
        }
    }
    if map.has_bounds && !map.is_marked {
        let padded = map.extent().unsigned_abs().next_multiple_of(map.alignment.unsigned_abs());
        map.upper_bound = map.lower_bound + padded.cast_signed();
    }
    map
}

/// Those elements of an array whose index is chosen in every dimension.
fn array(child: &TypeMap, sizes: &[u64], order: Order, is_chosen: impl Fn(usize, u64) -> bool) -> TypeMap {
    let mut map = TypeMap::empty();
    let total: u64 = sizes.iter().product();
    for linear in 0..total {
        let mut rest = linear;
        let mut chosen = true;
        for step in 0..sizes.len() {
            let dimension = if order == Order::C { sizes.len() - 1 - step } else { step };
            chosen &= is_chosen(dimension, rest % sizes[dimension]);
            rest /= sizes[dimension];
        }
        if chosen {
            map.append(child, linear.cast_signed() * child.extent());
        }
    }
    map.bounded(0, total.cast_signed() * child.extent())
}

fn darray(child: &TypeMap, rank: u64, dimensions: &[Dimension], order: Order) -> TypeMap {
    let sizes: Vec<u64> = dimensions.iter().map(|dimension| dimension.global_size).collect();
    let coordinate = |dimension: usize| {
        let later: u64 =
            dimensions[dimension + 1..].iter().map(|dimension| dimension.process_count).product();
        rank / later % dimensions[dimension].process_count
    };
    array(child, &sizes, order, |index, element| {
        let dimension = &dimensions[index];
        let block = match (dimension.distribution, dimension.argument) {
            (Distribution::None, _) => return true,
            (_, DistributionArgument::Blocks(length)) => length,
            (Distribution::Block, _) => dimension.global_size.div_ceil(dimension.process_count),
            (Distribution::Cyclic, _) => 1,
        };
        element / block % dimension.process_count == coordinate(index)
    })
}
