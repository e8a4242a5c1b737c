// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Exports`]: the parts of this machine's files that are served. The kernel resolves names beneath them, so that
//! neither `..`, nor a link, nor a mount leads out, whatever happens to the folders meanwhile.

use std::env;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{self, AtFlags, CWD, FileType, Mode, OFlags, ResolveFlags, Stat};
use rustix::io::{Errno, retry_on_intr};
use seaway_device::{Error, ErrorKind, OpenFlags, Operation, Result};

/// How often a name is looked up again that was changed by others meanwhile.
const TRIES: usize = 64;

#[derive(Debug)]
pub struct Exports {
    /// Longest path first.
    roots: Vec<Root>,
    read_only: bool,
    home: Option<PathBuf>,
}

#[derive(Debug)]
struct Root {
    /// As it was given, absolute; and without links. Names may begin with either.
    given: PathBuf,
    real: PathBuf,
    directory: OwnedFd,
}

/// A name beneath one of the exports.
#[derive(Debug)]
pub(super) struct Located<'e> {
    root: &'e Root,
    /// Beneath the root.
    relative: PathBuf,
    /// The whole name, for people.
    path: String,
}

impl Exports {
    /// Each a directory that exists.
    pub fn new(directories: &[PathBuf], read_only: bool) -> Result<Self> {
        let mut roots =
            directories.iter().map(|directory| Root::open(directory)).collect::<Result<Vec<_>>>()?;
        roots.sort_by_key(|root| std::cmp::Reverse(root.given.components().count()));
        Ok(Self { roots, read_only, home: env::home_dir().filter(|home| home.is_absolute()) })
    }

    /// All that this user may access.
    pub fn everything(read_only: bool) -> Result<Self> {
        Self::new(&[PathBuf::from("/")], read_only)
    }

    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.roots.iter().map(|root| root.given.as_path())
    }

    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    pub(super) fn locate(&self, operation: Operation, path: &str, directory: &str) -> Result<Located<'_>> {
        let refuse = |kind, path: &Path, detail: String| {
            Err(Error::new(kind, operation).with_path(path.display().to_string()).with_detail(detail))
        };
        let name = Path::new(path);
        if path.is_empty() || path.contains('\0') {
            return refuse(
                ErrorKind::BadFileName,
                name,
                "the file name is empty, or holds a zero byte".into(),
            );
        }
        let Some(whole) = self.absolute(name, directory) else {
            let detail =
                "the name is relative, and the user who serves has no home folder; use an absolute one";
            return refuse(ErrorKind::BadFileName, name, detail.into());
        };
        let beneath = self.roots.iter().find_map(|root| Some((root, root.beneath(&whole)?)));
        let Some((root, relative)) = beneath else {
            let roots: Vec<_> = self.paths().map(|path| path.display().to_string()).collect();
            let detail = format!(
                "it lies outside of what is exported ({}); see `seaway serve --export`",
                roots.join(", ")
            );
            return refuse(ErrorKind::AccessDenied, &whole, detail);
        };
        if relative.as_os_str().is_empty() {
            return refuse(ErrorKind::BadFileName, &whole, "it is a directory".into());
        }
        Ok(Located { root, relative, path: whole.display().to_string() })
    }

    /// Descriptor and status of a regular file.
    pub(super) fn open(&self, located: &Located<'_>, flags: OpenFlags) -> Result<(OwnedFd, Stat)> {
        if flags.intersects(OpenFlags::WRITE | OpenFlags::CREATE) {
            self.check_writable(Operation::Open, located)?;
        }
        let fail = |errno| located.failure(Operation::Open, errno);
        let fd = open_descriptor(located, flags).map_err(fail)?;
        let status = fs::fstat(&fd).map_err(fail)?;
        match FileType::from_raw_mode(status.st_mode) {
            FileType::RegularFile => {}
            FileType::Directory => return Err(fail(Errno::ISDIR)),
            _ => {
                let error = Error::new(ErrorKind::BadFileName, Operation::Open).with_path(&located.path);
                return Err(error.with_detail("only ordinary files are served to other machines"));
            }
        }
        fs::fcntl_setfl(&fd, OFlags::empty()).map_err(fail)?;
        Ok((fd, status))
    }

    pub(super) fn delete(&self, located: &Located<'_>) -> Result<()> {
        self.check_writable(Operation::Delete, located)?;
        let fail = |errno| located.failure(Operation::Delete, errno);
        let Some(Component::Normal(name)) = located.relative.components().next_back() else {
            return Err(fail(Errno::ISDIR));
        };
        let folder = located.relative.parent().filter(|folder| !folder.as_os_str().is_empty());
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let folder = located.root.open_beneath(folder.unwrap_or(Path::new(".")), flags).map_err(fail)?;
        retry_on_intr(|| fs::unlinkat(&folder, name, AtFlags::empty())).map_err(fail)
    }

    pub(super) fn stat(&self, located: &Located<'_>) -> Result<Stat> {
        let fail = |errno| located.failure(Operation::Open, errno);
        let fd =
            located.root.open_beneath(&located.relative, OFlags::PATH | OFlags::CLOEXEC).map_err(fail)?;
        fs::fstat(&fd).map_err(fail)
    }

    fn absolute(&self, path: &Path, directory: &str) -> Option<PathBuf> {
        let directory = Path::new(directory);
        if path.is_absolute() {
            return Some(path.into());
        }
        if directory.is_absolute() {
            return Some(directory.join(path));
        }
        Some(self.home.as_ref()?.join(directory).join(path))
    }

    fn check_writable(&self, operation: Operation, located: &Located<'_>) -> Result<()> {
        if !self.read_only {
            return Ok(());
        }
        let error = Error::new(ErrorKind::ReadOnly, operation).with_path(&located.path);
        Err(error.with_detail("it is exported for reading only"))
    }
}

impl Root {
    fn open(directory: &Path) -> Result<Self> {
        let fail = |error: io::Error| {
            let detail = format!("it cannot be exported: {error}");
            Error::from_io(Operation::Open, error)
                .with_path(directory.display().to_string())
                .with_detail(detail)
        };
        let given = std::path::absolute(directory).map_err(fail)?;
        let real = given.canonicalize().map_err(fail)?;
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let fd = fs::openat(CWD, &real, flags, Mode::empty()).map_err(|errno| fail(errno.into()))?;
        Ok(Self { given, real, directory: fd })
    }

    fn beneath(&self, path: &Path) -> Option<PathBuf> {
        let relative = path.strip_prefix(&self.given).or_else(|_| path.strip_prefix(&self.real));
        relative.ok().map(Path::to_owned)
    }

    /// There is no outside of everything: links and mounts lead where they lead for the user.
    fn resolve_flags(&self) -> ResolveFlags {
        if self.real == Path::new("/") {
            ResolveFlags::IN_ROOT | ResolveFlags::NO_MAGICLINKS
        } else {
            ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS | ResolveFlags::NO_XDEV
        }
    }

    fn open_beneath(&self, relative: &Path, flags: OFlags) -> Result<OwnedFd, Errno> {
        // The kernel takes no mode where nothing is made.
        let mode = if flags.contains(OFlags::CREATE) { Mode::from_raw_mode(0o666) } else { Mode::empty() };
        for _ in 0..TRIES {
            match fs::openat2(&self.directory, relative, flags, mode, self.resolve_flags()) {
                // A folder on the way was moved while `..` was looked at.
                Err(Errno::AGAIN | Errno::INTR) => {}
                other => return other,
            }
        }
        Err(Errno::AGAIN)
    }
}

/// A shared mapping and shared locks need a descriptor that can be read: a file for writing is opened for both where
/// its permissions allow that. `NONBLOCK`, so that a pipe is refused and not waited for.
fn open_descriptor(located: &Located<'_>, flags: OpenFlags) -> Result<OwnedFd, Errno> {
    let mut wanted = OFlags::CLOEXEC | OFlags::NOCTTY | OFlags::NONBLOCK;
    wanted.set(OFlags::CREATE, flags.contains(OpenFlags::CREATE));
    wanted.set(OFlags::EXCL, flags.contains(OpenFlags::CREATE | OpenFlags::EXCLUSIVE));
    let open = |mode| located.root.open_beneath(&located.relative, wanted | mode);
    if !flags.contains(OpenFlags::WRITE) {
        return open(OFlags::RDONLY);
    }
    match open(OFlags::RDWR) {
        Err(Errno::ACCESS) if !flags.contains(OpenFlags::READ) => open(OFlags::WRONLY),
        other => other,
    }
}

impl Located<'_> {
    pub(super) fn path(&self) -> &str {
        &self.path
    }

    fn failure(&self, operation: Operation, errno: Errno) -> Error {
        let explained = |kind, detail: &str| {
            Error::new(kind, operation).with_detail(detail).with_source(io::Error::from(errno))
        };
        let error = match errno {
            Errno::XDEV => explained(
                ErrorKind::AccessDenied,
                "it leads out of what is exported, by `..`, a link or a mount",
            ),
            Errno::LOOP => explained(
                ErrorKind::BadFileName,
                "it goes round in circles, or through a link of the system's",
            ),
            Errno::ISDIR => explained(ErrorKind::BadFileName, "it is a directory"),
            Errno::INVAL | Errno::NXIO | Errno::NODEV => {
                explained(ErrorKind::BadFileName, "the system takes no such name")
            }
            Errno::NOSYS => explained(ErrorKind::Unsupported, "serving files needs Linux 5.6 or newer"),
            Errno::AGAIN => explained(ErrorKind::FileInUse, "somebody holds or moves it"),
            _ => Error::from_io(operation, errno.into()),
        };
        error.with_path(&self.path)
    }
}
