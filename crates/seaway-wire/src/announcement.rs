// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a daemon that was started for one session is told on its standard input, and says on its standard output: one
//! line each.

use std::fmt;
use std::net::IpAddr;

use crate::secret::Secret;

const SECRET: &str = "seaway-secret ";
const SESSION: &str = "seaway-session ";
/// The longest line that is looked at.
pub const MAX_LINE: usize = 4096;

/// The line that tells a daemon the secret of its session.
pub fn secret_line(secret: &Secret) -> String {
    format!("{SECRET}{}\n", secret.to_text())
}

/// The secret of a line that [`secret_line`] made.
pub fn secret_of_line(line: &str) -> Option<Secret> {
    Secret::from_text(line.trim_end().strip_prefix(SECRET)?)
}

/// Where a daemon listens that was started for one session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    pub port: u16,
    /// What it shows in TLS: `sha256:` and digits.
    pub certificate: Option<String>,
    /// Its host's addresses, for those to whom the host's name means nothing.
    pub addresses: Vec<IpAddr>,
}

impl Announcement {
    /// From a line of the daemon's. `None` for what others may say on the same way, such as the greeting of a shell.
    pub fn parse(line: &str) -> Option<Self> {
        let mut found = Self { port: 0, certificate: None, addresses: Vec::new() };
        for word in line.trim_end().strip_prefix(SESSION)?.split(' ') {
            match word.split_once('=')? {
                ("port", port) => found.port = port.parse().ok()?,
                ("certificate", certificate) => found.certificate = Some(certificate.to_owned()),
                ("address", address) => found.addresses.push(address.parse().ok()?),
                // Of a newer daemon.
                _ => {}
            }
        }
        (found.port != 0).then_some(found)
    }
}

impl fmt::Display for Announcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SESSION}port={}", self.port)?;
        self.certificate.iter().try_for_each(|certificate| write!(f, " certificate={certificate}"))?;
        self.addresses.iter().try_for_each(|address| write!(f, " address={address}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_were_written() {
        let secret = Secret::from_bytes([9; 32]);
        assert_eq!(secret_of_line(&secret_line(&secret)), Some(secret));
        let addresses = vec!["10.0.0.2".parse().unwrap(), "fd00::2".parse().unwrap()];
        for certificate in [None, Some("sha256:00".to_owned())] {
            let said = Announcement { port: 4711, certificate, addresses: addresses.clone() };
            assert_eq!(Announcement::parse(&format!("{said}\n")), Some(said));
        }
    }

    #[test]
    fn what_others_say_is_no_announcement() {
        for line in [
            "",
            "Welcome to ocean!",
            "seaway-session",
            "seaway-session port=0",
            "seaway-session port=70000",
            "seaway-session port",
            "seaway-session address=10.0.0.1",
            "seaway-session port=1 address=ocean",
        ] {
            assert_eq!(Announcement::parse(line), None, "{line:?}");
        }
        assert_eq!(Announcement::parse("seaway-session port=1 later=yes").unwrap().port, 1);
        assert_eq!(secret_of_line("seaway-secret 12"), None);
    }
}
