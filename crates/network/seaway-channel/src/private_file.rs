// SPDX-License-Identifier: MIT OR Apache-2.0
//! Private files of the user: created on first use, rejected if others can access them.

use std::env;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind as IoKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use seaway_device_api::{Error, ErrorKind, Operation, Result};

use crate::random::{hexadecimal, random_bytes};

pub(crate) const SECRET_VARIABLE: &str = "SEAWAY_SECRET_FILE";
/// Such files are short. A longer one is something else.
pub(crate) const LONGEST: u64 = 64 << 10;

/// Path of the secret: `SEAWAY_SECRET_FILE`, or `seaway/secret` in the user's configuration directory.
pub(crate) fn secret_path() -> Result<PathBuf> {
    let set = |variable: &str| env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(file) = set(SECRET_VARIABLE) {
        return Ok(file);
    }
    let folder = set("XDG_CONFIG_HOME").filter(|folder| folder.is_absolute());
    // `home_dir` falls back to the user database where HOME is not set.
    let folder =
        folder.or_else(|| env::home_dir().filter(|home| home.is_absolute()).map(|home| home.join(".config")));
    folder.map(|folder| folder.join("seaway/secret")).ok_or_else(|| {
        Error::new(ErrorKind::AccessDenied, Operation::Configure)
            .with_detail(format!("this user has no home directory for the secret; set {SECRET_VARIABLE}"))
    })
}

/// The text of the file at `path`, which holds `what`. A missing file is created with `contents`.
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

/// A file with unexpected contents or permissions.
pub(crate) fn refused(path: &Path, detail: impl Into<String>) -> Error {
    Error::new(ErrorKind::AccessDenied, Operation::Configure)
        .with_path(path.display().to_string())
        .with_detail(detail)
}

pub(crate) fn make_folder_of(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.map_or(Ok(()), |folder| DirBuilder::new().recursive(true).mode(0o700).create(folder))
}

/// The complete file appears under its name atomically: of two concurrent first users, the second finds the
/// first one's.
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
            format!("other users can access the file with {what}; remove it, and a new one is created"),
        ));
    }
    Ok(())
}

fn unusable(path: &Path, what: &str, error: io::Error) -> Error {
    let detail = format!("{what} cannot be used: {error}; set {SECRET_VARIABLE} to use another file");
    Error::from_io(Operation::Configure, error).with_path(path.display().to_string()).with_detail(detail)
}
