// SPDX-License-Identifier: MIT OR Apache-2.0
//! One call, as readers see it.

use seaway_trace_format::{Call, Class};

use crate::{FileId, TextId};

/// One call of one thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// In nanoseconds on the time line of the trace, which begins with its first process.
    pub start: u64,
    /// In nanoseconds; nothing if the call had not returned when the trace was read, or when the process ended.
    pub duration: Option<u64>,
    pub call: Call,
    /// What `errno` was, or the class of MPI's error; 0 if the call succeeded.
    pub error: u8,
    pub thread: u32,
    pub file: Option<FileId>,
    /// The new name, or where bytes went, for calls with two files.
    pub second: Option<FileId>,
    /// Of the call, or the new one. Calls by name have none, nor those that say their offset, nor failed ones that
    /// would have brought it about.
    pub descriptor: Option<u32>,
    /// Where in the file. For calls that go on from a position, it was found by following what the process did with
    /// its descriptors; nothing if that is not known, or if the call is about no place.
    pub offset: Option<u64>,
    /// Bytes, for calls that move bytes: those that were asked for, if the call has not returned. Otherwise as
    /// [`seaway_trace_format::Place`] says.
    pub length: u64,
    /// What the event says as its offset; see [`seaway_trace_format::Place`].
    pub argument: u64,
    pub detail: Option<Detail>,
}

/// More about a call of MPI's or of a device's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Detail {
    pub datatype: Option<TextId>,
    pub way: Option<TextId>,
    pub device: Option<TextId>,
    /// Elements, or pieces of the file.
    pub count: u64,
    /// The request that the call began; 0 is none.
    pub request: u32,
}

/// Whether what devices move of a file of this name is moved by the C library below them: of `mxn:NAME` and other names
/// with a scheme it is not.
pub fn reaches_c_library(name: &[u8]) -> bool {
    name.first() == Some(&b'/')
}

impl Record {
    /// The bytes that the call moved; none if it has not returned.
    pub fn bytes(&self) -> u64 {
        match self.call.info().class {
            Class::Read | Class::Write | Class::Transfer if self.duration.is_some() => self.length,
            _ => 0,
        }
    }

    /// In nanoseconds; of a call that has not returned, its start.
    pub fn end(&self) -> u64 {
        self.start.saturating_add(self.duration.unwrap_or(0))
    }
}
