// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Buffered`]: what an open file holds back: small writes, and what was read ahead. [`Handles`]: those that this rank has of
//! one file. Libraries open a file twice, alone and together, and expect of both what they expect of one.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, ThreadId};

use seaway_device::Place;

use super::memory::Source;
use super::options::Buffers;
use super::read_ahead::ReadAhead;
use super::session::{FileKey, Session, Task};
use super::write_behind::Gathered;

#[derive(Debug)]
pub(super) struct Buffered {
    pub(super) session: Arc<Session>,
    pub(super) file: FileKey,
    /// Held while writes are handed to the session, so that they stay in their order.
    gathered: Mutex<Gathered>,
    ahead: Mutex<ReadAhead>,
    handles: Arc<Handles>,
}

/// A file of a host, as the rank that has it open knows it.
type Key = (ThreadId, String, (u64, u64));

#[derive(Debug, Default)]
struct Handles {
    all: Mutex<Vec<Weak<Buffered>>>,
    count: AtomicUsize,
}

static OPEN: Mutex<Vec<(Key, Weak<Handles>)>> = Mutex::new(Vec::new());

impl Buffered {
    pub(super) fn new(session: Arc<Session>, file: FileKey, buffers: Buffers) -> Arc<Self> {
        let handles = handles_of(&session, file);
        let (gathered, ahead) = (Mutex::default(), Mutex::new(ReadAhead::new(buffers.read_ahead)));
        let new = Arc::new(Self { session, file, gathered, ahead, handles });
        let mut all = new.handles.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|handle| handle.strong_count() > 0);
        all.push(Arc::downgrade(&new));
        new.handles.count.store(all.len(), Ordering::Release);
        drop(all);
        new
    }

    pub(super) fn gathered(&self) -> MutexGuard<'_, Gathered> {
        self.gathered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn ahead(&self) -> MutexGuard<'_, ReadAhead> {
        self.ahead.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands what was gathered to the session, before anything that follows.
    pub(super) fn send(&self, gathered: &mut Gathered) {
        for batch in gathered.take() {
            let memory = Source::Owned(Arc::new(batch.bytes));
            let place = Place::Extents(batch.extents);
            self.session.submit_behind(Task::Write { file: self.file, place, memory });
        }
    }

    pub(super) fn forget_ahead(&self) {
        let under_way = self.ahead().forget();
        under_way.into_iter().for_each(|id| self.session.forget(id));
    }

    /// What other handles of the same file hold back comes before what is done with this one.
    pub(super) fn after_others(&self) {
        if self.handles.count.load(Ordering::Acquire) < 2 {
            return;
        }
        let all = self.handles.all.lock().unwrap_or_else(PoisonError::into_inner);
        let others: Vec<_> = all.iter().filter_map(Weak::upgrade).collect();
        drop(all);
        for other in others.iter().filter(|other| !std::ptr::eq(&***other, self)) {
            other.send(&mut other.gathered());
            other.forget_ahead();
            if !Arc::ptr_eq(&other.session, &self.session) {
                // Only what goes by one connection stays in its order.
                other.session.wait_behind(other.file, 0);
            }
        }
    }
}

impl Drop for Buffered {
    /// What was written goes to the daemon, even if nobody has asked for it.
    fn drop(&mut self) {
        self.forget_ahead();
        self.send(&mut self.gathered());
        self.session.wait_behind(self.file, 0);
        self.session.close(self.file);
        let mut all = self.handles.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|handle| handle.strong_count() > 0);
        self.handles.count.store(all.len(), Ordering::Release);
    }
}

fn handles_of(session: &Session, file: FileKey) -> Arc<Handles> {
    let Some((host, identity)) = session.identity(file) else { return Arc::default() };
    let key = (thread::current().id(), host, identity);
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
