// SPDX-License-Identifier: MIT OR Apache-2.0
//! How two programs that know only a name find each other: the writers' rank 0 makes itself known in a place that the
//! name leads to, and the readers' rank 0 looks there.
//!
//! On one host the place is an abstract Unix socket, which is gone with its process. With `SEAWAY_DIR` it is a record in
//! that folder as well, for other hosts that share it. `//host:port/NAME` is a directory service (`seaway serve`).

mod names;
mod record;
mod service;

use std::env;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::{Contact, Side};

use self::record::{Folder, RecordGuard};
use self::service::{Directory, Registration};
use crate::link::{LocalName, host_id};

/// The folder that hosts share.
const FOLDER_VARIABLE: &str = "SEAWAY_DIR";

/// What a name says about where to meet.
#[derive(Debug)]
pub(super) struct Rendezvous {
    name: String,
    place: RendezvousPoint,
}

#[derive(Debug)]
enum RendezvousPoint {
    Host,
    /// The number of lookups: they alternate between the folder and this host, so that a stale record does not hide a
    /// writer.
    Folder(Folder, AtomicUsize),
    Directory(Directory),
}

/// The writers can be found until this is dropped.
#[derive(Debug)]
pub(super) struct Announcement(#[allow(dead_code, reason = "kept, to be dropped in time")] Known);

#[derive(Debug)]
#[allow(dead_code, reason = "kept, to be dropped in time")]
enum Known {
    /// The listener itself is what is found.
    Host,
    Record(RecordGuard),
    Directory(Registration),
}

impl Rendezvous {
    /// `path` is what follows `mxn:`.
    pub(super) fn parse(path: &str, timeout: Duration) -> Result<Self> {
        let folder = env::var_os(FOLDER_VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from);
        Self::parse_with(path, folder, timeout)
    }

    /// `timeout`: how long anybody on the way may take to answer.
    fn parse_with(path: &str, folder: Option<PathBuf>, timeout: Duration) -> Result<Self> {
        let (name, place) = match (path.strip_prefix("//"), folder) {
            (Some(rest), _) => {
                let (address, name) = rest.split_once('/').ok_or_else(|| bad(path))?;
                (name, RendezvousPoint::Directory(Directory::new(address, timeout).ok_or_else(|| bad(path))?))
            }
            (None, Some(folder)) => {
                (path, RendezvousPoint::Folder(Folder::new(folder, timeout), AtomicUsize::new(0)))
            }
            (None, None) => (path, RendezvousPoint::Host),
        };
        if name.is_empty() || name.len() > names::MAX_NAME {
            return Err(bad(path));
        }
        Ok(Self { name: name.to_owned(), place })
    }

    /// Where the writers' rank 0 listens on its host. On one host a name is taken by listening there.
    pub(super) fn local_name(&self) -> LocalName {
        match self.place {
            // Different services may know the same name.
            RendezvousPoint::Directory(_) => LocalName::Fresh,
            RendezvousPoint::Host | RendezvousPoint::Folder(..) => {
                LocalName::Named(names::socket(&self.name))
            }
        }
    }

    /// Peers may be on other hosts.
    pub(super) fn crosses_hosts(&self) -> bool {
        !matches!(self.place, RendezvousPoint::Host)
    }

    /// Makes the writers known, by their rank 0, which listens already. The name belongs to another program: `FileInUse`.
    pub(super) fn announce(&self, first: &Contact) -> Result<Announcement> {
        let known = match &self.place {
            RendezvousPoint::Host => Known::Host,
            RendezvousPoint::Folder(folder, _) => Known::Record(folder.announce(&self.name, first)?),
            RendezvousPoint::Directory(directory) => Known::Directory(directory.register(&self.name, first)?),
        };
        Ok(Announcement(known))
    }

    /// The writers' rank 0, or where it would be, and the number of the place where it was looked for. Does not wait for it.
    /// Connecting shows whether a writer still listens there.
    pub(super) fn look_up(&self, within: Duration) -> Result<(u32, Option<Contact>)> {
        match &self.place {
            RendezvousPoint::Host => Ok((0, Some(self.at_this_host()?))),
            RendezvousPoint::Folder(folder, looks) => match looks.fetch_add(1, Ordering::Relaxed) % 2 {
                0 => Ok((0, folder.look_up(&self.name)?)),
                _ => Ok((1, Some(self.at_this_host()?))),
            },
            RendezvousPoint::Directory(directory) => Ok((0, directory.look_up(&self.name, within)?)),
        }
    }

    /// How many places `look_up` looks at in turn.
    pub(super) fn place_count(&self) -> u32 {
        if matches!(self.place, RendezvousPoint::Folder(..)) { 2 } else { 1 }
    }

    /// Where `look_up` looks, for people: `on this host`.
    pub(super) fn places(&self) -> String {
        match &self.place {
            RendezvousPoint::Host => format!("on this host only, as {FOLDER_VARIABLE} is not set"),
            RendezvousPoint::Folder(folder, _) => format!("on this host and in {}", folder.path().display()),
            RendezvousPoint::Directory(directory) => {
                format!("in the directory service at {}", directory.address())
            }
        }
    }

    /// All that is known before the two have met.
    fn at_this_host(&self) -> Result<Contact> {
        Ok(Contact {
            side: Side::Writer,
            program: String::new(),
            rank: 0,
            host_name: String::new(),
            pid: 0,
            host: host_id()?,
            unix: names::socket(&self.name),
            tcp: Vec::new(),
        })
    }
}

fn bad(path: &str) -> Error {
    Error::new(ErrorKind::BadFileName, Operation::Open).with_path(format!("mxn:{path}")).with_detail(format!(
        "a stream is mxn:NAME or mxn://host:port/NAME, with a name of 1 to {} bytes",
        names::MAX_NAME
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(30);

    fn parse(path: &str) -> Result<Rendezvous> {
        Rendezvous::parse_with(path, None, LONG)
    }

    #[test]
    fn name_says_where_to_meet() {
        assert!(!parse("field").unwrap().crosses_hosts());
        assert!(parse("//node1:7000/field").unwrap().crosses_hosts());
        assert_eq!(parse("//node1:7000/a/b").unwrap().name, "a/b");
        assert!(parse("//[::1]:7000/field").unwrap().places().contains("[::1]:7000"));
        assert!(
            Rendezvous::parse_with("field", Some("/shared".into()), LONG)
                .unwrap()
                .places()
                .contains("/shared")
        );
        assert!(parse("//node1:7000/field").unwrap().local_name() == LocalName::Fresh);
    }

    #[test]
    fn names_that_lead_nowhere_are_refused() {
        for path in [
            "",
            "//",
            "//node1:7000",
            "//node1:7000/",
            "//node1/field",
            "//:7/field",
            "//node1:x/f",
            "//node1:0/f",
        ] {
            let error = parse(path).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::BadFileName, "{path}");
        }
        assert!(parse(&"x".repeat(names::MAX_NAME)).is_ok());
        assert!(parse(&"x".repeat(names::MAX_NAME + 1)).is_err());
    }

    #[test]
    fn folder_and_host_are_looked_at_by_turns() {
        let folder = tempfile::tempdir().unwrap();
        let rendezvous = Rendezvous::parse_with("field", Some(folder.path().to_owned()), LONG).unwrap();
        let looks = (0..4).map(|_| rendezvous.look_up(LONG).unwrap());
        let found: Vec<(u32, bool)> = looks.map(|(place, contact)| (place, contact.is_some())).collect();
        assert_eq!(found, [(0, false), (1, true), (0, false), (1, true)]);
    }
}
