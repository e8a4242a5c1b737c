// SPDX-License-Identifier: MIT OR Apache-2.0
//! `mxn:NAME`: a file that is a live stream between two parallel programs. The pair behaves as if it ran one after the
//! other with a file between: reads of bytes that are not written yet wait, and end of file is when the writers have
//! closed.
//!
//! Each rank that has the name open listens at a socket of its own. Readers ask the writers for what they want and take
//! it from where it is: from the writer's memory on the same host, from a socket elsewhere. On one host, writers announce large
//! steps, which readers copy without a request. Writers keep what has not been taken yet in a window of bounded size. `writer/`
//! and `reader/` are the two sides: the locks, threads and copies around what `seaway_roles::stream::bytes` decides.
//! `rendezvous/` is how the programs find each other; `party/` has what both sides share: links, and what happens when a rank is
//! lost.
//!
//! One program cannot both read and write a stream, and bytes that a reader has received cannot be rewritten.

mod device;
mod failure;
mod file;
mod large_pages;
mod message;
mod notice;
mod options;
mod party;
mod pieces;
mod rank_messages;
mod reader;
mod rendezvous;
mod spill;
mod sys;
mod wait_monitor;
mod writer;

use std::sync::Arc;

use seaway_device_api::{Device, DeviceName, Hints, Result};
use seaway_messages::{CopyMethod, MxnMessage};
use seaway_roles::stream::bytes::Line;

pub use device::MxnDevice;

/// A link that carries the messages of streams.
type Link = crate::link::Link<MxnMessage>;
/// The owner of such links.
type LinkEvents = dyn crate::link::Events<MxnMessage>;

/// For writes of at least this size a writer waits a little for readers, and on one host announces them on the board.
const LEAST_OFFERED_BYTES: u64 = 1 << 20;

/// Longest payload of one message, so that other messages can be sent in between. Readers refuse longer ones.
const DATA_BYTES: u64 = 1 << 20;

impl Line for Link {
    fn number(&self) -> u64 {
        Link::number(self)
    }

    fn way(&self) -> CopyMethod {
        Link::way(self)
    }
}

pub fn connect(_name: &DeviceName, _hints: &Hints) -> Result<Arc<dyn Device>> {
    Ok(Arc::new(MxnDevice))
}

/// Links between ranks that this process has open, both ends counted if both are here.
pub fn open_links() -> usize {
    crate::link::open_links()
}
