// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Secret`]: what the programs of one user know and nobody else does. Every connection proves it, so that an open
//! port is no open door.
//!
//! It lies in one file of the user, made on first use. A file that others may read is refused: it is no secret.

use std::env;
use std::fmt;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind as IoKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::rand::{GetRandomFlags, getrandom};
use seaway_device::{Error, ErrorKind, Operation, Result};

pub(crate) const SECRET_BYTES: usize = 32;
const FILE_VARIABLE: &str = "SEAWAY_SECRET_FILE";

/// 32 random bytes. `Debug` does not show them.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; SECRET_BYTES]);

impl Secret {
    /// The user's secret: of `SEAWAY_SECRET_FILE`, or `seaway/secret` in the user's configuration folder.
    pub fn load() -> Result<Self> {
        Self::load_from(&place()?)
    }

    pub fn from_bytes(bytes: [u8; SECRET_BYTES]) -> Self {
        Self(bytes)
    }

    pub fn bytes(&self) -> &[u8; SECRET_BYTES] {
        &self.0
    }

    fn load_from(path: &Path) -> Result<Self> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == IoKind::NotFound => {
                make(path).map_err(|error| unusable(path, error))?
            }
            Err(error) => return Err(unusable(path, error)),
        };
        check_owner(path, &file)?;
        let mut text = String::new();
        // One byte more than a secret and a line's end: enough to see that a file is something else.
        let longest = SECRET_BYTES as u64 * 2 + 2;
        file.take(longest).read_to_string(&mut text).map_err(|error| unusable(path, error))?;
        parse(text.trim_end()).map(Self).ok_or_else(|| {
            refused(path, "the file with the secret should hold 64 hexadecimal digits; remove it, and a new one is made")
        })
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// Random bytes that nobody can guess.
pub(crate) fn random_bytes<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    let mut filled = 0;
    while filled < N {
        match getrandom(&mut bytes[filled..], GetRandomFlags::empty()) {
            Ok(more) => filled += more,
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(Error::from_io(Operation::Configure, error.into())),
        }
    }
    Ok(bytes)
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    use fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn place() -> Result<PathBuf> {
    let set = |variable: &str| env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(file) = set(FILE_VARIABLE) {
        return Ok(file);
    }
    let folder = set("XDG_CONFIG_HOME").filter(|folder| folder.is_absolute());
    // `home_dir` knows the user database where HOME is not set.
    let folder =
        folder.or_else(|| env::home_dir().filter(|home| home.is_absolute()).map(|home| home.join(".config")));
    folder.map(|folder| folder.join("seaway/secret")).ok_or_else(|| {
        Error::new(ErrorKind::AccessDenied, Operation::Configure).with_detail(format!(
            "this user has no home folder to keep the secret in that connections prove; set {FILE_VARIABLE}"
        ))
    })
}

/// Two first users at the same time agree: the whole file appears under its name at once, and the second finds it there.
fn make(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    }
    let random = |error: Error| io::Error::other(error);
    let text = hexadecimal(&random_bytes::<SECRET_BYTES>().map_err(random)?);
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}", hexadecimal(&random_bytes::<8>().map_err(random)?)));
    let temporary = PathBuf::from(temporary);
    let made = write_new(&temporary, &text).and_then(|()| fs::hard_link(&temporary, path));
    let _ = fs::remove_file(&temporary);
    match made {
        Err(error) if error.kind() != IoKind::AlreadyExists => Err(error),
        _ => File::open(path),
    }
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    writeln!(file, "{text}")?;
    file.sync_all()
}

fn check_owner(path: &Path, file: &File) -> Result<()> {
    let metadata = file.metadata().map_err(|error| unusable(path, error))?;
    if metadata.uid() != rustix::process::geteuid().as_raw() {
        return Err(refused(path, "the file with the secret belongs to another user"));
    }
    if metadata.mode() & 0o077 != 0 {
        return Err(refused(
            path,
            "others may use the file with the secret; remove it, and a new one is made",
        ));
    }
    Ok(())
}

fn parse(text: &str) -> Option<[u8; SECRET_BYTES]> {
    let digits = text.as_bytes();
    if digits.len() != SECRET_BYTES * 2 {
        return None;
    }
    let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let mut bytes = [0; SECRET_BYTES];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}

fn refused(path: &Path, detail: &str) -> Error {
    Error::new(ErrorKind::AccessDenied, Operation::Configure)
        .with_path(path.display().to_string())
        .with_detail(detail)
}

fn unusable(path: &Path, error: io::Error) -> Error {
    let detail = format!(
        "the secret that connections prove cannot be used: {error}; {FILE_VARIABLE} names another place"
    );
    Error::from_io(Operation::Configure, error).with_path(path.display().to_string()).with_detail(detail)
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;
    use std::thread;

    use super::*;

    #[test]
    fn first_users_at_the_same_time_agree() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/seaway/secret");
        let secrets: Vec<Secret> = thread::scope(|scope| {
            let users: Vec<_> = (0..8).map(|_| scope.spawn(|| Secret::load_from(&path).unwrap())).collect();
            users.into_iter().map(|user| user.join().unwrap()).collect()
        });
        assert!(secrets.iter().all(|secret| *secret == secrets[0]));
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
        let parent = path.parent().unwrap();
        assert_eq!(fs::metadata(parent).unwrap().mode() & 0o777, 0o700);
        assert_eq!(fs::read_dir(parent).unwrap().count(), 1, "temporary files are gone");
        assert_eq!(Secret::load_from(&path).unwrap(), secrets[0], "and it stays");
    }

    #[test]
    fn secret_that_others_may_read_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        Secret::load_from(&path).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        let error = Secret::load_from(&path).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AccessDenied);
        assert!(error.to_string().contains("others may use"), "{error}");
    }

    #[test]
    fn file_that_is_no_secret_is_refused() {
        let check = |text: &str| {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("secret");
            write_new(&path, text).unwrap();
            let error = Secret::load_from(&path).unwrap_err();
            assert!(error.to_string().contains("64 hexadecimal digits"), "{text:?}: {error}");
        };
        check("");
        check("12");
        check(&"g".repeat(64));
        check(&"0".repeat(65));
    }

    #[test]
    fn secret_is_not_shown() {
        assert_eq!(format!("{:?}", Secret::from_bytes([7; 32])), "Secret(..)");
    }
}
