// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`StripedFile`]: an open file. Block `b` of the file is block `b / n` of part `b % n`.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::{PoisonError, RwLock};

use seaway_device_api::pieces::{check, pieces, pieces_mut};
use seaway_device_api::{
    Costs, DeviceFile, DevicePath, Durability, Error, ErrorKind, Extent, Guarantees, Locality, OpenFlags,
    Operation, Result, Segments, SegmentsMut, Striping,
};

const BLOCK_BYTES: u64 = 64 << 10;

#[derive(Debug)]
pub(crate) struct StripedFile {
    path: DevicePath,
    parts: Vec<File>,
    flags: OpenFlags,
}

/// Held for writing while a size is changed, so that no write of this process falls in between.
static RESIZING: RwLock<()> = RwLock::new(());

impl StripedFile {
    pub(crate) fn new(path: &DevicePath, parts: Vec<File>, flags: OpenFlags) -> Self {
        Self { path: path.clone(), parts, flags }
    }

    /// The part that has byte `offset` of the file, and where.
    fn place(&self, offset: u64) -> (&File, u64) {
        let (block, count) = (offset / BLOCK_BYTES, self.parts.len() as u64);
        let part = usize::try_from(block % count).expect("there are fewer parts than fit into memory");
        (&self.parts[part], block / count * BLOCK_BYTES + offset % BLOCK_BYTES)
    }

    /// How long part `part` is in a file of `size` bytes.
    fn part_bytes(&self, part: u64, size: u64) -> u64 {
        let (block, count) = (size / BLOCK_BYTES, self.parts.len() as u64);
        let whole = block / count + u64::from(part < block % count);
        whole * BLOCK_BYTES + if part == block % count { size % BLOCK_BYTES } else { 0 }
    }

    /// Where the file ends if part `part` has `bytes` bytes: behind the last of them.
    fn end(&self, part: u64, bytes: u64) -> u64 {
        let Some(last) = bytes.checked_sub(1) else { return 0 };
        (last / BLOCK_BYTES * self.parts.len() as u64 + part) * BLOCK_BYTES + last % BLOCK_BYTES + 1
    }

    fn resize(&self, size: u64) -> io::Result<()> {
        (0..).zip(&self.parts).try_for_each(|(part, file)| file.set_len(self.part_bytes(part, size)))
    }

    fn check_writable(&self, operation: Operation) -> Result<()> {
        if self.flags.contains(OpenFlags::WRITE) {
            return Ok(());
        }
        Err(Error::new(ErrorKind::ReadOnly, operation).with_path(self.path.as_str()))
    }

    fn context(&self, operation: Operation, error: io::Error) -> Error {
        Error::from_io(operation, error).with_path(self.path.as_str())
    }
}

impl DeviceFile for StripedFile {
    fn read(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64> {
        check(Operation::Read, extents, target.total())?;
        let mut total = 0;
        for (offset, piece) in pieces_mut(extents, target).cut_at_multiples_of(BLOCK_BYTES) {
            let (part, at) = self.place(offset);
            let mut got = read_up_to(part, at, piece).map_err(|error| {
                let extent = Extent::new(offset, piece.len() as u64);
                self.context(Operation::Read, error).with_extent(extent)
            })?;
            if got < piece.len() {
                // The part ends here, but the file may continue in another: then this is a hole.
                let there = usize::try_from(self.size()?.saturating_sub(offset)).unwrap_or(usize::MAX);
                let filled = there.clamp(got, piece.len());
                piece[got..filled].fill(0);
                got = filled;
            }
            total += got as u64;
            if got < piece.len() {
                break;
            }
        }
        Ok(total)
    }

    fn write(&self, extents: &[Extent], source: &Segments<'_>) -> Result<()> {
        self.check_writable(Operation::Write)?;
        check(Operation::Write, extents, source.total())?;
        let _no_resize = RESIZING.read().unwrap_or_else(PoisonError::into_inner);
        for (offset, piece) in pieces(extents, source).cut_at_multiples_of(BLOCK_BYTES) {
            let (part, at) = self.place(offset);
            part.write_all_at(piece, at).map_err(|error| {
                let extent = Extent::new(offset, piece.len() as u64);
                self.context(Operation::Write, error).with_extent(extent)
            })?;
        }
        Ok(())
    }

    fn size(&self) -> Result<u64> {
        let mut size = 0;
        for (part, file) in (0..).zip(&self.parts) {
            let metadata = file.metadata().map_err(|error| self.context(Operation::GetSize, error))?;
            size = size.max(self.end(part, metadata.len()));
        }
        Ok(size)
    }

    fn set_size(&self, size: u64) -> Result<()> {
        self.check_writable(Operation::SetSize)?;
        check(Operation::SetSize, &[Extent::new(0, size)], size)?;
        let _alone = RESIZING.write().unwrap_or_else(PoisonError::into_inner);
        self.resize(size).map_err(|error| self.context(Operation::SetSize, error))
    }

    fn preallocate(&self, size: u64) -> Result<()> {
        self.check_writable(Operation::Preallocate)?;
        check(Operation::Preallocate, &[Extent::new(0, size)], size)?;
        let _alone = RESIZING.write().unwrap_or_else(PoisonError::into_inner);
        if self.size()? >= size {
            return Ok(());
        }
        self.resize(size).map_err(|error| self.context(Operation::Preallocate, error))
    }

    fn sync(&self, durability: Durability) -> Result<()> {
        if durability == Durability::Visible || !self.flags.contains(OpenFlags::WRITE) {
            return Ok(());
        }
        let synced = self.parts.iter().try_for_each(File::sync_data);
        synced.map_err(|error| self.context(Operation::Sync, error))
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees {
            locality: Locality::Disk,
            coherent: true,
            sparse: true,
            block_bytes: BLOCK_BYTES,
            costs: Costs { call_nanoseconds: 2_000.0, byte_nanoseconds: 0.3, ..Costs::NETWORK },
        }
    }

    fn striping(&self) -> Option<Striping> {
        Some(Striping { stripe_bytes: BLOCK_BYTES, stripe_count: u32::try_from(self.parts.len()).ok() })
    }
}

/// Fewer bytes than asked for: the part ends.
fn read_up_to(part: &File, offset: u64, target: &mut [u8]) -> io::Result<usize> {
    let mut done = 0;
    while done < target.len() {
        match part.read_at(&mut target[done..], offset + done as u64) {
            Ok(0) => break,
            Ok(got) => done += got,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}
