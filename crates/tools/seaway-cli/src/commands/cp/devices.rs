// SPDX-License-Identifier: MIT OR Apache-2.0
//! Copies between devices: one file, and its bytes only; and device files as sources of other copies.

use std::io::{self, IoSlice, IoSliceMut};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use seaway_device_api::{
    DeviceFile, Durability, Extent, Hints, MapRules, OpenFlags, OpenOptions, Segments, SegmentsMut,
};
use seaway_devices::{Resolved, resolve};
use seaway_messages::{Entry, EntryKind, is_relative_name};
use seaway_ring::{Content, Identity, Listed};

use super::progress;
use crate::refusal::Refusal;

const PIECE_BYTES: usize = 4 << 20;

/// `disk`: a thing that is created is on disk.
pub(crate) fn copy(from: &str, to: &str, disk: bool, hints: &Hints) -> Result<()> {
    let source = open(from, OpenFlags::READ, hints)?;
    let size = source.size()?;
    let kind = if disk { "disk" } else { "memory" };
    let hints = hints.clone().with("seaway_thing_kind", kind);
    let target = open(to, OpenFlags::WRITE | OpenFlags::CREATE, &hints)?;
    target.set_size(0)?;
    let bar = progress::bar(size);
    let mut buffer = vec![0; PIECE_BYTES];
    let mut offset = 0;
    while offset < size {
        let piece = usize::try_from(size - offset).unwrap_or(PIECE_BYTES).min(PIECE_BYTES);
        let extent = [Extent::new(offset, piece as u64)];
        let mut into = [IoSliceMut::new(&mut buffer[..piece])];
        let read = source.read(&extent, &mut SegmentsMut::new(&mut into))?;
        if read == 0 {
            break;
        }
        let read = usize::try_from(read).unwrap_or(piece);
        let extent = [Extent::new(offset, read as u64)];
        target.write(&extent, &Segments::new(&[IoSlice::new(&buffer[..read])]))?;
        offset += read as u64;
        bar.set_position(offset);
    }
    target.sync(Durability::Visible)?;
    target.close()?;
    bar.finish_and_clear();
    Ok(())
}

fn open(name: &str, flags: OpenFlags, hints: &Hints) -> Result<Box<dyn DeviceFile>> {
    let Resolved { device, name, .. } = resolve(name, &MapRules::default(), hints)?;
    let options = OpenOptions { flags, hints: hints.clone(), ranks: 1 };
    device.open(name.path(), &options).with_context(|| format!("cannot copy {name}"))
}

/// A file of a device, for a listing.
pub(super) fn listed(name: &str, hints: &Hints) -> Result<Listed> {
    let file: Arc<dyn DeviceFile> = Arc::from(open(name, OpenFlags::READ, hints)?);
    let last = name.rsplit(['/', ':']).next().unwrap_or_default();
    if !is_relative_name(last.as_bytes()) {
        return Err(Refusal::unusable(format!("{name}: it has no name that a copy could have")).into());
    }
    let entry = Entry {
        name: last.into(),
        kind: EntryKind::File,
        mode: 0o644,
        seconds: 0,
        nanoseconds: 0,
        size: file.size()?,
        sparse: false,
        link: Vec::new(),
        attributes: Vec::new(),
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seconds = i64::try_from(now.as_secs()).unwrap_or(0);
    let changed = i128::from(seconds) * 1_000_000_000;
    let content = Arc::new(DeviceContent { file, changed });
    let open = move || Ok(Arc::clone(&content) as Arc<dyn Content>);
    Ok(Listed { entry: Entry { seconds, ..entry }, open: Some(Arc::new(open)) })
}

/// Devices know no times of change: the size shows whether it is the same.
struct DeviceContent {
    file: Arc<dyn DeviceFile>,
    changed: i128,
}

impl Content for DeviceContent {
    fn read_at(&self, into: &mut [u8], offset: u64) -> io::Result<usize> {
        let extent = [Extent::new(offset, into.len() as u64)];
        let mut into = [IoSliceMut::new(into)];
        let read = self.file.read(&extent, &mut SegmentsMut::new(&mut into)).map_err(io::Error::other)?;
        usize::try_from(read).map_err(io::Error::other)
    }

    fn identity(&self) -> io::Result<Identity> {
        let size = self.file.size().map_err(io::Error::other)?;
        Ok(Identity { size, device: 0, inode: 0, changed: self.changed, status_changed: 0 })
    }
}
