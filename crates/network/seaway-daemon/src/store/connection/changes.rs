// SPDX-License-Identifier: MIT OR Apache-2.0
//! Requests that are answered at once, and modifying ones: each is applied once, in order, and only by the
//! newest connection of its session.

use std::io;

use rustix::fs::FileType;
use seaway_device_api::{OpenFlags, Operation, Result};
use seaway_messages::{Range, StatKind, StoreMessage};

use super::super::sessions::Pass;
use super::{Connection, broken};

impl Connection {
    /// Requests that are too short for a thread, or must complete before the next.
    pub(super) fn answer_at_once(&mut self, message: StoreMessage) -> io::Result<()> {
        let (id, outcome) = match message {
            StoreMessage::Stat { id, path, directory } => (id, self.stat(id, &path, &directory)),
            StoreMessage::Size { id, file } => {
                let size = self.file(file, Operation::GetSize)?.and_then(|file| file.size());
                (id, size.map(|size| StoreMessage::SizeIs { id, size }))
            }
            change => return self.change(change),
        };
        match outcome {
            Ok(answer) => self.answer(&answer),
            Err(error) => self.fail(id, &error),
        }
    }

    /// Applies a change exactly once.
    fn change(&mut self, message: StoreMessage) -> io::Result<()> {
        let Some(id) = change_id(&message) else { return Err(broken()) };
        let pass = self.pass()?;
        if let Some(outcome) = pass.known_outcome(id)? {
            return self.answer(&outcome);
        }
        let entered = pass.enter()?;
        let outcome = self.apply(pass, id, message);
        let outcome = outcome.unwrap_or_else(|error| self.failure(id, &error));
        pass.record(id, &outcome);
        drop(entered);
        self.answer(&outcome)
    }

    fn apply(&self, pass: &Pass, id: u64, message: StoreMessage) -> Result<StoreMessage> {
        let file = |file, operation| pass.files().get(file, operation);
        match message {
            StoreMessage::Open { path, directory, flags, .. } => {
                return self.open(pass, id, &path, &directory, flags);
            }
            StoreMessage::Delete { path, directory, .. } => return self.delete(id, &path, &directory),
            StoreMessage::Rename { path, to, directory, replace, .. } => {
                let exports = &self.store.exports;
                let from = exports.locate(Operation::Open, &path, &directory)?;
                exports.rename(&from, &exports.locate(Operation::Open, &to, &directory)?, replace)?;
            }
            StoreMessage::Close { file, .. } => {
                self.activity.closed(file);
                pass.unlocked(file, Range { offset: 0, len: u64::MAX });
                let closed = pass.files().remove(file)?;
                closed.close()?;
            }
            StoreMessage::SetSize { file: number, size, .. } => {
                file(number, Operation::SetSize)?.set_size(size)?;
            }
            StoreMessage::Preallocate { file: number, size, .. } => {
                file(number, Operation::Preallocate)?.preallocate(size)?;
            }
            StoreMessage::Unlock { file: number, range, .. } => {
                file(number, Operation::Lock)?.unlock(range)?;
                pass.unlocked(number, range);
            }
            _ => {}
        }
        Ok(StoreMessage::Done { id })
    }

    fn open(&self, pass: &Pass, id: u64, path: &str, directory: &str, flags: u8) -> Result<StoreMessage> {
        let located = self.store.exports.locate(Operation::Open, path, directory)?;
        let flags = OpenFlags::from_bits_truncate(flags);
        let (file, status) = pass.files().open(&self.store.exports, &located, flags, &self.store.bell)?;
        self.activity.opened(file, located.path(), flags.contains(OpenFlags::WRITE));
        let size = u64::try_from(status.st_size).unwrap_or(0);
        Ok(StoreMessage::Opened { id, file, size, device: status.st_dev, inode: status.st_ino })
    }

    fn delete(&self, id: u64, path: &str, directory: &str) -> Result<StoreMessage> {
        let located = self.store.exports.locate(Operation::Delete, path, directory)?;
        self.store.exports.delete(&located)?;
        Ok(StoreMessage::Done { id })
    }

    fn stat(&self, id: u64, path: &str, directory: &str) -> Result<StoreMessage> {
        let located = self.store.exports.locate(Operation::Open, path, directory)?;
        let status = self.store.exports.stat(&located)?;
        let kind = match FileType::from_raw_mode(status.st_mode) {
            FileType::RegularFile => StatKind::File,
            FileType::Directory => StatKind::Directory,
            _ => StatKind::Other,
        };
        let number = |number: i64| u64::try_from(number).unwrap_or(0);
        Ok(StoreMessage::StatIs { id, size: number(status.st_size), kind, modified: number(status.st_mtime) })
    }
}

/// The id of a modifying message that is applied at once.
fn change_id(message: &StoreMessage) -> Option<u64> {
    match message {
        StoreMessage::Open { id, .. }
        | StoreMessage::Close { id, .. }
        | StoreMessage::Delete { id, .. }
        | StoreMessage::Rename { id, .. }
        | StoreMessage::SetSize { id, .. }
        | StoreMessage::Preallocate { id, .. }
        | StoreMessage::Unlock { id, .. } => Some(*id),
        // Replies, which a client never sends.
        _ => None,
    }
}
