// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the daemon says, and who is told. Bytes that were asked for go straight to where they belong.

use std::io;
use std::time::Instant;

use seaway_device::{Error, ErrorKind, Operation};
use seaway_proto::StoreMessage;
use seaway_wire::Channel;

use super::Core;
use super::incoming::Incoming;
use super::state::State;
use super::task::{Answer, Look, Opened, Question, Task};

/// What the daemon may send before it is told that the first of it was taken: enough for a long way.
pub(super) const CREDIT: u64 = 8 << 20;
/// Given back in one message.
const CREDIT_TOGETHER: u64 = 1 << 20;

impl Core {
    /// Takes all that comes, until the connection ends: why it did.
    pub(super) fn receive_all(&self, channel: &Channel, incoming: &mut Incoming) -> io::Error {
        let mut taken = 0;
        loop {
            let received = incoming.message(channel).and_then(|message| match message {
                StoreMessage::Bye => Err(io::Error::other("the daemon has ended")),
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
            return Err(io::Error::new(io::ErrorKind::InvalidData, "bytes that nobody asked for"));
        };
        let received = incoming.payload(channel, &mut target.next(&mut cursor, len));
        // What came of a read that broke off is asked for again, from its start.
        let filled = if received.is_ok() { len } else { 0 };
        self.lock().give_target_back(id, target, cursor, filled);
        received
    }
}

impl State {
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
                    return Err(io::Error::new(io::ErrorKind::InvalidData, "a read that does not add up"));
                }
            },
            StoreMessage::SizeIs { id, size } => self.complete(id, Ok(Answer::Number(size))),
            StoreMessage::Opened { id, file, device, inode, .. } => {
                let opened = Opened { handle: file, identity: (device, inode) };
                self.complete(id, Ok(Answer::Opened(opened)));
            }
            StoreMessage::Done { id } => {
                self.note_lock(id);
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

    /// Locks end with a connection: those that are held are taken again on the next.
    fn note_lock(&mut self, id: u64) {
        match self.requests.get(&id).map(|request| &request.task) {
            Some(&Task::Ask { file, question: Question::Lock { extent, exclusive } }) => {
                self.files.locked(file, extent, exclusive);
            }
            Some(&Task::Ask { file, question: Question::Unlock(extent) }) => {
                self.files.unlocked(file, extent);
            }
            _ => {}
        }
    }

    fn failed(&self, id: u64, kind: u16, text: String) -> seaway_device::Result<Answer> {
        let kind = ErrorKind::from_code(kind).unwrap_or(ErrorKind::Io);
        let request = self.requests.get(&id);
        let operation = request.map_or(Operation::Wait, |request| request.task.operation());
        let asked_before = request.is_some_and(|request| request.asked_before);
        match request.map(|request| &request.task) {
            // The connection was lost before the answer came: it had been deleted then.
            Some(Task::Look(Look::Delete { .. })) if asked_before && kind == ErrorKind::NoSuchFile => {
                Ok(Answer::Done)
            }
            Some(Task::Look(Look::Open { .. })) if asked_before && kind == ErrorKind::FileExists => {
                let detail = format!(
                    "{text}; the connection was lost while it was being made, so it may be this program's own: delete it and try again"
                );
                Err(Error::new(kind, operation).with_detail(detail))
            }
            _ => Err(Error::new(kind, operation).with_detail(text)),
        }
    }
}
