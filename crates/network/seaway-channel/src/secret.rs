// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Secret`]: what the programs of one user know and nobody else does. Every connection proves it, so that an open
//! port is no open door.
//!
//! It lies in one file of the user, made on first use. A file that others may read is refused: it is no secret.

use std::fmt;
use std::path::Path;

use hmac::{Hmac, KeyInit, Mac};
use seaway_device::{Error, ErrorKind, Operation, Result};
use sha2::Sha256;

use crate::private_file::{load_or_make, refused, secret_path};
use crate::random::{from_hexadecimal, hexadecimal, random_bytes};

pub const SECRET_BYTES: usize = 32;
const WHAT: &str = "the secret that connections prove";
/// First in what a bound secret is made of, so that it is like no proof.
const BINDING: &[u8] = b"seaway binding\0";

/// 32 random bytes. `Debug` does not show them.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; SECRET_BYTES]);

impl Secret {
    /// The user's secret: of `SEAWAY_SECRET_FILE`, or `seaway/secret` in the user's configuration folder.
    pub fn load() -> Result<Self> {
        Self::load_from(&secret_path()?)
    }

    /// One that nobody else has yet.
    pub fn fresh() -> Result<Self> {
        random_bytes().map(Self)
    }

    pub fn from_bytes(bytes: [u8; SECRET_BYTES]) -> Self {
        Self(bytes)
    }

    pub fn bytes(&self) -> &[u8; SECRET_BYTES] {
        &self.0
    }

    /// What [`Self::to_text`] wrote.
    pub fn from_text(text: &str) -> Option<Self> {
        from_hexadecimal(text).map(Self)
    }

    /// 64 hexadecimal digits, to be told to those who may know.
    pub fn to_text(&self) -> String {
        hexadecimal(&self.0)
    }

    /// The secret as proved inside of something that has a `name` both ends see, and nobody in between can choose.
    pub(crate) fn bound_to(&self, name: &[u8]) -> Result<Self> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).map_err(|error| {
            Error::new(ErrorKind::Internal, Operation::Open).with_detail(error.to_string())
        })?;
        mac.update(BINDING);
        mac.update(name);
        Ok(Self(mac.finalize().into_bytes().into()))
    }

    fn load_from(path: &Path) -> Result<Self> {
        let fresh = || Ok(Self::fresh()?.to_text() + "\n");
        let text = load_or_make(path, WHAT, fresh)?;
        Self::from_text(text.trim_end()).ok_or_else(|| {
            refused(path, "the file with the secret should hold 64 hexadecimal digits; remove it, and a new one is made")
        })
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::thread;

    use super::*;
    use crate::private_file::write_new;

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
    fn bound_secrets_differ_by_what_they_are_bound_to() {
        let secret = Secret::from_bytes([7; 32]);
        let bound = secret.bound_to(b"one").unwrap();
        assert_eq!(bound, secret.bound_to(b"one").unwrap());
        assert_ne!(bound, secret.bound_to(b"other").unwrap());
        assert_ne!(bound, secret);
    }

    #[test]
    fn secret_is_not_shown() {
        assert_eq!(format!("{:?}", Secret::from_bytes([7; 32])), "Secret(..)");
    }
}
