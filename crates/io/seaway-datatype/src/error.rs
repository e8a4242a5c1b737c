// SPDX-License-Identifier: MIT OR Apache-2.0
//! What can be wrong with the arguments of a constructor, or with the use of a datatype.

/// A datatype that cannot be made, or cannot be used as asked. Names the argument at fault in MPI's words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DatatypeError {
    #[error("{argument} is negative: {value}")]
    Negative { argument: &'static str, value: i64 },
    #[error("{argument} is out of range: {value}")]
    OutOfRange { argument: &'static str, value: i64 },
    #[error("{argument} has {actual} entries where {expected} are needed")]
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
