// SPDX-License-Identifier: MIT OR Apache-2.0
//! One connection of a program to the work queues of its space, whichever node has them. Workers need not ask to be attended:
//! the kernel says which process is at the other end of the connection.

use std::collections::HashSet;
use std::io;

use seaway_channel::AgentSocket;
use seaway_messages::QueueMessage;

use super::attendant::{Attendant, Owner};

/// Who answers, and who looks after the workers meanwhile.
pub(super) struct Desk<'d, A> {
    pub(super) owner: Owner,
    pub(super) attendant: &'d Attendant,
    /// Carries out a request.
    pub(super) ask: A,
}

impl<A: FnMut(QueueMessage) -> io::Result<QueueMessage>> Desk<'_, A> {
    /// Answers the requests of one connection, until that ends.
    pub(super) fn converse(&mut self, socket: &AgentSocket) -> io::Result<()> {
        let mut attended = HashSet::new();
        loop {
            let (kind, body, _) = socket.receive()?;
            let request = QueueMessage::decode(kind, &body)?;
            if let QueueMessage::Work { queue, worker, .. } = &request
                && !attended.contains(&(queue.clone(), *worker))
            {
                // It has joined through another connection, or an agent before this one.
                if let Some(lease) = self.lease_of(queue)? {
                    self.attend(queue, *worker, socket.peer(), lease);
                }
                attended.insert((queue.clone(), *worker));
            }
            let concerning = match &request {
                QueueMessage::Join { queue, .. } => Some((queue.clone(), None)),
                QueueMessage::Attach { queue, terms, .. } => Some((queue.clone(), Some(terms.lease))),
                _ => None,
            };
            let answer = (self.ask)(request)?;
            match (&answer, concerning) {
                (QueueMessage::Joined { worker, lease }, Some((queue, None))) => {
                    self.attend(&queue, *worker, socket.peer(), *lease);
                    attended.insert((queue, *worker));
                }
                (QueueMessage::Attached { .. }, Some((queue, Some(lease)))) => {
                    self.attendant.lease_is(self.owner.clone(), queue, lease)?;
                }
                _ => {}
            }
            let mut frame = Vec::new();
            answer.encode(&mut frame)?;
            socket.send(&frame, None)?;
        }
    }

    /// A process that has ended meanwhile is not attended: its lease ends by itself.
    fn attend(&self, queue: &str, worker: u64, pid: u32, lease: u64) {
        let _ = self.attendant.attend(self.owner.clone(), queue.to_owned(), worker, pid, lease);
    }

    fn lease_of(&mut self, queue: &str) -> io::Result<Option<u64>> {
        let list = QueueMessage::List { prefix: queue.to_owned(), after: String::new() };
        let QueueMessage::Listed { queues, .. } = (self.ask)(list)? else { return Ok(None) };
        // Of all names that begin with this one, it is the first.
        Ok(queues.first().filter(|first| first.name == queue).map(|first| first.terms.lease))
    }
}
