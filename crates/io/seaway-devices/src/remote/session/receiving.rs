// SPDX-License-Identifier: MIT OR Apache-2.0
//! Handles the daemon's messages. Requested bytes go straight to their destination.

use std::io;
use std::time::Instant;

use seaway_channel::Channel;
use seaway_device_api::{Error, ErrorKind, Operation};
use seaway_messages::StoreMessage;

use super::Core;
use super::incoming::Incoming;
use super::state::SessionState;
use super::task::{Answer, Look, Opened, Task};

/// Bytes that the daemon may send before it gets new credit: enough for a high bandwidth-delay product.
pub(super) const CREDIT: u64 = 8 << 20;
/// Credit returned in one message.
const CREDIT_TOGETHER: u64 = 1 << 20;

impl Core {
    /// Handles all incoming messages until the connection ends; returns why it did.
    pub(super) fn receive_all(&self, channel: &Channel, incoming: &mut Incoming) -> io::Error {
        let mut taken = 0;
        loop {
            let received = incoming.message(channel).and_then(|message| match message {
                StoreMessage::Bye => Err(io::Error::other("the daemon has shut down")),
                // From a daemon that has too many connections; it explains itself.
                StoreMessage::Refused { text, .. } => {
                    Err(io::Error::new(io::ErrorKind::ConnectionRefused, text))
                }
                StoreMessage::Chunk { id, len } => {
                    taken += len;
                    self.receive_chunk(channel, incoming, id, len)
                }
                message => self.lock().hear(message),
            });
            if let Err(error) = received {
                return error;
            }
            let mut state = self.lock();
            state.heard = Instant::now();
            state.asked_for_life = false;
            if taken >= CREDIT_TOGETHER {
                state.urgent.push(StoreMessage::Credit { bytes: taken });
                taken = 0;
            }
            drop(state);
            self.changed.notify_all();
            self.work.notify_one();
        }
    }

    fn receive_chunk(&self, channel: &Channel, incoming: &mut Incoming, id: u64, len: u64) -> io::Result<()> {
        let lent = self.lock().lend_target(id, len);
        let Some((mut target, mut cursor)) = lent else {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "bytes that were not requested"));
        };
        let received = incoming.payload(channel, &mut target.next(&mut cursor, len));
        // A read that broke off is requested again from its start.
        let filled = if received.is_ok() { len } else { 0 };
        self.lock().give_target_back(id, target, cursor, filled);
        received
    }
}

impl SessionState {
    fn hear(&mut self, message: StoreMessage) -> io::Result<()> {
        match message {
            StoreMessage::Credit { bytes } => self.credit = self.credit.saturating_add(bytes),
            StoreMessage::Ping { number } => self.urgent.push(StoreMessage::Pong { number }),
            StoreMessage::Pong { .. } => {}
            StoreMessage::Written { id } => {
                let bytes = self.written_bytes(id);
                self.complete(id, Ok(Answer::Number(bytes)));
            }
            StoreMessage::ReadEnd { id, bytes } => match self.read_ended(id, bytes) {
                Some(answer) => self.complete(id, answer),
                None => {
                    return Err(io::Error::new(io::ErrorKind::InvalidData, "a read of inconsistent length"));
                }
            },
            StoreMessage::SizeIs { id, size } => self.complete(id, Ok(Answer::Number(size))),
            StoreMessage::Opened { id, file, device, inode, .. } => {
                let opened = Opened { handle: file, identity: (device, inode) };
                self.complete(id, Ok(Answer::Opened(opened)));
            }
            StoreMessage::Done { id } => {
                self.complete(id, Ok(Answer::Done));
            }
            StoreMessage::Failed { id, kind, text } => {
                let outcome = self.failed(id, kind, text);
                self.complete(id, outcome);
            }
            other => {
                let text = format!("a message that no daemon sends ({:#06x})", other.kind());
                return Err(io::Error::new(io::ErrorKind::InvalidData, text));
            }
        }
        Ok(())
    }

    fn failed(&self, id: u64, kind: u16, text: String) -> seaway_device_api::Result<Answer> {
        let kind = ErrorKind::from_code(kind).unwrap_or(ErrorKind::Io);
        let request = self.requests.get(&id);
        let operation = request.map_or(Operation::Wait, |request| request.task.operation());
        let asked_before = request.is_some_and(|request| request.asked_before);
        match request.map(|request| &request.task) {
            // The daemon has restarted and does not remember: the first request had deleted or renamed the file.
            Some(Task::Look(Look::Delete { .. } | Look::Rename { .. }))
                if asked_before && kind == ErrorKind::NoSuchFile =>
            {
                Ok(Answer::Done)
            }
            Some(Task::Look(Look::Open { .. })) if asked_before && kind == ErrorKind::FileExists => {
                let detail = format!(
                    "{text}; the daemon restarted while the file was being created, so it may be this program's own: delete it and try again"
                );
                Err(Error::new(kind, operation).with_detail(detail))
            }
            _ => Err(Error::new(kind, operation).with_detail(text)),
        }
    }
}
