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

    /// Whether this user may add and remove entries of a folder.
    fn may_change(&self, folder: &Path) -> io::Result<()>;

    /// Puts a file or a link in the place of whatever has this name, which is no folder. It appears whole,
    /// and is on disk afterwards. Extended attributes of the file `like` are kept.
    fn put(
        &self,
        path: &Path,
        content: Content<'_>,
        attributes: &Attributes,
        like: Option<&Path>,
    ) -> io::Result<Status>;

    /// Gives a file a second name in the folder of `path`, to be used by [`Server::rename`]: the name is
    /// returned. An error if the file system has no second names.
    fn link(&self, file: &Path, path: &Path) -> io::Result<PathBuf>;

    /// Gives the file with a name from [`Server::link`] its final name.
    fn rename(&self, second: &Path, path: &Path) -> io::Result<Status>;

    /// Changes a file or a folder, not a link.
    fn set_attributes(&self, path: &Path, attributes: &Attributes) -> io::Result<Status>;

    /// There may be one already.
    fn make_folder(&self, path: &Path, attributes: &Attributes) -> io::Result<Status>;

    /// A file or a link.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// It must be empty.
    fn remove_folder(&self, path: &Path) -> io::Result<()>;

    /// New and removed names of a folder are on disk.
    fn sync_folder(&self, path: &Path) -> io::Result<()>;

    /// Removes files that were not finished, of an agent that died.
    fn remove_unfinished(&self, folder: &Path) -> io::Result<()>;
}

/// What is put on the server.
#[derive(Debug, Clone, Copy)]
pub enum Content<'a> {
    File(&'a File),
    Link(&'a Path),
}

/// What is set on the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attributes {
    pub mode: u32,
    /// Seconds and nanoseconds.
    pub modified: (i64, i64),
    /// User and group.
    pub owner: Option<(u32, u32)>,
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
    /// Names of the file.
    pub links: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    File,
    Folder,
    Link(PathBuf),
    /// A pipe, a socket or a device: programs of this node do not see it.
    Other,
}
