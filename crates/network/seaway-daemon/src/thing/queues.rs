// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Queues`]: the work queues of a space on this node. Their file is opened when a program asks for them first.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use seaway_device_api::{Operation, Result};

use super::folder::failure;
use crate::queue::LocalQueues;

/// In the folder of the space.
const FILE: &str = "queues.redb";
/// An agent that is about to end may have the file open for this long.
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(10);

#[derive(Debug)]
pub(super) struct Queues {
    folder: PathBuf,
    opened: Mutex<Option<Arc<LocalQueues>>>,
}

impl Queues {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder, opened: Mutex::default() }
    }

    pub(super) fn get(&self) -> Result<Arc<LocalQueues>> {
        let mut opened = self.lock();
        if let Some(queues) = &*opened {
            return Ok(Arc::clone(queues));
        }
        let path = self.folder.join(FILE);
        let deadline = Instant::now() + PATIENCE;
        let queues = loop {
            match self.open(&path) {
                Ok(queues) => break Arc::new(queues),
                Err(error) if error.kind() == io::ErrorKind::ResourceBusy && Instant::now() < deadline => {
                    thread::sleep(PAUSE);
                }
                Err(error) => return Err(failure(Operation::Open, &path, error)),
            }
        };
        *opened = Some(Arc::clone(&queues));
        Ok(queues)
    }

    fn open(&self, path: &Path) -> io::Result<LocalQueues> {
        DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
        let path = path.to_owned();
        // A guest's stack may be too small for what the database does at first.
        let opening = Builder::new().name("seaway-queues".into()).spawn(move || LocalQueues::open(&path))?;
        opening.join().unwrap_or_else(|_| Err(io::Error::other("the queues' file cannot be read")))
    }

    /// Whether a program may come back for tasks. Queues that nobody has asked for are on the disk alone.
    pub(super) fn have_work(&self) -> bool {
        self.lock().as_ref().is_some_and(|queues| queues.unfinished() > 0)
    }

    /// Closed when the last conversation has ended.
    pub(super) fn close(&self) {
        self.lock().take();
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<LocalQueues>>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
