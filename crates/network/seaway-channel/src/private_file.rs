// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files of the user that nobody else may read: made on first use, refused where others may use them.

use std::env;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind as IoKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use seaway_device::{Error, ErrorKind, Operation, Result};

use crate::random::{hexadecimal, random_bytes};

pub(crate) const SECRET_VARIABLE: &str = "SEAWAY_SECRET_FILE";
/// What lies in such a file is short. More is something else.
const LONGEST: u64 = 64 << 10;

/// Where the secret lies: at `SEAWAY_SECRET_FILE`, or `seaway/secret` in the user's configuration folder.
pub(crate) fn secret_path() -> Result<PathBuf> {
    let set = |variable: &str| env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(file) = set(SECRET_VARIABLE) {
        return Ok(file);
    }
    let folder = set("XDG_CONFIG_HOME").filter(|folder| folder.is_absolute());
    // `home_dir` knows the user database where HOME is not set.
    let folder =
        folder.or_else(|| env::home_dir().filter(|home| home.is_absolute()).map(|home| home.join(".config")));
    folder.map(|folder| folder.join("seaway/secret")).ok_or_else(|| {
        Error::new(ErrorKind::AccessDenied, Operation::Configure).with_detail(format!(
            "this user has no home folder to keep the secret in that connections prove; set {SECRET_VARIABLE}"
        ))
    })
}

/// The text of the file at `path`, which holds `what`. Where there is none, `contents` is what it becomes.
pub(crate) fn load_or_make(
    path: &Path,
    what: &str,
    contents: impl FnOnce() -> Result<String>,
) -> Result<String> {
    let failed = |error: io::Error| unusable(path, what, error);
    let file = match File::open(path) {
        Err(error) if error.kind() == IoKind::NotFound => {
            let contents = contents()?;
            make(path, &contents).map_err(failed)?
        }
        opened => opened.map_err(failed)?,
    };
    check_owner(path, what, &file)?;
    let mut text = String::new();
    file.take(LONGEST).read_to_string(&mut text).map_err(failed)?;
    Ok(text)
}

/// A file that does not hold what it should.
pub(crate) fn refused(path: &Path, detail: impl Into<String>) -> Error {
    Error::new(ErrorKind::AccessDenied, Operation::Configure)
        .with_path(path.display().to_string())
        .with_detail(detail)
}

pub(crate) fn make_folder_of(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.map_or(Ok(()), |folder| DirBuilder::new().recursive(true).mode(0o700).create(folder))
}

/// Two first users at the same time agree: the whole file appears under its name at once, and the second finds it there.
fn make(path: &Path, contents: &str) -> io::Result<File> {
    make_folder_of(path)?;
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}", hexadecimal(&random_bytes::<8>().map_err(io::Error::other)?)));
    let temporary = PathBuf::from(temporary);
    let made = write_new(&temporary, contents).and_then(|()| fs::hard_link(&temporary, path));
    let _ = fs::remove_file(&temporary);
    match made {
        Err(error) if error.kind() != IoKind::AlreadyExists => Err(error),
        _ => File::open(path),
    }
}

pub(crate) fn write_new(path: &Path, contents: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(contents.as_bytes())?;
    file.sync_all()
}

fn check_owner(path: &Path, what: &str, file: &File) -> Result<()> {
    let metadata = file.metadata().map_err(|error| unusable(path, what, error))?;
    if metadata.uid() != rustix::process::geteuid().as_raw() {
        return Err(refused(path, format!("the file with {what} belongs to another user")));
    }
    if metadata.mode() & 0o077 != 0 {
        return Err(refused(
            path,
            format!("others may use the file with {what}; remove it, and a new one is made"),
        ));
    }
    Ok(())
}

fn unusable(path: &Path, what: &str, error: io::Error) -> Error {
    let detail = format!("{what} cannot be used: {error}; {SECRET_VARIABLE} names another place");
    Error::from_io(Operation::Configure, error).with_path(path.display().to_string()).with_detail(detail)
}
