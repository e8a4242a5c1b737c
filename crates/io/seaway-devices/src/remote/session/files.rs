// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Files`]: the files that a session has open: what is needed to reopen them, and errors of asynchronous
//! writes that have not been reported yet.

use std::collections::BTreeMap;

use seaway_device_api::{Error, OpenFlags, Result};

use super::task::{FileKey, Look, Opened, RemotePath, Task};

#[derive(Debug, Default)]
pub(super) struct Files {
    files: BTreeMap<FileKey, OpenFile>,
    next: u64,
    /// `remote://host:port`, for error messages.
    pub(super) host: String,
}

#[derive(Debug)]
pub(super) struct OpenFile {
    path: RemotePath,
    flags: OpenFlags,
    /// The daemon's handle on this connection.
    opened: Result<Opened>,
    /// Bytes of writes that are not waited for.
    behind: u64,
    /// The error of such a write, until the file is used next.
    deferred: Option<Error>,
}

impl Files {
    pub(super) fn new(host: String) -> Self {
        Self { host, ..Self::default() }
    }

    pub(super) fn insert(&mut self, path: RemotePath, flags: OpenFlags, opened: Opened) -> FileKey {
        let key = FileKey(self.next);
        self.next += 1;
        let opened = Ok(opened);
        let file = OpenFile { path, flags, opened, behind: 0, deferred: None };
        self.files.insert(key, file);
        key
    }

    /// Its name for users.
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

    /// The daemon's handle number.
    pub(super) fn handle(&self, file: FileKey) -> Result<u32> {
        match self.files.get(&file).map(|file| &file.opened) {
            Some(Ok(opened)) => Ok(opened.handle),
            Some(Err(error)) => Err(error.clone()),
            None => {
                Err(Error::new(seaway_device_api::ErrorKind::BadFile, seaway_device_api::Operation::Wait))
            }
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
        }
        if let Some(error) = error {
            self.defer(file, error);
        }
    }

    /// Reported by the next call on the file.
    pub(super) fn defer(&mut self, file: FileKey, error: Error) {
        if let Some(file) = self.files.get_mut(&file) {
            file.deferred.get_or_insert(error);
        }
    }

    /// Bytes of unacknowledged writes that are not waited for.
    pub(super) fn behind(&self, file: FileKey) -> u64 {
        self.files.get(&file).map_or(0, |file| file.behind)
    }

    pub(super) fn take_deferred(&mut self, file: FileKey) -> Option<Error> {
        self.files.get_mut(&file).and_then(|file| file.deferred.take())
    }

    /// The files to reopen on a new connection, with their flags and identities.
    pub(super) fn to_open(&self) -> Vec<(FileKey, Look, (u64, u64))> {
        let again = |(&key, file): (&FileKey, &OpenFile)| {
            let opened = file.opened.as_ref().ok()?;
            // It already exists and must not be created again.
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

    /// Adds the file to an error.
    pub(super) fn explain_file(&self, file: FileKey, error: Error) -> Error {
        match self.name(file) {
            Some(name) => error.with_path(name),
            None => error,
        }
    }

    /// Adds the file and the extent to an error.
    pub(super) fn explain(&self, task: &Task, error: Error) -> Error {
        let path = match task {
            Task::Look(Look::Open { path, .. } | Look::Delete { path } | Look::Rename { path, .. }) => {
                Some(path)
            }
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
