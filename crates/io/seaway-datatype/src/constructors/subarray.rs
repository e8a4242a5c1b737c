// SPDX-License-Identifier: MIT OR Apache-2.0
//! A box cut out of an array.

use super::{all_nonnegative, same_length};
use crate::construction::{Construction, Order};
use crate::datatype::Datatype;
use crate::error::DatatypeError;

impl Datatype {
    /// The `subsizes` elements from `starts` on of an array of `sizes` elements; its extent is that of the array.
    pub fn subarray(
        sizes: &[i64],
        subsizes: &[i64],
        starts: &[i64],
        order: Order,
        child: &Datatype,
    ) -> Result<Datatype, DatatypeError> {
        if sizes.is_empty() {
            return Err(DatatypeError::OutOfRange { argument: "ndims", value: 0 });
        }
        same_length("subsizes", subsizes.len(), sizes.len())?;
        same_length("starts", starts.len(), sizes.len())?;
        for ((&size, &subsize), &start) in sizes.iter().zip(subsizes).zip(starts) {
            require("sizes", size, size >= 1)?;
            require("subsizes", subsize, (1..=size).contains(&subsize))?;
            require("starts", start, (0..=size - subsize).contains(&start))?;
        }
        Datatype::construct(Construction::Subarray {
            sizes: all_nonnegative("sizes", sizes)?,
            subsizes: all_nonnegative("subsizes", subsizes)?,
            starts: all_nonnegative("starts", starts)?,
            order,
            child: child.clone(),
        })
    }
}

fn require(argument: &'static str, value: i64, holds: bool) -> Result<(), DatatypeError> {
    if holds { Ok(()) } else { Err(DatatypeError::OutOfRange { argument, value }) }
}
