// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Task`]: what a request asks for, kept until it was answered, so that it can be asked again.

use seaway_device::{Extent, OpenFlags, Operation, Place};
use seaway_proto::{Range, StoreMessage};

use super::super::memory::{Source, Target};

/// A file that this session has open, whatever number the daemon gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::remote) struct FileKey(pub(super) u64);

#[derive(Debug)]
pub(in crate::remote) enum Task {
    /// About a path.
    Look(Look),
    /// About an open file.
    Ask {
        file: FileKey,
        question: Question,
    },
    Write {
        file: FileKey,
        place: Place,
        memory: Source,
    },
    Read {
        file: FileKey,
        place: Place,
        memory: Target,
    },
}

#[derive(Debug, Clone)]
pub(in crate::remote) enum Look {
    Open { path: RemotePath, flags: OpenFlags },
    Delete { path: RemotePath },
}

/// A path as the daemon is told it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::remote) struct RemotePath {
    /// Absolute, or relative to `directory`.
    pub(in crate::remote) path: String,
    /// Absolute, or relative to the home of who serves.
    pub(in crate::remote) directory: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::remote) enum Question {
    Close,
    Size,
    SetSize(u64),
    Preallocate(u64),
    Sync,
    Lock { extent: Extent, exclusive: bool },
    Unlock(Extent),
}

/// What came of a request.
#[derive(Debug)]
pub(in crate::remote) enum Answer {
    Done,
    /// Bytes moved, or a size.
    Number(u64),
    /// Of a read into memory of its own.
    Bytes(Vec<u8>),
    Opened(Opened),
}

/// A file as the daemon knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::remote) struct Opened {
    pub(super) handle: u32,
    /// Which file it is, whatever its name: device and inode.
    pub(super) identity: (u64, u64),
}

impl Task {
    pub(super) fn operation(&self) -> Operation {
        match self {
            Self::Look(Look::Open { .. }) => Operation::Open,
            Self::Look(Look::Delete { .. }) => Operation::Delete,
            Self::Write { .. } => Operation::Write,
            Self::Read { .. } => Operation::Read,
            Self::Ask { question, .. } => match question {
                Question::Close => Operation::Close,
                Question::Size => Operation::GetSize,
                Question::SetSize(_) => Operation::SetSize,
                Question::Preallocate(_) => Operation::Preallocate,
                Question::Sync => Operation::Sync,
                Question::Lock { .. } | Question::Unlock(_) => Operation::Lock,
            },
        }
    }

    pub(super) fn file(&self) -> Option<FileKey> {
        match self {
            Self::Look(_) => None,
            Self::Ask { file, .. } | Self::Write { file, .. } | Self::Read { file, .. } => Some(*file),
        }
    }

    /// Which bytes it is about, for messages.
    pub(super) fn extent(&self) -> Option<Extent> {
        match self {
            Self::Write { place: Place::Extents(extents), .. }
            | Self::Read { place: Place::Extents(extents), .. } => Some(Extent::hull(extents)),
            _ => None,
        }
    }
}

impl Look {
    pub(super) fn message(&self, id: u64) -> StoreMessage {
        match self.clone() {
            Self::Open { path: RemotePath { path, directory }, flags } => {
                StoreMessage::Open { id, path, directory, flags: flags.bits() }
            }
            Self::Delete { path: RemotePath { path, directory } } => {
                StoreMessage::Delete { id, path, directory }
            }
        }
    }
}

impl Question {
    pub(super) fn message(self, id: u64, file: u32) -> StoreMessage {
        match self {
            Self::Close => StoreMessage::Close { id, file },
            Self::Size => StoreMessage::Size { id, file },
            Self::SetSize(size) => StoreMessage::SetSize { id, file, size },
            Self::Preallocate(size) => StoreMessage::Preallocate { id, file, size },
            Self::Sync => StoreMessage::Sync { id, file, durable: true },
            Self::Lock { extent, exclusive } => {
                StoreMessage::Lock { id, file, range: range(&extent), exclusive }
            }
            Self::Unlock(extent) => StoreMessage::Unlock { id, file, range: range(&extent) },
        }
    }
}

pub(super) fn range(extent: &Extent) -> Range {
    // An extent that reaches further than any offset ends with the last one.
    Range { offset: extent.offset, len: extent.len.min(u64::MAX - extent.offset) }
}
