// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Mounted`]: a server whose files are visible to the agent as a folder.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::mounted_changes as changes;
use crate::server::{Attributes, Content, Entry, Kind, Server, Status};

/// A file that changes while it is read is read again, this many times.
const ATTEMPTS: usize = 8;

/// The server's path `/data/x` is at `ROOT/data/x`; with the root `/` it is where programs look for it.
#[derive(Debug)]
pub struct Mounted {
    pub(crate) root: PathBuf,
    /// Part of the names of unfinished files.
    pub(crate) job: String,
    pub(crate) next: AtomicU64,
}

impl Mounted {
    /// `job` tells apart the unfinished files of several agents.
    #[must_use]
    pub fn new(root: PathBuf, job: &str) -> Self {
        Self { root, job: job.to_owned(), next: AtomicU64::new(0) }
    }

    pub(crate) fn at(&self, path: &Path) -> PathBuf {
        self.root.join(path.strip_prefix("/").unwrap_or(path))
    }
}

impl Server for Mounted {
    fn list(&self, folder: &Path) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(self.at(folder))? {
            let entry = entry?;
            match entry.metadata().and_then(|metadata| status(&entry.path(), &metadata)) {
                Ok(status) => entries.push(Entry { name: entry.file_name(), status }),
                // Removed meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(entries)
    }

    fn status(&self, path: &Path) -> io::Result<Status> {
        let path = self.at(path);
        status(&path, &fs::symlink_metadata(&path)?)
    }

    fn fetch(&self, path: &Path, target: &File) -> io::Result<Status> {
        let path = self.at(path);
        for _ in 0..ATTEMPTS {
            let mut source = File::open(&path)?;
            let before = source.metadata()?;
            if !before.is_file() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            rustix::fs::seek(target, rustix::fs::SeekFrom::Start(0))?;
            let copied = io::copy(&mut source, &mut &*target)?;
            target.set_len(copied)?;
            // The name is looked up again: if the file was replaced, either one is right, but this one's
            // attributes must belong to these bytes.
            let after = source.metadata()?;
            if copied == before.len() && is_same(&before, &after) {
                return status(&path, &before);
            }
        }
        // It is written without pause. Its reader would get a mixture.
        Err(rustix::io::Errno::STALE.into())
    }

    fn may_change(&self, folder: &Path) -> io::Result<()> {
        use rustix::fs::{Access, AtFlags, CWD};
        let access = Access::WRITE_OK | Access::EXEC_OK;
        Ok(rustix::fs::accessat(CWD, self.at(folder), access, AtFlags::EACCESS)?)
    }

    fn put(
        &self,
        path: &Path,
        content: Content<'_>,
        attributes: &Attributes,
        like: Option<&Path>,
    ) -> io::Result<Status> {
        let place = self.at(path);
        let new = self.unfinished(&place);
        let made = changes::make(&new, content, attributes, like.map(|like| self.at(like)).as_deref());
        if let Err(error) = made.and_then(|()| fs::rename(&new, &place)) {
            let _left = fs::remove_file(&new);
            return Err(error);
        }
        self.status(path)
    }

    fn link(&self, file: &Path, path: &Path) -> io::Result<PathBuf> {
        let new = self.unfinished(&self.at(path));
        fs::hard_link(self.at(file), &new)?;
        Ok(new)
    }

    fn rename(&self, second: &Path, path: &Path) -> io::Result<Status> {
        let renamed = fs::rename(second, self.at(path));
        // Two names of one file: the kernel has nothing to do, and leaves both.
        let _left = fs::remove_file(second);
        renamed?;
        self.status(path)
    }

    fn set_attributes(&self, path: &Path, attributes: &Attributes) -> io::Result<Status> {
        changes::set(&self.at(path), attributes)?;
        self.status(path)
    }

    fn make_folder(&self, path: &Path, attributes: &Attributes) -> io::Result<Status> {
        let place = self.at(path);
        match fs::create_dir(&place) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && is_folder(&place) => {}
            made => {
                made?;
                // Entries follow: it must stay writable until then.
                changes::set(&place, &Attributes { mode: attributes.mode | 0o700, ..*attributes })?;
            }
        }
        self.status(path)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(self.at(path))
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir(self.at(path))
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        File::open(self.at(path))?.sync_all()
    }

    fn remove_unfinished(&self, folder: &Path) -> io::Result<()> {
        let start = self.start_of_unfinished();
        for entry in fs::read_dir(self.at(folder))? {
            let entry = entry?;
            if entry.file_name().as_encoded_bytes().starts_with(start.as_bytes()) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

impl Mounted {
    fn start_of_unfinished(&self) -> String {
        format!(".seaway-{}-", self.job)
    }

    /// A new name in the same folder.
    fn unfinished(&self, place: &Path) -> PathBuf {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        place.with_file_name(format!("{}{}-{number}", self.start_of_unfinished(), std::process::id()))
    }
}

fn is_folder(place: &Path) -> bool {
    fs::symlink_metadata(place).is_ok_and(|metadata| metadata.is_dir())
}

fn is_same(before: &Metadata, after: &Metadata) -> bool {
    let identity = |metadata: &Metadata| {
        (
            metadata.ino(),
            metadata.len(),
            metadata.mtime(),
            metadata.mtime_nsec(),
            metadata.ctime(),
            metadata.ctime_nsec(),
        )
    };
    identity(before) == identity(after)
}

fn status(path: &Path, metadata: &Metadata) -> io::Result<Status> {
    let kind = if metadata.is_file() {
        Kind::File
    } else if metadata.is_dir() {
        Kind::Folder
    } else if metadata.is_symlink() {
        Kind::Link(fs::read_link(path)?)
    } else {
        Kind::Other
    };
    Ok(Status {
        kind,
        bytes: metadata.len(),
        mode: metadata.mode() & 0o7777,
        user: metadata.uid(),
        group: metadata.gid(),
        modified: (metadata.mtime(), metadata.mtime_nsec()),
        inode: metadata.ino(),
        links: metadata.nlink(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Seek};
    use std::sync::atomic::AtomicBool;

    /// Every version consists of one letter.
    #[test]
    fn a_file_that_is_replaced_meanwhile_is_copied_whole() {
        let folder = tempfile::tempdir().unwrap();
        let (path, new) = (folder.path().join("file"), folder.path().join("new"));
        fs::write(&path, "a").unwrap();
        let server = Mounted::new(folder.path().to_owned(), "test");
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for round in (0..=250_u8).cycle() {
                    if over.load(Ordering::Relaxed) {
                        break;
                    }
                    fs::write(&new, vec![b'a' + round % 26; 1000 + usize::from(round) * 997]).unwrap();
                    fs::rename(&new, &path).unwrap();
                }
            });
            for _ in 0..200 {
                let mut copy = tempfile::tempfile().unwrap();
                let status = server.fetch(Path::new("/file"), &copy).unwrap();
                let mut bytes = Vec::new();
                copy.rewind().unwrap();
                copy.read_to_end(&mut bytes).unwrap();
                assert_eq!(bytes.len() as u64, status.bytes);
                assert!(bytes.iter().all(|byte| *byte == bytes[0]));
            }
            over.store(true, Ordering::Relaxed);
        });
    }

    #[test]
    fn a_file_that_grows_without_pause_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let server = Mounted::new(folder.path().to_owned(), "test");
        // Longer than its size says.
        let copy = tempfile::tempfile().unwrap();
        assert!(server.fetch(Path::new("/none"), &copy).is_err());
        assert_eq!(
            Mounted::new("/".into(), "test")
                .fetch(Path::new("/proc/self/status"), &copy)
                .unwrap_err()
                .raw_os_error(),
            Some(rustix::io::Errno::STALE.raw_os_error())
        );
    }
}
