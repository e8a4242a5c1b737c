// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Listing`]: all that is to be copied, listed before the first byte moves, so that the copy of a directory
//! into itself ends, and that totals are known.

use std::collections::HashMap;
use std::fs::{self, File, Metadata};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use seaway_device_api::ErrorKind;
use seaway_messages::{Attribute, Entry, EntryKind, Filter, MAX_PATH, RunTerms};

use crate::failure::CopyError;
use crate::filters::is_wanted;

/// What identifies the content of a source: if it is the same before and after reading, the content was, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identity {
    pub size: u64,
    pub device: u64,
    pub inode: u64,
    /// Times of the last change of content and of status, in nanoseconds.
    pub changed: i128,
    pub status_changed: i128,
}

/// The content of one file.
pub trait Content: Send + Sync {
    /// Fewer bytes only at the end of the file.
    fn read_at(&self, into: &mut [u8], offset: u64) -> io::Result<usize>;
    fn identity(&self) -> io::Result<Identity>;
    /// Whether this range has no data, as far as it is known.
    fn is_hole(&self, _offset: u64, _len: u64) -> bool {
        false
    }
}

/// Opens the content of a listed file.
pub type Opener = Arc<dyn Fn() -> io::Result<Arc<dyn Content>> + Send + Sync>;

/// An entry, and where its content is.
#[derive(Clone)]
pub struct Listed {
    pub entry: Entry,
    /// Of a file.
    pub open: Option<Opener>,
}

impl std::fmt::Debug for Listed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.entry.fmt(f)
    }
}

#[derive(Debug, Default)]
pub struct Listing {
    /// Directories before what is in them.
    pub entries: Vec<Listed>,
    pub failures: Vec<CopyError>,
}

impl Listing {
    pub fn bytes(&self) -> u64 {
        let files = self.entries.iter().filter(|listed| listed.entry.kind == EntryKind::File);
        files.map(|listed| listed.entry.size).sum()
    }

    pub fn files(&self) -> u64 {
        self.entries.iter().filter(|listed| listed.entry.kind != EntryKind::Directory).count() as u64
    }

    /// Adds a local file or directory; its name in the listing is its last part.
    pub fn add(&mut self, path: &Path, terms: &RunTerms) {
        self.add_beneath(path, terms, Vec::new());
    }

    /// As [`Self::add`], with nothing that is outside of these directories once it is opened. None: everything.
    pub fn add_beneath(&mut self, path: &Path, terms: &RunTerms, roots: Vec<PathBuf>) {
        let roots: Arc<[PathBuf]> = roots.into();
        let walk = &mut Walk { listing: self, terms, names: HashMap::new(), roots };
        let given = path.as_os_str().as_bytes();
        // A link that is given is followed if it has a trailing slash, as everywhere.
        let metadata = match fs::symlink_metadata(path) {
            Ok(metadata) => metadata,
            Err(error) => return walk.failed(given, &error),
        };
        // `.` and `..` have names, too.
        let name = match path.file_name() {
            Some(name) => name.as_bytes().to_vec(),
            None => match path.canonicalize().ok().as_deref().and_then(Path::file_name) {
                Some(name) => name.as_bytes().to_vec(),
                None => {
                    return walk
                        .refused(given, "it has no name that a copy could have; name its content, /*");
                }
            },
        };
        if metadata.is_dir() && !terms.recursive {
            return walk.refused(given, "it is a directory; copy it with -r");
        }
        walk.visit(path, name, &metadata);
    }
}

struct Walk<'w> {
    listing: &'w mut Listing,
    terms: &'w RunTerms,
    /// The first name of files that have several.
    names: HashMap<(u64, u64), Vec<u8>>,
    roots: Arc<[PathBuf]>,
}

impl Walk<'_> {
    fn failed(&mut self, name: &[u8], error: &io::Error) {
        self.listing.failures.push(CopyError::of_io(name, error));
    }

    fn refused(&mut self, name: &[u8], why: &str) {
        self.listing.failures.push(CopyError::new(name, ErrorKind::BadFileName, why));
    }

    fn visit(&mut self, path: &Path, name: Vec<u8>, metadata: &Metadata) {
        if !is_wanted(self.filters(), &name) {
            return;
        }
        if name.len() > MAX_PATH {
            return self.refused(&name, "its path has more than 4096 bytes");
        }
        let attributes = match self.terms.attributes {
            true => attributes_of(path),
            false => Ok(Vec::new()),
        };
        let attributes = match attributes {
            Ok(attributes) => attributes,
            Err(error) => return self.failed(path.as_os_str().as_bytes(), &error),
        };
        let entry = Entry { attributes, ..entry_of(name, metadata) };
        let kind = metadata.file_type();
        if kind.is_dir() {
            let name = entry.name.clone();
            self.listing.entries.push(Listed { entry, open: None });
            self.descend(path, &name);
        } else if kind.is_symlink() {
            match fs::read_link(path) {
                Ok(target) => {
                    let link = target.into_os_string().into_vec();
                    let entry = Entry { kind: EntryKind::Symlink, size: 0, sparse: false, link, ..entry };
                    self.listing.entries.push(Listed { entry, open: None });
                }
                Err(error) => self.failed(path.as_os_str().as_bytes(), &error),
            }
        } else if kind.is_file() {
            self.file(path, entry, metadata);
        } else {
            self.refused(
                path.as_os_str().as_bytes(),
                "it is neither a file, a directory nor a symbolic link: skipped",
            );
        }
    }

    fn file(&mut self, path: &Path, entry: Entry, metadata: &Metadata) {
        if metadata.nlink() > 1 {
            let key = (metadata.dev(), metadata.ino());
            if let Some(first) = self.names.get(&key) {
                let entry =
                    Entry { kind: EntryKind::HardLink, size: 0, sparse: false, link: first.clone(), ..entry };
                return self.listing.entries.push(Listed { entry, open: None });
            }
            self.names.insert(key, entry.name.clone());
        }
        let (path, roots) = (path.to_owned(), Arc::clone(&self.roots));
        let open: Opener = Arc::new(move || {
            let content = LocalContent::open(&path)?;
            check_inside(&roots, Path::new(&format!("/proc/self/fd/{}", content.file.as_raw_fd())))?;
            Ok(Arc::new(content))
        });
        self.listing.entries.push(Listed { entry, open: Some(open) });
    }

    fn descend(&mut self, path: &Path, name: &[u8]) {
        let is_inside = check_inside(&self.roots, path);
        let mut inside = match is_inside
            .and_then(|()| fs::read_dir(path))
            .and_then(Iterator::collect::<io::Result<Vec<_>>>)
        {
            Ok(inside) => inside,
            Err(error) => return self.failed(path.as_os_str().as_bytes(), &error),
        };
        inside.sort_by_key(fs::DirEntry::file_name);
        for child in inside {
            let child_name = [name, b"/", child.file_name().as_bytes()].concat();
            match child.metadata() {
                Ok(metadata) => self.visit(&child.path(), child_name, &metadata),
                // It was removed meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => self.failed(child.path().as_os_str().as_bytes(), &error),
            }
        }
    }

    fn filters(&self) -> &[Filter] {
        &self.terms.filters
    }
}

/// Whether what a path leads to is where it may be: links may have been changed meanwhile.
fn check_inside(roots: &[PathBuf], path: &Path) -> io::Result<()> {
    if roots.is_empty() {
        return Ok(());
    }
    let real = fs::canonicalize(path)?;
    match roots.iter().any(|root| real.starts_with(root)) {
        true => Ok(()),
        false => {
            Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is outside the exported directories"))
        }
    }
}

fn entry_of(name: Vec<u8>, metadata: &Metadata) -> Entry {
    let is_file = metadata.is_file();
    Entry {
        name,
        kind: if metadata.is_dir() { EntryKind::Directory } else { EntryKind::File },
        mode: metadata.mode() & 0o7777,
        seconds: metadata.mtime(),
        nanoseconds: u32::try_from(metadata.mtime_nsec()).unwrap_or(0),
        size: if is_file { metadata.len() } else { 0 },
        sparse: is_file && metadata.blocks().saturating_mul(512) < metadata.len(),
        link: Vec::new(),
        attributes: Vec::new(),
    }
}

/// Those that a user may set; the others are the system's.
fn attributes_of(path: &Path) -> io::Result<Vec<Attribute>> {
    let mut names = vec![0; 64 << 10];
    let len = match rustix::fs::llistxattr(path, &mut names[..]) {
        Ok(len) => len,
        Err(rustix::io::Errno::NOTSUP) => return Ok(Vec::new()),
        Err(errno) => return Err(errno.into()),
    };
    let mut attributes = Vec::new();
    for name in names[..len].split(|&byte| byte == 0).filter(|name| name.starts_with(b"user.")) {
        let mut value = vec![0; 64 << 10];
        let len = rustix::fs::lgetxattr(path, name, &mut value[..])?;
        value.truncate(len);
        attributes.push(Attribute { name: name.to_vec(), value });
    }
    Ok(attributes)
}

/// A file of this machine.
#[derive(Debug)]
pub struct LocalContent {
    file: File,
}

impl LocalContent {
    /// Regular files only: opening a pipe would wait for its writer.
    pub fn open(path: &Path) -> io::Result<Self> {
        let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY;
        let file = File::options().read(true).custom_flags(flags).open(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("it is not a regular file any more"));
        }
        Ok(Self { file })
    }

    /// For comparison with another file.
    pub fn path_identity(path: &Path) -> io::Result<(u64, u64)> {
        let metadata = fs::metadata(PathBuf::from(path))?;
        Ok((metadata.dev(), metadata.ino()))
    }
}

impl Content for LocalContent {
    fn read_at(&self, into: &mut [u8], offset: u64) -> io::Result<usize> {
        let mut filled = 0;
        while filled < into.len() {
            match self.file.read_at(&mut into[filled..], offset + filled as u64) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }

    fn identity(&self) -> io::Result<Identity> {
        let metadata = self.file.metadata()?;
        let time =
            |seconds: i64, nanoseconds: i64| i128::from(seconds) * 1_000_000_000 + i128::from(nanoseconds);
        Ok(Identity {
            size: metadata.len(),
            device: metadata.dev(),
            inode: metadata.ino(),
            changed: time(metadata.mtime(), metadata.mtime_nsec()),
            status_changed: time(metadata.ctime(), metadata.ctime_nsec()),
        })
    }

    fn is_hole(&self, offset: u64, len: u64) -> bool {
        match rustix::fs::seek(&self.file, rustix::fs::SeekFrom::Data(offset)) {
            Ok(data) => data >= offset + len,
            // No data from here on.
            Err(rustix::io::Errno::NXIO) => true,
            Err(_) => false,
        }
    }
}
