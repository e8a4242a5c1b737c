// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Delivery`]: the bytes of a thing on their way to its next home.

use std::io::IoSlice;
use std::sync::Arc;

use seaway_device_api::{Error, ErrorKind, Extent, Operation, Result, Segments};
use seaway_messages::{ThingKind, ThingMessage, ThingQuestion};

use super::far_file::{Far, FarFile};
use super::home_connection::{HomeConnection, Said};

#[derive(Debug)]
pub struct Delivery {
    connection: Arc<HomeConnection>,
    file: FarFile,
}

impl Delivery {
    /// `epoch` is that of the home that the bytes come from.
    pub fn begin(
        connection: Arc<HomeConnection>,
        name: &str,
        kind: ThingKind,
        epoch: u64,
        size: u64,
    ) -> Result<Self> {
        let request = |id| ThingMessage::Receive { id, name: name.to_owned(), kind, epoch, size };
        match connection.request(Operation::Open, None, connection.timeout(), request)? {
            (Said::Answer(ThingMessage::Answer { number, .. }), beginning) => {
                let file = FarFile::arriving(&connection, name, epoch, number, beginning);
                Ok(Self { connection, file })
            }
            (Said::Answer(other), _) => Err(connection.unexpected(Operation::Open, &other)),
            _ => Err(connection.gone(Operation::Open)),
        }
    }

    pub fn write(&self, offset: u64, bytes: &[u8]) -> Result<()> {
        let extent = [Extent::new(offset, bytes.len() as u64)];
        self.done(self.file.write(&extent, &Segments::new(&[IoSlice::new(bytes)]))?)
    }

    pub fn set_size(&self, size: u64) -> Result<()> {
        self.done(self.file.ask(Operation::SetSize, ThingQuestion::SetSize(size))?)
    }

    /// All bytes are there. Returns the lease of the new home.
    pub fn finish(&self, created: u64, published: bool, awaited: u32, version: u64) -> Result<u64> {
        let opening = self.file.number();
        let request = |id| ThingMessage::Deliver { id, opening, created, published, awaited, version };
        match self.connection.ask(Operation::Close, request)? {
            ThingMessage::Answer { number, .. } => Ok(number),
            other => Err(self.connection.unexpected(Operation::Close, &other)),
        }
    }

    fn done<T>(&self, outcome: Far<T>) -> Result<()> {
        match outcome {
            Far::Done(_) => Ok(()),
            Far::NotHere => {
                let detail = "the next home does not expect these bytes any more";
                Err(Error::new(ErrorKind::PeerLost, Operation::Write).with_detail(detail))
            }
        }
    }
}
