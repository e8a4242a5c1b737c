// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Buffered`]: what an open file buffers: small writes, and data read ahead. [`Handles`]: the handles that
//! this rank has of one file. Libraries open a file twice, independently and collectively, and expect both
//! handles to behave like one.

use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, ThreadId};

use seaway_device_api::{Region, Result};

use super::memory::WriteMemory;
use super::options::Buffers;
use super::read_ahead::ReadAhead;
use super::session::{FileKey, Session, Task};
use super::write_behind::Coalesced;

#[derive(Debug)]
pub(super) struct Buffered {
    pub(super) session: Arc<Session>,
    pub(super) file: FileKey,
    /// Held while writes are passed to the session, so that they stay in order.
    coalesced: Mutex<Coalesced>,
    ahead: Mutex<ReadAhead>,
    handles: Arc<Handles>,
    is_closed: AtomicBool,
}

/// A file on a host, as seen by the rank that has it open. A child after a fork is another process: its parent's handles have
/// connections and locks that nobody serves there.
type Key = (u32, ThreadId, String, (u64, u64));

#[derive(Debug, Default)]
struct Handles {
    all: Mutex<Vec<Weak<Buffered>>>,
    count: AtomicUsize,
}

static OPEN: Mutex<Vec<(Key, Weak<Handles>)>> = Mutex::new(Vec::new());

impl Buffered {
    pub(super) fn new(session: Arc<Session>, file: FileKey, buffers: Buffers) -> Arc<Self> {
        let handles = handles_of(&session, file);
        let (coalesced, ahead) = (Mutex::default(), Mutex::new(ReadAhead::new(buffers.read_ahead)));
        let is_closed = AtomicBool::new(false);
        let new = Arc::new(Self { session, file, coalesced, ahead, handles, is_closed });
        let mut all = new.handles.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|handle| handle.strong_count() > 0);
        all.push(Arc::downgrade(&new));
        new.handles.count.store(all.len(), Ordering::Release);
        drop(all);
        new
    }

    pub(super) fn coalesced(&self) -> MutexGuard<'_, Coalesced> {
        self.coalesced.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn ahead(&self) -> MutexGuard<'_, ReadAhead> {
        self.ahead.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Passes coalesced writes to the session, before anything that follows.
    pub(super) fn send(&self, coalesced: &mut Coalesced) {
        for batch in coalesced.take() {
            let memory = WriteMemory::Owned(Arc::new(batch.bytes));
            let place = Region::Extents(batch.extents);
            self.session.submit_behind(Task::Write { file: self.file, place, memory });
        }
    }

    pub(super) fn forget_ahead(&self) {
        let under_way = self.ahead().forget();
        under_way.into_iter().for_each(|id| self.session.forget(id));
    }

    /// Sends coalesced writes and closes the file; returns the error of either.
    pub(super) fn close(&self) -> Result<()> {
        if self.is_closed.swap(true, Ordering::AcqRel) {
            return Ok(());
        }
        self.forget_ahead();
        self.send(&mut self.coalesced());
        self.session.wait_behind(self.file, 0);
        let deferred = self.session.take_deferred(self.file);
        let closed = self.session.close_and_wait(self.file);
        deferred.and(closed)
    }

    /// Flushes what other handles of the same file buffer, before this one is used.
    pub(super) fn after_others(&self) {
        if self.handles.count.load(Ordering::Acquire) < 2 {
            return;
        }
        let all = self.handles.all.lock().unwrap_or_else(PoisonError::into_inner);
        let others: Vec<_> = all.iter().filter_map(Weak::upgrade).collect();
        drop(all);
        for other in others.iter().filter(|other| !std::ptr::eq(&***other, self)) {
            other.send(&mut other.coalesced());
            other.forget_ahead();
            if !Arc::ptr_eq(&other.session, &self.session) {
                // Order is guaranteed on one connection only.
                other.session.wait_behind(other.file, 0);
            }
        }
    }
}

impl Drop for Buffered {
    /// Buffered writes go to the daemon even if the file was not closed.
    fn drop(&mut self) {
        if !*self.is_closed.get_mut() {
            self.forget_ahead();
            self.send(&mut self.coalesced());
            self.session.wait_behind(self.file, 0);
            self.session.close(self.file);
        }
        let mut all = self.handles.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|handle| handle.strong_count() > 0);
        self.handles.count.store(all.len(), Ordering::Release);
    }
}

fn handles_of(session: &Session, file: FileKey) -> Arc<Handles> {
    let Some((host, identity)) = session.identity(file) else { return Arc::default() };
    let key = (process::id(), thread::current().id(), host, identity);
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    open.retain(|(_, handles)| handles.strong_count() > 0);
    if let Some(known) =
        open.iter().find(|(known, _)| *known == key).and_then(|(_, handles)| handles.upgrade())
    {
        return known;
    }
    let new = Arc::<Handles>::default();
    open.push((key, Arc::downgrade(&new)));
    new
}
