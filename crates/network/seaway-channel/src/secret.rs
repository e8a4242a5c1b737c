// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Secret`]: shared by the programs of one user and nobody else. Every connection authenticates with it, so
//! that an open port grants no access.
//!
//! It is stored in one file of the user, created on first use. A file that others can read is rejected.

use std::fmt;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hmac::{Hmac, KeyInit, Mac};
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::{GRANT_BYTES, Service, grant_key};
use sha2::Sha256;

use crate::private_file::{load_or_make, refused, secret_path};
use crate::random::{from_hexadecimal, hexadecimal, random_bytes};

pub const SECRET_BYTES: usize = 32;
const WHAT: &str = "the secret";
/// Domain separation for bound secrets, distinct from proofs.
const BINDING: &[u8] = b"seaway binding\0";
/// Domain separation for [`Secret::tag`].
const TAG: &[u8] = b"seaway tag\0";

/// Domain separation for [`Secret::password_of`].
const PASSWORD: &[u8] = b"seaway password\0";

/// How long the key of a grant is valid: longer than any program runs.
const GRANTED_FOR: Duration = Duration::from_secs(30 * 24 * 3600);

/// 32 random bytes, or the key of a grant. `Debug` does not show them.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret {
    bytes: [u8; SECRET_BYTES],
    /// For a key that was derived from a secret: the derivation input, so that a holder of the secret can
    /// derive it too. Zeros otherwise.
    grant: [u8; GRANT_BYTES],
}

impl Secret {
    /// The user's secret: from `SEAWAY_SECRET_FILE`, or `seaway/secret` in the user's configuration
    /// directory.
    pub fn load() -> Result<Self> {
        Self::load_from(&secret_path()?)
    }

    /// As [`Self::load`], but does not create a missing file.
    pub fn load_existing() -> Result<Option<Self>> {
        let path = secret_path()?;
        if path.exists() { Self::load_from(&path).map(Some) } else { Ok(None) }
    }

    /// A new random secret.
    pub fn fresh() -> Result<Self> {
        random_bytes().map(Self::from_bytes)
    }

    pub fn from_bytes(bytes: [u8; SECRET_BYTES]) -> Self {
        Self { bytes, grant: [0; GRANT_BYTES] }
    }

    pub fn bytes(&self) -> &[u8; SECRET_BYTES] {
        &self.bytes
    }

    /// Parses the output of [`Self::to_text`].
    pub fn from_text(text: &str) -> Option<Self> {
        from_hexadecimal(text).map(Self::from_bytes)
    }

    /// 64 hexadecimal digits, to be passed to trusted processes. For a secret, not for the key of a grant.
    pub fn to_text(&self) -> String {
        hexadecimal(&self.bytes)
    }

    /// A key for other processes of this program, to be passed instead of the secret, which cannot be derived
    /// from it. It is valid for the store and the ring service only, for 30 days.
    pub fn grant(&self) -> Result<Self> {
        if self.grant != [0; GRANT_BYTES] {
            return Ok(self.clone());
        }
        let mut grant: [u8; GRANT_BYTES] = random_bytes()?;
        let end = now().saturating_add(GRANTED_FOR).as_secs();
        grant[..8].copy_from_slice(&end.to_le_bytes());
        Ok(Self { bytes: grant_key(&self.bytes, &grant), grant })
    }

    /// The key of a grant of [`Self::grant`], which a peer names in its hello. `None`: it has expired, or is
    /// for another service.
    pub(crate) fn granted(&self, grant: [u8; GRANT_BYTES], service: Service) -> Option<Self> {
        let end = grant.first_chunk().map(|end| u64::from_le_bytes(*end))?;
        let is_good = matches!(service, Service::Store | Service::Ring) && now().as_secs() <= end;
        is_good.then(|| Self { bytes: grant_key(&self.bytes, &grant), grant })
    }

    pub(crate) fn grant_bytes(&self) -> [u8; GRANT_BYTES] {
        self.grant
    }

    /// Parses the output of [`Self::to_grant_text`].
    pub fn from_grant_text(text: &str) -> Option<Self> {
        let (grant, key) = text.split_at_checked(2 * GRANT_BYTES)?;
        Some(Self { bytes: from_hexadecimal(key)?, grant: from_hexadecimal(grant)? })
    }

    /// A grant and its key, 128 hexadecimal digits.
    pub fn to_grant_text(&self) -> String {
        hexadecimal(&self.grant) + &hexadecimal(&self.bytes)
    }

    /// The secret bound to a carrier with a `name` that both ends see and no man in the middle can choose.
    pub(crate) fn bound_to(&self, name: &[u8]) -> Result<Self> {
        Ok(Self { bytes: self.derived(BINDING, name)?, grant: self.grant })
    }

    /// A value that two processes with the same secret and the same `session` compute alike. It neither
    /// authenticates nor reveals the secret: it tells whether connecting with this secret is worth trying.
    pub fn tag(&self, session: &Secret) -> Result<String> {
        self.derived(TAG, &session.bytes).map(|bytes| hexadecimal(&bytes))
    }

    /// A password for clients that know none of Seaway's protocols. The secret cannot be derived from it.
    pub fn password_of(&self, door: &str) -> Result<String> {
        self.derived(PASSWORD, door.as_bytes()).map(|bytes| hexadecimal(&bytes))
    }

    fn derived(&self, purpose: &[u8], name: &[u8]) -> Result<[u8; SECRET_BYTES]> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.bytes).map_err(|error| {
            Error::new(ErrorKind::Internal, Operation::Open).with_detail(error.to_string())
        })?;
        mac.update(purpose);
        mac.update(name);
        Ok(mac.finalize().into_bytes().into())
    }

    fn load_from(path: &Path) -> Result<Self> {
        let fresh = || Ok(Self::fresh()?.to_text() + "\n");
        let text = load_or_make(path, WHAT, fresh)?;
        Self::from_text(text.trim_end()).ok_or_else(|| {
            refused(path, "the file with the secret should hold 64 hexadecimal digits; remove it, and a new one is created")
        })
    }
}

/// Since 1970.
fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
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
        assert!(error.to_string().contains("other users can access"), "{error}");
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
    fn grant_opens_store_and_ring_for_a_while_and_is_not_the_secret() {
        let secret = Secret::from_bytes([7; 32]);
        let granted = secret.grant().unwrap();
        assert_ne!(granted.bytes(), secret.bytes());
        assert_ne!(granted, secret.grant().unwrap(), "each grant is different");
        assert_eq!(granted.grant().unwrap(), granted, "a grant of a grant is the same");
        assert_eq!(secret.granted(granted.grant, Service::Store), Some(granted.clone()));
        for service in Service::ALL {
            let is_open = matches!(service, Service::Store | Service::Ring);
            assert_eq!(secret.granted(granted.grant, service).is_some(), is_open, "{service:?}");
        }
        let mut over = granted.grant;
        over[..8].copy_from_slice(&(now().as_secs() - 1).to_le_bytes());
        assert_eq!(secret.granted(over, Service::Store), None);
        let text = granted.to_grant_text();
        assert_eq!(Secret::from_grant_text(&text), Some(granted));
        assert!(!text.contains(&secret.to_text()));
    }

    #[test]
    fn secret_is_not_shown() {
        assert_eq!(format!("{:?}", Secret::from_bytes([7; 32])), "Secret(..)");
    }
}
