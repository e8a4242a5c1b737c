// SPDX-License-Identifier: MIT OR Apache-2.0
//! Objects of many small files: each is written under a temporary name; names change together, after one sync.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use rustix::fs::{self, AtFlags, Mode, OFlags};
use seaway_messages::{Entry, EntryKind};

use super::Run;
use super::arriving::Arriving;
use super::file::{check_replaceable, dress, exists_as, times_of};
use crate::lock;

#[derive(Debug, Default)]
pub(super) struct Pack {
    /// Written, and not visible yet.
    temporaries: Mutex<Vec<Temporary>>,
    is_filled: Mutex<bool>,
}

#[derive(Debug)]
pub(super) struct Temporary {
    folder: Arc<OwnedFd>,
    name: Vec<u8>,
    last: Vec<u8>,
    /// Of the entry.
    index: usize,
    /// Kept while there are few, to be synced one by one.
    pub(super) file: Option<File>,
}

impl Pack {
    pub(super) fn take(&self) -> Vec<Temporary> {
        std::mem::take(&mut *lock(&self.temporaries))
    }

    pub(super) fn abandon(&self) {
        self.take().iter().for_each(Temporary::remove);
    }
}

impl Temporary {
    pub(super) fn index(&self) -> usize {
        self.index
    }

    pub(super) fn folder(&self) -> &Arc<OwnedFd> {
        &self.folder
    }

    pub(super) fn show(&self) -> io::Result<()> {
        Ok(fs::renameat(&*self.folder, &self.name[..], &*self.folder, &self.last[..])?)
    }

    pub(super) fn remove(&self) {
        let _ = fs::unlinkat(&*self.folder, &self.name[..], AtFlags::empty());
    }
}

impl Run {
    /// Writes what has no content, if that has not happened yet.
    pub(super) fn fill_empty(&self, object: u64, pack: &Pack, entries: &[Entry]) {
        if !*lock(&pack.is_filled) {
            self.fill_pack(object, pack, entries, &[]);
        }
    }

    /// `content` is that of the files, one after the other.
    pub(super) fn fill_pack(&self, object: u64, pack: &Pack, entries: &[Entry], content: &[u8]) {
        *lock(&pack.is_filled) = true;
        let keep = entries.len() <= super::publish::FEW_FILES;
        let mut rest = content;
        for (index, entry) in entries.iter().enumerate() {
            let len =
                if entry.kind == EntryKind::File { usize::try_from(entry.size).unwrap_or(0) } else { 0 };
            let Some((bytes, behind)) = rest.split_at_checked(len) else { return };
            rest = behind;
            if !matches!(entry.kind, EntryKind::File | EntryKind::Symlink) {
                continue;
            }
            match self.write_small(object, index, entry, bytes, keep) {
                Ok(Some(temporary)) => lock(&pack.temporaries).push(temporary),
                Ok(None) => {}
                Err(error) => self.fail_entry(entry, &error),
            }
        }
    }

    fn write_small(
        &self,
        object: u64,
        index: usize,
        entry: &Entry,
        bytes: &[u8],
        keep: bool,
    ) -> io::Result<Option<Temporary>> {
        let (folder, last) = self.landing.place(&entry.name)?;
        check_replaceable(&folder, &last)?;
        if entry.kind == EntryKind::File
            && self.terms.resume
            && !self.terms.checksum
            && exists_as(&folder, &last, entry)
        {
            return Ok(None);
        }
        let name = format!(".seaway-{}-{object}-{index}.part", self.id).into_bytes();
        let mut temporary = Temporary { folder, name, last, index, file: None };
        let written = match entry.kind {
            EntryKind::Symlink => write_link(&temporary, entry),
            _ => write_file(&mut temporary, entry, bytes, keep),
        };
        if written.is_err() {
            temporary.remove();
        }
        written.map(|()| Some(temporary))
    }

    /// Keeps the content of a pack for those that are fed by this node.
    pub(super) fn spool(&self, arriving: &Arriving, bytes: &[u8]) -> io::Result<()> {
        let Some(spool) = &self.spool else { return Ok(()) };
        let mut spool = lock(spool);
        let at = spool.1;
        spool.0.write_all_at(bytes, at)?;
        spool.1 += bytes.len() as u64;
        arriving.spooled.store(at, Ordering::Release);
        Ok(())
    }

    pub(super) fn read_spool(&self, arriving: &Arriving, into: &mut [u8]) -> io::Result<()> {
        let Some(spool) = &self.spool else { return Err(io::Error::other("nothing is kept for others")) };
        let file = lock(spool).0.try_clone()?;
        file.read_exact_at(into, arriving.spooled.load(Ordering::Acquire))
    }
}

fn write_file(temporary: &mut Temporary, entry: &Entry, bytes: &[u8], keep: bool) -> io::Result<()> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mut file =
        File::from(fs::openat(&*temporary.folder, &temporary.name[..], flags, Mode::from_raw_mode(0o600))?);
    file.write_all(bytes)?;
    dress(&file, entry)?;
    temporary.file = keep.then_some(file);
    Ok(())
}

fn write_link(temporary: &Temporary, entry: &Entry) -> io::Result<()> {
    fs::symlinkat(&entry.link[..], &*temporary.folder, &temporary.name[..])?;
    Ok(fs::utimensat(&*temporary.folder, &temporary.name[..], &times_of(entry), AtFlags::SYMLINK_NOFOLLOW)?)
}
