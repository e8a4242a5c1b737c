// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Representation`]: how values are stored in a file: `native`, `internal`, `external32`, or a registered one.

mod external32;
mod registry;

use std::fmt;
use std::sync::Arc;

use seaway_datatype::{Datatype, Named};
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_memory::{Source, Target};

pub use registry::register_representation;

use crate::buffer::datatype_error;
use external32::External32;

/// A conversion between memory and file, as MPI_Register_datarep takes it.
pub trait DataRepresentation: Send + Sync + fmt::Debug {
    /// Bytes that one value of `named` takes in a file.
    fn file_bytes(&self, named: Named) -> Result<u64>;

    /// Converts all of `count` items of `datatype` in `from` to the packed bytes `into`.
    fn encode(&self, from: Source<'_>, datatype: &Datatype, count: u64, into: &mut [u8]) -> Result<()>;

    /// Converts the packed bytes `from`, which may end early, to at most `count` items of `datatype` in `into`.
    /// Returns how many bytes of memory were filled: whole values only.
    fn decode(&self, from: &[u8], datatype: &Datatype, count: u64, into: &mut Target<'_>) -> Result<u64>;
}

/// A representation by name. `internal` is `native`: all ranks of a program use the same memory
/// representation.
#[derive(Debug, Clone)]
pub struct Representation {
    name: Arc<str>,
    conversion: Option<Arc<dyn DataRepresentation>>,
}

impl Representation {
    pub(crate) fn native() -> Self {
        Self { name: "native".into(), conversion: None }
    }

    pub(crate) fn by_name(name: &str) -> Result<Self> {
        let conversion: Option<Arc<dyn DataRepresentation>> = match name {
            "native" | "internal" => None,
            "external32" => Some(Arc::new(External32)),
            _ => Some(registry::find(name).ok_or_else(|| unknown(name))?),
        };
        Ok(Self { name: name.into(), conversion })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// `None`: memory and file have the same representation.
    pub(crate) fn conversion(&self) -> Option<&dyn DataRepresentation> {
        self.conversion.as_deref()
    }

    /// `datatype` as stored in a file: every basic type replaced by as many bytes as it takes there.
    pub(crate) fn stored_type(&self, datatype: &Datatype) -> Result<Datatype> {
        let Some(conversion) = &self.conversion else { return Ok(datatype.clone()) };
        let mut refused = None;
        let stored = datatype.with_named_replaced(&mut |named| {
            let bytes = conversion.file_bytes(named).unwrap_or_else(|error| {
                refused.get_or_insert(error);
                0
            });
            i64::try_from(bytes).map_or_else(
                |_| Ok(Datatype::bytes()),
                |bytes| Datatype::contiguous(bytes, &Datatype::bytes()),
            )
        });
        if let Some(error) = refused {
            return Err(error);
        }
        let stored = stored.map_err(|error| datatype_error(Operation::SetView, "datatype", &error))?;
        stored.commit();
        Ok(stored)
    }
}

fn unknown(name: &str) -> Error {
    let text = format!("data representation {name:?} is not native, internal, external32 or registered");
    Error::new(ErrorKind::UnsupportedRepresentation, Operation::SetView).with_detail(text)
}
