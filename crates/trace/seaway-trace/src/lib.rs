// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads traces in the format of `seaway-trace-format`: processes, their calls and times, on one time line.
//! Packs, merges and exports them.
//!
//! It runs in tools, never in traced programs. A trace may come from anywhere: whatever its files contain,
//! reading ends with an error, or with a note and what could be read.
#![forbid(unsafe_code)]

pub mod calendar;
mod combine;
mod error;
pub mod export;
mod mounts;
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
pub use mounts::Mount;
pub use names::{FileId, TextId};
pub use process::{Counters, Job, Process};
pub use read::records::Records;
pub use record::{Detail, Record, reaches_c_library};
pub use together::Together;
pub use trace::Trace;

pub use seaway_trace_format::{ArgumentMeaning, Call, CallInfo, Class, Flags, Layer};
