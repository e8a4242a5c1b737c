// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Source`]: the stock of a head. Files are opened when they are offered, read when they are sent, and
//! committed if they were the same file from the first byte to the last. A file that changed meanwhile begins
//! anew as the next version.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use seaway_device_api::ErrorKind;
use seaway_messages::{Entry, EntryKind, RingMessage};
use seaway_roles::ring::{Holdings, Reading, chunk_bytes};

use crate::failure::CopyError;
use crate::feeding::{ChunkData, Stock};
use crate::listing::{Content, Identity, Listed, Listing};
use crate::objects::{Object, objects_of, place};
use crate::{Sum, lock, sum};

/// A file that changes so often while it is read is given up.
const MOST_VERSIONS: u32 = 5;
/// Longer than a tick of any kernel's clock.
const TICK: Duration = Duration::from_millis(20);
/// Files that are kept open.
const MOST_OPEN: usize = 64;

pub(crate) struct Source {
    listed: Vec<Listed>,
    objects: Vec<Object>,
    nodes: u32,
    held: Mutex<Holdings>,
    changed: Condvar,
    reading: Mutex<Reading<Sum>>,
    versions: Mutex<HashMap<u64, Arc<Version>>>,
    failures: Mutex<Vec<CopyError>>,
}

/// One version of an object: its files as they were when it began.
struct Version {
    number: u32,
    /// Places in the listing.
    files: Vec<usize>,
    entries: Vec<Entry>,
    size: u64,
    chunk_bytes: u32,
    /// Of one large file.
    content: Mutex<Option<(Arc<dyn Content>, Identity)>>,
}

impl Source {
    pub(crate) fn new(listing: Listing, nodes: u32) -> Self {
        let objects = objects_of(&listing.entries, nodes);
        let source = Self {
            listed: listing.entries,
            objects,
            nodes,
            held: Mutex::default(),
            changed: Condvar::new(),
            reading: Mutex::default(),
            versions: Mutex::default(),
            failures: Mutex::new(listing.failures),
        };
        for (number, object) in source.objects.iter().enumerate() {
            let files: Vec<usize> = object.entries.clone().collect();
            let entries = files.iter().map(|&file| source.listed[file].entry.clone()).collect();
            source.begin(number as u64, files, entries);
        }
        lock(&source.held).last(source.objects.len() as u64);
        source
    }

    pub(crate) fn take_failures(&self) -> Vec<CopyError> {
        std::mem::take(&mut *lock(&self.failures))
    }

    /// The next version of an object.
    fn begin(&self, object: u64, files: Vec<usize>, entries: Vec<Entry>) {
        let contents = entries.iter().filter(|entry| entry.kind == EntryKind::File);
        let size: u64 = contents.map(|entry| entry.size).sum();
        let is_alone = entries.len() == 1;
        let chunk = if is_alone && size > u64::from(seaway_messages::MAX_RING_CHUNK).min(64 << 10) {
            chunk_bytes(size, self.nodes)
        } else {
            u32::try_from(size.max(1)).unwrap_or(seaway_messages::MAX_RING_CHUNK)
        };
        let chunks = size.div_ceil(u64::from(chunk));
        let number = lock(&self.reading).begin(object, usize::try_from(chunks).unwrap_or(0));
        let version = Version { number, files, entries, size, chunk_bytes: chunk, content: Mutex::default() };
        lock(&self.versions).insert(object, Arc::new(version));
        let mut held = lock(&self.held);
        held.offered(object, number, chunks);
        held.complete(object, number);
        if chunks == 0 {
            held.commit(object, number);
        }
        drop(held);
        self.changed.notify_all();
    }

    fn version(&self, object: u64, number: u32) -> Option<Arc<Version>> {
        lock(&self.versions).get(&object).filter(|version| version.number == number).cloned()
    }

    /// Something of it has changed: it begins anew, with what is there now.
    fn begin_anew(&self, object: u64, old: &Version) {
        if lock(&self.versions).get(&object).is_none_or(|version| version.number != old.number) {
            return;
        }
        let (mut files, mut entries) = (Vec::new(), Vec::new());
        for (&file, entry) in old.files.iter().zip(&old.entries) {
            let current = match (&self.listed[file].open, old.number >= MOST_VERSIONS) {
                (None, _) => Ok(entry.clone()),
                (Some(_), true) => Err(CopyError::new(
                    &entry.name,
                    ErrorKind::FileInUse,
                    "it keeps changing while it is copied; copy it when it is complete",
                )),
                (Some(open), false) => {
                    let now = open().and_then(|content| content.identity());
                    now.map(|identity| updated(entry, &identity))
                        .map_err(|error| CopyError::of_io(&entry.name, &error))
                }
            };
            match current {
                Ok(entry) => {
                    files.push(file);
                    entries.push(entry);
                }
                Err(error) => lock(&self.failures).push(error),
            }
        }
        self.begin(object, files, entries);
    }

    /// The one large file of an object, opened.
    fn content(&self, object: u64, version: &Version) -> io::Result<Option<(Arc<dyn Content>, Identity)>> {
        let mut content = lock(&version.content);
        if let Some((content, identity)) = &*content {
            return Ok(Some((Arc::clone(content), *identity)));
        }
        let [file] = version.files[..] else { return Ok(None) };
        let Some(open) = &self.listed[file].open else { return Ok(None) };
        let opened = open()?;
        let identity = quiet_identity(&*opened)?;
        if identity.size != version.size || !is_as_listed(&version.entries[0], &identity) {
            drop(content);
            self.begin_anew(object, version);
            return Ok(None);
        }
        self.close_others(object);
        *content = Some((Arc::clone(&opened), identity));
        Ok(Some((opened, identity)))
    }

    /// They are opened again if they are needed.
    fn close_others(&self, object: u64) {
        let versions = lock(&self.versions);
        let open: Vec<_> = versions
            .iter()
            .filter(|(other, version)| {
                **other != object && version.content.try_lock().is_ok_and(|content| content.is_some())
            })
            .collect();
        if open.len() >= MOST_OPEN {
            for (_, version) in open {
                if let Ok(mut content) = version.content.try_lock() {
                    *content = None;
                }
            }
        }
    }

    /// `None`: it has changed.
    fn read_large(&self, object: u64, version: &Version, index: u64) -> io::Result<Option<(Vec<u8>, bool)>> {
        let Some((content, _)) = self.content(object, version)? else { return Ok(None) };
        let (offset, len) = place(version.size, version.chunk_bytes, index);
        let mut bytes = vec![0; len];
        let sparse = version.entries[0].sparse;
        if sparse && content.is_hole(offset, len as u64) {
            return Ok(Some((bytes, true)));
        }
        if content.read_at(&mut bytes, offset)? < len {
            self.begin_anew(object, version);
            return Ok(None);
        }
        let zero = sparse && bytes.iter().all(|&byte| byte == 0);
        Ok(Some((bytes, zero)))
    }

    /// All files of a pack, each the same before and after it was read.
    fn read_pack(&self, object: u64, version: &Version) -> io::Result<Option<(Vec<u8>, bool)>> {
        let mut bytes = Vec::with_capacity(usize::try_from(version.size).unwrap_or(0));
        for (&file, entry) in version.files.iter().zip(&version.entries) {
            let (EntryKind::File, Some(open)) = (entry.kind, &self.listed[file].open) else { continue };
            let mut read = || -> io::Result<bool> {
                let content = open()?;
                let before = quiet_identity(&*content)?;
                let start = bytes.len();
                bytes.resize(start + usize::try_from(entry.size).unwrap_or(0), 0);
                let count = content.read_at(&mut bytes[start..], 0)? as u64;
                let is_same = content.identity()? == before && is_as_listed(entry, &before);
                Ok(is_same && before.size == entry.size && count == entry.size)
            };
            if !read().unwrap_or(false) {
                self.begin_anew(object, version);
                return Ok(None);
            }
        }
        Ok(Some((bytes, false)))
    }

    /// If it was the same file all the time.
    fn commit(&self, object: u64, version: &Version) -> io::Result<()> {
        if !lock(&self.reading).is_whole(object, version.number) {
            return Ok(());
        }
        let content =
            lock(&version.content).as_ref().map(|(content, identity)| (Arc::clone(content), *identity));
        if let Some((content, identity)) = content
            && content.identity()? != identity
        {
            self.begin_anew(object, version);
            return Ok(());
        }
        lock(&self.held).commit(object, version.number);
        self.changed.notify_all();
        Ok(())
    }

    fn read(&self, object: u64, version: &Version, index: u64) -> io::Result<Option<ChunkData>> {
        let is_large =
            version.entries.len() == 1 && version.size.div_ceil(u64::from(version.chunk_bytes)) > 1;
        let read = match is_large {
            true => self.read_large(object, version, index)?,
            false => self.read_pack(object, version)?,
        };
        let Some((bytes, zero)) = read else { return Ok(None) };
        let sum = sum(&bytes);
        let is_same = lock(&self.reading).read(object, version.number, index, sum);
        if !is_same {
            self.begin_anew(object, version);
            return Ok(None);
        }
        self.commit(object, version)?;
        Ok(Some(ChunkData { bytes, sum, zero }))
    }
}

impl Stock for Source {
    fn held(&self) -> &Mutex<Holdings> {
        &self.held
    }

    fn changed(&self) -> &Condvar {
        &self.changed
    }

    fn chunks(&self, object: u64, version: u32) -> u64 {
        self.version(object, version)
            .map_or(0, |version| version.size.div_ceil(u64::from(version.chunk_bytes)))
    }

    fn offer(&self, object: u64, version: u32) -> Option<RingMessage> {
        let found = self.version(object, version)?;
        Some(RingMessage::Offer {
            object,
            version,
            chunk_bytes: found.chunk_bytes,
            entries: found.entries.clone(),
        })
    }

    /// A file that cannot be read is left out, as the next version of its object.
    fn chunk(&self, object: u64, version: u32, index: u64) -> io::Result<Option<ChunkData>> {
        let Some(version) = self.version(object, version) else { return Ok(None) };
        self.read(object, &version, index).or_else(|error| {
            if let Some(entry) = version.entries.first() {
                lock(&self.failures).push(CopyError::of_io(&entry.name, &error));
            }
            self.begin(object, Vec::new(), Vec::new());
            Ok(None)
        })
    }

    fn sums(&self, object: u64, version: u32) -> io::Result<Option<Vec<Sum>>> {
        let chunks = self.chunks(object, version);
        let mut sums = Vec::new();
        for index in 0..chunks {
            match self.chunk(object, version, index)? {
                Some(chunk) => sums.push(chunk.sum),
                None => return Ok(None),
            }
        }
        Ok(Some(sums))
    }
}

/// Times of change are those of the kernel's clock tick: a file that was written a moment ago may be written again
/// without a change of its time. So this waits until its time is past.
fn quiet_identity(content: &dyn Content) -> io::Result<Identity> {
    let mut identity = content.identity()?;
    for _ in 0..3 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let age = i128::try_from(now.as_nanos()).unwrap_or(0) - identity.changed;
        match u64::try_from(age) {
            Ok(age) if age < TICK.as_nanos().try_into().unwrap_or(0) => std::thread::sleep(TICK),
            _ => break,
        }
        identity = content.identity()?;
    }
    Ok(identity)
}

fn is_as_listed(entry: &Entry, identity: &Identity) -> bool {
    let listed = i128::from(entry.seconds) * 1_000_000_000 + i128::from(entry.nanoseconds);
    identity.changed == listed
}

fn updated(entry: &Entry, identity: &Identity) -> Entry {
    let seconds = i64::try_from(identity.changed.div_euclid(1_000_000_000)).unwrap_or(0);
    let nanoseconds = u32::try_from(identity.changed.rem_euclid(1_000_000_000)).unwrap_or(0);
    Entry { size: identity.size, seconds, nanoseconds, ..entry.clone() }
}
