// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Transfers`]: accesses that go on while the program computes, in memory that it lends. [`FileShape`] and [`Shaped`]:
//! bytes of a view, told once as its tree, so that a list of pieces need not travel.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use seaway_memory::{Lent, LentMut};

use crate::{Extent, Result, Segments, SegmentsMut, Ticket};

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

    /// Of this shape and its clones alone, in this process: it is known again without a look at its tree.
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

/// Files of devices that understand datatypes and lay bytes out by themselves. For those far away: the bytes travel in one
/// stream, and where they belong is said once.
pub trait Shaped: Transfers {
    /// Whether the shape can be told. If not, its pieces are read and written as extents.
    fn takes(&self, shape: &FileShape) -> bool;

    /// Writes all of `source` to bytes `positions` of what the shape shows, or fails.
    fn write_shaped(&self, shape: &FileShape, positions: Range<u64>, source: &Segments<'_>) -> Result<()>;

    /// Fills `target` from bytes `positions` of what the shape shows. Returns fewer bytes only at end of file.
    fn read_shaped(
        &self,
        shape: &FileShape,
        positions: Range<u64>,
        target: &mut SegmentsMut<'_, '_>,
    ) -> Result<u64>;
}

/// Which bytes of a file a transfer moves.
#[derive(Debug, Clone)]
pub enum Place {
    /// Sorted, disjoint and not empty.
    Extents(Vec<Extent>),
    /// Only for files with the facet [`Shaped`], and shapes that it takes.
    Shaped { shape: FileShape, positions: Range<u64> },
}

/// Accesses that are started now and end later. They go on by themselves.
pub trait Transfers: Send + Sync {
    /// Starts a write that takes its bytes from where they are. The memory stays as it is until `poll` or `wait` has
    /// told the outcome.
    fn start_write(&self, place: Place, memory: Lent) -> Result<Ticket>;

    /// Starts a read into memory that is nobody else's until `poll` or `wait` has told the outcome. `once`: as
    /// [`Stream::read_once`](crate::Stream::read_once).
    fn start_read(&self, place: Place, memory: LentMut, once: bool) -> Result<Ticket>;

    /// Bytes moved, if the transfer has ended. A ticket is good for one answer.
    fn poll(&self, ticket: &Ticket) -> Result<Option<u64>>;

    fn wait(&self, ticket: Ticket) -> Result<u64>;
}
