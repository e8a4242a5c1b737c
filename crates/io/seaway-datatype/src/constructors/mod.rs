// SPDX-License-Identifier: MIT OR Apache-2.0
//! The constructors of MPI-5.0, "Datatype Constructors": each checks its arguments and names the invalid one.
//! Arguments are signed where MPI's are; the meaning of each constructor is in `assembly`.

pub(crate) mod darray;
mod irregular;
mod regular;
mod subarray;

use crate::error::DatatypeError;

fn nonnegative(argument: &'static str, value: i64) -> Result<u64, DatatypeError> {
    u64::try_from(value).map_err(|_| DatatypeError::Negative { argument, value })
}

fn all_nonnegative(argument: &'static str, values: &[i64]) -> Result<Box<[u64]>, DatatypeError> {
    values.iter().map(|&value| nonnegative(argument, value)).collect()
}

fn same_length(argument: &'static str, actual: usize, expected: usize) -> Result<(), DatatypeError> {
    if actual == expected { Ok(()) } else { Err(DatatypeError::WrongLength { argument, expected, actual }) }
}
