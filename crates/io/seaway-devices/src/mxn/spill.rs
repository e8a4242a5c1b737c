// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Spill`]: bytes of a stream that must outlast the window, in a temporary file that has no name.
//!
//! Its disk space goes with the process, however that ends.

use std::env;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::fs::{FallocateFlags, Mode, OFlags, fallocate, open, unlink};
use rustix::io::Errno;
use seaway_device_api::{Error, Extent, Operation, Result};
use seaway_roles::stream::bytes::RangeSet;

/// Holes are punched in whole blocks of this size, which every file system's block size divides, or nearly.
const BLOCK_BYTES: u64 = 64 << 10;

#[derive(Debug)]
pub(super) struct Spill {
    file: File,
    /// For messages.
    directory: String,
    space: Mutex<Space>,
}

#[derive(Debug, Default)]
struct Space {
    /// Where the next bytes go.
    end: u64,
    /// What is no longer needed. Whole blocks of it are holes.
    free: RangeSet,
}

impl Spill {
    /// In `SEAWAY_SPILL_DIR`, `TMPDIR` or `/tmp`, whichever is set first.
    pub(super) fn create() -> Result<Self> {
        let directory =
            ["SEAWAY_SPILL_DIR", "TMPDIR"].iter().find_map(env::var_os).filter(|name| !name.is_empty());
        Self::create_in(&directory.map_or_else(|| PathBuf::from("/tmp"), PathBuf::from))
    }

    pub(super) fn create_in(directory: &Path) -> Result<Self> {
        let name = directory.display().to_string();
        let file = nameless_file(directory).map_err(|errno| {
            Error::from_io(Operation::Write, errno.into())
                .with_path(&name)
                .with_detail("cannot create a spill file; SEAWAY_SPILL_DIR sets its directory")
        })?;
        Ok(Self { file, directory: name, space: Mutex::default() })
    }

    /// Keeps `bytes`; the answer is where, for [`read`](Self::read).
    pub(super) fn write(&self, bytes: &[u8]) -> Result<u64> {
        let len = bytes.len() as u64;
        let offset = {
            let mut space = self.space();
            let offset = space.end;
            space.end += len;
            offset
        };
        self.file.write_all_at(bytes, offset).map_err(|error| {
            self.give_back(offset, len);
            self.failed(Operation::Write, error)
                .with_detail("cannot access the spill file; SEAWAY_SPILL_DIR sets its directory")
        })?;
        Ok(offset)
    }

    pub(super) fn read(&self, offset: u64, into: &mut [u8]) -> Result<()> {
        self.file.read_exact_at(into, offset).map_err(|error| self.failed(Operation::Read, error))
    }

    /// The bytes, or any part of what was written, are no longer needed.
    pub(super) fn give_back(&self, offset: u64, len: u64) {
        if len == 0 {
            return;
        }
        let mut space = self.space();
        debug_assert!(space.free.overlap(Extent::new(offset, len)).is_empty(), "given back twice");
        space.free.insert(Extent::new(offset, len));
        if space.free.total_bytes() == space.end {
            // Under the lock: no range of the file is in use, and none is handed out before it is empty.
            if self.file.set_len(0).is_ok() {
                *space = Space::default();
            }
            return;
        }
        let hole = space.free.around(offset).and_then(|free| whole_blocks(free, Extent::new(offset, len)));
        drop(space);
        if let Some(hole) = hole {
            let flags = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
            // A file system without holes keeps the space until all of it is given back: nothing to tell anybody.
            let _ = fallocate(&self.file, flags, hole.offset, hole.len);
        }
    }

    /// Bytes that are kept now.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> u64 {
        let space = self.space();
        space.end - space.free.total_bytes()
    }

    fn space(&self) -> MutexGuard<'_, Space> {
        // Every change is a single step: what a panicking thread left is whole.
        self.space.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self, operation: Operation, error: io::Error) -> Error {
        Error::from_io(operation, error).with_path(&self.directory)
    }
}

/// The whole blocks inside `free` that `added` has just completed. A hole inside a block would free nothing.
fn whole_blocks(free: Extent, added: Extent) -> Option<Extent> {
    let up = |offset: u64| offset.next_multiple_of(BLOCK_BYTES);
    let down = |offset: u64| offset - offset % BLOCK_BYTES;
    let start = up(free.offset).max(down(added.offset));
    let end = down(free.end()).min(up(added.end()));
    (start < end).then(|| (start..end).into())
}

fn nameless_file(directory: &Path) -> std::result::Result<File, Errno> {
    let access = OFlags::RDWR | OFlags::CLOEXEC;
    let owner_only = Mode::RUSR | Mode::WUSR;
    match open(directory, access | OFlags::TMPFILE, owner_only) {
        Ok(file) => return Ok(file.into()),
        // Of a file system that cannot, or of a kernel that takes it for an attempt to write to the directory.
        Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL) => {}
        Err(errno) => return Err(errno),
    }
    for attempt in 0..1000 {
        let path = directory.join(format!(".seaway-spill-{}-{attempt}", std::process::id()));
        match open(&path, access | OFlags::CREATE | OFlags::EXCL, owner_only) {
            Ok(file) => {
                unlink(&path)?;
                return Ok(file.into());
            }
            Err(Errno::EXIST) => {}
            Err(errno) => return Err(errno),
        }
    }
    Err(Errno::EXIST)
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation, reason = "the model is small")]
mod tests {
    use std::collections::HashMap;
    use std::os::unix::fs::MetadataExt;

    use seaway_device_api::ErrorKind;

    use super::*;

    fn disk_bytes(spill: &Spill) -> u64 {
        spill.file.metadata().unwrap().blocks() * 512
    }

    #[test]
    fn the_file_has_no_name() {
        let directory = tempfile::tempdir().unwrap();
        let spill = Spill::create_in(directory.path()).unwrap();
        spill.write(b"abc").unwrap();
        assert_eq!(directory.path().read_dir().unwrap().count(), 0);
        assert_eq!(spill.file.metadata().unwrap().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_missing_directory_is_named_in_the_error() {
        let error = Spill::create_in(Path::new("/nowhere/at/all")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NoSuchFile);
        assert!(
            error.to_string().contains("/nowhere/at/all") && error.to_string().contains("SEAWAY_SPILL_DIR")
        );
    }

    #[test]
    fn what_was_never_written_cannot_be_read() {
        let directory = tempfile::tempdir().unwrap();
        let spill = Spill::create_in(directory.path()).unwrap();
        assert_eq!(spill.read(0, &mut [0; 4]).unwrap_err().operation(), Operation::Read);
    }

    #[test]
    fn small_pieces_given_back_free_the_disk_together() {
        let directory = tempfile::tempdir().unwrap();
        let spill = Spill::create_in(directory.path()).unwrap();
        let kept = spill.write(b"kept").unwrap();
        let piece = [7; 1000];
        let pieces: Vec<u64> = (0..2000).map(|_| spill.write(&piece).unwrap()).collect();
        let full = disk_bytes(&spill);
        assert!(full >= 2_000_000, "{full}");
        // Every second one first: none of them completes a block.
        let (even, odd): (Vec<_>, Vec<_>) =
            pieces.iter().partition(|&&offset| ((offset - pieces[0]) / 1000).is_multiple_of(2));
        even.into_iter().chain(odd).for_each(|offset| spill.give_back(offset, 1000));
        assert!(disk_bytes(&spill) <= 4 * BLOCK_BYTES, "{} of {full} bytes are left", disk_bytes(&spill));
        assert_eq!(spill.bytes(), 4);
        let mut read = [0; 4];
        spill.read(kept, &mut read).unwrap();
        assert_eq!(&read, b"kept");
        spill.give_back(kept, 4);
        assert_eq!((disk_bytes(&spill), spill.bytes(), spill.write(b"again").unwrap()), (0, 0, 0));
    }

    #[test]
    fn random_use_gives_back_what_was_written() {
        let directory = tempfile::tempdir().unwrap();
        for seed in 0..20 {
            let mut random = fastrand::Rng::with_seed(seed);
            let spill = Spill::create_in(directory.path()).unwrap();
            let mut kept: HashMap<u64, Vec<u8>> = HashMap::new();
            for _ in 0..200 {
                let any = kept.keys().min().copied().filter(|_| random.u8(0..5) < 2);
                if let Some(offset) = any {
                    let bytes = kept.remove(&offset).unwrap();
                    // In two parts, as readers take them.
                    let half = bytes.len() as u64 / 2;
                    spill.give_back(offset, half);
                    spill.give_back(offset + half, bytes.len() as u64 - half);
                } else {
                    let bytes: Vec<u8> = (0..random.usize(1..100_000)).map(|_| random.u8(..)).collect();
                    kept.insert(spill.write(&bytes).unwrap(), bytes);
                }
                assert_eq!(
                    spill.bytes(),
                    kept.values().map(|bytes| bytes.len() as u64).sum::<u64>(),
                    "seed {seed}"
                );
            }
            for (offset, bytes) in kept {
                let mut read = vec![0; bytes.len()];
                spill.read(offset, &mut read).unwrap();
                assert!(read == bytes, "seed {seed}");
            }
        }
    }
}
