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

    /// To the node that is to have the second copy of this number. The home acts under this lease.
    pub fn copy(
        connection: Arc<HomeConnection>,
        name: &str,
        epoch: u64,
        copy: u64,
        home: &str,
        lease: u64,
        created: u64,
    ) -> Result<Self> {
        let (own, home) = (name.to_owned(), home.to_owned());
        let request = |id| ThingMessage::Copy { id, name: own, epoch, copy, home, lease, created };
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
        self.write_all(&[Extent::new(offset, bytes.len() as u64)], bytes)
    }

    /// To the places one after the other.
    pub fn write_all(&self, extents: &[Extent], bytes: &[u8]) -> Result<()> {
        self.done(self.file.write(extents, &Segments::new(&[IoSlice::new(bytes)]))?)
    }

    /// What the home knows of writers.
    pub fn tell(&self, published: bool, awaited: u32, version: u64) -> Result<()> {
        let opening = self.file.number();
        let request = |id| ThingMessage::CopyState { id, opening, published, awaited, version };
        match self.connection.ask(Operation::Sync, request)? {
            ThingMessage::Done { .. } => Ok(()),
            other => Err(self.connection.unexpected(Operation::Sync, &other)),
        }
    }

    /// The copy is not wanted any more. A node that does not hear of it finds out from the registry.
    pub fn abandon(&self) {
        let opening = self.file.number();
        let _ =
            self.connection.ask(Operation::Close, |id| ThingMessage::Close { id, opening, complete: false });
    }

    pub fn set_size(&self, size: u64) -> Result<()> {
        self.done(self.file.ask(Operation::SetSize, ThingQuestion::SetSize(size))?)
    }

    /// All bytes are there. Returns the lease of the new home.
    pub fn finish(
        &self,
        created: u64,
        published: bool,
        awaited: u32,
        version: u64,
        immutable: bool,
    ) -> Result<u64> {
        let opening = self.file.number();
        let request =
            |id| ThingMessage::Deliver { id, opening, created, published, awaited, version, immutable };
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
