// SPDX-License-Identifier: MIT OR Apache-2.0
//! The publishing thread of a run: makes objects durable, then visible. Small files wait for each other, so
//! that one sync serves many.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use rustix::fs;
use seaway_messages::EntryKind;

use super::arriving::{Arriving, Store};
use super::pack::Temporary;
use super::{Run, RunEvent};
use crate::lock;

/// So many small files are synced one by one; more by one call for the file system.
pub(super) const FEW_FILES: usize = 32;
/// Small files that wait for a sync.
const MOST_WAITING: usize = 20_000;
/// They do not wait longer for others.
const WAIT: Duration = Duration::from_millis(300);

/// Objects whose small files are written, and not visible.
#[derive(Default)]
struct Waiting {
    objects: Vec<(u64, Arc<Arriving>)>,
    files: usize,
}

impl Run {
    pub(super) fn publish(&self, publications: &Receiver<u64>) {
        let mut waiting = Waiting::default();
        loop {
            match publications.recv_timeout(WAIT) {
                Ok(u64::MAX) => {}
                Ok(object) => self.show(object, &mut waiting),
                Err(RecvTimeoutError::Timeout) => self.show_waiting(&mut waiting),
                Err(RecvTimeoutError::Disconnected) => return,
            }
            let is_whole = lock(&self.held).is_everything_but(waiting.objects.len() as u64);
            if waiting.files >= MOST_WAITING || is_whole {
                self.show_waiting(&mut waiting);
            }
            if lock(&self.held).is_everything() {
                let finished = self.finish();
                return self.happened(RunEvent::Finished(finished));
            }
        }
    }

    fn show(&self, object: u64, waiting: &mut Waiting) {
        let Some(version) = lock(&self.held).ready(object) else { return };
        if waiting.objects.iter().any(|(other, _)| *other == object) {
            return;
        }
        let Some(arriving) = self.object(object, version) else { return };
        match &arriving.store {
            Store::Pack(pack) => {
                self.fill_empty(object, pack, &arriving.entries);
                waiting.files += arriving.entries.len();
                waiting.objects.push((object, arriving));
            }
            Store::File(file) => match arriving.entries.first().map(|entry| (entry, file.publish(entry))) {
                Some((entry, Err(error))) => {
                    let error = crate::failure::CopyError::of_io(&entry.name, &error);
                    self.fail(object, version, error);
                }
                _ => self.settle(object, version),
            },
            Store::Nothing | Store::Existing(_) => self.settle(object, version),
        }
    }

    /// One sync for all, then the names.
    fn show_waiting(&self, waiting: &mut Waiting) {
        if waiting.objects.is_empty() {
            return;
        }
        let Waiting { objects, files } = std::mem::take(waiting);
        let mut temporaries: Vec<(Arc<Arriving>, Temporary)> = Vec::new();
        for (_, arriving) in &objects {
            if let Store::Pack(pack) = &arriving.store {
                temporaries
                    .extend(pack.take().into_iter().map(|temporary| (Arc::clone(arriving), temporary)));
            }
        }
        let synced = if files <= FEW_FILES {
            sync_each(&temporaries)
        } else {
            fs::syncfs(self.landing.root()).map_err(Into::into)
        };
        for (arriving, temporary) in &temporaries {
            let shown = match &synced {
                Ok(()) => temporary.show(),
                Err(error) => Err(io::Error::from(error.kind())),
            };
            if let (Err(error), Some(entry)) = (shown, arriving.entries.get(temporary.index())) {
                temporary.remove();
                self.fail_entry(entry, &error);
            }
        }
        if files <= FEW_FILES {
            for (_, temporary) in &temporaries {
                let _ = fs::fsync(&**temporary.folder());
            }
        }
        for (object, arriving) in objects {
            self.settle(object, arriving.version);
        }
    }

    fn settle(&self, object: u64, version: u32) {
        lock(&self.held).settle(object, version);
        self.changed.notify_all();
    }

    pub(super) fn entries(&self) -> Vec<Arc<Arriving>> {
        let objects = lock(&self.objects);
        let mut sorted: Vec<_> =
            objects.iter().map(|(number, arriving)| (*number, Arc::clone(arriving))).collect();
        sorted.sort_by_key(|(number, _)| *number);
        sorted.into_iter().map(|(_, arriving)| arriving).collect()
    }
}

fn sync_each(temporaries: &[(Arc<Arriving>, Temporary)]) -> io::Result<()> {
    for (arriving, temporary) in temporaries {
        let is_file =
            arriving.entries.get(temporary.index()).is_some_and(|entry| entry.kind == EntryKind::File);
        if let (true, Some(file)) = (is_file, &temporary.file) {
            file.sync_all()?;
        }
    }
    Ok(())
}
