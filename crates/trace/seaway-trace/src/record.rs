// SPDX-License-Identifier: MIT OR Apache-2.0
//! One call, as readers see it.

use seaway_trace_format::{Call, Class};

use crate::{FileId, TextId};

/// One call of one thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// In nanoseconds on the time line of the trace, which begins with its first process.
    pub start: u64,
    /// In nanoseconds; `None` if the call had not returned when the trace was read, or when the process
    /// ended.
    pub duration: Option<u64>,
    pub call: Call,
    /// `errno`, or the MPI error class; 0 if the call succeeded.
    pub error: u8,
    pub thread: u32,
    pub file: Option<FileId>,
    /// The new name, or the destination, for calls with two files.
    pub second: Option<FileId>,
    /// The descriptor used or created. Calls by name have none, nor those with an explicit offset, nor failed
    /// ones that would have created it.
    pub descriptor: Option<u32>,
    /// Offset in the file. For calls that use the file position it was found by following the process's
    /// descriptors; `None` if it is unknown, or if the call has no offset.
    pub offset: Option<u64>,
    /// Bytes, for calls that move bytes: those requested, if the call has not returned. Otherwise as defined
    /// by [`seaway_trace_format::ArgumentMeaning`].
    pub length: u64,
    /// The event's offset field; see [`seaway_trace_format::ArgumentMeaning`].
    pub argument: u64,
    pub detail: Option<Detail>,
}

/// Details of an MPI or device call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Detail {
    pub datatype: Option<TextId>,
    pub strategy: Option<TextId>,
    pub device: Option<TextId>,
    /// Elements, or pieces of the file.
    pub count: u64,
    /// The request that the call started; 0 means none.
    pub request: u32,
}

/// Whether the C library moves what devices move of a file of this name: not for `mxn:NAME` and other names
/// with a scheme.
pub fn reaches_c_library(name: &[u8]) -> bool {
    name.first() == Some(&b'/')
}

impl Record {
    /// The bytes that the call moved; 0 if it has not returned.
    pub fn bytes(&self) -> u64 {
        match self.call.info().class {
            Class::Read | Class::Write | Class::Transfer if self.duration.is_some() => self.length,
            _ => 0,
        }
    }

    /// In nanoseconds; for a call that has not returned, its start.
    pub fn end(&self) -> u64 {
        self.start.saturating_add(self.duration.unwrap_or(0))
    }
}
