// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`RemoteDevice`]: opens and deletes files on another host. Rank 0 finds or starts the daemon; the others
//! connect to the same one.

use std::sync::{Arc, Mutex, PoisonError};

use seaway_device_api::{
    Alone, Device, DeviceFile, DeviceName, DevicePath, Error, ErrorKind, Hints, OpenFlags, OpenOptions,
    OpenTogether, Operation, Ranks, Result,
};

use super::connections;
use super::daemon::Search;
use super::file::RemoteFile;
use super::name::RemoteName;
use super::options::RemoteOptions;
use super::session::{RemotePath, Session};

#[derive(Debug)]
pub struct RemoteDevice {
    scheme: String,
    hints: Hints,
    /// The latest session, kept as long as the device: deleting a file after the last close needs it again.
    session: Mutex<Option<Arc<Session>>>,
}

impl RemoteDevice {
    pub(super) fn new(scheme: &str, hints: &Hints) -> Self {
        Self { scheme: scheme.to_owned(), hints: hints.clone(), session: Mutex::default() }
    }

    fn keep(&self, session: &Arc<Session>) {
        let old = self.session.lock().unwrap_or_else(PoisonError::into_inner).replace(session.clone());
        drop(old);
    }
}

/// Renames a file, in one step. False: the two names are on different machines.
pub(super) fn rename(from: &DeviceName, to: &DeviceName, hints: &Hints, replace: bool) -> Result<bool> {
    let opening = |name: &DeviceName| Opening::new(name.scheme(), name.path(), hints);
    let (from, to) = (opening(from)?, opening(to)?);
    if from.name.target != to.name.target {
        return Ok(false);
    }
    let (session, _) = connections::find(&from.search(OpenFlags::WRITE))?;
    session.rename(from.path, to.path.path, replace).map(|()| true)
}

/// A file about to be opened.
struct Opening {
    name: RemoteName,
    path: RemotePath,
    options: RemoteOptions,
}

impl Opening {
    fn new(scheme: &str, path: &DevicePath, hints: &Hints) -> Result<Self> {
        let name = RemoteName::parse(scheme, path.as_str(), hints)?;
        let options = RemoteOptions::from_hints(hints)?;
        let path = RemotePath { path: name.path.clone(), directory: options.directory.clone() };
        Ok(Self { name, path, options })
    }

    fn search(&self, flags: OpenFlags) -> Search<'_> {
        let writes = flags.intersects(OpenFlags::WRITE | OpenFlags::CREATE);
        Search { name: &self.name, writes, options: &self.options }
    }

    fn open(&self, session: &Arc<Session>, flags: OpenFlags) -> Result<Box<dyn DeviceFile>> {
        let file = session.open(self.path.clone(), flags)?;
        let RemoteOptions { buffers, .. } = self.options;
        Ok(Box::new(RemoteFile::new(session.clone(), file, flags, buffers, self.options.in_use())))
    }
}

impl Device for RemoteDevice {
    fn open(&self, path: &DevicePath, options: &OpenOptions) -> Result<Box<dyn DeviceFile>> {
        self.open_together(path, options, &Alone)
    }

    fn delete(&self, path: &DevicePath) -> Result<()> {
        let opening = Opening::new(&self.scheme, path, &self.hints)?;
        let (session, _) = connections::find(&opening.search(OpenFlags::WRITE))?;
        self.keep(&session);
        session.delete(opening.path)
    }

    fn together(&self) -> Option<&dyn OpenTogether> {
        Some(self)
    }
}

impl OpenTogether for RemoteDevice {
    fn open_together(
        &self,
        path: &DevicePath,
        options: &OpenOptions,
        ranks: &dyn Ranks,
    ) -> Result<Box<dyn DeviceFile>> {
        let opening = Opening::new(&self.scheme, path, &options.hints.clone().over(&self.hints));
        let first = (ranks.rank() == 0).then(|| {
            let opening = opening.as_ref().map_err(Clone::clone)?;
            let (session, text) = connections::find(&opening.search(options.flags))?;
            let file = opening.open(&session, options.flags)?;
            Ok((session, file, text))
        });
        // Ranks exchange errors too: no rank may wait for one that has left.
        let mine = first.as_ref().map_or_else(String::new, |first| match first {
            Ok((_, _, text)) => format!("+{text}"),
            Err(error) => failure(error),
        });
        let text = ranks.all_gather(mine.as_bytes())?;
        if let Some(first) = first {
            let (session, file, _) = first?;
            self.keep(&session);
            return Ok(file);
        }
        let text = text.first().map(|text| String::from_utf8_lossy(text)).unwrap_or_default();
        let Some(text) = text.strip_prefix('+') else { return Err(decoded_failure(&text)) };
        let opening = opening?;
        let session = connections::join(text, &opening.name.target, &opening.options)?;
        let session = session.ok_or_else(not_understood)?;
        self.keep(&session);
        // It existed, or rank 0 has created it.
        opening.open(&session, options.flags.difference(OpenFlags::CREATE | OpenFlags::EXCLUSIVE))
    }
}

/// Kind, path and reason of the error that rank 0 got.
fn failure(error: &Error) -> String {
    format!("-{}\n{}\n{}", error.kind().code(), error.path().unwrap_or_default(), error.reason())
}

fn decoded_failure(text: &str) -> Error {
    let parsed = || -> Option<Error> {
        let mut parts = text.strip_prefix('-')?.splitn(3, '\n');
        let kind = ErrorKind::from_code(parts.next()?.parse().ok()?)?;
        let (path, detail) = (parts.next()?, parts.next()?);
        let error = Error::new(kind, Operation::Open).with_detail(detail).with_rank(0);
        Some(if path.is_empty() { error } else { error.with_path(path) })
    };
    parsed().unwrap_or_else(not_understood)
}

fn not_understood() -> Error {
    Error::new(ErrorKind::Internal, Operation::Open).with_detail("rank 0 sent no address of the daemon")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ranks_report_the_error_of_rank_0() {
        let error =
            Error::new(ErrorKind::NoSuchFile, Operation::Open).with_path("remote://o/x").with_detail("a\nb");
        let text = decoded_failure(&failure(&error));
        assert_eq!((text.kind(), text.path(), text.detail()), (error.kind(), error.path(), error.detail()));
        assert_eq!(decoded_failure("nonsense").kind(), ErrorKind::Internal);
    }
}
