// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Connection`]: what one client asks, in the order in which it asks. Writes are carried out as their bytes come; reads
//! go to the thread that sends, and what may take long to threads of their own.

use std::io;
use std::sync::Arc;

use rustix::fs::FileType;
use seaway_device::{Durability, Error, OpenFlags, Operation, Result};
use seaway_proto::{Place, Range, StatKind, StoreMessage};
use seaway_wire::Channel;

use super::cursor::Cursor;
use super::exports::Exports;
use super::incoming::Incoming;
use super::input::Input;
use super::open_file::OpenFiles;
use super::outbox::Outbox;
use super::outgoing::Outgoing;
use super::shapes::Shapes;
use super::worker::Worker;
use crate::activity::ConnectionActivity;

/// Bytes of writes that a client may have on their way: enough for a long line, and none of it is kept in memory here.
const WINDOW_BYTES: u64 = 32 << 20;
/// New credit is given in portions.
const CREDIT_BYTES: u64 = WINDOW_BYTES / 8;

pub(super) struct Connection<'c> {
    exports: &'c Exports,
    channel: &'c Channel,
    outbox: &'c Arc<Outbox>,
    activity: &'c ConnectionActivity,
    input: Input,
    files: OpenFiles,
    shapes: Shapes,
    /// The write whose chunks are coming.
    write: Option<Write>,
    /// What has come, or may come at first, and has not been made known as credit.
    consumed: u64,
    syncs: Worker,
    locks: Worker,
}

enum Write {
    Going(Incoming),
    /// It has failed, which was said; so many bytes are still to come and dropped.
    Failed {
        id: u64,
        left: u64,
    },
}

impl<'c> Connection<'c> {
    pub(super) fn new(
        exports: &'c Exports,
        channel: &'c Channel,
        outbox: &'c Arc<Outbox>,
        activity: &'c ConnectionActivity,
    ) -> Self {
        Self {
            exports,
            channel,
            outbox,
            activity,
            input: Input::new(),
            files: OpenFiles::default(),
            shapes: Shapes::default(),
            write: None,
            consumed: WINDOW_BYTES,
            syncs: Worker::default(),
            locks: Worker::default(),
        }
    }

    /// To the end: true, if the client has said farewell and is to be told what it asked before. An error is the line's,
    /// or a client that does not keep to the protocol.
    pub(super) fn serve(mut self) -> io::Result<bool> {
        self.give_credit()?;
        while let Some(message) = self.input.message(self.channel, self.write.is_some())? {
            if message == StoreMessage::Bye {
                return Ok(true);
            }
            self.handle(message)?;
        }
        Ok(false)
    }

    fn handle(&mut self, message: StoreMessage) -> io::Result<()> {
        match message {
            StoreMessage::Chunk { id, len } => return self.receive(id, len),
            StoreMessage::Write { id, file, place } => return self.begin_write(id, file, place),
            StoreMessage::Read { id, file, place } => return self.begin_read(id, file, place),
            StoreMessage::Shape { shape, displacement, tree } => {
                return if self.shapes.insert(shape, displacement, &tree) { Ok(()) } else { Err(broken()) };
            }
            StoreMessage::DropShape { shape } => self.shapes.remove(shape),
            StoreMessage::Cancel { id } => return self.cancel(id),
            StoreMessage::Credit { bytes } => self.outbox.add_credit(bytes),
            StoreMessage::Ping { number } => return self.answer(&StoreMessage::Pong { number }),
            StoreMessage::Pong { .. } => {}
            StoreMessage::Sync { id, file, durable } => return self.sync(id, file, durable),
            StoreMessage::Preallocate { id, file, size } => return self.preallocate(id, file, size),
            StoreMessage::Lock { id, file, range, exclusive } => {
                return self.lock(id, file, range, exclusive);
            }
            other => return self.answer_at_once(other),
        }
        Ok(())
    }

    /// What takes no time worth a thread.
    fn answer_at_once(&mut self, message: StoreMessage) -> io::Result<()> {
        let (id, outcome) = match message {
            StoreMessage::Open { id, path, directory, flags } => {
                (id, self.open(id, &path, &directory, flags))
            }
            StoreMessage::Close { id, file } => (id, self.close(file).map(|()| StoreMessage::Done { id })),
            StoreMessage::Delete { id, path, directory } => (id, self.delete(id, &path, &directory)),
            StoreMessage::Stat { id, path, directory } => (id, self.stat(id, &path, &directory)),
            StoreMessage::Size { id, file } => {
                let size = self.files.get(file, Operation::GetSize).and_then(|file| file.size());
                (id, size.map(|size| StoreMessage::SizeIs { id, size }))
            }
            StoreMessage::SetSize { id, file, size } => {
                let set = self.files.get(file, Operation::SetSize).and_then(|file| file.set_size(size));
                (id, set.map(|()| StoreMessage::Done { id }))
            }
            StoreMessage::Unlock { id, file, range } => {
                let unlocked = self.files.get(file, Operation::Lock).and_then(|file| file.unlock(range));
                (id, unlocked.map(|()| StoreMessage::Done { id }))
            }
            // Answers, which a client does not give.
            _ => return Err(broken()),
        };
        match outcome {
            Ok(answer) => self.answer(&answer),
            Err(error) => self.fail(id, &error),
        }
    }

    fn open(&mut self, id: u64, path: &str, directory: &str, flags: u8) -> Result<StoreMessage> {
        let located = self.exports.locate(Operation::Open, path, directory)?;
        let flags = OpenFlags::from_bits_truncate(flags);
        let (file, status) = self.files.open(self.exports, &located, flags)?;
        self.activity.opened(file, located.path(), flags.contains(OpenFlags::WRITE));
        let size = u64::try_from(status.st_size).unwrap_or(0);
        Ok(StoreMessage::Opened { id, file, size, device: status.st_dev, inode: status.st_ino })
    }

    fn close(&mut self, file: u32) -> Result<()> {
        self.activity.closed(file);
        self.files.close(file)
    }

    fn delete(&self, id: u64, path: &str, directory: &str) -> Result<StoreMessage> {
        let located = self.exports.locate(Operation::Delete, path, directory)?;
        self.exports.delete(&located)?;
        Ok(StoreMessage::Done { id })
    }

    fn stat(&self, id: u64, path: &str, directory: &str) -> Result<StoreMessage> {
        let located = self.exports.locate(Operation::Open, path, directory)?;
        let status = self.exports.stat(&located)?;
        let kind = match FileType::from_raw_mode(status.st_mode) {
            FileType::RegularFile => StatKind::File,
            FileType::Directory => StatKind::Directory,
            _ => StatKind::Other,
        };
        let number = |number: i64| u64::try_from(number).unwrap_or(0);
        Ok(StoreMessage::StatIs { id, size: number(status.st_size), kind, modified: number(status.st_mtime) })
    }

    fn begin_read(&mut self, id: u64, file: u32, place: Place) -> io::Result<()> {
        let file = self.files.get(file, Operation::Read);
        let prepared = file.and_then(|file| Ok((file, Cursor::new(place, &self.shapes)?)));
        match prepared {
            Err(error) => self.fail(id, &error),
            Ok((_, cursor)) if cursor.left() == 0 => self.answer(&StoreMessage::ReadEnd { id, bytes: 0 }),
            Ok((file, cursor)) => {
                if self.outbox.read(Outgoing::new(id, file, cursor)) {
                    Ok(())
                } else {
                    Err(ended())
                }
            }
        }
    }

    fn begin_write(&mut self, id: u64, file: u32, place: Place) -> io::Result<()> {
        if self.write.is_some() {
            return Err(broken());
        }
        let left = place.bytes();
        let file = self.files.get(file, Operation::Write);
        match file.and_then(|file| Ok(Incoming::new(id, file, Cursor::new(place, &self.shapes)?))) {
            Ok(_) if left == 0 => self.answer(&StoreMessage::Written { id }),
            Ok(incoming) => {
                self.write = Some(Write::Going(incoming));
                Ok(())
            }
            Err(error) => {
                self.write = (left > 0).then_some(Write::Failed { id, left });
                self.fail(id, &error)
            }
        }
    }

    /// A chunk of the write that goes on.
    fn receive(&mut self, id: u64, len: u64) -> io::Result<()> {
        let mut left = len;
        while left > 0 {
            let bytes = match &mut self.write {
                Some(Write::Going(incoming)) if incoming.id() == id && left <= incoming.left() => {
                    let before = incoming.left();
                    let (bytes, outcome) = incoming.receive(self.channel, &mut self.input, left)?;
                    self.activity.wrote(bytes);
                    if let Err(error) = outcome {
                        self.write = Some(Write::Failed { id, left: before - bytes });
                        self.fail(id, &error)?;
                    } else if incoming.left() == 0 {
                        self.write = None;
                        self.answer(&StoreMessage::Written { id })?;
                    }
                    bytes
                }
                Some(Write::Failed { id: failed, left: to_come }) if *failed == id && left <= *to_come => {
                    let bytes = drop_some(self.channel, &mut self.input, left)?;
                    *to_come -= bytes;
                    bytes
                }
                // Bytes of no write, or more than it was to have.
                _ => return Err(broken()),
            };
            left -= bytes;
        }
        if matches!(self.write, Some(Write::Failed { left: 0, .. })) {
            self.write = None;
        }
        self.consumed += len;
        if self.consumed >= CREDIT_BYTES { self.give_credit() } else { Ok(()) }
    }

    fn cancel(&mut self, id: u64) -> io::Result<()> {
        match &self.write {
            Some(Write::Going(incoming)) if incoming.id() == id => {
                let error = incoming.cancelled();
                self.write = None;
                self.fail(id, &error)
            }
            Some(Write::Failed { id: failed, .. }) if *failed == id => {
                self.write = None;
                Ok(())
            }
            _ => {
                self.outbox.cancel(id);
                Ok(())
            }
        }
    }

    fn sync(&mut self, id: u64, file: u32, durable: bool) -> io::Result<()> {
        let durability = if durable { Durability::Durable } else { Durability::Visible };
        match self.files.get(file, Operation::Sync) {
            Err(error) => self.fail(id, &error),
            Ok(file) => {
                let outbox = Arc::clone(self.outbox);
                self.syncs.run(move || _ = tell(&outbox, id, file.sync(durability)))
            }
        }
    }

    fn preallocate(&mut self, id: u64, file: u32, size: u64) -> io::Result<()> {
        match self.files.get(file, Operation::Preallocate) {
            Err(error) => self.fail(id, &error),
            Ok(file) => {
                let outbox = Arc::clone(self.outbox);
                self.syncs.run(move || _ = tell(&outbox, id, file.preallocate(size)))
            }
        }
    }

    fn lock(&mut self, id: u64, file: u32, range: Range, exclusive: bool) -> io::Result<()> {
        match self.files.get(file, Operation::Lock) {
            Err(error) => self.fail(id, &error),
            Ok(file) => {
                let outbox = Arc::clone(self.outbox);
                self.locks.run(move || {
                    // Whoever is told nothing has no use for the lock either.
                    if !tell(&outbox, id, file.lock(range, exclusive)) {
                        let _ = file.unlock(range);
                    }
                })
            }
        }
    }

    fn give_credit(&mut self) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.consumed);
        self.answer(&StoreMessage::Credit { bytes })
    }

    fn answer(&self, message: &StoreMessage) -> io::Result<()> {
        if self.outbox.answer(message) { Ok(()) } else { Err(ended()) }
    }

    fn fail(&self, id: u64, error: &Error) -> io::Result<()> {
        if self.outbox.fail(id, error) { Ok(()) } else { Err(ended()) }
    }
}

fn tell(outbox: &Outbox, id: u64, outcome: Result<()>) -> bool {
    match outcome {
        Ok(()) => outbox.answer(&StoreMessage::Done { id }),
        Err(error) => outbox.fail(id, &error),
    }
}

/// Some of the next `most` bytes, which nobody wants.
fn drop_some(channel: &Channel, input: &mut Input, most: u64) -> io::Result<u64> {
    let arrived = input.arrived(most).len();
    if arrived > 0 {
        input.consume(arrived);
        return Ok(arrived as u64);
    }
    let scratch = input.scratch(0);
    let room = usize::try_from(most).map_or(scratch.len(), |most| most.min(scratch.len()));
    match channel.read(&mut scratch[..room])? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        bytes => Ok(bytes as u64),
    }
}

fn broken() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the client does not keep to the protocol")
}

fn ended() -> io::Error {
    io::ErrorKind::BrokenPipe.into()
}
