// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where pillars live: named byte objects, read and written asynchronously. A store knows nothing of gas.

mod fences;
mod folder;
mod memory;
#[cfg(feature = "things")]
mod things;
mod throttled;

use std::fmt::Debug;

pub use fences::Fences;
pub use folder::FolderStore;
pub use memory::MemoryStore;
#[cfg(feature = "things")]
pub use things::ThingStore;
pub use throttled::ThrottledStore;

/// The bytes of an object, aligned for doubles: native byte order.
pub type Block = Vec<f64>;

pub type StoreResult<T> = Result<T, StoreError>;

/// Who writes: a task's lease for a pillar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writer {
    pub pillar: usize,
    pub lease: u64,
}

pub trait PillarStore: Send + Sync + Debug {
    /// Starts to fill the block from an object, which must have exactly its size.
    fn start_read(&self, name: &str, block: Block) -> Box<dyn Transfer>;

    /// Starts to replace an object by the block; an object that does not exist is created. When the transfer has completed,
    /// readers see all of it.
    fn start_write(&self, name: &str, block: Block, writer: Writer) -> Box<dyn Transfer>;

    /// Refuses writes by older leases of the pillar from now on. When this returns, none of them is in progress.
    fn fence(&self, newest: Writer);

    /// Size of an object in doubles; nothing if it does not exist.
    fn size(&self, name: &str) -> StoreResult<Option<usize>>;
}

/// A read or a write in progress.
pub trait Transfer: Send {
    /// Waits until it has completed, and gives the block back: filled, or for use again.
    fn wait(self: Box<Self>) -> StoreResult<Block>;
}

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("there is no object {0}")]
    NoSuchObject(String),
    #[error("object {name} has {found} doubles, not {expected}: is it of another run?")]
    WrongSize { name: String, found: usize, expected: usize },
    #[error("write to {name} refused: lease {lease} of its pillar was replaced by lease {newest}")]
    Fenced { name: String, lease: u64, newest: u64 },
    #[error("{operation} {path} failed: {source}")]
    Io { operation: &'static str, path: String, source: std::io::Error },
    #[cfg(feature = "things")]
    #[error(transparent)]
    Thing(seaway_things::Error),
    #[error("the store has stopped")]
    Stopped,
}

/// A transfer that completed when it was started.
pub(crate) struct Completed(pub(crate) StoreResult<Block>);

impl Transfer for Completed {
    fn wait(self: Box<Self>) -> StoreResult<Block> {
        self.0
    }
}
