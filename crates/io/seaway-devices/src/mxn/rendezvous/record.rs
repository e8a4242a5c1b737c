// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rendezvous in a folder that hosts share: a small file per name, written by the writers' rank 0, whole or not at all.
//!
//! A program that is killed leaves its record behind. Whether a record is stale is known, not guessed, on its own host:
//! it names the process, when that began, and the boot of the host. On another host it is found out by connecting.

mod text;

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind as IoKind, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use seaway_channel::{hexadecimal, random_bytes};
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::Contact;

use self::text::Record;
use super::names;
use crate::link::{describe, host_id, host_name};

/// The longest of such a wait: a host that is there says so at once.
const PROBE_WITHIN: Duration = Duration::from_secs(2);
/// Other processes may remove the same stale record at the same time, and so on; but not for ever.
const ATTEMPTS: usize = 16;

#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// How long a host may take to refuse a connection.
    timeout: Duration,
}

/// Takes the record away when dropped.
#[derive(Debug)]
pub(super) struct RecordGuard {
    path: PathBuf,
    text: String,
}

/// Whether the process that wrote a record is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Life {
    Alive,
    Stale,
    /// It is, or was, on another host.
    Unknown,
}

impl Folder {
    pub(super) fn new(path: PathBuf, timeout: Duration) -> Self {
        Self { path, timeout }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn announce(&self, name: &str, first: &Contact) -> Result<RecordGuard> {
        let path = self.path.join(names::file(name));
        let record = Record::new(name, first).map_err(|error| unusable(&path, error))?;
        let text = record.to_text();
        for _ in 0..ATTEMPTS {
            match write_new(&path, &text) {
                Ok(()) => return Ok(RecordGuard { path, text }),
                Err(error) if error.kind() == IoKind::AlreadyExists => take_away_stale(&path, self.timeout)?,
                Err(error) => return Err(unusable(&path, error)),
            }
        }
        Err(unusable(&path, IoKind::AlreadyExists.into()))
    }

    /// Takes stale records away.
    pub(super) fn look_up(&self, name: &str) -> Result<Option<Contact>> {
        let path = self.path.join(names::file(name));
        let Some((text, record)) = read(&path).map_err(|error| unusable(&path, error))? else {
            return Ok(None);
        };
        let record = record.ok_or_else(|| not_a_record(&path))?;
        if record.name != name {
            // Two long names with one fingerprint.
            return Ok(None);
        }
        if life(&record)? == Life::Stale {
            take_away(&path, &text).map_err(|error| unusable(&path, error))?;
            return Ok(None);
        }
        Ok(Some(record.contact))
    }
}

impl Drop for RecordGuard {
    fn drop(&mut self) {
        let _ = take_away(&self.path, &self.text);
    }
}

/// All of `text` under this name, or nothing.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let temporary = beside(path)?;
    let write = || {
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&temporary)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        // Unlike a rename, this does not replace another program's record.
        fs::hard_link(&temporary, path)
    };
    let written = write();
    let _ = fs::remove_file(&temporary);
    written
}

/// `None`: there is none. The record itself is missing where the text is none of ours.
fn read(path: &Path) -> io::Result<Option<(String, Option<Record>)>> {
    let owner = match fs::metadata(path) {
        Ok(metadata) => metadata.uid(),
        Err(error) if error.kind() == IoKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    if owner != rustix::process::geteuid().as_raw() {
        return Err(io::Error::new(IoKind::PermissionDenied, "it belongs to another user"));
    }
    match fs::read_to_string(path) {
        Ok(text) => {
            let record = Record::parse(&text);
            Ok(Some((text, record)))
        }
        Err(error) if error.kind() == IoKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Removes the record if it still is this one. Moved aside first: in between, another process may have removed it and
/// written a new one.
fn take_away(path: &Path, text: &str) -> io::Result<()> {
    let aside = beside(path)?;
    match fs::rename(path, &aside) {
        Err(error) if error.kind() == IoKind::NotFound => return Ok(()),
        other => other?,
    }
    if fs::read_to_string(&aside).is_ok_and(|moved| moved != text) {
        let _ = fs::hard_link(&aside, path);
    }
    fs::remove_file(&aside)
}

/// Makes way for a new record, or says whose the name is.
fn take_away_stale(path: &Path, timeout: Duration) -> Result<()> {
    let Some((text, record)) = read(path).map_err(|error| unusable(path, error))? else { return Ok(()) };
    let record = record.ok_or_else(|| not_a_record(path))?;
    let life = match life(&record)? {
        Life::Unknown => life_elsewhere(&record, timeout),
        known => known,
    };
    let holder = describe(&record.contact);
    let detail = match life {
        Life::Stale => return take_away(path, &text).map_err(|error| unusable(path, error)),
        Life::Alive => format!("{holder} already uses this name"),
        Life::Unknown => {
            format!(
                "{holder} uses this name, or used it; if that process has ended, remove {}",
                path.display()
            )
        }
    };
    Err(Error::new(ErrorKind::FileInUse, Operation::Open).with_detail(detail))
}

fn life(record: &Record) -> Result<Life> {
    let here = host_id()?.boot == record.contact.host.boot
        && text::process_namespace().is_ok_and(|namespace| namespace == record.process_namespace);
    if !here {
        return Ok(Life::Unknown);
    }
    let same = text::start_time(record.contact.pid).is_some_and(|start| start == record.start_time);
    Ok(if same { Life::Alive } else { Life::Stale })
}

fn life_elsewhere(record: &Record, timeout: Duration) -> Life {
    let deadline = Instant::now() + timeout;
    let probe = |address: &SocketAddr| {
        let left = deadline.saturating_duration_since(Instant::now());
        TcpStream::connect_timeout(address, PROBE_WITHIN.min(left).max(Duration::from_millis(1)))
    };
    let answers: Vec<io::Result<TcpStream>> = record.contact.tcp.iter().map(probe).collect();
    if answers.iter().any(Result::is_ok) {
        return Life::Alive;
    }
    let refused = |answer: &io::Result<TcpStream>| {
        answer.as_ref().is_err_and(|error| error.kind() == IoKind::ConnectionRefused)
    };
    // A host of the same name that runs since another boot has no process of before.
    let rebooted = record.contact.host_name == host_name()
        && host_id().is_ok_and(|host| host.boot != record.contact.host.boot);
    if rebooted || answers.iter().any(refused) { Life::Stale } else { Life::Unknown }
}

/// A new name in the same folder.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let random = hexadecimal(&random_bytes::<8>().map_err(io::Error::other)?);
    Ok(path.with_file_name(format!(".seaway-{random}")))
}

fn not_a_record(path: &Path) -> Error {
    let detail = format!("{} was not written by this version of Seaway; remove it", path.display());
    Error::new(ErrorKind::Io, Operation::Open).with_detail(detail)
}

fn unusable(path: &Path, error: io::Error) -> Error {
    let detail =
        format!("the record {} cannot be used: {error}; SEAWAY_DIR sets its directory", path.display());
    // A folder that is missing is not a file that is missing.
    Error::new(ErrorKind::Io, Operation::Open).with_detail(detail).with_source(error)
}

#[cfg(test)]
mod tests;
