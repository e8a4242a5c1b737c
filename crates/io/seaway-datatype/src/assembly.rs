// SPDX-License-Identifier: MIT OR Apache-2.0
//! The meaning of each constructor, defined once: a sum of repeated and displaced parts.
//!
//! Sizes and bounds (`shape`) and trees (`tree`) are two [`Assembly`]s over the same meaning, each in the
//! space of native memory or of external32 files. Byte displacements are the same in both spaces; those that
//! count elements scale with the element's extent.

use crate::construction::{Construction, Order};
use crate::constructors::darray;
use crate::datatype::Datatype;
use crate::error::DatatypeError;
use crate::named::Named;
use crate::shape::Blame;

/// Which representation a layout describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Space {
    Native,
    External32,
}

/// Blocks of equal parts: byte displacement and number of parts.
pub(crate) type Block = (i128, u64);

/// Something assembled from parts: a shape or a tree.
pub(crate) trait Assembly {
    type Part: Clone;

    fn named(&self, named: Named) -> Result<Self::Part, DatatypeError>;
    fn child(&self, child: &Datatype) -> Result<Self::Part, DatatypeError>;
    /// Extent of `child` in the space of this assembly.
    fn extent(&self, child: &Datatype) -> Result<i64, DatatypeError>;
    /// `count` copies of `part`, `stride` bytes apart.
    fn repeated(
        &self,
        count: u64,
        stride: i128,
        part: Self::Part,
        blame: Blame,
    ) -> Result<Self::Part, DatatypeError>;
    /// Blocks of copies of `part`; copies in a block are `stride` bytes apart.
    fn blocks(
        &self,
        blocks: impl Iterator<Item = Block>,
        stride: i64,
        part: Self::Part,
        blame: Blame,
    ) -> Result<Self::Part, DatatypeError>;
    /// Parts one after the other, each moved.
    fn listed(
        &self,
        parts: impl Iterator<Item = Result<(i128, Self::Part), DatatypeError>>,
        blame: Blame,
    ) -> Result<Self::Part, DatatypeError>;
    /// Explicit bounds.
    fn bounded(
        &self,
        low: i64,
        extent: i128,
        part: Self::Part,
        blame: Blame,
    ) -> Result<Self::Part, DatatypeError>;
    /// The padding of a C structure.
    fn padded(&self, part: Self::Part, blame: Blame) -> Result<Self::Part, DatatypeError>;
}

/// Assembles a datatype from the parts of its children.
pub(crate) fn assemble<A: Assembly>(
    assembly: &A,
    construction: &Construction,
) -> Result<A::Part, DatatypeError> {
    use Construction as C;
    match construction {
        C::Named(named) => assembly.named(*named),
        C::Dup { child } => assembly.child(child),
        C::Contiguous { count, child } => {
            let blame = Blame { size: "count", offset: "count" };
            let extent = assembly.extent(child)?;
            assembly.repeated(*count, extent.into(), assembly.child(child)?, blame)
        }
        C::Vector { count, block_length, stride, child } => {
            let stride = i128::from(*stride) * i128::from(assembly.extent(child)?);
            vector(assembly, *count, *block_length, stride, child)
        }
        C::HVector { count, block_length, stride, child } => {
            vector(assembly, *count, *block_length, (*stride).into(), child)
        }
        C::Indexed { block_lengths, displacements, child } => {
            let lengths = block_lengths.iter().copied();
            indexed(assembly, lengths.zip(displacements), assembly.extent(child)?, child)
        }
        C::HIndexed { block_lengths, displacements, child } => {
            indexed(assembly, block_lengths.iter().copied().zip(displacements), 1, child)
        }
        C::IndexedBlock { block_length, displacements, child } => {
            let lengths = std::iter::repeat(*block_length);
            indexed(assembly, lengths.zip(displacements), assembly.extent(child)?, child)
        }
        C::HIndexedBlock { block_length, displacements, child } => {
            indexed(assembly, std::iter::repeat(*block_length).zip(displacements), 1, child)
        }
        C::Structure { block_lengths, displacements, children } => {
            structure(assembly, block_lengths, displacements, children)
        }
        C::Subarray { sizes, subsizes, starts, order, child } => {
            subarray(assembly, [sizes, subsizes, starts], *order, child)
        }
        C::Darray { rank, dimensions, order, child, .. } => {
            darray::assemble(assembly, *rank, dimensions, *order, child)
        }
        C::Resized { lower_bound, extent, child } => {
            let blame = Blame { size: "extent", offset: "extent" };
            assembly.bounded(*lower_bound, (*extent).into(), assembly.child(child)?, blame)
        }
    }
}

/// The indices of dimensions, the one that is contiguous in memory first.
pub(crate) fn fastest_first(order: Order, dimensions: usize) -> impl Iterator<Item = usize> {
    (0..dimensions).map(move |index| match order {
        Order::C => dimensions - 1 - index,
        Order::Fortran => index,
    })
}

fn vector<A: Assembly>(
    assembly: &A,
    count: u64,
    block_length: u64,
    stride: i128,
    child: &Datatype,
) -> Result<A::Part, DatatypeError> {
    let extent = assembly.extent(child)?;
    let inner = Blame { size: "blocklength", offset: "blocklength" };
    let block = assembly.repeated(block_length, extent.into(), assembly.child(child)?, inner)?;
    assembly.repeated(count, stride, block, Blame { size: "count", offset: "stride" })
}

fn indexed<'a, A: Assembly>(
    assembly: &A,
    blocks: impl Iterator<Item = (u64, &'a i64)>,
    unit: i64,
    child: &Datatype,
) -> Result<A::Part, DatatypeError> {
    let blocks = blocks.map(|(length, &displacement)| (i128::from(displacement) * i128::from(unit), length));
    let blame = Blame { size: "blocklengths", offset: "displacements" };
    assembly.blocks(blocks, assembly.extent(child)?, assembly.child(child)?, blame)
}

fn structure<A: Assembly>(
    assembly: &A,
    block_lengths: &[u64],
    displacements: &[i64],
    children: &[Datatype],
) -> Result<A::Part, DatatypeError> {
    let blame = Blame { size: "blocklengths", offset: "displacements" };
    let parts =
        block_lengths.iter().zip(displacements).zip(children).map(|((&length, &displacement), child)| {
            let extent = assembly.extent(child)?;
            let part = assembly.repeated(length, extent.into(), assembly.child(child)?, blame)?;
            Ok((i128::from(displacement), part))
        });
    assembly.padded(assembly.listed(parts, blame)?, blame)
}

fn subarray<A: Assembly>(
    assembly: &A,
    [sizes, subsizes, starts]: [&[u64]; 3],
    order: Order,
    child: &Datatype,
) -> Result<A::Part, DatatypeError> {
    let blame = Blame { size: "subsizes", offset: "sizes" };
    let mut stride = i128::from(assembly.extent(child)?);
    let mut first = 0_i128;
    let mut part = assembly.child(child)?;
    for dimension in fastest_first(order, sizes.len()) {
        part = assembly.repeated(subsizes[dimension], stride, part, blame)?;
        let overflow = || DatatypeError::Overflow { argument: "sizes" };
        let start = stride.checked_mul(starts[dimension].into()).ok_or_else(overflow)?;
        first = first.checked_add(start).ok_or_else(overflow)?;
        stride = stride.checked_mul(sizes[dimension].into()).ok_or_else(overflow)?;
    }
    let moved = assembly.listed(std::iter::once(Ok((first, part))), blame)?;
    assembly.bounded(0, stride, moved, blame)
}
