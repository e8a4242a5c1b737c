// SPDX-License-Identifier: MIT OR Apache-2.0
//! The certificate that each daemon presented the first time: `known_hosts`, beside the secret. One line per
//! daemon, `HOST:PORT` and a fingerprint.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use seaway_device_api::{Error, ErrorKind, Operation, Result};

use super::fingerprint::Fingerprint;
use crate::private_file::{make_folder_of, secret_path};

#[derive(Debug, Clone)]
pub(super) struct KnownHosts {
    path: PathBuf,
}

impl KnownHosts {
    pub(super) fn of_user() -> Result<Self> {
        Ok(Self::at(secret_path()?.with_file_name("known_hosts")))
    }

    pub(super) fn at(path: PathBuf) -> Self {
        Self { path }
    }

    /// The certificate recorded for `name`, and its line number.
    pub(super) fn find(&self, name: &str) -> Result<Option<(Fingerprint, usize)>> {
        let text = match fs::read_to_string(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|error| self.unusable(error))?,
        };
        for (number, line) in (1..).zip(text.lines()) {
            let mut words = line.split_ascii_whitespace();
            if words.next() != Some(name) {
                continue;
            }
            let fingerprint = words.next().and_then(Fingerprint::parse).ok_or_else(|| {
                let detail = format!(
                    "line {number} should be HOST:PORT and sha256:DIGITS; remove it to trust {name} again"
                );
                self.error(ErrorKind::AccessDenied, detail)
            })?;
            return Ok(Some((fingerprint, number)));
        }
        Ok(None)
    }

    /// Records the certificate of `name`. Another process may have done so since the lookup.
    pub(super) fn remember(&self, name: &str, fingerprint: Fingerprint) -> Result<()> {
        self.append(name, fingerprint).map_err(|error| self.unusable(error))?.unwrap_or(Ok(()))
    }

    fn append(&self, name: &str, fingerprint: Fingerprint) -> io::Result<Option<Result<()>>> {
        make_folder_of(&self.path)?;
        let mut file = OpenOptions::new().append(true).create(true).mode(0o600).open(&self.path)?;
        // Where files cannot be locked, two processes may write the same line: only the first is read.
        let _ = file.lock();
        match self.find(name) {
            Ok(None) => file.write_all(format!("{name} {fingerprint}\n").as_bytes())?,
            Ok(Some((known, line))) if known != fingerprint => {
                return Ok(Some(Err(self.changed(name, known, line, fingerprint))));
            }
            Ok(Some(_)) => {}
            Err(error) => return Ok(Some(Err(error))),
        }
        Ok(None)
    }

    /// The error for a certificate that differs from the recorded one.
    pub(super) fn changed(&self, name: &str, known: Fingerprint, line: usize, shown: Fingerprint) -> Error {
        let detail = format!(
            "the certificate of {name} has changed: it was {known} and is {shown} now. This may be a man-in-the-middle attack; if \
             the daemon has a new certificate, remove line {line} of this file"
        );
        self.error(ErrorKind::AccessDenied, detail)
    }

    fn error(&self, kind: ErrorKind, detail: String) -> Error {
        Error::new(kind, Operation::Open).with_path(self.path.display().to_string()).with_detail(detail)
    }

    fn unusable(&self, error: io::Error) -> Error {
        let detail = format!(
            "cannot look up or remember certificates: {error}; set seaway_certificate to do without this file"
        );
        self.error(ErrorKind::AccessDenied, detail).with_source(error)
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt;

    use super::*;

    #[test]
    fn first_is_remembered_and_another_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let hosts = KnownHosts::at(folder.path().join("deep/known_hosts"));
        let (one, other) = (Fingerprint::of(b"one"), Fingerprint::of(b"other"));
        assert_eq!(hosts.find("a:1").unwrap(), None);
        hosts.remember("a:1", one).unwrap();
        hosts.remember("b:1", other).unwrap();
        hosts.remember("b:1", other).unwrap();
        assert_eq!(hosts.find("a:1").unwrap(), Some((one, 1)));
        assert_eq!(hosts.find("b:1").unwrap(), Some((other, 2)));
        assert_eq!(hosts.find("a:2").unwrap(), None);
        assert_eq!(fs::read_to_string(&hosts.path).unwrap().lines().count(), 2);
        assert_eq!(fs::metadata(&hosts.path).unwrap().mode() & 0o777, 0o600);
        let error = hosts.remember("a:1", other).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AccessDenied);
        assert!(error.to_string().contains("remove line 1"), "{error}");
    }

    #[test]
    fn damaged_line_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let hosts = KnownHosts::at(folder.path().join("known_hosts"));
        fs::write(&hosts.path, "# mine\na:1 sha256:12\n").unwrap();
        assert!(hosts.find("a:1").unwrap_err().to_string().contains("line 2"));
        assert_eq!(hosts.find("b:1").unwrap(), None);
    }
}
