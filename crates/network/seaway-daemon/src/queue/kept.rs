// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`KeptQueues`]: queues and their journal.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use seaway_messages::QueueMessage;
use seaway_registry::{Durable, Ticket};
use seaway_roles::queue::{Output, Queues, Refusal};

use super::journal::Journal;

pub(super) struct KeptQueues {
    queues: Queues,
    journal: Box<dyn Journal>,
    /// Of the requests since the last commit.
    output: Output,
    /// Tasks that are neither done nor dead, shared with other threads.
    unfinished: Arc<AtomicU64>,
    /// The queues are ahead of the journal since then, so their answers must not be delivered.
    failure: Option<String>,
}

impl KeptQueues {
    pub(super) fn load(mut journal: Box<dyn Journal>) -> io::Result<Self> {
        let mut queues = Queues::default();
        journal.load()?.iter().for_each(|record| queues.replay(record));
        queues.begin(0);
        let unfinished = Arc::new(AtomicU64::new(queues.unfinished()));
        Ok(Self { queues, journal, output: Output::default(), unfinished, failure: None })
    }

    pub(super) fn unfinished(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.unfinished)
    }

    fn keep(&mut self, output: &Output) -> io::Result<()> {
        self.journal.append(&output.records)?;
        if self.journal.is_long() {
            self.journal.summarise(&self.queues.snapshot())?;
        }
        Ok(())
    }
}

impl Durable for KeptQueues {
    type Request = QueueMessage;
    type Answer = QueueMessage;

    fn apply(&mut self, now: u64, ticket: Ticket, request: QueueMessage) {
        self.queues.apply(now, ticket, request, &mut self.output);
    }

    fn commit(&mut self, now: u64) -> Vec<(Ticket, QueueMessage)> {
        self.queues.settle(now, &mut self.output);
        self.unfinished.store(self.queues.unfinished(), Ordering::Relaxed);
        let mut output = std::mem::take(&mut self.output);
        if self.failure.is_none() && !output.records.is_empty() {
            self.failure = self.keep(&output).err().map(|error| format!("the queues' disk failed: {error}"));
        }
        if let Some(failure) = &self.failure {
            output.answers.iter_mut().for_each(|(_, answer)| *answer = Refusal::Storage.message(failure));
        }
        output.answers
    }

    fn due(&self) -> Option<u64> {
        self.queues.due()
    }

    fn forget(&mut self, ticket: Ticket) {
        self.queues.forget(ticket);
    }
}
