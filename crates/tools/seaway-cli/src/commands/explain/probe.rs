// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Probe`]: an open file to query, without creating the named one.

use std::fmt;
use std::process;

use anyhow::{Context, Result};
use seaway_device_api::{DeviceFile, DevicePath, ErrorKind, Hints, OpenFlags, OpenOptions};
use seaway_devices::Resolved;

use crate::quantity;

#[derive(Debug)]
pub(super) struct Probe {
    pub(super) file: Box<dyn DeviceFile>,
    pub(super) existence: Existence,
}

#[derive(Debug)]
pub(super) enum Existence {
    Yes {
        size: u64,
        writable: bool,
    },
    /// A temporary file in the same directory was queried instead.
    No,
}

impl Probe {
    pub(super) fn open(resolved: &Resolved, hints: &Hints, ranks: usize) -> Result<Self> {
        let open = |flags| {
            let options = OpenOptions { flags, hints: hints.clone(), ranks };
            resolved.device.open(resolved.name.path(), &options)
        };
        match open(OpenFlags::READ | OpenFlags::WRITE) {
            Ok(file) => Self::existing(file, true),
            Err(error) if error.kind() == ErrorKind::NoSuchFile => Self::neighbour(resolved, hints, ranks),
            Err(error) if matches!(error.kind(), ErrorKind::AccessDenied | ErrorKind::ReadOnly) => {
                Self::existing(open(OpenFlags::READ)?, false)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn existing(file: Box<dyn DeviceFile>, writable: bool) -> Result<Self> {
        let size = file.size()?;
        Ok(Self { file, existence: Existence::Yes { size, writable } })
    }

    /// What a directory's file system supports can only be queried on a file in it.
    fn neighbour(resolved: &Resolved, hints: &Hints, ranks: usize) -> Result<Self> {
        let flags = OpenFlags::READ | OpenFlags::WRITE | OpenFlags::CREATE | OpenFlags::EXCLUSIVE;
        let path = neighbour_of(resolved.name.path());
        let options = OpenOptions { flags, hints: hints.clone(), ranks };
        let alone = || format!("{} does not exist, and no file could be created beside it", resolved.name);
        let file = resolved.device.open(&path, &options).with_context(alone)?;
        resolved.device.delete(&path)?;
        Ok(Self { file, existence: Existence::No })
    }
}

impl fmt::Display for Existence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Yes { size, writable: true } => write!(f, "yes, {}", quantity::bytes(*size)),
            Self::Yes { size, writable: false } => {
                write!(f, "yes, {}, for reading only", quantity::bytes(*size))
            }
            Self::No => f.write_str("no; what follows holds for a new file beside it"),
        }
    }
}

fn neighbour_of(path: &DevicePath) -> DevicePath {
    let folder = path.as_str().rfind('/').map_or("", |slash| &path.as_str()[..=slash]);
    DevicePath::new(format!("{folder}.seaway-explain-{}", process::id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbour_lies_in_the_same_folder() {
        let check = |path: &str, folder: &str| {
            let neighbour = neighbour_of(&DevicePath::new(path));
            let name = neighbour.as_str().strip_prefix(folder).unwrap();
            assert!(name.starts_with(".seaway-explain-") && !name.contains('/'), "{neighbour}");
        };
        check("/scratch/run/out.nc", "/scratch/run/");
        check("out.nc", "");
        check("/out.nc", "/");
    }
}
