// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the analysis is told: a call, and the process that made it.

use seaway_trace_format::{Call, Class, Layer};

use crate::TextId;

/// One call. Those of a process come in the order of their starts.
#[derive(Debug, Clone, Copy)]
pub(in crate::report) struct Access {
    /// Nanoseconds on the trace's time line.
    pub(in crate::report) start: u64,
    /// Nothing if it has not returned.
    pub(in crate::report) duration: Option<u64>,
    pub(in crate::report) call: Call,
    pub(in crate::report) error: u8,
    pub(in crate::report) file: Option<u32>,
    /// Where the bytes of a transfer go.
    pub(in crate::report) second: Option<u32>,
    /// Where in the file, if that is known.
    pub(in crate::report) offset: Option<u64>,
    /// Bytes for calls that move some.
    pub(in crate::report) length: u64,
    /// Which of the process' threads, from 0: calls nest only within one.
    pub(in crate::report) thread: u32,
    /// For calls of MPI's and of devices: texts that say which way was gone, and the device.
    pub(in crate::report) way: Option<TextId>,
    pub(in crate::report) device: Option<TextId>,
}

impl Access {
    /// When it ended; a call that has not returned ended nowhere.
    pub(in crate::report) fn end(&self) -> Option<u64> {
        self.duration.map(|duration| self.start.saturating_add(duration))
    }
}

#[derive(Debug, Clone, Copy)]
pub(in crate::report) struct ProcessFacts {
    /// The row of the time line that it belongs to: its rank, or the process itself.
    pub(in crate::report) lane: u32,
    /// Which of the trace's processes.
    pub(in crate::report) number: u32,
    pub(in crate::report) began: u64,
    /// The last moment that is known of it.
    pub(in crate::report) ended: u64,
    /// Nothing but the beginning of calls is known of processes that were recorded from outside.
    pub(in crate::report) knows_outcomes: bool,
}

/// What a class of calls counts as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::report) enum Kind {
    Read,
    Write,
    Sync,
    /// Opening, closing, asking, naming, listing, locking.
    Metadata,
    /// For bytes that another call has asked for.
    Wait,
    /// For another program, at the other end of a stream.
    Partner,
    /// Not access to files: starting programs, marks of the trace.
    Nothing,
}

impl Kind {
    pub(in crate::report) const fn of(class: Class) -> Self {
        match class {
            // A transfer's file is where its bytes come from; where they go is counted apart.
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

/// What the pass looks up of every call: a table, because `Call::info` and names cost more than all the rest.
#[derive(Debug, Clone, Copy)]
pub(super) struct Traits {
    pub(super) layer: Layer,
    pub(super) class: Class,
    pub(super) kind: Kind,
    pub(super) collective: bool,
}

pub(super) fn traits() -> Box<[Traits; 256]> {
    let nothing = Traits { layer: Layer::Trace, class: Class::Mark, kind: Kind::Nothing, collective: false };
    let mut table = Box::new([nothing; 256]);
    for info in seaway_trace_format::CALLS.iter().flatten() {
        table[info.call as usize] = Traits {
            layer: info.layer,
            class: info.class,
            kind: Kind::of(info.class),
            collective: info.call.is_collective(),
        };
    }
    table
}
