// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checkpoints: the memory things of a space as files, complete or not there at all, to be restored into the same space
//! or another one.
//!
//! A checkpoint is a folder of its own (`checkpoint-000007`), with a file for each thing and a [`manifest`] of names, sizes and
//! checksums. It gets its name when everything in it is on the disk, so a crash at any moment leaves the one before.

mod folder;
mod manifest;

use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;

use seaway_channel::hexadecimal;
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::{ThingKind, ThingStatus};
use sha2::{Digest, Sha256};

use self::folder::{Folder, failed};
use self::manifest::{Entry, Manifest};
use crate::space::Space;
use crate::thing::Thing;
use crate::whole::UNFINISHED;

const PIECE_BYTES: usize = 1 << 20;

/// What was saved or restored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckpointSummary {
    /// Name of the checkpoint's folder.
    pub name: String,
    pub things: u64,
    pub bytes: u64,
}

/// How far it is: bytes done, and bytes in all.
pub type CheckpointProgress<'p> = &'p mut dyn FnMut(u64, u64);

/// Saves the memory things whose names begin with `prefix` as the next checkpoint in `folder`, and removes all but the newest
/// `keep` of them. A thing that is written meanwhile may be saved with a part of the write.
pub fn save_checkpoint(
    space: &Space,
    folder: &Path,
    prefix: &str,
    keep: usize,
    progress: CheckpointProgress<'_>,
) -> Result<CheckpointSummary> {
    let folder = Folder::lock(folder)?;
    let things: Vec<ThingStatus> = space
        .list(prefix)?
        .into_iter()
        .filter(|thing| thing.kind == ThingKind::Memory && !thing.name.starts_with(UNFINISHED))
        .collect();
    let total = things.iter().map(|thing| thing.size).sum();
    let (mut manifest, mut done) = (Manifest::default(), 0);
    let partial = folder.begin()?;
    for status in &things {
        let thing = match space.open_to_read(&status.name) {
            // Deleted since it was listed.
            Err(error) if error.kind() == ErrorKind::NoSuchFile => continue,
            other => other?,
        };
        let file = format!("{:06}", manifest.entries.len());
        let path = partial.path().join(&file);
        let mut count = |bytes| {
            done += bytes;
            progress(done, total);
        };
        let (size, checksum) =
            save(&thing, &path, &mut count).map_err(|error| error.with_path(&status.name))?;
        manifest.entries.push(Entry { size, checksum, file, name: status.name.clone() });
    }
    let name = partial.finish(&manifest)?;
    folder.keep_newest(keep)?;
    let bytes = manifest.entries.iter().map(|entry| entry.size).sum();
    Ok(CheckpointSummary { name, things: manifest.entries.len() as u64, bytes })
}

/// Brings the things of the newest checkpoint in `folder` back; each appears when it is whole and its checksum is right.
/// Without `replace`, `FileExists` if one of them is there, before any is restored.
pub fn restore_checkpoint(
    space: &Space,
    folder: &Path,
    replace: bool,
    progress: CheckpointProgress<'_>,
) -> Result<CheckpointSummary> {
    space.remove_leftovers()?;
    let (name, path) = folder::newest(folder)?;
    let manifest = Manifest::read(&path)?;
    if !replace {
        for entry in &manifest.entries {
            if space.exists(&entry.name)? {
                let detail = "a thing of this name exists already; ask to replace it, or delete it first";
                let error = Error::new(ErrorKind::FileExists, Operation::Open).with_detail(detail);
                return Err(error.with_path(format!("thing:{}", entry.name)));
            }
        }
    }
    let total = manifest.entries.iter().map(|entry| entry.size).sum();
    let mut done = 0;
    for entry in &manifest.entries {
        let mut count = |bytes| {
            done += bytes;
            progress(done, total);
        };
        space.put(&entry.name, ThingKind::Memory, entry.size, replace, |thing| {
            load(&path.join(&entry.file), entry, thing, &mut count)
        })?;
    }
    Ok(CheckpointSummary { name, things: manifest.entries.len() as u64, bytes: total })
}

/// Holes, and pages of zeros, become holes of the file. Returns size and checksum.
fn save(thing: &Thing, path: &Path, count: &mut dyn FnMut(u64)) -> Result<(u64, String)> {
    let wrong = |error| failed(path, Operation::Write, error);
    let file = File::create_new(path).map_err(wrong)?;
    let (mut hash, mut buffer, mut offset) = (Sha256::new(), vec![0; PIECE_BYTES], 0);
    loop {
        let read = thing.read_at(&mut buffer, offset)?;
        if read == 0 {
            break;
        }
        let piece = &buffer[..read];
        hash.update(piece);
        if piece.iter().any(|&byte| byte != 0) {
            file.write_all_at(piece, offset).map_err(wrong)?;
        }
        offset += read as u64;
        count(read as u64);
    }
    file.set_len(offset).and_then(|()| file.sync_all()).map_err(wrong)?;
    Ok((offset, hexadecimal(&hash.finalize())))
}

fn load(path: &Path, entry: &Entry, thing: &Thing, count: &mut dyn FnMut(u64)) -> Result<()> {
    let wrong = |error| failed(path, Operation::Read, error);
    let mut file = File::open(path).map_err(wrong)?;
    let (mut hash, mut buffer, mut offset) = (Sha256::new(), vec![0; PIECE_BYTES], 0);
    loop {
        let read = file.read(&mut buffer).map_err(wrong)?;
        if read == 0 {
            break;
        }
        let piece = &buffer[..read];
        hash.update(piece);
        // A new thing is zero.
        if piece.iter().any(|&byte| byte != 0) {
            thing.write_at(piece, offset)?;
        }
        offset += read as u64;
        count(read as u64);
    }
    if offset != entry.size || hexadecimal(&hash.finalize()) != entry.checksum {
        let detail = format!(
            "{}: the file is damaged: its checksum is not that of thing:{}",
            path.display(),
            entry.name
        );
        return Err(Error::new(ErrorKind::Io, Operation::Read).with_detail(detail));
    }
    Ok(())
}

/// Writes a file that is complete and durable when this returns.
fn write_durably(path: &Path, text: &str) -> Result<()> {
    let wrong = |error| failed(path, Operation::Write, error);
    let mut file = File::create_new(path).map_err(wrong)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(wrong)
}
