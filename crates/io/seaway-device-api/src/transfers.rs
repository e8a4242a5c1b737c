// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Transfers`]: accesses that continue while the program computes, in memory that it lends. [`FileShape`]
//! and [`Shaped`]: bytes of a view, sent once as its tree, so that no list of pieces need be sent.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use seaway_memory::{Lent, LentMut};

use crate::{Extent, Result, Segments, SegmentsMut};

/// Where a view shows a file: a datatype, as its encoded tree, repeated from `displacement` on.
#[derive(Debug, Clone)]
pub struct FileShape {
    number: u64,
    displacement: u64,
    tree: Arc<[u8]>,
}

static NEXT_NUMBER: AtomicU64 = AtomicU64::new(1);

impl FileShape {
    pub fn new(displacement: u64, tree: impl Into<Arc<[u8]>>) -> Self {
        Self { number: NEXT_NUMBER.fetch_add(1, Ordering::Relaxed), displacement, tree: tree.into() }
    }

    /// Shared by this shape and its clones only, in this process: recognised without comparing trees.
    pub fn number(&self) -> u64 {
        self.number
    }

    pub fn displacement(&self) -> u64 {
        self.displacement
    }

    /// As `seaway-datatype` encodes it. Later data never lie before earlier data.
    pub fn tree(&self) -> &Arc<[u8]> {
        &self.tree
    }
}

/// Files of devices that understand datatypes and lay bytes out themselves. For remote ones: the bytes are
/// sent as one stream, and their layout once.
pub trait Shaped: Transfers {
    /// Whether the shape can be sent. If not, its pieces are read and written as extents.
    fn takes(&self, shape: &FileShape) -> bool;

    /// Writes all of `source` to bytes `positions` of the shape's data, or fails.
    fn write_shaped(&self, shape: &FileShape, positions: Range<u64>, source: &Segments<'_>) -> Result<()>;

    /// Fills `target` from bytes `positions` of the shape's data. Returns fewer bytes only at end of file.
    fn read_shaped(
        &self,
        shape: &FileShape,
        positions: Range<u64>,
        target: &mut SegmentsMut<'_, '_>,
    ) -> Result<u64>;
}

/// Which bytes of a file a transfer moves.
#[derive(Debug, Clone)]
pub enum Region {
    /// Sorted, disjoint and not empty.
    Extents(Vec<Extent>),
    /// Only for files with the facet [`Shaped`], and shapes that it takes.
    Shaped { shape: FileShape, positions: Range<u64> },
}

/// Identifies a transfer in progress. Valid for one outcome.
#[derive(Debug, PartialEq, Eq)]
pub struct Ticket(pub u64);

/// Accesses that are started now and end later. There is no async runtime: they go on in the kernel, in a thread of the device,
/// or on another machine, and at the latest in `poll` and `wait`.
///
/// A device may use the lent memory from the start of a transfer until `poll` or `wait` has given its outcome, and not a
/// moment longer: the owner frees or changes it then. It may rely on the memory until then, even if that never happens,
/// because [`Lent::new`] and [`LentMut::new`] are unsafe and oblige the engine. A device that wraps another one passes
/// outcomes on, and never gives one of its own while the inner transfer is going on.
pub trait Transfers: Send + Sync {
    /// Starts a write that takes its bytes from where they are. `Err` gives the reason and leaves nothing in flight.
    fn start_write(&self, place: Region, memory: Lent) -> Result<Ticket>;

    /// Starts a read into memory that is nobody else's until `poll` or `wait` has given the outcome. `once`: as
    /// [`Stream::read_once`](crate::Stream::read_once).
    fn start_read(&self, place: Region, memory: LentMut, once: bool) -> Result<Ticket>;

    /// Bytes moved, if the transfer has ended. An error is an outcome too; asking for an outcome a second time is
    /// the error [`Request`](crate::ErrorKind::Request).
    fn poll(&self, ticket: &Ticket) -> Result<Option<u64>>;

    fn wait(&self, ticket: Ticket) -> Result<u64>;
}
