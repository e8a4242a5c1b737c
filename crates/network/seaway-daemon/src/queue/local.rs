// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`LocalQueues`]: the queues of an agent, for programs of its own node, and for the agents of others.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rustix::event::{EventfdFlags, PollFd, PollFlags, eventfd, poll};
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use seaway_channel::AgentSocket;
use seaway_messages::QueueMessage;
use seaway_registry::GroupCommit;

use super::QueueService;
use super::attendant::{Attendant, Owner};
use super::conversation::Desk;
use super::journal::RedbJournal;
use super::kept::KeptQueues;

#[derive(Debug)]
pub(crate) struct LocalQueues {
    /// For other nodes.
    service: Arc<QueueService>,
    unfinished: Arc<AtomicU64>,
}

impl LocalQueues {
    /// Queues that are kept in the file `path`. At most one process has it open.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let kept = KeptQueues::load(Box::new(RedbJournal::open(path)?))?;
        let unfinished = kept.unfinished();
        let queues = Arc::new(GroupCommit::start("seaway-queue", kept)?);
        let attendant = Attendant::start(Arc::downgrade(&queues), None)?;
        Ok(Self { service: Arc::new(QueueService { queues, attendant }), unfinished })
    }

    /// Tasks that are neither done nor dead.
    pub(crate) fn unfinished(&self) -> u64 {
        self.unfinished.load(Ordering::Relaxed)
    }

    pub(crate) fn service(&self) -> Arc<QueueService> {
        Arc::clone(&self.service)
    }

    /// Answers the requests of one connection, until that ends.
    pub(crate) fn converse(&self, socket: &AgentSocket) -> io::Result<()> {
        let bell = Arc::new(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?);
        let ask = |request| self.ask(request, socket, &bell);
        Desk { owner: Owner::Here, attendant: &self.service.attendant, ask }.converse(socket)
    }

    /// Waits for the answer, or until the program has gone.
    fn ask(
        &self,
        request: QueueMessage,
        socket: &AgentSocket,
        bell: &Arc<OwnedFd>,
    ) -> io::Result<QueueMessage> {
        let answer = Arc::new(Mutex::new(None));
        let reply = Reply { answer: Arc::clone(&answer), bell: Arc::clone(bell) };
        let asked = self.service.queues.submit(request, move |answer| reply.give(answer));
        loop {
            let mut fds =
                [PollFd::new(&**bell, PollFlags::IN), PollFd::new(socket, PollFlags::IN | PollFlags::RDHUP)];
            match poll(&mut fds, None) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            let (rung, spoken) = (!fds[0].revents().is_empty(), !fds[1].revents().is_empty());
            if rung {
                let _ = rustix::io::read(&**bell, &mut [0; 8]);
                let answer = answer.lock().unwrap_or_else(PoisonError::into_inner).take();
                return answer.ok_or_else(|| io::ErrorKind::BrokenPipe.into());
            }
            if spoken {
                // The program has ended, or no longer waits for its answer.
                self.service.queues.forget(asked);
                return Err(io::ErrorKind::ConnectionAborted.into());
            }
        }
    }
}

/// Wakes the waiting thread when it is dropped, with or without an answer.
struct Reply {
    answer: Arc<Mutex<Option<QueueMessage>>>,
    bell: Arc<OwnedFd>,
}

impl Reply {
    fn give(self, answer: QueueMessage) {
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        let _ = rustix::io::write(&*self.bell, &1_u64.to_ne_bytes());
    }
}
