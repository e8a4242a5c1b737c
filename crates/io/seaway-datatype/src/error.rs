// SPDX-License-Identifier: MIT OR Apache-2.0
//! Errors of constructors' arguments and of the use of a datatype.

/// A datatype that cannot be created, or cannot be used as requested. Names the invalid argument in MPI's
/// terms.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DatatypeError {
    #[error("{argument} is negative: {value}")]
    Negative { argument: &'static str, value: i64 },
    #[error("{argument} is out of range: {value}")]
    OutOfRange { argument: &'static str, value: i64 },
    #[error("{argument} has {actual} entries, but {expected} are needed")]
    WrongLength { argument: &'static str, expected: usize, actual: usize },
    #[error("{argument} makes the datatype reach beyond 64-bit sizes or offsets")]
    Overflow { argument: &'static str },
    #[error("datatype is nested deeper than {limit} levels")]
    TooDeep { limit: u16 },
    #[error("datatype is not committed")]
    NotCommitted,
    #[error("datatype contains {name}, which has no external32 form")]
    NotPortable { name: &'static str },
}
