// SPDX-License-Identifier: MIT OR Apache-2.0
//! The end of a run: hard links, the times of directories, and what the source does not have.

use std::collections::HashSet;
use std::io;
use std::os::fd::OwnedFd;
use std::sync::atomic::Ordering;

use rustix::fs::{self, AtFlags, Dir, FileType, Mode};
use rustix::io::Errno;
use seaway_messages::{Entry, EntryKind};

use super::file::{check_replaceable, times_of};
use super::{Finished, Run, RunEvent};
use crate::filters::is_wanted;

impl Run {
    pub(super) fn finish(&self) -> Finished {
        let objects = self.entries();
        let all = || objects.iter().flat_map(|arriving| &arriving.entries);
        for (number, entry) in all().enumerate().filter(|(_, entry)| entry.kind == EntryKind::HardLink) {
            if let Err(error) = self.link(number, entry) {
                self.fail_entry(entry, &error);
            }
        }
        let failed = self.failed.load(Ordering::Relaxed);
        // After a failure nothing is removed: what failed may be what is missing.
        if self.terms.delete && failed == 0 {
            let known: HashSet<&[u8]> = all().map(|entry| &entry.name[..]).collect();
            for entry in all().filter(|entry| entry.kind == EntryKind::Directory) {
                self.remove_others(entry, &known);
            }
        }
        let folders: Vec<&Entry> = all().filter(|entry| entry.kind == EntryKind::Directory).collect();
        // What is inside first: creating it has changed the times.
        for entry in folders.iter().rev() {
            if let Err(error) = self.dress_folder(entry) {
                self.fail_entry(entry, &error);
            }
        }
        let files = all().filter(|entry| entry.kind != EntryKind::Directory).count() as u64;
        let needs_sync = files > super::publish::FEW_FILES as u64 || !folders.is_empty();
        if needs_sync && fs::syncfs(self.landing.root()).is_err() {
            self.failed.fetch_add(1, Ordering::Relaxed);
        }
        let failed = self.failed.load(Ordering::Relaxed);
        Finished {
            files: files.saturating_sub(self.failed_files.load(Ordering::Relaxed)),
            bytes: self.bytes.load(Ordering::Relaxed),
            failed,
        }
    }

    fn link(&self, number: usize, entry: &Entry) -> io::Result<()> {
        let (first_folder, first) = self.landing.place(&entry.link)?;
        let (folder, last) = self.landing.place(&entry.name)?;
        check_replaceable(&folder, &last)?;
        let temporary = format!(".seaway-{}-link-{number}.part", self.id);
        fs::linkat(&*first_folder, &first[..], &*folder, &temporary, AtFlags::empty())?;
        let renamed = fs::renameat(&*folder, &temporary, &*folder, &last[..]);
        // Both names may be the same file already: then nothing is renamed.
        let _ = fs::unlinkat(&*folder, &temporary, AtFlags::empty());
        Ok(renamed?)
    }

    fn dress_folder(&self, entry: &Entry) -> io::Result<()> {
        // That it could not be created was reported then.
        let Ok(folder) = self.landing.folder(&self.landing.name(&entry.name)) else { return Ok(()) };
        fs::fchmod(&*folder, Mode::from_raw_mode(entry.mode & 0o7777))?;
        Ok(fs::futimens(&*folder, &times_of(entry))?)
    }

    /// What the filters leave out is not touched.
    fn remove_others(&self, entry: &Entry, known: &HashSet<&[u8]>) {
        let Ok(folder) = self.landing.folder(&self.landing.name(&entry.name)) else { return };
        for name in names_in(&folder) {
            let whole = [&entry.name[..], b"/", &name].concat();
            if known.contains(&whole[..]) || !is_wanted(&self.terms.filters, &whole) {
                continue;
            }
            match remove(&folder, &name) {
                Ok(()) => self.happened(RunEvent::Removed(whole)),
                Err(error) => self.fail_entry(&Entry { name: whole, ..entry.clone() }, &error),
            }
        }
    }
}

fn names_in(folder: &OwnedFd) -> Vec<Vec<u8>> {
    let Ok(listing) = Dir::read_from(folder) else { return Vec::new() };
    let names = listing.flatten().map(|entry| entry.file_name().to_bytes().to_vec());
    names.filter(|name| name != b"." && name != b"..").collect()
}

/// With all that is in it. Links are removed, not followed.
fn remove(folder: &OwnedFd, name: &[u8]) -> io::Result<()> {
    match fs::unlinkat(folder, name, AtFlags::empty()) {
        Err(Errno::ISDIR | Errno::PERM) => {}
        other => return Ok(other?),
    }
    let status = fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
    if FileType::from_raw_mode(status.st_mode) == FileType::Directory {
        let flags = fs::OFlags::RDONLY | fs::OFlags::DIRECTORY | fs::OFlags::NOFOLLOW | fs::OFlags::CLOEXEC;
        let inside = fs::openat(folder, name, flags, Mode::empty())?;
        for child in names_in(&inside) {
            remove(&inside, &child)?;
        }
    }
    Ok(fs::unlinkat(folder, name, AtFlags::REMOVEDIR)?)
}
