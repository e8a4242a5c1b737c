// SPDX-License-Identifier: MIT OR Apache-2.0
//! Objects in the memory of this process.

use std::collections::HashMap;
use std::sync::{Arc, RwLock};

use super::{Block, Completed, Fences, PillarStore, StoreError, StoreResult, Transfer, Writer};

#[derive(Debug, Default)]
pub struct MemoryStore {
    objects: RwLock<HashMap<String, Arc<RwLock<Block>>>>,
    fences: Fences,
}

impl MemoryStore {
    fn object(&self, name: &str) -> Option<Arc<RwLock<Block>>> {
        self.objects.read().expect("no one panics while holding the table").get(name).cloned()
    }

    fn read(&self, name: &str, mut block: Block) -> StoreResult<Block> {
        let object = self.object(name).ok_or_else(|| StoreError::NoSuchObject(name.to_owned()))?;
        let stored = object.read().expect("no one panics while holding an object");
        if stored.len() != block.len() {
            let (found, expected) = (stored.len(), block.len());
            return Err(StoreError::WrongSize { name: name.to_owned(), found, expected });
        }
        block.copy_from_slice(&stored);
        Ok(block)
    }

    /// Takes the block and gives the old one back: nothing is copied.
    fn write(&self, name: &str, block: Block) -> Block {
        let object = self.object(name).unwrap_or_else(|| {
            let mut objects = self.objects.write().expect("no one panics while holding the table");
            objects.entry(name.to_owned()).or_default().clone()
        });
        let mut stored = object.write().expect("no one panics while holding an object");
        std::mem::replace(&mut *stored, block)
    }
}

impl PillarStore for MemoryStore {
    fn start_read(&self, name: &str, block: Block) -> Box<dyn Transfer> {
        Box::new(Completed(self.read(name, block)))
    }

    fn start_write(&self, name: &str, block: Block, writer: Writer) -> Box<dyn Transfer> {
        Box::new(Completed(self.fences.write(name, writer, || Ok(self.write(name, block)))))
    }

    fn fence(&self, newest: Writer) {
        self.fences.raise(newest);
    }

    fn size(&self, name: &str) -> StoreResult<Option<usize>> {
        Ok(self.object(name).map(|object| object.read().expect("as above").len()))
    }
}
