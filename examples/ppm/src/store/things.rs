// SPDX-License-Identifier: MIT OR Apache-2.0
//! Objects as things: in the memory or on the disk of the node's agent, where other programs find them by name.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use seaway_things::{Error, ErrorKind, Kind, Pool, Space, Thing};

use super::{Block, Fences, PillarStore, StoreError, StoreResult, Transfer, Writer};

#[derive(Debug)]
pub struct ThingStore {
    space: Space,
    kind: Kind,
    /// Names in the space begin so: several runs share a space.
    prefix: String,
    fences: Arc<Fences>,
    /// Things stay open: opening takes a message, and access to a mapped thing takes none.
    open: Mutex<HashMap<String, Thing>>,
}

impl ThingStore {
    pub fn new(space: Space, kind: Kind, prefix: &str) -> Self {
        let (prefix, fences, open) = (prefix.to_owned(), Arc::default(), Mutex::default());
        Self { space, kind, prefix, fences, open }
    }

    fn thing(&self, name: &str, create_with: Option<usize>) -> StoreResult<Thing> {
        let mut open = self.open.lock().expect("no one panics while holding the table");
        if let Some(thing) = open.get(name) {
            return Ok(thing.clone());
        }
        let full = format!("{}{name}", self.prefix);
        let thing = match create_with {
            Some(bytes) => self.space.open_or_create(&full, self.kind, bytes as u64),
            None => self.space.open(&full),
        };
        let thing = thing.map_err(|error| failure(name, error))?;
        open.insert(name.to_owned(), thing.clone());
        Ok(thing)
    }

    fn pool(&self) -> &Arc<Pool> {
        self.space.pool()
    }
}

struct InProgress(seaway_things::Transfer<StoreResult<Block>>);

impl Transfer for InProgress {
    fn wait(self: Box<Self>) -> StoreResult<Block> {
        self.0.wait().unwrap_or_else(|error| Err(StoreError::Thing(error)))
    }
}

impl PillarStore for ThingStore {
    fn start_read(&self, name: &str, block: Block) -> Box<dyn Transfer> {
        let (thing, name) = (self.thing(name, None), name.to_owned());
        self.start(move || thing.and_then(|thing| read(&thing, &name, block)))
    }

    fn start_write(&self, name: &str, block: Block, writer: Writer) -> Box<dyn Transfer> {
        let thing = self.thing(name, Some(size_of_val(block.as_slice())));
        let (name, fences) = (name.to_owned(), Arc::clone(&self.fences));
        self.start(move || {
            let thing = thing?;
            fences.write(&name, writer, || write(&thing, &name, block))
        })
    }

    fn fence(&self, newest: Writer) {
        self.fences.raise(newest);
    }

    fn size(&self, name: &str) -> StoreResult<Option<usize>> {
        match self.thing(name, None) {
            Ok(thing) => Ok(Some(doubles(thing.size().map_err(|error| failure(name, error))?))),
            Err(StoreError::NoSuchObject(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl ThingStore {
    /// A copy to or from mapped memory is done at once; the disk's threads do the rest.
    fn start(&self, access: impl FnOnce() -> StoreResult<Block> + Send + 'static) -> Box<dyn Transfer> {
        match self.kind {
            Kind::Memory => Box::new(super::Completed(access())),
            Kind::Disk => Box::new(InProgress(self.pool().start(move || Ok(access())))),
        }
    }
}

fn read(thing: &Thing, name: &str, mut block: Block) -> StoreResult<Block> {
    let found = doubles(thing.size().map_err(|error| failure(name, error))?);
    if found != block.len() {
        let expected = block.len();
        return Err(StoreError::WrongSize { name: name.to_owned(), found, expected });
    }
    thing.read_at(bytemuck::cast_slice_mut(&mut block), 0).map_err(|error| failure(name, error))?;
    Ok(block)
}

fn write(thing: &Thing, name: &str, block: Block) -> StoreResult<Block> {
    let bytes: &[u8] = bytemuck::cast_slice(&block);
    let written = thing.write_at(bytes, 0).and_then(|()| thing.set_size(bytes.len() as u64));
    written.map_err(|error| failure(name, error))?;
    Ok(block)
}

fn doubles(bytes: u64) -> usize {
    usize::try_from(bytes).expect("a thing of this program fits the address space") / size_of::<f64>()
}

fn failure(name: &str, error: Error) -> StoreError {
    match error.kind() {
        ErrorKind::NoSuchFile => StoreError::NoSuchObject(name.to_owned()),
        _ => StoreError::Thing(error),
    }
}
