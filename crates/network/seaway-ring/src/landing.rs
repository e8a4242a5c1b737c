// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Landing`]: the directory that a copy goes to. Names are resolved beneath it by the kernel, and no symbolic
//! link on the way is followed: a link in the target cannot lead a copy elsewhere.

use std::collections::HashMap;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use rustix::fs::{self, Mode, OFlags, ResolveFlags};
use rustix::io::Errno;

use crate::lock;

/// Opened directories that are kept.
const MOST_FOLDERS: usize = 256;

#[derive(Debug)]
pub(crate) struct Landing {
    root: Arc<OwnedFd>,
    /// The name that replaces the first part of every name, if the target is not a directory that exists.
    top: Option<Vec<u8>>,
    folders: Mutex<HashMap<Vec<u8>, Arc<OwnedFd>>>,
}

/// Opens a directory that exists.
pub(crate) type OpenFolder<'o> = &'o dyn Fn(&Path) -> io::Result<OwnedFd>;

impl Landing {
    /// `directory`: the target is one, and is created where it does not exist.
    pub(crate) fn open(target: &Path, directory: bool, open: OpenFolder<'_>) -> io::Result<Self> {
        match open(target) {
            Ok(root) => Ok(Self::at(root, None)),
            Err(error) if error.kind() == io::ErrorKind::NotFound && directory => {
                Ok(Self::at(create_all(target, open)?, None))
            }
            Err(error) if error.kind() == io::ErrorKind::NotADirectory && directory => {
                Err(io::Error::other("it is a file; name a directory"))
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                let (Some(name), Some(parent)) = (target.file_name(), target.parent()) else {
                    return Err(error);
                };
                let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
                let root = open(parent).map_err(|error| match error.kind() {
                    io::ErrorKind::NotFound => io::Error::other(format!(
                        "the directory {} does not exist; create it, or end the target with / to have it created",
                        parent.display()
                    )),
                    _ => error,
                })?;
                Ok(Self::at(root, Some(name.as_bytes().to_vec())))
            }
            Err(error) => Err(error),
        }
    }

    fn at(root: OwnedFd, top: Option<Vec<u8>>) -> Self {
        Self { root: Arc::new(root), top, folders: Mutex::default() }
    }

    pub(crate) fn root(&self) -> &OwnedFd {
        &self.root
    }

    /// The name beneath the root.
    pub(crate) fn name(&self, name: &[u8]) -> Vec<u8> {
        let Some(top) = &self.top else { return name.to_vec() };
        match name.iter().position(|&byte| byte == b'/') {
            Some(slash) => [top, &name[slash..]].concat(),
            None => top.clone(),
        }
    }

    /// The directory that a name is in, opened, and its last part.
    pub(crate) fn place(&self, name: &[u8]) -> io::Result<(Arc<OwnedFd>, Vec<u8>)> {
        let name = self.name(name);
        match name.iter().rposition(|&byte| byte == b'/') {
            Some(slash) => Ok((self.folder(&name[..slash])?, name[slash + 1..].to_vec())),
            None => Ok((Arc::clone(&self.root), name)),
        }
    }

    /// Creates a directory, unless there is one.
    pub(crate) fn make_folder(&self, name: &[u8]) -> io::Result<()> {
        let (parent, last) = self.place(name)?;
        match fs::mkdirat(&*parent, &last[..], Mode::from_raw_mode(0o700)) {
            Ok(()) => Ok(()),
            // Something else of that name is an error when it is opened.
            Err(Errno::EXIST) => self.folder(&self.name(name)).map(drop),
            Err(errno) => Err(errno.into()),
        }
    }

    /// A directory beneath the root.
    pub(crate) fn folder(&self, name: &[u8]) -> io::Result<Arc<OwnedFd>> {
        if let Some(folder) = lock(&self.folders).get(name) {
            return Ok(Arc::clone(folder));
        }
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let folder = Arc::new(self.open_beneath(name, flags)?);
        let mut folders = lock(&self.folders);
        if folders.len() >= MOST_FOLDERS {
            folders.clear();
        }
        folders.insert(name.to_vec(), Arc::clone(&folder));
        Ok(folder)
    }

    fn open_beneath(&self, name: &[u8], flags: OFlags) -> io::Result<OwnedFd> {
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
        loop {
            match fs::openat2(self.root.as_fd(), name, flags, Mode::empty(), resolve) {
                Err(Errno::INTR | Errno::AGAIN) => {}
                other => return Ok(other?),
            }
        }
    }
}

/// All missing parts of a path.
fn create_all(target: &Path, open: OpenFolder<'_>) -> io::Result<OwnedFd> {
    let mut missing: Vec<PathBuf> = Vec::new();
    let mut at = target.to_path_buf();
    let mut folder = loop {
        match open(if at.as_os_str().is_empty() { Path::new(".") } else { &at }) {
            Ok(folder) => break folder,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let Some(name) = at.file_name().map(PathBuf::from) else { return Err(error) };
                missing.push(name);
                at.pop();
            }
            Err(error) => return Err(error),
        }
    };
    for name in missing.iter().rev() {
        match fs::mkdirat(&folder, name, Mode::from_raw_mode(0o777)) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(errno) => return Err(errno.into()),
        }
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        folder = fs::openat(&folder, name, flags, Mode::empty())?;
    }
    Ok(folder)
}

/// For copies within this machine.
pub(crate) fn open_here(path: &Path) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    Ok(fs::openat(fs::CWD, path, flags, Mode::empty())?)
}
