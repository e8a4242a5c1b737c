// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`CopyError`]: why one name was not copied.

use std::fmt;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use seaway_device_api::{Error, ErrorKind, Operation};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyError {
    /// Of the source or the target.
    pub name: Vec<u8>,
    pub kind: ErrorKind,
    pub text: String,
}

impl CopyError {
    pub fn new(name: &[u8], kind: ErrorKind, text: impl Into<String>) -> Self {
        Self { name: name.to_vec(), kind, text: text.into() }
    }

    /// With what can be done about it, where that is known.
    pub fn of_io(name: &[u8], error: &io::Error) -> Self {
        let kind = Error::from_io(Operation::Write, io::Error::from(error.kind())).kind();
        let kind = match error.raw_os_error() {
            Some(number) => Error::from_io(Operation::Write, io::Error::from_raw_os_error(number)).kind(),
            None => kind,
        };
        Self::new(name, kind, explain(error))
    }
}

fn explain(error: &io::Error) -> String {
    match error.raw_os_error() {
        Some(libc::ENOSPC) => "no space is left there; free some and repeat the command with --resume".into(),
        Some(libc::EDQUOT) => "the quota is used up; free some space and repeat the command with --resume".into(),
        Some(libc::ENAMETOOLONG) => "the name is too long for that file system".into(),
        Some(libc::ELOOP | libc::EXDEV) => {
            "it leads through a symbolic link beneath the target, which is not followed; remove the link first".into()
        }
        Some(libc::ENOTDIR) => "a part of its path is not a directory there".into(),
        Some(libc::EISDIR) => "there is a directory of that name; remove it first".into(),
        _ => error.to_string(),
    }
}

/// A name for messages: escaped where it is not printable.
pub fn describe(name: &[u8]) -> String {
    match std::str::from_utf8(name) {
        Ok(text) if !text.chars().any(char::is_control) => text.to_owned(),
        _ => format!("{:?}", Path::new(std::ffi::OsStr::from_bytes(name))),
    }
}

impl fmt::Display for CopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", describe(&self.name), self.text)
    }
}

impl std::error::Error for CopyError {}
