// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`RequestKind`]: what the client's role needs to know about a request.

/// Overhead of a kept change in addition to its bytes.
const ENTRY_WEIGHT: u64 = 256;

/// A byte range of a file, start and end. Also the range affected by a change of size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    pub start: u64,
    pub end: u64,
}

impl Span {
    pub(super) fn hull(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether they overlap or are adjacent.
    pub(super) fn touches(self, other: Self) -> bool {
        self.start <= other.end && other.start <= self.end
    }
}

/// What the state machine needs to know about a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestKind {
    /// On a path: changes something, and has no open file yet.
    Path,
    /// A query that changes nothing.
    Ask,
    Close,
    Write {
        bytes: u64,
        span: Span,
    },
    Resize(Span),
    Sync,
    Lock(Span),
    Unlock(Span),
}

impl RequestKind {
    /// Whether the daemon applies it once and remembers its outcome.
    pub fn is_change(self) -> bool {
        !matches!(self, RequestKind::Ask | RequestKind::Sync | RequestKind::Lock(_))
    }

    pub(super) fn span(self) -> Option<Span> {
        match self {
            RequestKind::Write { span, .. } | RequestKind::Resize(span) => Some(span),
            _ => None,
        }
    }

    pub(super) fn weight(self) -> u64 {
        match self {
            RequestKind::Write { bytes, .. } => bytes + ENTRY_WEIGHT,
            _ => ENTRY_WEIGHT,
        }
    }
}
