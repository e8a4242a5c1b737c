// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Run`]: a copy at one node: receives objects, stores them under temporary names, and publishes each when all
//! of one version is there and committed. It is also the stock of those that it feeds.

mod arriving;
mod file;
mod finish;
mod pack;
mod publish;

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::Builder;

use seaway_device_api::ErrorKind;
use seaway_messages::{Entry, EntryKind, RingMessage, RunTerms, Want};
use seaway_roles::ring::{Holdings, Offered, Received};

use self::arriving::{Arriving, Store};
use crate::failure::CopyError;
use crate::feeding::{ChunkData, Stock};
use crate::landing::Landing;
use crate::{Sum, lock, sum};

/// What happens at a node.
#[derive(Debug)]
pub enum RunEvent {
    Failed(CopyError),
    Removed(Vec<u8>),
    /// An object could not be stored: there is nothing to feed others with.
    CannotForward,
    Finished(Finished),
}

/// Everything is durable and visible, but for what has failed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Finished {
    pub files: u64,
    pub bytes: u64,
    pub failed: u64,
}

#[derive(Debug)]
pub struct Run {
    terms: RunTerms,
    landing: Landing,
    id: String,
    held: Mutex<Holdings>,
    changed: Condvar,
    objects: Mutex<HashMap<u64, Arc<Arriving>>>,
    /// One offer at a time: nobody sees an object that is not set up.
    offering: Mutex<()>,
    /// Content of small files, for those that are fed by this node.
    spool: Option<Mutex<(File, u64)>>,
    bytes: AtomicU64,
    failed: AtomicU64,
    /// Of objects that were stored otherwise.
    failed_files: AtomicU64,
    publisher: Mutex<Option<Sender<u64>>>,
    events: Mutex<Sender<RunEvent>>,
}

impl Run {
    /// `open` opens directories that exist. Its publishing thread ends when everything has arrived, or with
    /// [`Self::end`].
    pub fn begin(
        id: [u8; 16],
        terms: RunTerms,
        target: &Path,
        open: &dyn Fn(&Path) -> io::Result<OwnedFd>,
    ) -> io::Result<(Arc<Self>, Receiver<RunEvent>)> {
        let landing = Landing::open(target, terms.directory, open)?;
        let spool = match terms.nodes > 1 {
            true => Some(Mutex::new((file::unnamed(landing.root())?, 0))),
            false => None,
        };
        let (events, heard) = channel();
        let (publisher, publications) = channel();
        let run = Arc::new(Self {
            terms,
            landing,
            id: seaway_channel::hexadecimal(&id[..6]),
            held: Mutex::default(),
            changed: Condvar::new(),
            objects: Mutex::default(),
            offering: Mutex::default(),
            spool,
            bytes: AtomicU64::new(0),
            failed: AtomicU64::new(0),
            failed_files: AtomicU64::new(0),
            publisher: Mutex::new(Some(publisher)),
            events: Mutex::new(events),
        });
        let own = Arc::clone(&run);
        Builder::new().name("seaway-publish".into()).spawn(move || own.publish(&publications))?;
        Ok((run, heard))
    }

    /// What is not visible yet is removed, unless it can be resumed.
    pub fn end(&self) {
        lock(&self.publisher).take();
        for arriving in lock(&self.objects).values() {
            arriving.abandon();
        }
        self.changed.notify_all();
    }

    /// Bytes that are here, objects that are visible, and whether nothing is lacking.
    pub fn progress(&self) -> (u64, u64, bool) {
        let held = lock(&self.held);
        (self.bytes.load(Ordering::Relaxed), held.settled(), held.lacks_nothing())
    }

    /// The answer to an offer.
    pub fn offered(&self, object: u64, version: u32, chunk_bytes: u32, entries: Vec<Entry>) -> Want {
        let _one = lock(&self.offering);
        let arriving = Arriving::new(version, chunk_bytes, entries);
        let chunks = arriving.chunks();
        if lock(&self.held).offered(object, version, chunks) != Offered::New {
            return self.want(object, version, chunks);
        }
        if let Some(older) = lock(&self.objects).remove(&object) {
            self.forget_bytes(&older);
            older.discard();
        }
        let outcome = self.set_up(arriving);
        let want = match outcome {
            Ok((arriving, want)) => {
                let is_complete = matches!(arriving.store, Store::Existing(_));
                let bytes = arriving.size;
                lock(&self.objects).insert(object, Arc::new(arriving));
                if is_complete {
                    // It is what the source has, so there is nothing to wait for.
                    let mut held = lock(&self.held);
                    held.complete(object, version);
                    held.commit(object, version);
                    drop(held);
                    self.bytes.fetch_add(bytes, Ordering::Relaxed);
                    self.tell_publisher(object);
                }
                want
            }
            Err(error) => {
                self.fail(object, version, error);
                return Want::Nothing;
            }
        };
        self.changed.notify_all();
        want.unwrap_or_else(|| self.want(object, version, chunks))
    }

    fn want(&self, object: u64, version: u32, chunks: u64) -> Want {
        let held = lock(&self.held);
        match held.missing(object, version) {
            None => Want::Nothing,
            Some(missing) if missing.is_empty() && held.is_committed(object, version) => Want::Nothing,
            Some(missing) if missing.count() == chunks && chunks > 0 => Want::Everything,
            Some(missing) => Want::Chunks(missing.to_bytes()),
        }
    }

    /// The answer to checksums: chunks that are here already are kept.
    pub fn compared(&self, object: u64, version: u32, sums: &[Sum]) -> Want {
        let Some(arriving) = self.object(object, version) else { return Want::Nothing };
        for index in 0..arriving.chunks() {
            let Some(expected) = usize::try_from(index).ok().and_then(|index| sums.get(index)) else { break };
            if lock(&self.held).received(object, version, index) == Received::Store
                && arriving.recover(index, expected)
            {
                self.stored(object, version, index, &arriving, *expected);
            }
        }
        self.ready(object);
        self.want(object, version, arriving.chunks())
    }

    /// An error: what was received is not what was sent; the link is useless.
    pub fn chunk(
        &self,
        object: u64,
        version: u32,
        index: u64,
        expected: Sum,
        data: &[u8],
        zero: bool,
    ) -> io::Result<()> {
        let Some(arriving) = self.object(object, version) else { return Ok(()) };
        if lock(&self.held).received(object, version, index) == Received::Discard {
            return Ok(());
        }
        let (offset, len) = crate::objects::place(arriving.size, arriving.chunk_bytes, index);
        if len != data.len() || sum(data) != expected {
            let text = format!("chunk {index} of object {object} is damaged");
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        let written = match &arriving.store {
            Store::File(file) => file.write(data, offset, zero),
            Store::Pack(pack) => {
                self.spool(&arriving, data).map(|()| self.fill_pack(object, pack, &arriving.entries, data))
            }
            Store::Nothing | Store::Existing(_) => Ok(()),
        };
        match written {
            Ok(()) => {
                self.stored(object, version, index, &arriving, expected);
                self.ready(object);
            }
            Err(error) => {
                let name = arriving.entries.first().map_or(&b""[..], |entry| &entry.name);
                self.fail(object, version, CopyError::of_io(name, &error));
            }
        }
        Ok(())
    }

    fn stored(&self, object: u64, version: u32, index: u64, arriving: &Arriving, sum: Sum) {
        arriving.remember(index, sum);
        if lock(&self.held).stored(object, version, index) {
            let (_, len) = crate::objects::place(arriving.size, arriving.chunk_bytes, index);
            arriving.received.fetch_add(len as u64, Ordering::Relaxed);
            self.bytes.fetch_add(len as u64, Ordering::Relaxed);
        }
        self.changed.notify_all();
    }

    pub fn commit(&self, object: u64, version: u32) {
        lock(&self.held).commit(object, version);
        self.changed.notify_all();
        self.ready(object);
    }

    pub fn last(&self, objects: u64) {
        lock(&self.held).last(objects);
        self.changed.notify_all();
        self.tell_publisher(u64::MAX);
    }

    fn ready(&self, object: u64) {
        if lock(&self.held).ready(object).is_some() {
            self.tell_publisher(object);
        }
    }

    fn tell_publisher(&self, object: u64) {
        if let Some(publisher) = &*lock(&self.publisher) {
            let _ = publisher.send(object);
        }
    }

    fn object(&self, object: u64, version: u32) -> Option<Arc<Arriving>> {
        lock(&self.objects).get(&object).filter(|arriving| arriving.version == version).cloned()
    }

    fn forget_bytes(&self, arriving: &Arriving) {
        let received = match &arriving.store {
            Store::Existing(_) => arriving.size,
            _ => arriving.received.load(Ordering::Relaxed),
        };
        self.bytes.fetch_sub(received, Ordering::Relaxed);
    }

    /// Nothing of an object can be stored.
    fn fail(&self, object: u64, version: u32, error: CopyError) {
        self.failed.fetch_add(1, Ordering::Relaxed);
        if let Some(arriving) = lock(&self.objects).remove(&object) {
            self.forget_bytes(&arriving);
            // What a full disk has can be resumed.
            match error.kind {
                ErrorKind::NoSpace => arriving.abandon(),
                _ => arriving.discard(),
            }
        }
        lock(&self.held).fail(object, version);
        self.happened(RunEvent::Failed(error));
        if self.terms.nodes > 1 {
            self.happened(RunEvent::CannotForward);
        }
        self.changed.notify_all();
        self.tell_publisher(u64::MAX);
    }

    /// One name of several could not be stored.
    fn fail_entry(&self, entry: &Entry, error: &io::Error) {
        self.failed.fetch_add(1, Ordering::Relaxed);
        if entry.kind != EntryKind::Directory {
            self.failed_files.fetch_add(1, Ordering::Relaxed);
        }
        self.happened(RunEvent::Failed(CopyError::of_io(&entry.name, error)));
    }

    fn happened(&self, event: RunEvent) {
        // Nobody listens at the end of a run.
        let _ = lock(&self.events).send(event);
    }
}

impl Stock for Run {
    fn held(&self) -> &Mutex<Holdings> {
        &self.held
    }

    fn changed(&self) -> &Condvar {
        &self.changed
    }

    fn chunks(&self, object: u64, version: u32) -> u64 {
        self.object(object, version).map_or(0, |arriving| arriving.chunks())
    }

    fn offer(&self, object: u64, version: u32) -> Option<RingMessage> {
        let arriving = self.object(object, version)?;
        let (chunk_bytes, entries) = (arriving.chunk_bytes, arriving.entries.clone());
        Some(RingMessage::Offer { object, version, chunk_bytes, entries })
    }

    fn chunk(&self, object: u64, version: u32, index: u64) -> io::Result<Option<ChunkData>> {
        let Some(arriving) = self.object(object, version) else { return Ok(None) };
        let bytes = self.read_back(&arriving, index)?;
        let sum = arriving.sum(index).unwrap_or_else(|| sum(&bytes));
        let zero = arriving.is_sparse() && bytes.iter().all(|&byte| byte == 0);
        Ok(Some(ChunkData { bytes, sum, zero }))
    }

    fn sums(&self, object: u64, version: u32) -> io::Result<Option<Vec<Sum>>> {
        let Some(arriving) = self.object(object, version) else { return Ok(None) };
        // Those that have not come yet are no checksums of anything: such chunks are sent.
        Ok(Some((0..arriving.chunks()).map(|index| arriving.sum(index).unwrap_or([0; 32])).collect()))
    }
}
