// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Files`]: the files that a session has open: what must be said to open them again, and what was not told yet about
//! writes that nobody waited for.

use std::collections::BTreeMap;

use seaway_device::{Error, Extent, OpenFlags, Result};

use super::task::{FileKey, Look, Opened, RemotePath, Task};

#[derive(Debug, Default)]
pub(super) struct Files {
    files: BTreeMap<FileKey, OpenFile>,
    next: u64,
    /// `remote://host:port`, for messages.
    pub(super) host: String,
}

#[derive(Debug)]
pub(super) struct OpenFile {
    path: RemotePath,
    flags: OpenFlags,
    /// As the daemon knows it on this connection.
    opened: Result<Opened>,
    /// Locks that it holds, with whether nobody else may hold one.
    locks: Vec<(Extent, bool)>,
    /// Bytes of writes that nobody waits for.
    behind: u64,
    /// What became of such a write, until somebody uses the file.
    deferred: Option<Error>,
}

impl Files {
    pub(super) fn insert(&mut self, path: RemotePath, flags: OpenFlags, opened: Opened) -> FileKey {
        let key = FileKey(self.next);
        self.next += 1;
        let opened = Ok(opened);
        let file = OpenFile { path, flags, opened, locks: Vec::new(), behind: 0, deferred: None };
        self.files.insert(key, file);
        key
    }

    /// What people call it.
    pub(super) fn name(&self, file: FileKey) -> Option<String> {
        self.files.get(&file).map(|file| name(&self.host, &file.path))
    }

    /// Device and inode.
    pub(super) fn identity(&self, file: FileKey) -> Option<(u64, u64)> {
        self.files.get(&file)?.opened.as_ref().ok().map(|opened| opened.identity)
    }

    pub(super) fn remove(&mut self, file: FileKey) {
        self.files.remove(&file);
    }

    /// The number that the daemon knows it by.
    pub(super) fn handle(&self, file: FileKey) -> Result<u32> {
        match self.files.get(&file).map(|file| &file.opened) {
            Some(Ok(opened)) => Ok(opened.handle),
            Some(Err(error)) => Err(error.clone()),
            None => Err(Error::new(seaway_device::ErrorKind::BadFile, seaway_device::Operation::Wait)),
        }
    }

    pub(super) fn sent_behind(&mut self, file: FileKey, bytes: u64) {
        if let Some(file) = self.files.get_mut(&file) {
            file.behind += bytes;
        }
    }

    pub(super) fn came_of_behind(&mut self, file: FileKey, bytes: u64, error: Option<Error>) {
        if let Some(file) = self.files.get_mut(&file) {
            file.behind -= bytes;
            if let Some(error) = error {
                file.deferred.get_or_insert(error);
            }
        }
    }

    /// Bytes of writes that nobody waits for and that are not answered yet.
    pub(super) fn behind(&self, file: FileKey) -> u64 {
        self.files.get(&file).map_or(0, |file| file.behind)
    }

    pub(super) fn take_deferred(&mut self, file: FileKey) -> Option<Error> {
        self.files.get_mut(&file).and_then(|file| file.deferred.take())
    }

    pub(super) fn locked(&mut self, file: FileKey, extent: Extent, exclusive: bool) {
        if let Some(file) = self.files.get_mut(&file) {
            file.locks.push((extent, exclusive));
        }
    }

    pub(super) fn unlocked(&mut self, file: FileKey, extent: Extent) {
        if let Some(file) = self.files.get_mut(&file) {
            file.locks.retain(|(held, _)| *held != extent);
        }
    }

    /// What must be opened on a new connection, how, and which file it was.
    pub(super) fn to_open(&self) -> Vec<(FileKey, Look, (u64, u64))> {
        let again = |(&key, file): (&FileKey, &OpenFile)| {
            let opened = file.opened.as_ref().ok()?;
            // It was there, or was made: it is not to be made again.
            let flags = file.flags.difference(OpenFlags::CREATE | OpenFlags::EXCLUSIVE);
            Some((key, Look::Open { path: file.path.clone(), flags }, opened.identity))
        };
        self.files.iter().filter_map(again).collect()
    }

    pub(super) fn opened_again(&mut self, key: FileKey, opened: Result<Opened>) {
        let host = self.host.clone();
        if let Some(file) = self.files.get_mut(&key) {
            file.opened = opened.map_err(|error| error.with_path(name(&host, &file.path)));
        }
    }

    /// Locks to be taken again.
    pub(super) fn held_locks(&self) -> Vec<(u32, Extent, bool)> {
        let held = |file: &OpenFile| {
            let handle = file.opened.as_ref().ok()?.handle;
            Some(file.locks.iter().map(move |&(extent, exclusive)| (handle, extent, exclusive)).collect())
        };
        self.files.values().filter_map(held).flat_map(|held: Vec<_>| held).collect()
    }

    /// Adds to an error which file and bytes it is about.
    pub(super) fn explain(&self, task: &Task, error: Error) -> Error {
        let path = match task {
            Task::Look(Look::Open { path, .. } | Look::Delete { path }) => Some(path),
            other => other.file().and_then(|file| self.files.get(&file)).map(|file| &file.path),
        };
        let error = match path {
            Some(path) => error.with_path(name(&self.host, path)),
            None => error,
        };
        match task.extent() {
            Some(extent) => error.with_extent(extent),
            None => error,
        }
    }
}

fn name(host: &str, path: &RemotePath) -> String {
    if path.path.starts_with('/') {
        format!("{host}{}", path.path)
    } else {
        format!("{host}/~/{}", path.path)
    }
}
