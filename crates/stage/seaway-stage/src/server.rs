// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Server`]: how the agent reaches the files of the server. Paths are those that programs use.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// Where files come from.
pub trait Server: Send + Sync + std::fmt::Debug {
    /// The entries of a folder. Errors have the number that a program would get.
    fn list(&self, folder: &Path) -> io::Result<Vec<Entry>>;

    /// One entry; a link is not followed.
    fn status(&self, path: &Path) -> io::Result<Status>;

    /// Copies a whole file, and returns the attributes that belong to these bytes: the copy is what the file
    /// held at one time, even if it changes meanwhile.
    fn fetch(&self, path: &Path, target: &File) -> io::Result<Status>;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub name: OsString,
    pub status: Status,
}

/// Attributes of a file on the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    pub kind: Kind,
    pub bytes: u64,
    /// Permissions.
    pub mode: u32,
    pub user: u32,
    pub group: u32,
    /// Seconds and nanoseconds.
    pub modified: (i64, i64),
    /// Tells apart files that replace each other under one name.
    pub inode: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    File,
    Folder,
    Link(PathBuf),
    /// A pipe, a socket or a device: programs of this node do not see it.
    Other,
}
