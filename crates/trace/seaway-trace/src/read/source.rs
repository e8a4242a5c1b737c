// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sources of trace bytes.
//!
//! Files are read, not mapped: they may still be written, or be truncated, and what has been read stays
//! valid. Copying costs next to nothing beside decoding.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::Arc;

use rustix::fs::SeekFrom;

/// Opened for each use: a trace may have more files than a process may have open.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    File(PathBuf),
    Memory(Arc<[u8]>),
}

impl Source {
    pub(crate) fn open(&self) -> io::Result<Reader> {
        match self {
            Self::File(path) => File::open(path).map(Reader::File),
            Self::Memory(bytes) => Ok(Reader::Memory(bytes.clone())),
        }
    }
}

#[derive(Debug)]
pub(crate) enum Reader {
    File(File),
    Memory(Arc<[u8]>),
}

impl Reader {
    pub(crate) fn length(&self) -> io::Result<u64> {
        match self {
            Self::File(file) => Ok(file.metadata()?.len()),
            Self::Memory(bytes) => Ok(bytes.len() as u64),
        }
    }

    /// Fills `target` as far as there are bytes; returns how many.
    pub(crate) fn read_at(&self, offset: u64, target: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => read_file(file, offset, target),
            Self::Memory(bytes) => {
                let begin = usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
                let length = target.len().min(bytes.len() - begin);
                target[..length].copy_from_slice(&bytes[begin..begin + length]);
                Ok(length)
            }
        }
    }

    /// The value at `offset`; `None` if the file ends before.
    pub(crate) fn value_at<T: bytemuck::Pod>(&self, offset: u64) -> io::Result<Option<T>> {
        let mut value = T::zeroed();
        let bytes = bytemuck::bytes_of_mut(&mut value);
        let whole = bytes.len();
        Ok((self.read_at(offset, bytes)? == whole).then_some(value))
    }

    /// The first byte from `offset` on that may be nonzero: files may have holes of any size. Returns the
    /// file's length if there is none.
    pub(crate) fn next_data(&self, offset: u64) -> u64 {
        match self {
            Self::File(file) => match rustix::fs::seek(file, SeekFrom::Data(offset)) {
                Ok(data) => data.max(offset),
                Err(rustix::io::Errno::NXIO) => u64::MAX,
                Err(_) => offset,
            },
            Self::Memory(_) => offset,
        }
    }
}

fn read_file(file: &File, offset: u64, target: &mut [u8]) -> io::Result<usize> {
    // Beyond it, no offset is valid.
    if i64::try_from(offset.saturating_add(target.len() as u64)).is_err() {
        return Ok(0);
    }
    let mut filled = 0;
    while filled < target.len() {
        match file.read_at(&mut target[filled..], offset + filled as u64) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
