// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Arriving`]: one version of an object, and where its content goes.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

use seaway_messages::{Entry, EntryKind, Want};

use super::Run;
use super::file::{NewFile, exists_as, open_existing};
use super::pack::Pack;
use crate::failure::CopyError;
use crate::objects::place;
use crate::{Sum, lock, sum};

#[derive(Debug)]
pub(super) struct Arriving {
    pub(super) version: u32,
    pub(super) chunk_bytes: u32,
    pub(super) size: u64,
    pub(super) entries: Vec<Entry>,
    pub(super) store: Store,
    sums: Mutex<Vec<Option<Sum>>>,
    /// A file that may have some of the content.
    candidate: Option<File>,
    /// Where a pack is in the spool.
    pub(super) spooled: AtomicU64,
    pub(super) received: AtomicU64,
}

#[derive(Debug)]
pub(super) enum Store {
    Nothing,
    /// One large file.
    File(NewFile),
    Pack(Pack),
    /// The file is there already.
    Existing(File),
}

impl Arriving {
    pub(super) fn new(version: u32, chunk_bytes: u32, entries: Vec<Entry>) -> Self {
        let files = entries.iter().filter(|entry| entry.kind == EntryKind::File);
        let size = files.map(|entry| entry.size).sum();
        let mut arriving = Self {
            version,
            chunk_bytes,
            size,
            entries,
            store: Store::Nothing,
            sums: Mutex::default(),
            candidate: None,
            spooled: AtomicU64::new(0),
            received: AtomicU64::new(0),
        };
        let chunks = usize::try_from(arriving.chunks()).unwrap_or(0);
        arriving.sums = Mutex::new(vec![None; chunks]);
        arriving
    }

    pub(super) fn chunks(&self) -> u64 {
        self.size.div_ceil(u64::from(self.chunk_bytes))
    }

    pub(super) fn is_sparse(&self) -> bool {
        self.entries.iter().any(|entry| entry.sparse)
    }

    pub(super) fn remember(&self, index: u64, sum: Sum) {
        let mut sums = lock(&self.sums);
        if let Some(place) = usize::try_from(index).ok().and_then(|index| sums.get_mut(index)) {
            *place = Some(sum);
        }
    }

    pub(super) fn sum(&self, index: u64) -> Option<Sum> {
        lock(&self.sums).get(usize::try_from(index).ok()?).copied().flatten()
    }

    /// Takes a chunk from what was here before, if it is the same.
    pub(super) fn recover(&self, index: u64, expected: &Sum) -> bool {
        let (Some(candidate), Store::File(file)) = (&self.candidate, &self.store) else { return false };
        let (offset, len) = place(self.size, self.chunk_bytes, index);
        let mut bytes = vec![0; len];
        candidate.read_exact_at(&mut bytes, offset).is_ok()
            && sum(&bytes) == *expected
            && file.write(&bytes, offset, false).is_ok()
    }

    /// Another version replaces it.
    pub(super) fn discard(&self) {
        match &self.store {
            Store::File(file) => file.discard(),
            _ => self.abandon(),
        }
    }

    /// It will not become visible now.
    pub(super) fn abandon(&self) {
        match &self.store {
            Store::File(file) => file.abandon(),
            Store::Pack(pack) => pack.abandon(),
            Store::Nothing | Store::Existing(_) => {}
        }
    }
}

impl Run {
    /// Creates directories and temporary files. `Some`: what to ask for; otherwise what is lacking.
    pub(super) fn set_up(&self, mut arriving: Arriving) -> Result<(Arriving, Option<Want>), CopyError> {
        for entry in arriving.entries.iter().filter(|entry| entry.kind == EntryKind::Directory) {
            // What is in it fails by itself.
            if let Err(error) = self.landing.make_folder(&entry.name) {
                self.fail_entry(entry, &error);
            }
        }
        let [entry] = &arriving.entries[..] else {
            if !arriving.entries.is_empty() {
                arriving.store = Store::Pack(Pack::default());
            }
            return Ok((arriving, None));
        };
        if entry.kind != EntryKind::File || arriving.chunks() <= 1 {
            arriving.store = Store::Pack(Pack::default());
            return Ok((arriving, None));
        }
        let failed = |error: io::Error| CopyError::of_io(&entry.name, &error);
        let (folder, last) = self.landing.place(&entry.name).map_err(failed)?;
        let (resume, checksum) = (self.terms.resume, self.terms.checksum);
        if resume && !checksum && exists_as(&folder, &last, entry) {
            arriving.store = Store::Existing(open_existing(&folder, &last).map_err(failed)?);
            return Ok((arriving, Some(Want::Nothing)));
        }
        let (file, partial) = NewFile::create(folder, last, entry, resume || checksum).map_err(failed)?;
        arriving.candidate = partial;
        if arriving.candidate.is_none() && checksum {
            arriving.candidate = file.existing();
        }
        arriving.store = Store::File(file);
        let want = arriving.candidate.is_some().then_some(Want::Sums);
        Ok((arriving, want))
    }

    pub(super) fn read_back(&self, arriving: &Arriving, index: u64) -> io::Result<Vec<u8>> {
        let (offset, len) = place(arriving.size, arriving.chunk_bytes, index);
        let mut bytes = vec![0; len];
        match &arriving.store {
            Store::File(file) => file.read(&mut bytes, offset)?,
            Store::Existing(file) => file.read_exact_at(&mut bytes, offset)?,
            Store::Pack(_) => self.read_spool(arriving, &mut bytes)?,
            Store::Nothing => {}
        }
        Ok(bytes)
    }
}
