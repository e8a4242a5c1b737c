// SPDX-License-Identifier: MIT OR Apache-2.0
//! `mxn:NAME`: a file that is a live stream between two parallel programs. The pair behaves as if it ran one after the
//! other with a file between: reads of bytes that are not written yet wait, and end of file is when the writers have
//! closed.
//!
//! Each rank that has the name open listens at a socket of its own. Readers ask the writers for what they want and take
//! it from where it is: out of the writer's memory on the same host, from a socket elsewhere. Large steps on one host they
//! take without asking, as writers show them. Writers keep what nobody has taken in a window of bounded size. `writer/`
//! and `reader/` are the two sides, `store` is what a writer has, `order/` finds who has what, `meeting/` is how the
//! programs find each other, `party` what both sides share: links, and what happens when somebody is lost.
//!
//! It cannot be read and written by one program, and bytes that a reader has had cannot change any more.

mod device;
mod failure;
mod file;
mod large_pages;
mod meeting;
mod notice;
mod options;
mod order;
mod party;
mod past;
mod pieces;
mod ranges;
mod reader;
mod room;
mod selection;
mod spill;
mod store;
mod sys;
mod telling;
mod vigil;
mod writer;

use std::sync::Arc;

use seaway_device::{Device, DeviceName, Hints, Result};

pub use device::MxnDevice;

/// A writer waits for readers that might come for so much at once, and on one host shows it to them; less is copied.
const LEAST_OFFERED_BYTES: u64 = 1 << 20;

pub fn connect(_name: &DeviceName, _hints: &Hints) -> Result<Arc<dyn Device>> {
    Ok(Arc::new(MxnDevice))
}

/// Links between ranks that this process has open, both ends counted if both are here.
pub fn open_links() -> usize {
    crate::link::open_links()
}
