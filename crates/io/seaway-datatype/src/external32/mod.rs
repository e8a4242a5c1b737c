// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversion to and from external32, MPI's portable representation, fused with packing.
//!
//! The external32 stream of a buffer is its basic elements in type-map order, each in its external32 form:
//! big-endian, and of another size for `long`, `wchar_t` and some others. Positions in it are counted in
//! basic elements here, as a byte position may fall inside one. Where elements lie in an external32 *file* is
//! a separate question, which [`Datatype::external32_layout`] answers.

mod convert;
mod kind_walk;
mod long_double;

use std::ops::Range;

use seaway_memory::{OutOfBounds, Source, Target};

pub(crate) use self::kind_walk::KindWalk;

use crate::datatype::Datatype;
use crate::elements::{ElementCount, floor_to_element};
use crate::error::DatatypeError;
use crate::named::Named;

/// Size of the buffer between packing and conversion.
const STEP_BYTES: usize = 4096;

/// Data that cannot be converted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum External32Error {
    #[error(transparent)]
    Datatype(#[from] DatatypeError),
    #[error("{0}")]
    OutOfBounds(OutOfBounds),
    #[error("element {element} is a {name} whose value does not fit into its external32 form")]
    Unrepresentable { element: u64, name: &'static str },
}

impl From<OutOfBounds> for External32Error {
    fn from(error: OutOfBounds) -> Self {
        External32Error::OutOfBounds(error)
    }
}

/// Where basic element number `element` begins in the external32 stream of a buffer of `datatype`.
pub fn position_of_element(datatype: &Datatype, element: u64) -> Result<u64, DatatypeError> {
    datatype.external32_size()?;
    Ok(floor_to_element(datatype, |measure| measure.elements, element).external32)
}

/// Whole basic elements in the first `bytes` bytes of the external32 stream of a buffer of `datatype`.
pub fn elements_in(datatype: &Datatype, bytes: u64) -> Result<ElementCount, DatatypeError> {
    datatype.external32_size()?;
    let measure = floor_to_element(datatype, |measure| measure.external32, bytes);
    Ok(ElementCount { elements: measure.elements, is_exact: measure.external32 == bytes })
}

/// Packs a range of basic elements of a buffer into external32. `into` must have the length that
/// [`position_of_element`] gives.
pub fn pack(
    datatype: &Datatype,
    from: Source<'_>,
    elements: Range<u64>,
    into: &mut [u8],
) -> Result<(), External32Error> {
    let layout = datatype.layout()?;
    let start = position_of_element(datatype, elements.start)?;
    let len = position_of_element(datatype, elements.end)?.saturating_sub(start);
    check_length(len, into.len())?;
    let positions = native_range(datatype, &elements);
    from.pointer(layout.bounds(positions.clone()))?;
    let Some(mut kinds) = KindWalk::new(datatype, positions.start) else { return Ok(()) };
    let mut step = [0; STEP_BYTES];
    let mut written = 0;
    for chunk in Chunks::new(datatype, elements) {
        let native = &mut step[..chunk.native_len()];
        layout.pack(from, chunk.positions.clone(), native)?;
        let mut read = 0;
        while let Some((named, len)) = kinds.next_up_to((native.len() - read) as u64) {
            let (native_len, external_len) = lengths(named, len);
            let external = &mut into[written..written + external_len];
            convert::to_external32(named, &native[read..read + native_len], external).map_err(|index| {
                External32Error::Unrepresentable {
                    element: chunk.element_at(datatype, read) + index,
                    name: named.name(),
                }
            })?;
            read += native_len;
            written += external_len;
        }
    }
    Ok(())
}

/// Unpacks external32 bytes into a buffer, from basic element `first` on. Bytes at the end that are not a whole
/// element are left alone. Returns the number of elements unpacked.
pub fn unpack(
    datatype: &Datatype,
    from: &[u8],
    first: u64,
    into: &mut Target<'_>,
) -> Result<u64, External32Error> {
    let layout = datatype.layout()?;
    let start = position_of_element(datatype, first)?;
    let end = elements_in(datatype, start.saturating_add(from.len() as u64))?.elements;
    let elements = first..end.max(first);
    let positions = native_range(datatype, &elements);
    into.pointer(layout.bounds(positions.clone()))?;
    let count = elements.end - elements.start;
    let Some(mut kinds) = KindWalk::new(datatype, positions.start) else { return Ok(count) };
    let mut step = [0; STEP_BYTES];
    let mut read = 0;
    for chunk in Chunks::new(datatype, elements) {
        let native = &mut step[..chunk.native_len()];
        let mut written = 0;
        while let Some((named, len)) = kinds.next_up_to((native.len() - written) as u64) {
            let (native_len, external_len) = lengths(named, len);
            convert::from_external32(
                named,
                &from[read..read + external_len],
                &mut native[written..written + native_len],
            );
            written += native_len;
            read += external_len;
        }
        layout.unpack(native, chunk.positions.clone(), into)?;
    }
    Ok(count)
}

/// A range of elements that fits into the step buffer, as positions in the native packed stream.
struct Chunk {
    positions: Range<u64>,
}

struct Chunks<'a> {
    datatype: &'a Datatype,
    rest: Range<u64>,
}

impl<'a> Chunks<'a> {
    fn new(datatype: &'a Datatype, elements: Range<u64>) -> Self {
        Chunks { datatype, rest: native_range(datatype, &elements) }
    }
}

impl Iterator for Chunks<'_> {
    type Item = Chunk;

    fn next(&mut self) -> Option<Chunk> {
        if self.rest.is_empty() {
            return None;
        }
        let limit = self.rest.end.min(self.rest.start.saturating_add(STEP_BYTES as u64));
        // No element is longer than the buffer, so this always advances.
        let end = floor_to_element(self.datatype, |measure| measure.bytes, limit).bytes;
        let positions = self.rest.start..end;
        self.rest.start = end;
        Some(Chunk { positions })
    }
}

impl Chunk {
    fn native_len(&self) -> usize {
        size(self.positions.end - self.positions.start)
    }

    /// Number of the element `read` bytes into the chunk.
    fn element_at(&self, datatype: &Datatype, read: usize) -> u64 {
        datatype.elements_in(self.positions.start + read as u64).elements
    }
}

fn native_range(datatype: &Datatype, elements: &Range<u64>) -> Range<u64> {
    datatype.position_of_element(elements.start)..datatype.position_of_element(elements.end)
}

/// `len` bytes of elements of one kind, in memory and in external32.
fn lengths(named: Named, len: u64) -> (usize, usize) {
    let external32_len = len / named.size() * named.external32_size().unwrap_or(0);
    (size(len), size(external32_len))
}

fn check_length(wanted: u64, available: usize) -> Result<(), OutOfBounds> {
    if u64::try_from(available) == Ok(wanted) {
        return Ok(());
    }
    let end = |len| i64::try_from(len).unwrap_or(i64::MAX);
    Err(OutOfBounds { wanted: 0..end(wanted), available: 0..end(available as u64) })
}

/// Lengths of data in memory.
fn size(len: u64) -> usize {
    usize::try_from(len).expect("Seaway runs on 64-bit machines only")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longs_shrink_and_grow() {
        let long = Datatype::named(Named::Long);
        let mut memory = [0; 24];
        memory[..8].copy_from_slice(&1_i64.to_ne_bytes());
        memory[16..].copy_from_slice(&(-2_i64).to_ne_bytes());
        let every_other = Datatype::vector(2, 1, 2, &long).unwrap();
        every_other.commit();
        let mut packed = [0; 8];
        pack(&every_other, Source::from_slice(&memory), 0..2, &mut packed).unwrap();
        assert_eq!(packed, [0, 0, 0, 1, 0xff, 0xff, 0xff, 0xfe]);
        let mut back = [0; 24];
        assert_eq!(unpack(&every_other, &packed[..7], 0, &mut Target::from_slice(&mut back)), Ok(1));
        assert_eq!(unpack(&every_other, &packed[4..], 1, &mut Target::from_slice(&mut back)), Ok(1));
        assert_eq!(back, memory);
    }

    #[test]
    fn values_that_do_not_fit_are_reported() {
        let long = Datatype::named(Named::Long);
        let memory: Vec<u8> =
            [5, i64::from(i32::MAX) + 1].iter().flat_map(|value: &i64| value.to_ne_bytes()).collect();
        let result = pack(&long, Source::from_slice(&memory), 0..2, &mut [0; 8]);
        assert_eq!(result, Err(External32Error::Unrepresentable { element: 1, name: "MPI_LONG" }));
    }

    #[test]
    fn pair_types_are_refused() {
        let pair = Datatype::named(Named::DoubleInt);
        let error = DatatypeError::NotPortable { name: "MPI_DOUBLE_INT" };
        assert_eq!(position_of_element(&pair, 1), Err(error.clone()));
        assert_eq!(pack(&pair, Source::from_slice(&[0; 16]), 0..2, &mut [0; 12]), Err(error.into()));
    }
}
