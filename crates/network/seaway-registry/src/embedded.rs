// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`EmbeddedRegistry`]: a [`Machine`] and a store behind group commit.

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Instant;

use seaway_messages::RegistryMessage;

use crate::error::{RegistryError, RegistryErrorKind, Result};
use crate::group_commit::{Asked, Durable, GroupCommit, Ticket};
use crate::machine::{Machine, Output};
use crate::registry::Ask;
use crate::store::Store;

#[derive(Debug)]
pub struct EmbeddedRegistry {
    group: GroupCommit<Kept>,
}

impl EmbeddedRegistry {
    /// Loads what the store has, and serves it.
    pub fn start(mut store: impl Store + 'static) -> Result<Self> {
        let machine = Machine::new(store.load()?, 0);
        let kept = Kept { machine, store: Box::new(store), output: Output::default(), failure: None };
        let group = GroupCommit::start("seaway-registry", kept).map_err(|error| {
            RegistryError::new(RegistryErrorKind::Storage, format!("no thread for the registry: {error}"))
        })?;
        Ok(Self { group })
    }

    /// Calls `reply` with the answer, from another thread, once the change is durable. It is dropped if the
    /// registry ends before.
    pub fn submit(
        &self,
        request: RegistryMessage,
        reply: impl FnOnce(RegistryMessage) + Send + 'static,
    ) -> Asked {
        self.group.submit(request, reply)
    }

    /// The caller no longer waits for this answer.
    pub fn forget(&self, asked: Asked) {
        self.group.forget(asked);
    }
}

impl Ask for EmbeddedRegistry {
    fn ask(&self, request: RegistryMessage, deadline: Instant) -> Result<RegistryMessage> {
        let (sender, receiver) = sync_channel(1);
        let asked = self.submit(request, move |answer| _ = sender.send(answer));
        match receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(RegistryMessage::Failed { kind, text }) => Err(RegistryError::from_message(kind, text)),
            Ok(answer) => Ok(answer),
            Err(RecvTimeoutError::Timeout) => {
                self.forget(asked);
                let text = "the registry did not answer before the deadline";
                Err(RegistryError::new(RegistryErrorKind::TimedOut, text))
            }
            Err(RecvTimeoutError::Disconnected) => {
                let text = "the registry ended before it answered";
                Err(RegistryError::new(RegistryErrorKind::Interrupted, text))
            }
        }
    }
}

struct Kept {
    machine: Machine,
    store: Box<dyn Store>,
    /// Of the requests since the last commit.
    output: Output,
    /// The machine is ahead of the store since then, so its answers must not be delivered.
    failure: Option<RegistryError>,
}

impl Durable for Kept {
    type Request = RegistryMessage;
    type Answer = RegistryMessage;

    fn apply(&mut self, now: u64, ticket: Ticket, request: RegistryMessage) {
        self.machine.apply(now, ticket, request, &mut self.output);
    }

    fn commit(&mut self, now: u64) -> Vec<(Ticket, RegistryMessage)> {
        self.machine.settle(now, &mut self.output);
        let Output { mut answers, batch } = std::mem::take(&mut self.output);
        if self.failure.is_none() && !batch.is_empty() {
            self.failure = self.store.commit(&batch).err();
        }
        if let Some(failure) = &self.failure {
            answers.iter_mut().for_each(|(_, answer)| *answer = failure.to_message());
        }
        answers
    }

    fn due(&self) -> Option<u64> {
        self.machine.due()
    }

    fn forget(&mut self, ticket: Ticket) {
        self.machine.forget(ticket);
    }
}
