// SPDX-License-Identifier: MIT OR Apache-2.0
//! The input of the analysis: a call, and the process that made it.

use seaway_trace_format::{Call, Class, Layer};

use crate::TextId;

/// One call. Those of a process come in the order of their starts.
#[derive(Debug, Clone, Copy)]
pub(in crate::report) struct Access {
    /// Nanoseconds on the trace's time line.
    pub(in crate::report) start: u64,
    /// `None` if it has not returned.
    pub(in crate::report) duration: Option<u64>,
    pub(in crate::report) call: Call,
    pub(in crate::report) error: u8,
    pub(in crate::report) file: Option<u32>,
    /// The destination of a transfer.
    pub(in crate::report) second: Option<u32>,
    /// Offset in the file, if known.
    pub(in crate::report) offset: Option<u64>,
    /// Bytes, for calls that move some.
    pub(in crate::report) length: u64,
    /// Index of the thread in its process: calls nest only within one.
    pub(in crate::report) thread: u32,
    /// For MPI and device calls: the access method, and the device.
    pub(in crate::report) strategy: Option<TextId>,
    pub(in crate::report) device: Option<TextId>,
}

impl Access {
    /// When it ended; `None` for a call that has not returned.
    pub(in crate::report) fn end(&self) -> Option<u64> {
        self.duration.map(|duration| self.start.saturating_add(duration))
    }
}

#[derive(Debug, Clone, Copy)]
pub(in crate::report) struct ProcessFacts {
    /// The row of the time line that it belongs to: its rank, or the process itself.
    pub(in crate::report) lane: u32,
    /// Index of the process in the trace.
    pub(in crate::report) number: u32,
    pub(in crate::report) began: u64,
    /// The last known time of the process.
    pub(in crate::report) ended: u64,
    /// For processes recorded from outside, only the beginning of calls is known.
    pub(in crate::report) knows_outcomes: bool,
}

/// What a class of calls counts as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::report) enum AccessKind {
    Read,
    Write,
    Sync,
    /// Opening, closing, querying, naming, listing, locking.
    Metadata,
    /// For bytes that another call has requested.
    Wait,
    /// For another program, at the other end of a stream.
    Partner,
    /// Not file access: starting programs, marks of the trace.
    Nothing,
}

impl AccessKind {
    pub(in crate::report) const fn of(class: Class) -> Self {
        match class {
            // A transfer's file is its source; the destination is counted separately.
            Class::Read | Class::Transfer => Self::Read,
            Class::Write => Self::Write,
            Class::Sync => Self::Sync,
            Class::Wait => Self::Wait,
            Class::Process | Class::Mark => Self::Nothing,
            Class::Open
            | Class::Close
            | Class::Seek
            | Class::Map
            | Class::Lock
            | Class::Metadata
            | Class::Directory
            | Class::Descriptor => Self::Metadata,
        }
    }

    pub(in crate::report) const fn moves_bytes(self) -> bool {
        matches!(self, Self::Read | Self::Write)
    }
}

/// What the pass looks up for every call: a table, because `Call::info` and names cost more than everything
/// else.
#[derive(Debug, Clone, Copy)]
pub(super) struct Traits {
    pub(super) layer: Layer,
    pub(super) class: Class,
    pub(super) kind: AccessKind,
    pub(super) collective: bool,
}

pub(super) fn traits() -> Box<[Traits; 256]> {
    let nothing =
        Traits { layer: Layer::Trace, class: Class::Mark, kind: AccessKind::Nothing, collective: false };
    let mut table = Box::new([nothing; 256]);
    for info in seaway_trace_format::CALLS.iter().flatten() {
        table[info.call as usize] = Traits {
            layer: info.layer,
            class: info.class,
            kind: AccessKind::of(info.class),
            collective: info.call.is_collective(),
        };
    }
    table
}
