// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`StripedDevice`]: opens and deletes the parts of a file, one in each directory.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use seaway_device_api::{
    Device, DeviceFile, DevicePath, Error, ErrorKind, OpenFlags, OpenOptions, Operation, Result,
};

use crate::file::StripedFile;

#[derive(Debug)]
pub struct StripedDevice {
    directories: Vec<PathBuf>,
}

impl StripedDevice {
    /// There is at least one directory.
    pub fn new(directories: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        Self { directories: directories.into_iter().map(Into::into).collect() }
    }

    fn parts<'d>(&'d self, path: &'d DevicePath) -> impl Iterator<Item = PathBuf> + 'd {
        self.directories.iter().map(|directory| directory.join(path.as_str()))
    }
}

impl Device for StripedDevice {
    fn open(&self, path: &DevicePath, options: &OpenOptions) -> Result<Box<dyn DeviceFile>> {
        let context = |error| Error::from_io(Operation::Open, error).with_path(path.as_str());
        if path.as_str().is_empty() {
            let error = Error::new(ErrorKind::BadFileName, Operation::Open).with_path("striped:");
            return Err(error.with_detail("a name must follow the colon"));
        }
        let mut parts = Vec::new();
        for (index, part) in self.parts(path).enumerate() {
            // Whether the file is there is up to the first part.
            let is_first = index == 0;
            parts.push(open_part(&part, options.flags, is_first).map_err(context)?);
        }
        Ok(Box::new(StripedFile::new(path, parts, options.flags)))
    }

    fn delete(&self, path: &DevicePath) -> Result<()> {
        for (index, part) in self.parts(path).enumerate() {
            match fs::remove_file(&part) {
                Err(error) if index == 0 || error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(Error::from_io(Operation::Delete, error).with_path(path.as_str()));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn open_part(part: &Path, flags: OpenFlags, is_first: bool) -> std::io::Result<File> {
    let creates = flags.contains(OpenFlags::CREATE);
    fs::OpenOptions::new()
        .read(flags.contains(OpenFlags::READ))
        // Only what is open for writing can be made.
        .write(flags.contains(OpenFlags::WRITE) || creates)
        .create(creates)
        .create_new(creates && is_first && flags.contains(OpenFlags::EXCLUSIVE))
        .open(part)
}
