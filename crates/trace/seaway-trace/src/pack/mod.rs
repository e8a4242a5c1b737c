// SPDX-License-Identifier: MIT OR Apache-2.0
//! Packed traces: all processes in one file, a fraction of the size.
//!
//! The file is a header and sections. A section of kind `Process` is the header of a process; those after it,
//! up to the next, are its strings, counters and events. Events are stored as recorded, without free slots,
//! as columns of differences, which are then compressed.

mod columns;
mod reader;
mod section;
pub(crate) mod varint;
mod writer;

pub(crate) use reader::{is_packed, read, read_events};
pub(crate) use writer::write;

/// Maximum events in a section: what is read at once, and the upper halves of the first.
pub(crate) const SECTION_EVENTS: usize = crate::read::events::PIECE + 1;
