// SPDX-License-Identifier: MIT OR Apache-2.0
//! Decoding untrusted input: allocations are bounded by the bytes of input, and every node goes through the
//! public constructor with all its checks.

use super::number::Reader;
use super::{Tag, VERSION};
use crate::construction::{Distribution, DistributionArgument, Order};
use crate::datatype::Datatype;
use crate::error::DatatypeError;
use crate::named::Named;

/// Longer encodings are rejected before anything is read.
const MAX_BYTES: usize = 1 << 30;
/// Encodings of more nodes are rejected.
const MAX_NODES: u64 = 1 << 16;

/// Bytes that do not encode a datatype.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    #[error("encoding of a datatype is truncated")]
    Truncated,
    #[error("encoding of a datatype has {bytes} trailing bytes")]
    TrailingBytes { bytes: usize },
    #[error("encoding of a datatype has unknown version {version}")]
    UnknownVersion { version: u8 },
    #[error("encoding of a datatype has an unknown {what}, {code}")]
    UnknownCode { what: &'static str, code: u8 },
    #[error("encoding of a datatype has a number out of range or not in its shortest form")]
    BadNumber,
    #[error("encoding of a datatype refers to node {node}, which is not before it")]
    BadReference { node: u64 },
    #[error("encoding of a datatype has more nodes or bytes than are accepted")]
    TooLarge,
    #[error("encoding holds an invalid datatype: {0}")]
    Invalid(#[from] DatatypeError),
}

impl Datatype {
    /// A datatype from the bytes made by [`Datatype::encode`]. Not committed, unless predefined.
    pub fn decode(bytes: &[u8]) -> Result<Datatype, DecodeError> {
        if bytes.len() > MAX_BYTES {
            return Err(DecodeError::TooLarge);
        }
        let mut reader = Reader::new(bytes);
        match reader.byte()? {
            VERSION => {}
            version => return Err(DecodeError::UnknownVersion { version }),
        }
        let count = reader.unsigned()?;
        if count > MAX_NODES {
            return Err(DecodeError::TooLarge);
        }
        let mut nodes = Vec::new();
        for _ in 0..count {
            nodes.push(read_node(&mut reader, &nodes)?);
        }
        match reader.remaining() {
            0 => nodes.pop().ok_or(DecodeError::Truncated),
            bytes => Err(DecodeError::TrailingBytes { bytes }),
        }
    }
}

fn read_node(reader: &mut Reader<'_>, nodes: &[Datatype]) -> Result<Datatype, DecodeError> {
    let code = reader.byte()?;
    let tag =
        Tag::ALL.get(usize::from(code)).ok_or(DecodeError::UnknownCode { what: "constructor", code })?;
    match tag {
        Tag::Named => {
            let code = reader.byte()?;
            Named::from_code(code)
                .map(Datatype::named)
                .ok_or(DecodeError::UnknownCode { what: "named type", code })
        }
        Tag::Contiguous => Ok(Datatype::contiguous(reader.count()?, child(reader, nodes)?)?),
        Tag::Vector | Tag::HVector => {
            let make = if *tag == Tag::Vector { Datatype::vector } else { Datatype::hvector };
            let (count, block_length, stride) = (reader.count()?, reader.count()?, reader.signed()?);
            Ok(make(count, block_length, stride, child(reader, nodes)?)?)
        }
        Tag::Indexed | Tag::HIndexed => {
            let make = if *tag == Tag::Indexed { Datatype::indexed } else { Datatype::hindexed };
            let (block_lengths, displacements) = read_blocks(reader)?;
            Ok(make(&block_lengths, &displacements, child(reader, nodes)?)?)
        }
        Tag::IndexedBlock | Tag::HIndexedBlock => {
            let make =
                if *tag == Tag::IndexedBlock { Datatype::indexed_block } else { Datatype::hindexed_block };
            let block_length = reader.count()?;
            let length = reader.list_length()?;
            let displacements = reader.signeds(length)?;
            Ok(make(block_length, &displacements, child(reader, nodes)?)?)
        }
        Tag::Structure => {
            let (block_lengths, displacements) = read_blocks(reader)?;
            let children = block_lengths.iter().map(|_| child(reader, nodes).cloned());
            let children = children.collect::<Result<Vec<_>, _>>()?;
            Ok(Datatype::structure(&block_lengths, &displacements, &children)?)
        }
        Tag::Subarray => read_subarray(reader, nodes),
        Tag::Darray => read_darray(reader, nodes),
        Tag::Resized => Ok(Datatype::resized(reader.signed()?, reader.signed()?, child(reader, nodes)?)?),
        Tag::Dup => Ok(child(reader, nodes)?.dup_uncommitted()?),
    }
}

fn read_blocks(reader: &mut Reader<'_>) -> Result<(Vec<i64>, Vec<i64>), DecodeError> {
    let length = reader.list_length()?;
    Ok((reader.counts(length)?, reader.signeds(length)?))
}

fn read_subarray(reader: &mut Reader<'_>, nodes: &[Datatype]) -> Result<Datatype, DecodeError> {
    let order = read_order(reader)?;
    let length = reader.list_length()?;
    let (sizes, subsizes, starts) = (reader.counts(length)?, reader.counts(length)?, reader.counts(length)?);
    Ok(Datatype::subarray(&sizes, &subsizes, &starts, order, child(reader, nodes)?)?)
}

fn read_darray(reader: &mut Reader<'_>, nodes: &[Datatype]) -> Result<Datatype, DecodeError> {
    let order = read_order(reader)?;
    let (size, rank) = (reader.count()?, reader.count()?);
    let length = reader.list_length()?;
    let (mut global_sizes, mut process_counts) = (Vec::new(), Vec::new());
    let (mut distributions, mut arguments) = (Vec::new(), Vec::new());
    for _ in 0..length {
        distributions.push(match reader.byte()? {
            0 => Distribution::None,
            1 => Distribution::Block,
            2 => Distribution::Cyclic,
            code => return Err(DecodeError::UnknownCode { what: "distribution", code }),
        });
        global_sizes.push(reader.count()?);
        arguments.push(match reader.unsigned()?.checked_sub(1) {
            None => DistributionArgument::Default,
            Some(length) => DistributionArgument::Blocks(length),
        });
        process_counts.push(reader.count()?);
    }
    let child = child(reader, nodes)?;
    let grid = (&global_sizes, &distributions, &arguments, &process_counts);
    Ok(Datatype::darray(size, rank, grid.0, grid.1, grid.2, grid.3, order, child)?)
}

fn read_order(reader: &mut Reader<'_>) -> Result<Order, DecodeError> {
    match reader.byte()? {
        0 => Ok(Order::C),
        1 => Ok(Order::Fortran),
        code => Err(DecodeError::UnknownCode { what: "order", code }),
    }
}

fn child<'a>(reader: &mut Reader<'_>, nodes: &'a [Datatype]) -> Result<&'a Datatype, DecodeError> {
    let node = reader.unsigned()?;
    let index = usize::try_from(node).ok();
    index.and_then(|index| nodes.get(index)).ok_or(DecodeError::BadReference { node })
}
