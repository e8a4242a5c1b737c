// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages between clients and the daemon in a simulation: the store protocol, with cells in place of
//! bytes.

use seaway_roles::store::{RequestKind, Span};

use super::disk::{CELLS, Cells};

/// Size of a cell in kept bytes.
const CELL_BYTES: u64 = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Message {
    Begin {
        session: u64,
        epoch: u64,
    },
    Began {
        verifier: u64,
        incarnation: u64,
    },
    Heard(u64),
    /// Reopens a file.
    Open {
        file: usize,
    },
    Opened {
        file: usize,
    },
    Request {
        id: u64,
        operation: Operation,
    },
    /// One cell of the write before it.
    Chunk {
        id: u64,
        value: u32,
    },
    Answer {
        id: u64,
        outcome: Outcome,
    },
    Ping,
    Pong,
    /// The connection has ended, after all that arrived.
    End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    /// Cells from the first on; their values follow.
    Write {
        file: usize,
        cell: usize,
        cells: usize,
    },
    SetSize {
        file: usize,
        size: usize,
    },
    Sync {
        file: usize,
    },
    Read {
        file: usize,
    },
    Lock {
        file: usize,
    },
    Unlock {
        file: usize,
    },
    /// A name that must not exist yet.
    Create {
        name: usize,
    },
    Delete {
        name: usize,
    },
}

impl Operation {
    pub(super) fn file(self) -> Option<usize> {
        match self {
            Operation::Write { file, .. }
            | Operation::SetSize { file, .. }
            | Operation::Sync { file }
            | Operation::Read { file }
            | Operation::Lock { file }
            | Operation::Unlock { file } => Some(file),
            Operation::Create { .. } | Operation::Delete { .. } => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Done,
    Cells(Cells),
    /// The disk is full or broken.
    DiskFailed,
    /// A name exists, or does not.
    WrongName,
    /// The daemon does not know the file: the client should have opened it.
    NotOpen,
}

impl Operation {
    /// The kind that the client's role sees.
    pub(super) fn kind(self) -> RequestKind {
        let all = Span { start: 0, end: CELLS as u64 };
        match self {
            Operation::Write { cell, cells, .. } => {
                let span = Span { start: cell as u64, end: (cell + cells) as u64 };
                RequestKind::Write { bytes: cells as u64 * CELL_BYTES, span }
            }
            Operation::SetSize { size, .. } => {
                RequestKind::Resize(Span { start: size as u64, end: u64::MAX })
            }
            Operation::Sync { .. } => RequestKind::Sync,
            Operation::Read { .. } => RequestKind::Ask,
            Operation::Lock { .. } => RequestKind::Lock(all),
            Operation::Unlock { .. } => RequestKind::Unlock(all),
            Operation::Create { .. } | Operation::Delete { .. } => RequestKind::Path,
        }
    }
}
