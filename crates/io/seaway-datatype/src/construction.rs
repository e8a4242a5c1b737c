// SPDX-License-Identifier: MIT OR Apache-2.0
//! How a datatype was made: what `MPI_Type_get_envelope` and `MPI_Type_get_contents` report, and what encodings,
//! shapes and layouts are derived from.

use crate::datatype::Datatype;
use crate::named::Named;

/// A constructor and its arguments. Counts and sizes are known to be nonnegative.
#[derive(Debug, Clone)]
pub enum Construction {
    Named(Named),
    Contiguous {
        count: u64,
        child: Datatype,
    },
    /// `stride` counts extents of `child`.
    Vector {
        count: u64,
        block_length: u64,
        stride: i64,
        child: Datatype,
    },
    /// `stride` counts bytes.
    HVector {
        count: u64,
        block_length: u64,
        stride: i64,
        child: Datatype,
    },
    /// Displacements count extents of `child`.
    Indexed {
        block_lengths: Box<[u64]>,
        displacements: Box<[i64]>,
        child: Datatype,
    },
    /// Displacements count bytes.
    HIndexed {
        block_lengths: Box<[u64]>,
        displacements: Box<[i64]>,
        child: Datatype,
    },
    /// Displacements count extents of `child`.
    IndexedBlock {
        block_length: u64,
        displacements: Box<[i64]>,
        child: Datatype,
    },
    /// Displacements count bytes.
    HIndexedBlock {
        block_length: u64,
        displacements: Box<[i64]>,
        child: Datatype,
    },
    /// Displacements count bytes.
    Structure {
        block_lengths: Box<[u64]>,
        displacements: Box<[i64]>,
        children: Box<[Datatype]>,
    },
    Subarray {
        sizes: Box<[u64]>,
        subsizes: Box<[u64]>,
        starts: Box<[u64]>,
        order: Order,
        child: Datatype,
    },
    Darray {
        size: u64,
        rank: u64,
        dimensions: Box<[Dimension]>,
        order: Order,
        child: Datatype,
    },
    Resized {
        lower_bound: i64,
        extent: i64,
        child: Datatype,
    },
    Dup {
        child: Datatype,
    },
}

/// Which dimension of an array is contiguous in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    /// The last dimension.
    C,
    /// The first dimension.
    Fortran,
}

/// How one dimension of an array is distributed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Distribution {
    None,
    Block,
    Cyclic,
}

/// Block size of a distribution: a number, or the distribution's default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DistributionArgument {
    Default,
    Blocks(u64),
}

/// One dimension of a distributed array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dimension {
    pub global_size: u64,
    pub distribution: Distribution,
    pub argument: DistributionArgument,
    pub process_count: u64,
}

impl Construction {
    /// The datatypes this one is built from.
    pub fn children(&self) -> &[Datatype] {
        use Construction as C;
        match self {
            C::Named(_) => &[],
            C::Structure { children, .. } => children,
            C::Contiguous { child, .. }
            | C::Vector { child, .. }
            | C::HVector { child, .. }
            | C::Indexed { child, .. }
            | C::HIndexed { child, .. }
            | C::IndexedBlock { child, .. }
            | C::HIndexedBlock { child, .. }
            | C::Subarray { child, .. }
            | C::Darray { child, .. }
            | C::Resized { child, .. }
            | C::Dup { child } => std::slice::from_ref(child),
        }
    }

    /// As [`Self::children`], for replacing them.
    pub(crate) fn children_mut(&mut self) -> &mut [Datatype] {
        use Construction as C;
        match self {
            C::Named(_) => &mut [],
            C::Structure { children, .. } => children,
            C::Contiguous { child, .. }
            | C::Vector { child, .. }
            | C::HVector { child, .. }
            | C::Indexed { child, .. }
            | C::HIndexed { child, .. }
            | C::IndexedBlock { child, .. }
            | C::HIndexedBlock { child, .. }
            | C::Subarray { child, .. }
            | C::Darray { child, .. }
            | C::Resized { child, .. }
            | C::Dup { child } => std::slice::from_mut(child),
        }
    }

    /// MPI's name for the combiner.
    pub fn combiner(&self) -> &'static str {
        use Construction as C;
        match self {
            C::Named(_) => "MPI_COMBINER_NAMED",
            C::Contiguous { .. } => "MPI_COMBINER_CONTIGUOUS",
            C::Vector { .. } => "MPI_COMBINER_VECTOR",
            C::HVector { .. } => "MPI_COMBINER_HVECTOR",
            C::Indexed { .. } => "MPI_COMBINER_INDEXED",
            C::HIndexed { .. } => "MPI_COMBINER_HINDEXED",
            C::IndexedBlock { .. } => "MPI_COMBINER_INDEXED_BLOCK",
            C::HIndexedBlock { .. } => "MPI_COMBINER_HINDEXED_BLOCK",
            C::Structure { .. } => "MPI_COMBINER_STRUCT",
            C::Subarray { .. } => "MPI_COMBINER_SUBARRAY",
            C::Darray { .. } => "MPI_COMBINER_DARRAY",
            C::Resized { .. } => "MPI_COMBINER_RESIZED",
            C::Dup { .. } => "MPI_COMBINER_DUP",
        }
    }
}
