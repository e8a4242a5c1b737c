// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Known`]: what the server had when the run learned of it, in folders that programs may change. What the
//! mirror has beyond that is their work, and goes back. Every addition is written to a journal beside the
//! mirror first, so that the work can go back after the agent died.

use std::collections::{BTreeSet, HashMap};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crate::server::{Kind, Status};

pub(crate) type Sum = [u8; 32];

/// The kinds of records.
const ADDED: u8 = 1;
const FETCHED: u8 = 2;
const REMOVED: u8 = 3;

#[derive(Debug)]
pub(crate) struct Known {
    /// By the server's paths.
    entries: HashMap<PathBuf, Status>,
    names: HashMap<PathBuf, BTreeSet<OsString>>,
    /// The server's path of each entry of the mirror that the agent made, by inode. An inode may belong to
    /// another file meanwhile; but then it has no mark, and the sum tells whether it is the same for the
    /// server.
    origins: HashMap<u64, PathBuf>,
    /// Of the bytes that were fetched.
    sums: HashMap<u64, Sum>,
    journal: File,
}

impl Known {
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        let journal = options.append(true).create(true).mode(0o600).open(folder.join("journal"))?;
        Ok(Self {
            entries: HashMap::new(),
            names: HashMap::new(),
            origins: HashMap::new(),
            sums: HashMap::new(),
            journal,
        })
    }

    /// Of an agent that died. The end of the journal may be missing.
    pub(crate) fn read(folder: &Path) -> io::Result<Self> {
        let bytes = fs::read(folder.join("journal"))?;
        let mut known = Self::new(folder)?;
        let mut rest = Reader(&bytes);
        let mut whole = 0;
        while let Some(record) = rest.bytes() {
            if known.replay(&mut Reader(record)).is_none() {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "it is damaged"));
            }
            whole = bytes.len() - rest.0.len();
        }
        known.journal.set_len(whole as u64)?;
        Ok(known)
    }

    fn replay(&mut self, record: &mut Reader<'_>) -> Option<()> {
        let (kind, inode, path) = (record.number()?, record.number()?, PathBuf::from(record.text()?));
        match u8::try_from(kind).ok()? {
            ADDED => self.learn(inode, &path, &record.status()?),
            FETCHED => {
                self.learn(inode, &path, &record.status()?);
                self.sums.insert(inode, record.bytes()?.try_into().ok()?);
            }
            REMOVED => self.forget(&path),
            _ => return None,
        }
        Some(())
    }

    /// An entry of the mirror has been made for one of the server.
    pub(crate) fn add(&mut self, inode: u64, path: &Path, status: &Status) -> io::Result<()> {
        self.write(ADDED, inode, path, Some(status), None)?;
        self.learn(inode, path, status);
        Ok(())
    }

    /// The server and the mirror have these bytes.
    pub(crate) fn fetched(&mut self, inode: u64, path: &Path, status: &Status, sum: Sum) -> io::Result<()> {
        self.write(FETCHED, inode, path, Some(status), Some(&sum))?;
        self.learn(inode, path, status);
        self.sums.insert(inode, sum);
        Ok(())
    }

    /// The server does not have it any more.
    pub(crate) fn remove(&mut self, path: &Path) -> io::Result<()> {
        self.write(REMOVED, 0, path, None, None)?;
        self.forget(path);
        Ok(())
    }

    fn learn(&mut self, inode: u64, path: &Path, status: &Status) {
        self.entries.insert(path.to_owned(), status.clone());
        if let (Some(folder), Some(name)) = (path.parent(), path.file_name()) {
            self.names.entry(folder.to_owned()).or_default().insert(name.to_owned());
        }
        self.origins.insert(inode, path.to_owned());
        self.sums.remove(&inode);
    }

    fn forget(&mut self, path: &Path) {
        self.entries.remove(path);
        if let (Some(folder), Some(name)) = (path.parent(), path.file_name()) {
            self.names.entry(folder.to_owned()).or_default().remove(name);
        }
    }

    pub(crate) fn status(&self, path: &Path) -> Option<&Status> {
        self.entries.get(path)
    }

    pub(crate) fn names(&self, folder: &Path) -> Vec<OsString> {
        self.names.get(folder).into_iter().flatten().cloned().collect()
    }

    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        let folders = self.entries.iter().filter(|(_, status)| status.kind == Kind::Folder);
        folders.map(|(path, _)| path.clone()).collect()
    }

    pub(crate) fn origin(&self, inode: u64) -> Option<&Path> {
        self.origins.get(&inode).map(PathBuf::as_path)
    }

    pub(crate) fn sum(&self, inode: u64) -> Option<Sum> {
        self.sums.get(&inode).copied()
    }

    fn write(
        &mut self,
        kind: u8,
        inode: u64,
        path: &Path,
        status: Option<&Status>,
        sum: Option<&Sum>,
    ) -> io::Result<()> {
        let mut record = Vec::with_capacity(256);
        add_number(&mut record, kind.into());
        add_number(&mut record, inode);
        add_bytes(&mut record, path.as_os_str().as_bytes());
        if let Some(status) = status {
            add_status(&mut record, status);
        }
        if let Some(sum) = sum {
            add_bytes(&mut record, sum);
        }
        let mut framed = Vec::with_capacity(record.len() + 8);
        add_bytes(&mut framed, &record);
        self.journal.write_all(&framed)
    }
}

/// The sum of a whole file.
pub(crate) fn sum_of(file: &mut File) -> io::Result<Sum> {
    file.rewind()?;
    let mut hasher = blake3::Hasher::new();
    let mut memory = vec![0; 1 << 18];
    loop {
        match file.read(&mut memory)? {
            0 => return Ok(*hasher.finalize().as_bytes()),
            count => hasher.update(memory.get(..count).unwrap_or_default()),
        };
    }
}

fn add_number(record: &mut Vec<u8>, number: u64) {
    record.extend_from_slice(&number.to_le_bytes());
}

fn add_bytes(record: &mut Vec<u8>, bytes: &[u8]) {
    add_number(record, bytes.len() as u64);
    record.extend_from_slice(bytes);
}

fn add_status(record: &mut Vec<u8>, status: &Status) {
    let Status { kind, bytes, mode, user, group, modified, inode, links } = status;
    let (kind, target) = match kind {
        Kind::File => (0, None),
        Kind::Folder => (1, None),
        Kind::Link(target) => (2, Some(target)),
        Kind::Other => (3, None),
    };
    let numbers = [kind, *bytes, (*mode).into(), (*user).into(), (*group).into()];
    let times = [modified.0.cast_unsigned(), modified.1.cast_unsigned()];
    numbers.iter().chain(&times).chain([inode, links]).for_each(|number| add_number(record, *number));
    add_bytes(record, target.map(|target| target.as_os_str().as_bytes()).unwrap_or_default());
}

/// Takes records apart.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn number(&mut self) -> Option<u64> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*number))
    }

    /// `None`, and nothing is taken, if they are not all there.
    fn bytes(&mut self) -> Option<&'a [u8]> {
        let (length, rest) = self.0.split_first_chunk()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (bytes, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    fn text(&mut self) -> Option<OsString> {
        Some(OsString::from_vec(self.bytes()?.to_vec()))
    }

    fn status(&mut self) -> Option<Status> {
        let kind = self.number()?;
        let bytes = self.number()?;
        let mut small = || u32::try_from(self.number()?).ok();
        let (mode, user, group) = (small()?, small()?, small()?);
        let modified = (self.number()?.cast_signed(), self.number()?.cast_signed());
        let (inode, links) = (self.number()?, self.number()?);
        let target = self.bytes()?;
        let kind = match kind {
            0 => Kind::File,
            1 => Kind::Folder,
            2 => Kind::Link(PathBuf::from(OsStr::from_bytes(target))),
            3 => Kind::Other,
            _ => return None,
        };
        Some(Status { kind, bytes, mode, user, group, modified, inode, links })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(kind: Kind) -> Status {
        let modified = (1_600_000_000, 123_456_789);
        Status { kind, bytes: 7, mode: 0o640, user: 1, group: 2, modified, inode: 3, links: 1 }
    }

    #[test]
    fn a_journal_is_read_up_to_its_last_whole_record() {
        let folder = tempfile::tempdir().unwrap();
        let mut known = Known::new(folder.path()).unwrap();
        let link = status(Kind::Link("to/where".into()));
        known.add(10, Path::new("/d"), &status(Kind::Folder)).unwrap();
        known.add(11, Path::new("/d/link"), &link).unwrap();
        known.fetched(12, Path::new("/d/file"), &status(Kind::File), [9; 32]).unwrap();
        known.add(13, Path::new("/d/gone"), &status(Kind::File)).unwrap();
        known.remove(Path::new("/d/gone")).unwrap();
        let journal = folder.path().join("journal");
        let bytes = fs::read(&journal).unwrap();
        for cut in 0..40 {
            fs::write(&journal, [&bytes[..], &bytes[..cut]].concat()).unwrap();
            let mut read = Known::read(folder.path()).unwrap();
            assert_eq!(read.status(Path::new("/d/link")), Some(&link));
            assert_eq!(read.names(Path::new("/d")), ["file", "link"]);
            assert_eq!((read.origin(12), read.sum(12)), (Some(Path::new("/d/file")), Some([9; 32])));
            assert_eq!(read.status(Path::new("/d/gone")), None);
            // What follows is found, too.
            read.add(14, Path::new("/d/next"), &link).unwrap();
            let again = Known::read(folder.path()).unwrap();
            assert_eq!(again.origin(14), Some(Path::new("/d/next")), "cut {cut}");
        }
    }
}
