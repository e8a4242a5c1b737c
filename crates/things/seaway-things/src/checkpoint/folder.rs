// SPDX-License-Identifier: MIT OR Apache-2.0
//! The folder of checkpoints: who may add one, and which is the newest.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};
use seaway_device_api::{Error, ErrorKind, Operation, Result};

use super::manifest::Manifest;

const PREFIX: &str = "checkpoint-";
const PARTIAL: &str = ".partial-checkpoint-";

/// A folder in which this process alone makes checkpoints.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// Holds the lock.
    _lock: File,
}

/// A checkpoint that is not complete yet, and is removed if it never is.
#[derive(Debug)]
pub(super) struct Partial<'f> {
    folder: &'f Folder,
    path: PathBuf,
    name: String,
}

impl Folder {
    /// Makes the folder if it is missing, and removes what a killed process has left.
    pub(super) fn lock(path: &Path) -> Result<Self> {
        let wrong = |error| failed(path, Operation::Open, error);
        fs::create_dir_all(path).map_err(wrong)?;
        let lock = File::create(path.join(".lock")).map_err(wrong)?;
        if let Err(error) = flock(&lock, FlockOperation::NonBlockingLockExclusive) {
            let busy = Error::new(ErrorKind::FileInUse, Operation::Open)
                .with_detail("another process is making a checkpoint in this folder")
                .with_path(path.to_string_lossy());
            return Err(if error == rustix::io::Errno::WOULDBLOCK { busy } else { wrong(error.into()) });
        }
        for name in names(path)?.iter().filter(|name| name.starts_with(PARTIAL)) {
            fs::remove_dir_all(path.join(name)).map_err(wrong)?;
        }
        Ok(Self { path: path.to_owned(), _lock: lock })
    }

    pub(super) fn begin(&self) -> Result<Partial<'_>> {
        let number = numbers(&self.path)?.last().map_or(1, |newest| newest + 1);
        let (name, path) = (format!("{PREFIX}{number:06}"), self.path.join(format!("{PARTIAL}{number}")));
        fs::create_dir(&path).map_err(|error| failed(&path, Operation::Open, error))?;
        Ok(Partial { folder: self, path, name })
    }

    pub(super) fn keep_newest(&self, count: usize) -> Result<()> {
        let numbers = numbers(&self.path)?;
        for number in numbers.iter().rev().skip(count.max(1)) {
            let path = self.path.join(format!("{PREFIX}{number:06}"));
            fs::remove_dir_all(&path).map_err(|error| failed(&path, Operation::Delete, error))?;
        }
        Ok(())
    }
}

impl Partial<'_> {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the checkpoint its name, once everything in it is on the disk.
    pub(super) fn finish(self, manifest: &Manifest) -> Result<String> {
        manifest.write(&self.path)?;
        let wrong = |error| failed(&self.path, Operation::Sync, error);
        sync_folder(&self.path).map_err(wrong)?;
        fs::rename(&self.path, self.folder.path.join(&self.name)).map_err(wrong)?;
        sync_folder(&self.folder.path).map_err(wrong)?;
        Ok(self.name.clone())
    }
}

impl Drop for Partial<'_> {
    /// Once it has its name, there is nothing to remove.
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Name and path of the newest checkpoint. `folder` may also be a checkpoint itself.
pub(super) fn newest(folder: &Path) -> Result<(String, PathBuf)> {
    let own_name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
    if let Some(name) = own_name.filter(|name| number_of(name).is_some()) {
        return Ok((name, folder.to_owned()));
    }
    let newest = numbers(folder)?.last().map(|number| format!("{PREFIX}{number:06}"));
    newest.map(|name| (name.clone(), folder.join(name))).ok_or_else(|| {
        let error = Error::new(ErrorKind::NoSuchFile, Operation::Open);
        error.with_detail("there is no checkpoint in this folder").with_path(folder.to_string_lossy())
    })
}

/// Of all checkpoints, ascending.
fn numbers(folder: &Path) -> Result<Vec<u64>> {
    let mut numbers: Vec<u64> = names(folder)?.iter().filter_map(|name| number_of(name)).collect();
    numbers.sort_unstable();
    Ok(numbers)
}

fn number_of(name: &str) -> Option<u64> {
    name.strip_prefix(PREFIX)?.parse().ok()
}

fn names(folder: &Path) -> Result<Vec<String>> {
    let wrong = |error| failed(folder, Operation::Open, error);
    let entries = fs::read_dir(folder).map_err(wrong)?;
    entries.map(|entry| Ok(entry.map_err(wrong)?.file_name().to_string_lossy().into_owned())).collect()
}

fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

pub(super) fn failed(path: &Path, operation: Operation, error: io::Error) -> Error {
    Error::from_io(operation, error).with_path(path.to_string_lossy())
}
