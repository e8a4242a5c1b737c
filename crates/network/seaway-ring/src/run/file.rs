// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`NewFile`]: a file under a temporary name, until it is whole.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::sync::Arc;

use rustix::fs::{self, AtFlags, FileType, FlockOperation, Mode, OFlags, Timespec, Timestamps, XattrFlags};
use rustix::io::Errno;
use seaway_messages::Entry;

/// Blocks of zeros of this size are left out of files with holes.
const BLOCK: usize = 4096;

#[derive(Debug)]
pub(super) struct NewFile {
    file: File,
    folder: Arc<OwnedFd>,
    temporary: Vec<u8>,
    last: Vec<u8>,
    sparse: bool,
    /// What was there before may have to be overwritten by zeros.
    was_partial: bool,
}

impl NewFile {
    /// `resume`: what an earlier copy has left is kept and returned.
    pub(super) fn create(
        folder: Arc<OwnedFd>,
        last: Vec<u8>,
        entry: &Entry,
        resume: bool,
    ) -> io::Result<(Self, Option<File>)> {
        check_replaceable(&folder, &last)?;
        let digest = blake3::hash(&last);
        let temporary =
            [b".seaway-", seaway_channel::hexadecimal(&digest.as_bytes()[..8]).as_bytes(), b".part"].concat();
        let file = open_temporary(&folder, &temporary)?;
        let was_partial = resume && file.metadata()?.len() > 0;
        let partial = if was_partial { Some(file.try_clone()?) } else { None };
        if !was_partial {
            file.set_len(0)?;
        }
        file.set_len(entry.size)?;
        Ok((Self { file, folder, temporary, last, sparse: entry.sparse, was_partial }, partial))
    }

    /// The file that it will replace.
    pub(super) fn existing(&self) -> Option<File> {
        open_existing(&self.folder, &self.last).ok()
    }

    pub(super) fn write(&self, bytes: &[u8], offset: u64, zero: bool) -> io::Result<()> {
        if !self.sparse || self.was_partial {
            return self.file.write_all_at(bytes, offset);
        }
        if zero {
            return Ok(());
        }
        for (index, block) in bytes.chunks(BLOCK).enumerate() {
            if block.iter().any(|&byte| byte != 0) {
                self.file.write_all_at(block, offset + (index * BLOCK) as u64)?;
            }
        }
        Ok(())
    }

    pub(super) fn read(&self, into: &mut [u8], offset: u64) -> io::Result<()> {
        self.file.read_exact_at(into, offset)
    }

    /// Durable first, then visible.
    pub(super) fn publish(&self, entry: &Entry) -> io::Result<()> {
        dress(&self.file, entry)?;
        self.file.sync_all()?;
        fs::renameat(&*self.folder, &self.temporary[..], &*self.folder, &self.last[..])?;
        fs::fsync(&*self.folder)?;
        let _ = fs::flock(&self.file, FlockOperation::Unlock);
        Ok(())
    }

    /// What is there is worthless. The next version gets another file, which late writes do not reach.
    pub(super) fn discard(&self) {
        if self.has_its_name() {
            let _ = fs::unlinkat(&*self.folder, &self.temporary[..], AtFlags::empty());
        }
        let _ = fs::flock(&self.file, FlockOperation::Unlock);
    }

    fn has_its_name(&self) -> bool {
        let own = fs::fstat(&self.file).map(|status| status.st_ino);
        let named = fs::statat(&*self.folder, &self.temporary[..], AtFlags::SYMLINK_NOFOLLOW);
        own.is_ok() && own == named.map(|status| status.st_ino)
    }

    /// Another copy may use the name from now on; what is there stays if it can be resumed.
    pub(super) fn abandon(&self) {
        if self.file.metadata().is_ok_and(|metadata| metadata.blocks() == 0) {
            return self.discard();
        }
        let _ = fs::flock(&self.file, FlockOperation::Unlock);
    }
}

/// A copy that is under way elsewhere holds a lock.
fn open_temporary(folder: &OwnedFd, temporary: &[u8]) -> io::Result<File> {
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::NONBLOCK;
    let file = File::from(fs::openat(folder, temporary, flags, Mode::from_raw_mode(0o600))?);
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("its temporary name is taken by something that is not a file"));
    }
    match fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(file),
        Err(Errno::WOULDBLOCK) => Err(io::Error::other("another copy to this name is under way")),
        Err(errno) => Err(errno.into()),
    }
}

/// A directory is not replaced by a file.
pub(super) fn check_replaceable(folder: &OwnedFd, last: &[u8]) -> io::Result<()> {
    match fs::statat(folder, last, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(status) if FileType::from_raw_mode(status.st_mode) == FileType::Directory => {
            Err(Errno::ISDIR.into())
        }
        Ok(_) | Err(Errno::NOENT) => Ok(()),
        Err(errno) => Err(errno.into()),
    }
}

/// A file with the size and the time of the entry.
pub(super) fn exists_as(folder: &OwnedFd, last: &[u8], entry: &Entry) -> bool {
    let Ok(status) = fs::statat(folder, last, AtFlags::SYMLINK_NOFOLLOW) else { return false };
    FileType::from_raw_mode(status.st_mode) == FileType::RegularFile
        && u64::try_from(status.st_size) == Ok(entry.size)
        && (status.st_mtime, u32::try_from(status.st_mtime_nsec)) == (entry.seconds, Ok(entry.nanoseconds))
}

pub(super) fn open_existing(folder: &OwnedFd, last: &[u8]) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::NONBLOCK;
    let file = File::from(fs::openat(folder, last, flags, Mode::empty())?);
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is not a regular file")) }
}

/// Permissions, attributes and times.
pub(super) fn dress(file: &File, entry: &Entry) -> io::Result<()> {
    for attribute in &entry.attributes {
        match fs::fsetxattr(file, &attribute.name[..], &attribute.value, XattrFlags::empty()) {
            Ok(()) | Err(Errno::NOTSUP) => {}
            Err(errno) => return Err(errno.into()),
        }
    }
    fs::fchmod(file, Mode::from_raw_mode(entry.mode & 0o7777))?;
    Ok(fs::futimens(file, &times_of(entry))?)
}

pub(super) fn times_of(entry: &Entry) -> Timestamps {
    let changed = Timespec { tv_sec: entry.seconds, tv_nsec: entry.nanoseconds.into() };
    Timestamps { last_access: changed, last_modification: changed }
}

/// A file without a name, which ends with this process.
pub(super) fn unnamed(folder: &OwnedFd) -> io::Result<File> {
    let flags = OFlags::RDWR | OFlags::TMPFILE | OFlags::CLOEXEC;
    match fs::openat(folder, ".", flags, Mode::from_raw_mode(0o600)) {
        Ok(file) => Ok(file.into()),
        // Not every file system has them.
        Err(_) => {
            let name = seaway_channel::random_bytes::<8>().map_err(io::Error::other)?;
            let name = format!(".seaway-{}.spool", seaway_channel::hexadecimal(&name));
            let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
            let file = fs::openat(folder, &name, flags, Mode::from_raw_mode(0o600))?;
            fs::unlinkat(folder, &name, AtFlags::empty())?;
            Ok(file.into())
        }
    }
}
