// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Mirror`]: the tree of local copies. An entry appears complete, by a rename, and stays the same file when
//! its bytes arrive: programs compare inodes.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fs::{AtFlags, CWD, RenameFlags, Timespec, Timestamps};
use seaway_stage_format::{UNFETCHED, UNLISTED};

use crate::server::{Kind, Status};

#[derive(Debug)]
pub(crate) struct Mirror {
    /// The copy of `/data/x` is at `root/data/x`.
    pub(crate) root: PathBuf,
    /// Entries under construction.
    incoming: PathBuf,
    next: AtomicU64,
    is_root: bool,
}

/// What is at a place of the mirror.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    Nothing,
    Folder { listed: bool },
    File { fetched: bool },
    Link(PathBuf),
    Other,
}

impl Mirror {
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        let (root, incoming) = (folder.join("tree"), folder.join("incoming"));
        for folder in [&root, &incoming] {
            DirBuilder::new().mode(0o700).recursive(true).create(folder)?;
        }
        let is_root = rustix::process::geteuid().is_root();
        Ok(Self { root, incoming, next: AtomicU64::new(0), is_root })
    }

    pub(crate) fn at(&self, path: &Path) -> PathBuf {
        self.root.join(path.strip_prefix("/").unwrap_or(path))
    }

    pub(crate) fn find(&self, path: &Path) -> io::Result<Found> {
        let place = self.at(path);
        let metadata = match fs::symlink_metadata(&place) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::Nothing),
            other => other?,
        };
        Ok(if metadata.is_dir() {
            Found::Folder { listed: metadata.mode() & UNLISTED == 0 }
        } else if metadata.is_file() {
            Found::File { fetched: metadata.mode() & UNFETCHED == 0 }
        } else if metadata.is_symlink() {
            let target = fs::read_link(&place)?;
            Found::Link(self.original(&target).unwrap_or(target))
        } else {
            Found::Other
        })
    }

    /// The path that programs know, of a place in the mirror.
    pub(crate) fn original(&self, place: &Path) -> Option<PathBuf> {
        Some(Path::new("/").join(place.strip_prefix(&self.root).ok()?))
    }

    /// Makes the folders above a rule, and the rule's own, not listed yet.
    pub(crate) fn begin(&self, prefix: &Path, status: &Status) -> io::Result<()> {
        if let Some(parent) = prefix.parent() {
            DirBuilder::new().mode(0o755).recursive(true).create(self.at(parent))?;
        }
        self.add(prefix, status, &|_| false, &|_| Ok(()))
    }

    /// Adds an entry without its bytes, unless there is one. `is_staged` says whether an absolute link leads
    /// to the mirror; `note` learns the inode before programs can see the entry.
    pub(crate) fn add(
        &self,
        path: &Path,
        status: &Status,
        is_staged: &dyn Fn(&Path) -> bool,
        note: &dyn Fn(u64) -> io::Result<()>,
    ) -> io::Result<()> {
        let new = self.incoming.join(self.next.fetch_add(1, Ordering::Relaxed).to_string());
        match &status.kind {
            Kind::Other => return Ok(()),
            Kind::File => {
                let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&new)?;
                file.set_len(status.bytes)?;
                self.set_owner(&new, status);
                file.set_permissions(Permissions::from_mode(status.mode & !UNFETCHED | UNFETCHED))?;
            }
            Kind::Folder => {
                DirBuilder::new().mode(0o700).create(&new)?;
                self.set_owner(&new, status);
                fs::set_permissions(&new, Permissions::from_mode(status.mode | UNLISTED | 0o700))?;
            }
            Kind::Link(target) => {
                let leads_here = target.is_absolute() && is_staged(target);
                let target = if leads_here { self.at(target) } else { target.clone() };
                std::os::unix::fs::symlink(target, &new)?;
                self.set_owner(&new, status);
            }
        }
        set_time(&new, status.modified)?;
        note(fs::symlink_metadata(&new)?.ino())?;
        match rustix::fs::renameat_with(CWD, &new, CWD, self.at(path), RenameFlags::NOREPLACE) {
            Ok(()) => Ok(()),
            Err(error) => {
                let _left = fs::remove_file(&new).or_else(|_| fs::remove_dir(&new));
                // A program was faster: its own file counts.
                if error == rustix::io::Errno::EXIST { Ok(()) } else { Err(error.into()) }
            }
        }
    }

    /// All entries of a folder are there.
    pub(crate) fn set_listed(&self, folder: &Path, status: &Status) -> io::Result<()> {
        let place = self.at(folder);
        set_time(&place, status.modified)?;
        fs::set_permissions(&place, Permissions::from_mode(status.mode & !UNLISTED))
    }

    /// Opens a file to fill it.
    pub(crate) fn open(&self, path: &Path) -> io::Result<File> {
        let place = self.at(path);
        let open = || OpenOptions::new().read(true).write(true).open(&place);
        match open() {
            // The user's own file, which nobody may write.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                fs::set_permissions(&place, Permissions::from_mode(0o600 | UNFETCHED))?;
                open()
            }
            other => other,
        }
    }

    /// The bytes of a file are there.
    pub(crate) fn set_fetched(file: &File, status: &Status) -> io::Result<()> {
        // A program may have renamed it meanwhile.
        rustix::fs::futimens(file, &times(status.modified))?;
        // Programs wait for this mark.
        file.set_permissions(Permissions::from_mode(status.mode & !UNFETCHED))
    }

    /// A file without bytes, which need not be fetched.
    pub(crate) fn set_empty(&self, path: &Path) -> io::Result<()> {
        let place = self.at(path);
        let mode = fs::metadata(&place)?.mode() & 0o7777;
        let file = self.open(path)?;
        file.set_len(0)?;
        file.set_permissions(Permissions::from_mode(mode & !UNFETCHED))
    }

    /// Puts a file without bytes in the place of one with bytes. Who has it open keeps the old one.
    pub(crate) fn evict(&self, path: &Path) -> io::Result<u64> {
        let place = self.at(path);
        let metadata = fs::symlink_metadata(&place)?;
        let new = self.incoming.join(self.next.fetch_add(1, Ordering::Relaxed).to_string());
        let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&new)?;
        file.set_len(metadata.len())?;
        if self.is_root {
            std::os::unix::fs::lchown(&new, Some(metadata.uid()), Some(metadata.gid()))?;
        }
        file.set_permissions(Permissions::from_mode(metadata.mode() & 0o7777 | UNFETCHED))?;
        set_time(&new, (metadata.mtime(), metadata.mtime_nsec()))?;
        fs::rename(&new, &place)?;
        Ok(metadata.blocks() * 512)
    }

    /// Other users' files belong to this user, unless that is root.
    fn set_owner(&self, new: &Path, status: &Status) {
        if self.is_root {
            let _ours = std::os::unix::fs::lchown(new, Some(status.user), Some(status.group));
        }
    }
}

fn set_time(place: &Path, modified: (i64, i64)) -> io::Result<()> {
    Ok(rustix::fs::utimensat(CWD, place, &times(modified), AtFlags::SYMLINK_NOFOLLOW)?)
}

/// Of the last access, too.
pub(crate) fn times((seconds, nanoseconds): (i64, i64)) -> Timestamps {
    let time = Timespec { tv_sec: seconds, tv_nsec: nanoseconds };
    Timestamps { last_access: time, last_modification: time }
}

/// Whether the bytes of a local copy are here.
#[must_use]
pub fn is_fetched(metadata: &fs::Metadata) -> bool {
    !metadata.is_file() || metadata.mode() & UNFETCHED == 0
}
