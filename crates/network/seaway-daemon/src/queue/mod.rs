// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`QueueService`]: work queues for managers and workers. Requests are answered later: when what they changed
//! is on the disk, or when there is work. The same service looks after the workers of its own host
//! ([`Attendant`]), whichever daemon has their queues.

mod attendant;
mod conversation;
mod far;
mod journal;
mod kept;
mod local;
mod process;

use std::io::{self, IoSlice};
use std::path::Path;
use std::sync::Arc;

use seaway_channel::{Channel, Secret};
use seaway_device_api::{Error, Operation, Result};
use seaway_messages::{QueueMessage, Service as Kind};
use seaway_registry::{Asked, GroupCommit};
use seaway_roles::queue::Refusal;

use self::attendant::{Attendant, Owner};
pub(crate) use self::far::FarQueues;
pub use self::journal::{Journal, MemoryJournal, RedbJournal};
use self::kept::KeptQueues;
pub(crate) use self::local::LocalQueues;
pub(crate) use self::process::Process;
use crate::conversation::{Answer, Answers, Conversation, Later};
use crate::door::{Admitted, Service};
use crate::lot::{Manners, Waker};

#[derive(Debug)]
pub struct QueueService {
    queues: Arc<GroupCommit<KeptQueues>>,
    attendant: Attendant,
}

impl QueueService {
    /// Queues that are kept in the file `path`. `secret`: for the daemons that have the queues of workers on
    /// this host.
    pub fn open(path: &Path, secret: Secret) -> Result<Self> {
        let failed = |error: io::Error| Error::from_io(Operation::Open, error);
        Self::keeping(RedbJournal::open(path).map_err(failed)?, secret)
    }

    pub fn keeping(journal: impl Journal + 'static, secret: Secret) -> Result<Self> {
        let failed = |error: io::Error| Error::from_io(Operation::Open, error);
        let kept = KeptQueues::load(Box::new(journal)).map_err(failed)?;
        let queues = Arc::new(GroupCommit::start("seaway-queue", kept).map_err(failed)?);
        let attendant = Attendant::start(Arc::downgrade(&queues), Some(secret)).map_err(failed)?;
        Ok(Self { queues, attendant })
    }
}

impl Service for QueueService {
    fn kind(&self) -> Kind {
        Kind::Queue
    }

    fn serve(self: Arc<Self>, admitted: Admitted) {
        let Admitted { channel, lot, counted } = admitted;
        // A client that cannot be served sees the connection end.
        let _ = lot.enter(vec![Arc::clone(&channel)], Manners::CutOff, |waker| {
            let asking = Asking { service: self, waker, asked: None };
            Box::new(Conversation::new(channel, asking, None, counted))
        });
    }

    fn refuse(&self, channel: &Channel, reason: &str) {
        let mut frame = Vec::new();
        if Refusal::Storage.message(reason).encode(&mut frame).is_ok() {
            let _ = channel.write_all_vectored(&[IoSlice::new(&frame)]);
        }
    }
}

/// One connection.
struct Asking {
    service: Arc<QueueService>,
    waker: Waker,
    /// The last request.
    asked: Option<Asked>,
}

impl Answers for Asking {
    fn answer(&mut self, kind: u16, body: &[u8]) -> io::Result<Answer> {
        let request = QueueMessage::decode(kind, body)?;
        if let QueueMessage::Attend { owner, queue, worker, pid, lease } = request {
            let outcome = self.service.attendant.attend(Owner::Daemon(owner), queue, worker, pid, lease);
            let answer = match outcome {
                Ok(()) => QueueMessage::Done,
                Err(error) => Refusal::Argument.message(format!("cannot watch process {pid}: {error}")),
            };
            let mut frame = Vec::new();
            answer.encode(&mut frame)?;
            return Ok(Answer::Next(frame));
        }
        let (later, reply) = Later::new(self.waker.clone());
        let attaches = match &request {
            QueueMessage::Attach { queue, terms, .. } => Some((queue.clone(), terms.lease)),
            _ => None,
        };
        let service = Arc::downgrade(&self.service);
        self.asked = Some(self.service.queues.submit(request, move |answer| {
            if let (QueueMessage::Attached { .. }, Some((queue, lease)), Some(service)) =
                (&answer, attaches, service.upgrade())
            {
                let _ = service.attendant.lease_is(Owner::Here, queue, lease);
            }
            let mut frame = Vec::new();
            // An answer that cannot be sent ends the conversation.
            if answer.encode(&mut frame).is_ok() {
                reply.give(frame);
            }
        }));
        Ok(Answer::Later(later))
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        if let Some(asked) = self.asked {
            self.service.queues.forget(asked);
        }
    }
}
