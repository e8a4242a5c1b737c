// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads traces, which recorders have written as `seaway-trace-format` says: which processes there were, what they
//! called, and when, on one time line. Packs, merges and exports them.
//!
//! It runs in programs that look at traces, never in those that are traced. A trace may come from anywhere: whatever
//! is in its files, reading ends with an error, or with a note and what could be read.
#![forbid(unsafe_code)]

mod combine;
mod error;
pub mod export;
mod names;
mod pack;
mod parallel;
mod process;
mod read;
mod record;
pub mod report;
mod rewrite;
mod together;
mod trace;
mod unseen;
pub mod watch;
pub mod write;

pub use combine::{Packed, merge, pack};
pub use error::{Error, Result};
pub use names::{FileId, TextId};
pub use process::{Counters, Process};
pub use read::records::Records;
pub use record::{Detail, Record, reaches_c_library};
pub use together::Together;
pub use trace::Trace;

pub use seaway_trace_format::{Call, CallInfo, Class, Flags, Layer, Place};
