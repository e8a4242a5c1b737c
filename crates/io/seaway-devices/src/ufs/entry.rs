// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Entry`]: a file's entry in its directory. Syncing a file makes its bytes durable, but not its name:
//! after a power failure a new file may be missing, with all that was synced. So the directory is synced as
//! well, once for each file that may be new.

use std::os::fd::{AsRawFd, BorrowedFd};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::{self, Mode, OFlags};
use rustix::io::{Errno, retry_on_intr};

#[derive(Debug)]
pub(super) struct Entry {
    may_be_lost: AtomicBool,
}

impl Entry {
    pub(super) fn new(may_be_new: bool) -> Self {
        Self { may_be_lost: AtomicBool::new(may_be_new) }
    }

    /// After the file itself was synced; `path` is its name when it was opened. A failure is retried by the
    /// next sync.
    pub(super) fn sync(&self, file: BorrowedFd<'_>, path: &str) -> Result<(), Errno> {
        self.sync_by(file, path, |directory| sync_directory(file, directory))
    }

    fn sync_by(
        &self,
        file: BorrowedFd<'_>,
        path: &str,
        sync: impl FnOnce(&Path) -> Result<(), Errno>,
    ) -> Result<(), Errno> {
        if !self.may_be_lost.load(Ordering::Acquire) {
            return Ok(());
        }
        // A deleted file has no entry.
        if fs::fstat(file)?.st_nlink > 0 {
            sync(&directory_of(file, path))?;
        }
        self.may_be_lost.store(false, Ordering::Release);
        Ok(())
    }
}

fn sync_directory(file: BorrowedFd<'_>, directory: &Path) -> Result<(), Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let synced = retry_on_intr(|| fs::open(directory, flags, Mode::empty()))
        .and_then(|directory| retry_on_intr(|| fs::fsync(&directory)));
    match synced {
        // The file system does not support this call on directories.
        Err(Errno::INVAL | Errno::NOTSUP) => Ok(()),
        // The directory is writable but not readable, no descriptor is left, or it has moved: sync the whole
        // file system instead.
        Err(Errno::ACCESS | Errno::MFILE | Errno::NFILE | Errno::NOENT) => retry_on_intr(|| fs::syncfs(file)),
        other => other,
    }
}

/// The current directory of the file, whatever links led there and whatever has become of the working
/// directory since it was opened.
fn directory_of(file: BorrowedFd<'_>, path: &str) -> PathBuf {
    let link = format!("/proc/self/fd/{}", file.as_raw_fd());
    let now = std::fs::read_link(link).unwrap_or_else(|_| PathBuf::from(path));
    let directory = now.parent().filter(|directory| !directory.as_os_str().is_empty());
    directory.unwrap_or(Path::new(".")).to_owned()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::fs::File;
    use std::os::fd::AsFd;

    use super::*;

    /// Directories that are synced when the file is synced `times` times, the first time without success.
    fn synced(entry: &Entry, file: &File, path: &str, times: usize) -> Vec<PathBuf> {
        let all = RefCell::new(Vec::new());
        for time in 0..times {
            let outcome = if time == 0 { Err(Errno::IO) } else { Ok(()) };
            let told = entry.sync_by(file.as_fd(), path, |directory| {
                all.borrow_mut().push(directory.to_owned());
                outcome
            });
            assert_eq!(told, if all.borrow().len() > time { outcome } else { Ok(()) });
        }
        all.into_inner()
    }

    #[test]
    fn directory_of_a_new_file_is_synced_until_it_has_succeeded_once() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        std::fs::create_dir(folder.join("inner")).unwrap();
        std::os::unix::fs::symlink("inner/file", folder.join("link")).unwrap();
        let file = File::create(folder.join("link")).unwrap();
        let inner = folder.join("inner");
        // The name it was opened by was relative to another working directory.
        assert_eq!(synced(&Entry::new(true), &file, "link", 5), [inner.clone(), inner]);
        assert!(synced(&Entry::new(false), &file, "link", 2).is_empty());
    }

    #[test]
    fn deleted_file_has_no_entry() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let file = File::create(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(synced(&Entry::new(true), &file, "file", 2).is_empty());
    }

    #[test]
    fn directory_that_has_moved_or_cannot_be_read_is_synced_with_its_file_system() {
        let folder = tempfile::tempdir().unwrap();
        let file = File::create(folder.path().join("file")).unwrap();
        sync_directory(file.as_fd(), folder.path()).unwrap();
        sync_directory(file.as_fd(), &folder.path().join("gone")).unwrap();
        assert_eq!(sync_directory(file.as_fd(), &folder.path().join("file")), Err(Errno::NOTDIR));
    }
}
