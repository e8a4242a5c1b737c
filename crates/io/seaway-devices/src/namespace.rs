// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Namespace`]: the names of devices that live in this process (`mem`, `null`), with POSIX semantics: a
//! deleted name disappears at once, and the file lives until its last handle is closed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use seaway_device_api::{DevicePath, Error, ErrorKind, OpenFlags, Operation, Result};

#[derive(Debug)]
pub(crate) struct Namespace<T>(Mutex<BTreeMap<String, Arc<T>>>);

impl<T> Default for Namespace<T> {
    fn default() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }
}

impl<T: Default> Namespace<T> {
    pub(crate) fn open(&self, path: &DevicePath, flags: OpenFlags) -> Result<Arc<T>> {
        let refuse = |kind| Err(Error::new(kind, Operation::Open).with_path(path.as_str()));
        // A panic elsewhere cannot leave the map half changed: no user code runs inside its methods.
        let mut names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match names.get(path.as_str()) {
            Some(_) if flags.contains(OpenFlags::CREATE | OpenFlags::EXCLUSIVE) => {
                refuse(ErrorKind::FileExists)
            }
            Some(file) => Ok(Arc::clone(file)),
            None if flags.contains(OpenFlags::CREATE) => {
                Ok(Arc::clone(names.entry(path.as_str().to_owned()).or_default()))
            }
            None => refuse(ErrorKind::NoSuchFile),
        }
    }

    pub(crate) fn delete(&self, path: &DevicePath) -> Result<()> {
        let mut names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let missing = || Error::new(ErrorKind::NoSuchFile, Operation::Delete).with_path(path.as_str());
        names.remove(path.as_str()).map(drop).ok_or_else(missing)
    }
}
