// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Queues`]: the work queues of a space. One of its nodes has them all; the registry says which. Their file is opened when a
//! program asks for them first. Agents of other nodes pass their programs' requests on.

use std::fs::DirBuilder;
use std::io::{self, IoSlice};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use seaway_channel::{Channel, Secret};
use seaway_device_api::{Error, Operation, Result};
use seaway_messages::Service as Kind;
use seaway_roles::queue::Refusal;

use super::folder::failure;
use super::membership::Membership;
use crate::door::{Admitted, Service};
use crate::queue::{FarQueues, LocalQueues};

/// In the folder of the space.
const FILE: &str = "queues.redb";
/// An agent that is about to end may have the file open for this long.
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(10);

#[derive(Debug)]
pub(super) struct Queues {
    folder: PathBuf,
    membership: Arc<Membership>,
    /// For other nodes. `None`: there are none.
    secret: Option<Secret>,
    opened: Mutex<Option<Arc<LocalQueues>>>,
    far: Mutex<Option<Arc<FarQueues>>>,
}

/// Who has the queues.
pub(super) enum QueuesAt {
    Here(Arc<LocalQueues>),
    Elsewhere(Arc<FarQueues>),
}

impl Queues {
    pub(super) fn new(folder: PathBuf, membership: Arc<Membership>, secret: Option<Secret>) -> Self {
        Self { folder, membership, secret, opened: Mutex::default(), far: Mutex::default() }
    }

    pub(super) fn get(&self) -> Result<QueuesAt> {
        let Some(secret) = &self.secret else { return self.here().map(QueuesAt::Here) };
        let owner = self.membership.claim_queues()?;
        if owner == self.membership.node() {
            return self.here().map(QueuesAt::Here);
        }
        let address = self.membership.address_of(&owner)?.addresses.first().map(ToString::to_string);
        let address = address.unwrap_or_default();
        let mut far = self.far.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = far.as_ref().filter(|known| known.address() == address) {
            return Ok(QueuesAt::Elsewhere(Arc::clone(known)));
        }
        let failed = |error| Error::from_io(Operation::Open, error);
        let new = Arc::new(FarQueues::at(&address, secret).map_err(failed)?);
        *far = Some(Arc::clone(&new));
        Ok(QueuesAt::Elsewhere(new))
    }

    /// Those of this node.
    fn here(&self) -> Result<Arc<LocalQueues>> {
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

/// The agents of other nodes, and managers and workers that connect from outside.
#[derive(Debug)]
pub(super) struct QueueVisitors(pub(super) Arc<Queues>);

impl Service for QueueVisitors {
    fn kind(&self) -> Kind {
        Kind::Queue
    }

    fn serve(self: Arc<Self>, admitted: Admitted) {
        match self.0.get() {
            Ok(QueuesAt::Here(queues)) => queues.service().serve(admitted),
            Ok(QueuesAt::Elsewhere(far)) => {
                self.refuse(&admitted.channel, &format!("the queues of this space are at {}", far.address()));
            }
            Err(error) => self.refuse(&admitted.channel, &error.to_string()),
        }
    }

    fn refuse(&self, channel: &Channel, reason: &str) {
        let mut frame = Vec::new();
        if Refusal::Storage.message(reason).encode(&mut frame).is_ok() {
            let _ = channel.write_all_vectored(&[IoSlice::new(&frame)]);
        }
    }
}
