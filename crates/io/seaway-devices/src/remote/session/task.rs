// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Task`]: what a request asks for, kept until it is answered, so that it can be sent again.

use seaway_device_api::{Extent, OpenFlags, Operation, Region};
use seaway_messages::{Range, StoreMessage};
use seaway_roles::store::{RequestKind, Span};

use super::super::memory::{ReadMemory, WriteMemory};
use super::state::bytes_of;

/// An open file of this session, independent of the daemon's handle.
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
        place: Region,
        memory: WriteMemory,
    },
    Read {
        file: FileKey,
        place: Region,
        memory: ReadMemory,
    },
}

#[derive(Debug, Clone)]
pub(in crate::remote) enum Look {
    Open {
        path: RemotePath,
        flags: OpenFlags,
    },
    Delete {
        path: RemotePath,
    },
    /// `to` is relative to the same directory.
    Rename {
        path: RemotePath,
        to: String,
        replace: bool,
    },
}

/// A path as sent to the daemon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::remote) struct RemotePath {
    /// Absolute, or relative to `directory`.
    pub(in crate::remote) path: String,
    /// Absolute, or relative to the home directory of the serving user.
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

/// The outcome of a request.
#[derive(Debug)]
pub(in crate::remote) enum Answer {
    Done,
    /// Bytes moved, or a size.
    Number(u64),
    /// Of a read into a buffer of its own.
    Bytes(Vec<u8>),
    Opened(Opened),
}

/// A file as the daemon knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::remote) struct Opened {
    pub(super) handle: u32,
    /// Identity of the file, whatever its name: device and inode.
    pub(super) identity: (u64, u64),
}

impl Task {
    pub(super) fn operation(&self) -> Operation {
        match self {
            Self::Look(Look::Open { .. } | Look::Rename { .. }) => Operation::Open,
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

    pub(super) fn kind(&self) -> RequestKind {
        let span = |extent: &Extent| Span { start: extent.offset, end: extent.end() };
        match self {
            Self::Look(_) => RequestKind::Path,
            Self::Read { .. } => RequestKind::Ask,
            Self::Write { place: place @ Region::Extents(extents), .. } => {
                RequestKind::Write { bytes: bytes_of(place), span: span(&Extent::hull(extents)) }
            }
            // Only the daemon knows where the bytes of a view lie.
            Self::Write { place, .. } => {
                RequestKind::Write { bytes: bytes_of(place), span: Span { start: 0, end: u64::MAX } }
            }
            Self::Ask { question, .. } => match question {
                Question::Close => RequestKind::Close,
                Question::Size => RequestKind::Ask,
                Question::SetSize(size) | Question::Preallocate(size) => {
                    RequestKind::Resize(Span { start: *size, end: u64::MAX })
                }
                Question::Sync => RequestKind::Sync,
                Question::Lock { extent, .. } => RequestKind::Lock(span(extent)),
                Question::Unlock(extent) => RequestKind::Unlock(span(extent)),
            },
        }
    }

    pub(super) fn file(&self) -> Option<FileKey> {
        match self {
            Self::Look(_) => None,
            Self::Ask { file, .. } | Self::Write { file, .. } | Self::Read { file, .. } => Some(*file),
        }
    }

    /// The extent that it concerns, for error messages.
    pub(super) fn extent(&self) -> Option<Extent> {
        match self {
            Self::Write { place: Region::Extents(extents), .. }
            | Self::Read { place: Region::Extents(extents), .. } => Some(Extent::hull(extents)),
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
            Self::Rename { path: RemotePath { path, directory }, to, replace } => {
                StoreMessage::Rename { id, path, to, directory, replace }
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
    // An extent that exceeds the largest offset ends there.
    Range { offset: extent.offset, len: extent.len.min(u64::MAX - extent.offset) }
}
