// SPDX-License-Identifier: MIT OR Apache-2.0
//! Datatypes as bytes: what one process sends so that another can rebuild the type.
//!
//! An encoding is a version, a number of nodes, and the nodes, each after its children, which it refers to by
//! number; the last node is the datatype. A shared child is written once, so an encoding is never longer than
//! the datatype in memory. Numbers are LEB128, signed ones zigzag-encoded so that small magnitudes stay
//! short.

mod decode;
mod encode;
mod number;

pub use decode::DecodeError;

/// First byte of every encoding.
const VERSION: u8 = 1;

/// The constructor of a node. Append only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Tag {
    Named,
    Contiguous,
    Vector,
    HVector,
    Indexed,
    HIndexed,
    IndexedBlock,
    HIndexedBlock,
    Structure,
    Subarray,
    Darray,
    Resized,
    Dup,
}

impl Tag {
    const ALL: [Tag; 13] = [
        Tag::Named,
        Tag::Contiguous,
        Tag::Vector,
        Tag::HVector,
        Tag::Indexed,
        Tag::HIndexed,
        Tag::IndexedBlock,
        Tag::HIndexedBlock,
        Tag::Structure,
        Tag::Subarray,
        Tag::Darray,
        Tag::Resized,
        Tag::Dup,
    ];
}
