// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Folder`]: the files of disk things. A file's name is that of its thing, with characters escaped that file names
//! should not have.

use std::env;
use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_devices::thing::{SpaceName, file_name, name_of_file};
use seaway_messages::is_thing_name;

/// What file systems allow.
const MAX_FILE_NAME: usize = 255;
const ARRIVING: &str = ".arriving";

#[derive(Debug)]
pub(super) struct Folder(PathBuf);

/// The default folder for the disk things of a space. Contains the node's name: hosts may share a home directory.
pub fn default_folder(space: &SpaceName, node: Option<&str>) -> Option<PathBuf> {
    let set = env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || env::home_dir().filter(|home| home.is_absolute()).map(|home| home.join(".local/share"));
    let node = node.map_or_else(crate::descriptors::host_name, str::to_owned);
    Some(set.or_else(home)?.join("seaway/things").join(node).join(space.as_str()))
}

impl Folder {
    pub(super) fn new(path: PathBuf) -> Self {
        Self(path)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Names of the things that are there.
    pub(super) fn scan(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(&self.0) else { return Vec::new() };
        let names = entries.flatten().filter_map(|entry| name_of_file(entry.file_name().to_str()?));
        names.filter(|name| is_thing_name(name)).collect()
    }

    pub(super) fn create(&self, name: &str) -> Result<(PathBuf, File)> {
        let path = self.file(name)?;
        let failed = |error| failure(Operation::Open, &path, error);
        let create = || {
            DirBuilder::new().recursive(true).mode(0o700).create(&self.0)?;
            File::options().read(true).write(true).create_new(true).open(&path)
        };
        let file = match create() {
            // An agent that has just ended may have removed the empty folder in between.
            Err(error) if error.kind() == io::ErrorKind::NotFound => create(),
            other => other,
        };
        let file = file.map_err(failed)?;
        // After a loss of power its entry should be there, if its bytes were synced.
        File::open(&self.0).and_then(|folder| folder.sync_all()).map_err(failed)?;
        Ok((path, file))
    }

    /// An empty file for a thing that is about to come from its home of this epoch. It becomes a thing when it gets its name.
    pub(super) fn create_arriving(&self, name: &str, epoch: u64) -> Result<PathBuf> {
        self.file(name)?;
        let path = self.0.join(format!("{epoch}{ARRIVING}"));
        let create = || {
            DirBuilder::new().recursive(true).mode(0o700).create(&self.0)?;
            File::create(&path)
        };
        create().map_err(|error| failure(Operation::Open, &path, error))?;
        Ok(path)
    }

    /// Removes what was about to come when an earlier agent ended.
    pub(super) fn remove_arriving(&self) {
        let Ok(entries) = fs::read_dir(&self.0) else { return };
        for entry in entries.flatten() {
            if entry.file_name().to_str().is_some_and(|file| file.ends_with(ARRIVING)) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    pub(super) fn file(&self, name: &str) -> Result<PathBuf> {
        let file = file_name(name);
        if file.len() > MAX_FILE_NAME {
            let detail = "the name is too long for a thing on disk";
            return Err(Error::new(ErrorKind::BadFileName, Operation::Open).with_detail(detail));
        }
        Ok(self.0.join(file))
    }
}

pub(super) fn failure(operation: Operation, path: &Path, error: io::Error) -> Error {
    let detail = format!("{}: {error}", path.display());
    Error::from_io(operation, error).with_detail(detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_found_again() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = Folder::new(temporary.path().join("new/folder"));
        assert!(folder.scan().is_empty());
        folder.create("a/b").unwrap();
        assert_eq!(folder.create("a/b").unwrap_err().kind(), ErrorKind::FileExists);
        fs::write(folder.path().join("other"), "x").unwrap();
        let arriving = folder.create_arriving("c", 7).unwrap();
        assert_eq!(folder.scan(), ["a/b"]);
        folder.remove_arriving();
        assert!(!arriving.exists());
        assert_eq!(folder.create(&"/".repeat(100)).unwrap_err().kind(), ErrorKind::BadFileName);
    }
}
