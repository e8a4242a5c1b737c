// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Exports`]: the directories of this machine that are served. The kernel resolves names beneath them, so
//! that neither `..`, nor a symbolic link, nor a mount leads out, even if directories are changed meanwhile.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Component, Path, PathBuf};

use rustix::fs::{self, AtFlags, CWD, FileType, Mode, OFlags, ResolveFlags, Stat};
use rustix::io::{Errno, retry_on_intr};
use seaway_device_api::{Error, ErrorKind, OpenFlags, Operation, Result};

use crate::descriptors;

/// How often a name is looked up again if others change it meanwhile.
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
    /// As given, absolute; and with links resolved. Names may begin with either.
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
    /// The whole name, for messages.
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

    /// All files that this user may access.
    pub fn everything(read_only: bool) -> Result<Self> {
        Self::new(&[PathBuf::from("/")], read_only)
    }

    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.roots.iter().map(|root| root.given.as_path())
    }

    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// Whether the file of this name is exported.
    pub fn contains(&self, path: &str, directory: &str) -> bool {
        self.locate(Operation::Open, path, directory).is_ok()
    }

    /// The whole name of something that is exported.
    pub(crate) fn whole(&self, path: &Path) -> Result<PathBuf> {
        let refuse = |kind, detail: String| {
            Err(Error::new(kind, Operation::Open).with_path(path.display().to_string()).with_detail(detail))
        };
        if path.as_os_str().is_empty() || path.as_os_str().as_bytes().contains(&0) {
            return refuse(ErrorKind::BadFileName, "the file name is empty, or contains a zero byte".into());
        }
        let relative = path.strip_prefix("~").unwrap_or(path);
        let Some(whole) = self.absolute(relative, "") else {
            return refuse(
                ErrorKind::BadFileName,
                "the serving user has no home directory; use an absolute name".into(),
            );
        };
        if self.roots.iter().any(|root| root.beneath(&whole).is_some()) {
            return Ok(whole);
        }
        let roots: Vec<_> = self.paths().map(|path| path.display().to_string()).collect();
        let detail =
            format!("{} is outside the exported directories ({})", whole.display(), roots.join(", "));
        refuse(ErrorKind::AccessDenied, detail)
    }

    /// A directory that exists, beneath an export.
    pub(crate) fn open_folder(&self, path: &Path) -> io::Result<OwnedFd> {
        let beneath = self.roots.iter().find_map(|root| Some((root, root.beneath(path)?)));
        let Some((root, relative)) = beneath else { return Err(io::ErrorKind::PermissionDenied.into()) };
        let relative = if relative.as_os_str().is_empty() { Path::new(".") } else { &relative };
        Ok(root.open_beneath(relative, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC)?)
    }

    /// With links resolved.
    pub(crate) fn real_roots(&self) -> Vec<PathBuf> {
        self.roots.iter().map(|root| root.real.clone()).collect()
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
                "the file name is empty, or contains a zero byte".into(),
            );
        }
        let Some(whole) = self.absolute(name, directory) else {
            let detail =
                "the name is relative, and the serving user has no home directory; use an absolute one";
            return refuse(ErrorKind::BadFileName, name, detail.into());
        };
        let beneath = self.roots.iter().find_map(|root| Some((root, root.beneath(&whole)?)));
        let Some((root, relative)) = beneath else {
            let roots: Vec<_> = self.paths().map(|path| path.display().to_string()).collect();
            let detail = format!(
                "it is outside the exported directories ({}); see `seaway serve --export`",
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
        let fd = open_regular(located, flags)?;
        if descriptors::is_reserved(&fd) {
            return Err(fail(Errno::MFILE));
        }
        let status = fs::fstat(&fd).map_err(fail)?;
        fs::fcntl_setfl(&fd, OFlags::empty()).map_err(fail)?;
        Ok((fd, status))
    }

    pub(super) fn delete(&self, located: &Located<'_>) -> Result<()> {
        self.check_writable(Operation::Delete, located)?;
        let fail = |errno| located.failure(Operation::Delete, errno);
        let (folder, name) = located.folder_and_name().map_err(fail)?;
        retry_on_intr(|| fs::unlinkat(&folder, name, AtFlags::empty())).map_err(fail)
    }

    /// `FileExists` where there is a file of the new name, unless it is to be replaced.
    pub(super) fn rename(&self, from: &Located<'_>, to: &Located<'_>, replace: bool) -> Result<()> {
        self.check_writable(Operation::Open, from)?;
        let fail = |errno| from.failure(Operation::Open, errno);
        let (old_folder, old_name) = from.folder_and_name().map_err(fail)?;
        let (new_folder, new_name) =
            to.folder_and_name().map_err(|errno| to.failure(Operation::Open, errno))?;
        // Only files are served.
        let status = fs::statat(&old_folder, old_name, AtFlags::SYMLINK_NOFOLLOW).map_err(fail)?;
        if FileType::from_raw_mode(status.st_mode) == FileType::Directory {
            return Err(fail(Errno::ISDIR));
        }
        let flags = if replace { fs::RenameFlags::empty() } else { fs::RenameFlags::NOREPLACE };
        retry_on_intr(|| fs::renameat_with(&old_folder, old_name, &new_folder, new_name, flags)).map_err(fail)
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

    /// Without a root there is no outside: links and mounts are followed as usual.
    fn resolve_flags(&self) -> ResolveFlags {
        if self.real == Path::new("/") {
            ResolveFlags::IN_ROOT | ResolveFlags::NO_MAGICLINKS
        } else {
            ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS | ResolveFlags::NO_XDEV
        }
    }

    /// Target of a symbolic link, as a name beneath the root. `None`: not a link, or gone.
    fn follow(&self, relative: &Path) -> Result<Option<PathBuf>, Errno> {
        let link = match self.open_beneath(relative, OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC) {
            Ok(link) => link,
            Err(Errno::NOENT) => return Ok(None),
            Err(errno) => return Err(errno),
        };
        let target = match fs::readlinkat(&link, c"", Vec::new()) {
            Ok(target) => PathBuf::from(OsString::from_vec(target.into_bytes())),
            Err(Errno::INVAL | Errno::NOENT) => return Ok(None),
            Err(errno) => return Err(errno),
        };
        match target.strip_prefix("/") {
            Ok(beneath) if self.real == Path::new("/") => Ok(Some(beneath.to_owned())),
            Ok(_) => Err(Errno::XDEV),
            // The kernel resolves it, relative to the link's directory.
            Err(_) => Ok(Some(relative.parent().unwrap_or(Path::new("")).join(target))),
        }
    }

    fn open_beneath(&self, relative: &Path, flags: OFlags) -> Result<OwnedFd, Errno> {
        // The kernel rejects a mode unless a file is created.
        let mode = if flags.contains(OFlags::CREATE) { Mode::from_raw_mode(0o666) } else { Mode::empty() };
        for _ in 0..TRIES {
            match fs::openat2(&self.directory, relative, flags, mode, self.resolve_flags()) {
                // A directory on the path was moved while `..` was resolved.
                Err(Errno::AGAIN | Errno::INTR) => {}
                other => return other,
            }
        }
        Err(Errno::AGAIN)
    }
}

/// Opens only regular files: opening a pipe would unblock a local writer, whose bytes would be lost, and
/// opening a device may have any effect. So the name is looked up first, without opening its target; a
/// regular file is then opened through its descriptor, which no rename or link can redirect.
fn open_regular(located: &Located<'_>, flags: OpenFlags) -> Result<OwnedFd> {
    let fail = |errno| located.failure(Operation::Open, errno);
    let (creates, exclusive) =
        (flags.contains(OpenFlags::CREATE), flags.contains(OpenFlags::CREATE | OpenFlags::EXCLUSIVE));
    let mut relative = located.relative.clone();
    for _ in 0..TRIES {
        if !exclusive {
            match located.root.open_beneath(&relative, OFlags::PATH | OFlags::CLOEXEC) {
                Ok(found) => return open_found(located, &found, flags),
                Err(Errno::NOENT) if creates => {}
                Err(errno) => return Err(fail(errno)),
            }
        }
        // EXCL: either this creates a regular file now, or another process has created something, which is
        // checked first.
        let wanted = OFlags::CLOEXEC | OFlags::NOCTTY | OFlags::CREATE | OFlags::EXCL;
        match open_for(flags, |mode| located.root.open_beneath(&relative, wanted | mode)) {
            Err(Errno::EXIST) if !exclusive => {
                // A dangling link: its target is created.
                relative = located.root.follow(&relative).map_err(fail)?.unwrap_or(relative);
            }
            other => return other.map_err(fail),
        }
    }
    Err(fail(Errno::AGAIN))
}

/// Opens the file found, if it is regular.
fn open_found(located: &Located<'_>, found: &OwnedFd, flags: OpenFlags) -> Result<OwnedFd> {
    let fail = |errno| located.failure(Operation::Open, errno);
    match FileType::from_raw_mode(fs::fstat(found).map_err(fail)?.st_mode) {
        FileType::RegularFile => {}
        FileType::Directory => return Err(fail(Errno::ISDIR)),
        _ => {
            let error = Error::new(ErrorKind::BadFileName, Operation::Open).with_path(&located.path);
            return Err(error.with_detail("only regular files are served to other machines"));
        }
    }
    let path = format!("/proc/self/fd/{}", found.as_raw_fd());
    let open = |mode| {
        retry_on_intr(|| {
            fs::openat(CWD, &path, OFlags::CLOEXEC | OFlags::NOCTTY | OFlags::NONBLOCK | mode, Mode::empty())
        })
    };
    open_for(flags, open).map_err(|errno| match errno {
        // The file was found, but not /proc.
        Errno::NOENT => {
            let error = Error::new(ErrorKind::Unsupported, Operation::Open).with_path(&located.path);
            error.with_detail("serving files needs /proc to be mounted")
        }
        errno => fail(errno),
    })
}

/// A shared mapping and shared locks need a readable descriptor: a file for writing is opened for both if its
/// permissions allow that.
fn open_for(flags: OpenFlags, open: impl Fn(OFlags) -> Result<OwnedFd, Errno>) -> Result<OwnedFd, Errno> {
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

    /// The folder that a name is in, opened, and the last part of the name.
    fn folder_and_name(&self) -> Result<(OwnedFd, &OsStr), Errno> {
        let Some(Component::Normal(name)) = self.relative.components().next_back() else {
            return Err(Errno::ISDIR);
        };
        let folder = self.relative.parent().filter(|folder| !folder.as_os_str().is_empty());
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok((self.root.open_beneath(folder.unwrap_or(Path::new(".")), flags)?, name))
    }

    fn failure(&self, operation: Operation, errno: Errno) -> Error {
        let explained = |kind, detail: &str| {
            Error::new(kind, operation).with_detail(detail).with_source(io::Error::from(errno))
        };
        let error = match errno {
            Errno::XDEV => explained(
                ErrorKind::AccessDenied,
                "it leads out of the exported directory, by `..`, a link or a mount",
            ),
            Errno::LOOP => explained(
                ErrorKind::BadFileName,
                "it has a loop of symbolic links, or goes through a magic link of /proc",
            ),
            Errno::ISDIR => explained(ErrorKind::BadFileName, "it is a directory"),
            Errno::INVAL | Errno::NXIO | Errno::NODEV => {
                explained(ErrorKind::BadFileName, "the system does not accept this name")
            }
            Errno::NOSYS => explained(ErrorKind::Unsupported, "serving files needs Linux 5.6 or newer"),
            Errno::MFILE | Errno::NFILE => explained(ErrorKind::Io, &descriptors::refusal("open files")),
            Errno::AGAIN => explained(ErrorKind::FileInUse, "another process has locked it or is moving it"),
            _ => Error::from_io(operation, errno.into()),
        };
        error.with_path(&self.path)
    }
}
