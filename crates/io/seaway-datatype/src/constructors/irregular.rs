// SPDX-License-Identifier: MIT OR Apache-2.0
//! Constructors that list the displacements of their blocks.

use super::{all_nonnegative, nonnegative, same_length};
use crate::construction::Construction;
use crate::datatype::Datatype;
use crate::error::DatatypeError;

impl Datatype {
    /// Blocks of elements at displacements counted in extents of `child`.
    pub fn indexed(
        block_lengths: &[i64],
        displacements: &[i64],
        child: &Datatype,
    ) -> Result<Datatype, DatatypeError> {
        same_length("displacements", displacements.len(), block_lengths.len())?;
        let block_lengths = all_nonnegative("blocklengths", block_lengths)?;
        let displacements = displacements.into();
        Datatype::construct(Construction::Indexed { block_lengths, displacements, child: child.clone() })
    }

    /// Blocks of elements at displacements counted in bytes.
    pub fn hindexed(
        block_lengths: &[i64],
        displacements: &[i64],
        child: &Datatype,
    ) -> Result<Datatype, DatatypeError> {
        same_length("displacements", displacements.len(), block_lengths.len())?;
        let block_lengths = all_nonnegative("blocklengths", block_lengths)?;
        let displacements = displacements.into();
        Datatype::construct(Construction::HIndexed { block_lengths, displacements, child: child.clone() })
    }

    /// Blocks of one length at displacements counted in extents of `child`.
    pub fn indexed_block(
        block_length: i64,
        displacements: &[i64],
        child: &Datatype,
    ) -> Result<Datatype, DatatypeError> {
        let block_length = nonnegative("blocklength", block_length)?;
        let displacements = displacements.into();
        Datatype::construct(Construction::IndexedBlock { block_length, displacements, child: child.clone() })
    }

    /// Blocks of one length at displacements counted in bytes.
    pub fn hindexed_block(
        block_length: i64,
        displacements: &[i64],
        child: &Datatype,
    ) -> Result<Datatype, DatatypeError> {
        let block_length = nonnegative("blocklength", block_length)?;
        let displacements = displacements.into();
        Datatype::construct(Construction::HIndexedBlock { block_length, displacements, child: child.clone() })
    }

    /// MPI's struct: blocks of different types at displacements counted in bytes.
    pub fn structure(
        block_lengths: &[i64],
        displacements: &[i64],
        children: &[Datatype],
    ) -> Result<Datatype, DatatypeError> {
        same_length("displacements", displacements.len(), block_lengths.len())?;
        same_length("types", children.len(), block_lengths.len())?;
        let block_lengths = all_nonnegative("blocklengths", block_lengths)?;
        let displacements = displacements.into();
        Datatype::construct(Construction::Structure {
            block_lengths,
            displacements,
            children: children.into(),
        })
    }
}
