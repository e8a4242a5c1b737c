// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the daemon of one session receives on its standard input, and prints on its standard output: one line
//! each.

use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use seaway_device_api::Result;

use crate::secret::Secret;
use crate::words::{escaped, unescaped};

const SECRET: &str = "seaway-secret ";
const SESSION: &str = "seaway-session ";
/// The longest line that is accepted.
pub const MAX_LINE: usize = 4096;

/// What the program that starts a daemon for one session sends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRequest {
    /// Used for this session only.
    pub secret: Secret,
    /// Where the program will connect: the host's addresses, as the program sees them.
    pub addresses: Vec<IpAddr>,
    /// Set if a running daemon of this user may be used instead.
    pub wanted: Option<Wanted>,
}

/// What a running daemon must serve to be used instead of a new one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The program's [`Secret::tag`]: if the other end computes the same, both users' secrets are equal.
    pub tag: String,
    pub path: String,
    /// Base of relative paths; empty: the home directory.
    pub directory: String,
    pub writes: bool,
    pub tls: bool,
}

impl SessionRequest {
    /// With a new secret for the session.
    pub fn new(addresses: Vec<IpAddr>) -> Result<Self> {
        Ok(Self { secret: Secret::fresh()?, addresses, wanted: None })
    }

    /// The line to send. A name that is too long for it is omitted: then a new daemon serves it.
    pub fn to_line(&self) -> String {
        let mut line = format!("{SECRET}{}", self.secret.to_text());
        for address in &self.addresses {
            line.push_str(&format!(" address={address}"));
        }
        if let Some(Wanted { tag, path, directory, writes, tls }) = &self.wanted {
            let words = format!(
                " tag={tag} path={} directory={} writes={writes} tls={tls}",
                escaped(path),
                escaped(directory)
            );
            if line.len() + words.len() + 1 < MAX_LINE {
                line.push_str(&words);
            }
        }
        line.push('\n');
        line
    }

    pub fn parse(line: &str) -> Option<Self> {
        let mut words = line.trim_end().strip_prefix(SECRET)?.split(' ');
        let secret = Secret::from_text(words.next()?)?;
        let mut request = Self { secret, addresses: Vec::new(), wanted: None };
        let mut wanted = Wanted {
            tag: String::new(),
            path: String::new(),
            directory: String::new(),
            writes: true,
            tls: false,
        };
        for word in words {
            match word.split_once('=')? {
                ("address", address) => request.addresses.push(address.parse().ok()?),
                ("tag", tag) => tag.clone_into(&mut wanted.tag),
                ("path", path) => wanted.path = unescaped(path)?,
                ("directory", directory) => wanted.directory = unescaped(directory)?,
                ("writes", writes) => wanted.writes = writes.parse().ok()?,
                ("tls", tls) => wanted.tls = tls.parse().ok()?,
                // From a newer program.
                _ => {}
            }
        }
        request.wanted = Some(wanted).filter(|wanted| !wanted.tag.is_empty());
        Some(request)
    }
}

/// Where the daemon of a session listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    pub port: u16,
    /// Its TLS certificate: `sha256:` and digits.
    pub certificate: Option<String>,
    /// Its host's addresses, for clients that cannot resolve the host's name.
    pub addresses: Vec<IpAddr>,
    /// It runs for all programs of its user and uses the user's secret, not that of the session.
    pub running: Option<Serves>,
}

/// What a daemon serves that runs for all programs of its user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Serves {
    /// Files below these directories, and no others.
    pub exports: Vec<PathBuf>,
    pub read_only: bool,
}

impl Serves {
    /// Whether it serves the file at `path`, and for writing if required. A relative path may or may not be
    /// served.
    pub fn contains(&self, path: &str, writes: bool) -> bool {
        let beneath = self.exports.iter().any(|export| Path::new(path).starts_with(export));
        beneath && !(writes && self.read_only)
    }
}

impl Announcement {
    /// Parses a line of the daemon's output. `None` for other output on the same stream, such as a shell's
    /// greeting.
    pub fn parse(line: &str) -> Option<Self> {
        let mut found = Self { port: 0, certificate: None, addresses: Vec::new(), running: None };
        let mut serves = Serves { exports: Vec::new(), read_only: false };
        for word in line.trim_end().strip_prefix(SESSION)?.split(' ') {
            match word.split_once('=')? {
                ("port", port) => found.port = port.parse().ok()?,
                ("certificate", certificate) => found.certificate = Some(certificate.to_owned()),
                ("address", address) => found.addresses.push(address.parse().ok()?),
                ("export", export) => serves.exports.push(unescaped(export)?.into()),
                ("read_only", read_only) => serves.read_only = read_only.parse().ok()?,
                // From a newer daemon.
                _ => {}
            }
        }
        found.running = Some(serves).filter(|serves| !serves.exports.is_empty());
        (found.port != 0).then_some(found)
    }
}

impl fmt::Display for Announcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SESSION}port={}", self.port)?;
        self.certificate.iter().try_for_each(|certificate| write!(f, " certificate={certificate}"))?;
        self.addresses.iter().try_for_each(|address| write!(f, " address={address}"))?;
        let Some(Serves { exports, read_only }) = &self.running else { return Ok(()) };
        let mut exports = exports.iter().filter_map(|export| export.to_str());
        exports.try_for_each(|export| write!(f, " export={}", escaped(export)))?;
        write!(f, " read_only={read_only}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> SessionRequest {
        let addresses = vec!["10.0.0.2".parse().unwrap(), "fd00::2".parse().unwrap()];
        SessionRequest { secret: Secret::from_bytes([9; 32]), addresses, wanted: None }
    }

    #[test]
    fn lines_are_read_as_they_were_written() {
        let mut request = request();
        assert_eq!(SessionRequest::parse(&request.to_line()), Some(request.clone()));
        request.wanted = Some(Wanted {
            tag: "0f".into(),
            path: "/data/a b".into(),
            directory: String::new(),
            writes: false,
            tls: true,
        });
        assert_eq!(SessionRequest::parse(&request.to_line()), Some(request.clone()));
        for certificate in [None, Some("sha256:00".to_owned())] {
            let addresses = request.addresses.clone();
            let exports = vec!["/data/a b".into(), "/scratch".into()];
            let running = certificate.is_none().then_some(Serves { exports, read_only: true });
            let said = Announcement { port: 4711, running, certificate, addresses };
            assert_eq!(Announcement::parse(&format!("{said}\n")), Some(said));
        }
    }

    #[test]
    fn daemon_serves_what_it_exports() {
        let mut serves = Serves { exports: vec!["/data".into()], read_only: false };
        let check = |serves: &Serves, path: &str, writes: bool, expected: bool| {
            assert_eq!(serves.contains(path, writes), expected, "{path} {writes}");
        };
        check(&serves, "/data/x", true, true);
        check(&serves, "/database", false, false);
        check(&serves, "x", false, false);
        serves.read_only = true;
        check(&serves, "/data/x", true, false);
        check(&serves, "/data/x", false, true);
    }

    #[test]
    fn lines_have_a_longest_length() {
        let wanted = |path: String| Wanted {
            tag: "0f".into(),
            path,
            directory: String::new(),
            writes: true,
            tls: false,
        };
        let request = SessionRequest { wanted: Some(wanted("/é".repeat(2000))), ..request() };
        let line = request.to_line();
        assert!(line.len() <= MAX_LINE);
        assert_eq!(SessionRequest::parse(&line), Some(SessionRequest { wanted: None, ..request }));
    }

    #[test]
    fn other_output_is_ignored() {
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
        for line in
            ["seaway-secret 12", "", "seaway-secret", &format!("seaway-secret {} address=x", "09".repeat(32))]
        {
            assert_eq!(SessionRequest::parse(line), None, "{line:?}");
        }
    }
}
