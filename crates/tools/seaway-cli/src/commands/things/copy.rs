// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway things cp`: between any two devices.

use std::io::{IoSlice, IoSliceMut};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use seaway_device_api::{
    DeviceFile, Durability, Extent, Hints, MapRules, OpenFlags, OpenOptions, Segments, SegmentsMut,
};
use seaway_devices::{Resolved, resolve};

const PIECE_BYTES: usize = 4 << 20;

pub(super) fn copy(from: &str, to: &str, disk: bool, hints: &Hints) -> Result<()> {
    let source = open(from, OpenFlags::READ, hints)?;
    let size = source.size()?;
    let kind = if disk { "disk" } else { "memory" };
    let hints = hints.clone().with("seaway_thing_kind", kind);
    let target = open(to, OpenFlags::WRITE | OpenFlags::CREATE, &hints)?;
    target.set_size(0)?;
    let bar = bar(size);
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

/// Shows nothing if standard error is not a terminal.
pub(super) fn bar(size: u64) -> ProgressBar {
    let bar = ProgressBar::new(size);
    if let Ok(style) = ProgressStyle::with_template("  [{bar:40}] {bytes} of {total_bytes}, {bytes_per_sec}")
    {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}
