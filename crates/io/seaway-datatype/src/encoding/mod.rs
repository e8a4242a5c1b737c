// SPDX-License-Identifier: MIT OR Apache-2.0
//! Datatypes as bytes: what one process sends so that another can rebuild the type.
//!
//! An encoding is a version, a number of nodes, and the nodes, each after those it is made of, which it names by
//! number; the last is the datatype. A child that is used twice is written once, so an encoding is never longer
//! than the datatype in memory. Numbers are LEB128, signed ones folded so that small magnitudes stay short.

mod decode;
mod encode;
mod number;

pub use decode::DecodeError;

/// First byte of every encoding.
const VERSION: u8 = 1;

/// What a node is made by. Append only.
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
