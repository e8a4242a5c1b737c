// SPDX-License-Identifier: MIT OR Apache-2.0
//! Constructors whose blocks repeat at one stride, and those that only change a type's bounds.

use super::nonnegative;
use crate::construction::Construction;
use crate::datatype::Datatype;
use crate::error::DatatypeError;

impl Datatype {
    /// `count` elements, one extent apart.
    pub fn contiguous(count: i64, child: &Datatype) -> Result<Datatype, DatatypeError> {
        let count = nonnegative("count", count)?;
        Datatype::construct(Construction::Contiguous { count, child: child.clone() })
    }

    /// `count` blocks of `block_length` elements, `stride` extents apart.
    pub fn vector(
        count: i64,
        block_length: i64,
        stride: i64,
        child: &Datatype,
    ) -> Result<Datatype, DatatypeError> {
        let count = nonnegative("count", count)?;
        let block_length = nonnegative("blocklength", block_length)?;
        Datatype::construct(Construction::Vector { count, block_length, stride, child: child.clone() })
    }

    /// `count` blocks of `block_length` elements, `stride` bytes apart.
    pub fn hvector(
        count: i64,
        block_length: i64,
        stride: i64,
        child: &Datatype,
    ) -> Result<Datatype, DatatypeError> {
        let count = nonnegative("count", count)?;
        let block_length = nonnegative("blocklength", block_length)?;
        Datatype::construct(Construction::HVector { count, block_length, stride, child: child.clone() })
    }

    /// The same data with other bounds: elements of an array of the new type are `extent` bytes apart.
    pub fn resized(lower_bound: i64, extent: i64, child: &Datatype) -> Result<Datatype, DatatypeError> {
        Datatype::construct(Construction::Resized { lower_bound, extent, child: child.clone() })
    }

    /// A distinct type with the same type map, committed if `self` is.
    pub fn dup(&self) -> Result<Datatype, DatatypeError> {
        let copy = self.dup_uncommitted()?;
        if self.is_committed() {
            copy.commit();
        }
        Ok(copy)
    }

    pub(crate) fn dup_uncommitted(&self) -> Result<Datatype, DatatypeError> {
        Datatype::construct(Construction::Dup { child: self.clone() })
    }
}
