// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI's portable representation, as a [`DataRepresentation`] like any other.

use seaway_datatype::external32::{self, External32Error};
use seaway_datatype::{Datatype, Named};
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_memory::{Source, Target};

use super::DataRepresentation;

#[derive(Debug)]
pub(super) struct External32;

impl DataRepresentation for External32 {
    fn file_bytes(&self, named: Named) -> Result<u64> {
        named.external32_size().ok_or_else(|| {
            let text = format!("{} has no external32 representation", named.name());
            Error::new(ErrorKind::Datatype, Operation::SetView).with_detail(text)
        })
    }

    fn encode(&self, from: Source<'_>, datatype: &Datatype, count: u64, into: &mut [u8]) -> Result<()> {
        let elements = datatype.elements_in(count * datatype.size()).elements;
        external32::pack(datatype, from, 0..elements, into).map_err(|error| failed(Operation::Write, error))
    }

    fn decode(&self, from: &[u8], datatype: &Datatype, _count: u64, into: &mut Target<'_>) -> Result<u64> {
        let elements =
            external32::unpack(datatype, from, 0, into).map_err(|error| failed(Operation::Read, error))?;
        Ok(datatype.position_of_element(elements))
    }
}

fn failed(operation: Operation, error: External32Error) -> Error {
    let kind = match error {
        External32Error::Unrepresentable { .. } => ErrorKind::Conversion,
        External32Error::Datatype(_) => ErrorKind::Datatype,
        External32Error::OutOfBounds(_) => ErrorKind::Buffer,
    };
    Error::new(kind, operation).with_detail(error.to_string())
}
