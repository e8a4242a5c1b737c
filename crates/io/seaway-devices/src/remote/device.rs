// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`RemoteDevice`]: opens and deletes files of another host. Rank 0 finds the daemon, or starts it; the others connect to
//! the same one.

use std::sync::{Arc, Mutex, PoisonError};

use seaway_device::{
    Alone, Device, DeviceFile, DevicePath, Error, ErrorKind, Hints, OpenFlags, OpenOptions, OpenTogether,
    Operation, Ranks, Result,
};

use super::connections;
use super::file::RemoteFile;
use super::name::RemoteName;
use super::options::RemoteOptions;
use super::session::{RemotePath, Session};

#[derive(Debug)]
pub struct RemoteDevice {
    scheme: String,
    hints: Hints,
    /// The last one stays as long as the device: what deletes a file when all have closed it needs it again.
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

/// One file, about to be opened.
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
        let (session, _) = connections::find(&opening.name.target, &opening.options)?;
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
            let (session, told) = connections::find(&opening.name.target, &opening.options)?;
            let file = opening.open(&session, options.flags)?;
            Ok((session, file, told))
        });
        // Ranks tell each other even what went wrong: nobody may wait for one that has left.
        let mine = first.as_ref().map_or_else(String::new, |first| match first {
            Ok((_, _, told)) => format!("+{told}"),
            Err(error) => failure(error),
        });
        let told = ranks.all_gather(mine.as_bytes())?;
        if let Some(first) = first {
            let (session, file, _) = first?;
            self.keep(&session);
            return Ok(file);
        }
        let told = told.first().map(|told| String::from_utf8_lossy(told)).unwrap_or_default();
        let Some(told) = told.strip_prefix('+') else { return Err(failure_told(&told)) };
        let opening = opening?;
        let session = connections::join(told, &opening.name.target, &opening.options)?;
        let session = session.ok_or_else(not_understood)?;
        self.keep(&session);
        // It was there, or rank 0 has made it.
        opening.open(&session, options.flags.difference(OpenFlags::CREATE | OpenFlags::EXCLUSIVE))
    }
}

/// Kind, path and reason of what keeps rank 0 from opening the file.
fn failure(error: &Error) -> String {
    format!("-{}\n{}\n{}", error.kind().code(), error.path().unwrap_or_default(), error.reason())
}

fn failure_told(text: &str) -> Error {
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
    Error::new(ErrorKind::Internal, Operation::Open)
        .with_detail("rank 0 does not say how it reaches the daemon")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rank_0_suffered_all_ranks_tell() {
        let error =
            Error::new(ErrorKind::NoSuchFile, Operation::Open).with_path("remote://o/x").with_detail("a\nb");
        let told = failure_told(&failure(&error));
        assert_eq!((told.kind(), told.path(), told.detail()), (error.kind(), error.path(), error.detail()));
        assert_eq!(failure_told("nonsense").kind(), ErrorKind::Internal);
    }
}
