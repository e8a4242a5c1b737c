// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Speaker`]: sends replies and data to a client. Replies take precedence over the data of reads. It never
//! waits for the line: the rest is remembered, as bytes of frames or as a number of bytes still owed.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::ops::Range;

use seaway_channel::Channel;
use seaway_device_api::{Error, Result};
use seaway_messages::StoreMessage;

use super::outbox::{Outbox, failed};
use super::outgoing::Outgoing;
use crate::activity::ConnectionActivity;
use crate::lot::Workspace;

/// Reads that may be pending; with more, the client's next messages are not read.
const MAX_READS: usize = 1024;

#[derive(Default)]
pub(super) struct Speaker {
    /// Frames, and how many of their bytes have been sent.
    frames: Vec<u8>,
    gone: usize,
    /// Bytes of the first read that were announced by the frames.
    owed: u64,
    /// What follows them.
    tail: Vec<u8>,
    reads: VecDeque<Outgoing>,
    credit: u64,
    /// Where the first owed bytes are in the worker's output buffer, during a turn.
    payload: Range<usize>,
    /// The channel has accepted bytes that it may not have sent.
    is_unflushed: bool,
}

/// The result of trying to send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    Something,
    /// There is nothing to send, or the client has granted no credit.
    Nothing,
    /// The line accepts no more for now.
    Blocked,
}

impl Speaker {
    pub(super) fn read(&mut self, read: Outgoing) {
        self.reads.push_back(read);
    }

    pub(super) fn add_credit(&mut self, bytes: u64) {
        self.credit = self.credit.saturating_add(bytes);
    }

    pub(super) fn is_full(&self) -> bool {
        self.reads.len() >= MAX_READS
    }

    /// Nothing is left to send except for the data of reads.
    pub(super) fn is_flushed(&self) -> bool {
        self.is_between_messages() && !self.is_unflushed
    }

    /// Cancels a read that has not ended: returns what to answer, unless the answer is being sent. An
    /// announced chunk is still sent.
    pub(super) fn cancel(&mut self, id: u64) -> Option<Error> {
        let index = self.reads.iter().position(|read| read.id() == id)?;
        if index == 0 && self.owed > 0 {
            let cancelled = failed(id, &self.reads[0].cancelled());
            self.tail.clear();
            let _ = cancelled.encode(&mut self.tail);
            return None;
        }
        if index == 0 && !self.tail.is_empty() {
            return None;
        }
        self.reads.remove(index).map(|read| read.cancelled())
    }

    /// Releases memory that is not needed for now.
    pub(super) fn release(&mut self) {
        if self.is_between_messages() {
            (self.frames, self.tail, self.gone) = (Vec::new(), Vec::new(), 0);
        }
        if self.reads.is_empty() {
            self.reads = VecDeque::new();
        }
    }

    /// Sends the next item: all replies, or one chunk.
    pub(super) fn say(
        &mut self,
        channel: &Channel,
        outbox: &Outbox,
        activity: &ConnectionActivity,
        workspace: &mut Workspace,
    ) -> io::Result<Said> {
        if self.is_between_messages() {
            self.frames = outbox.take(std::mem::take(&mut self.frames));
            self.gone = 0;
            if self.frames.is_empty() && !self.announce(activity, workspace)? {
                return self.flush(channel);
            }
        }
        while !self.is_between_messages() {
            if !self.send(channel, workspace)? {
                return Ok(Said::Blocked);
            }
        }
        Ok(if self.flush(channel)? == Said::Blocked { Said::Blocked } else { Said::Something })
    }

    /// A turn ends: the buffer is the worker's.
    pub(super) fn forget_payload(&mut self) {
        self.payload = 0..0;
    }

    fn is_between_messages(&self) -> bool {
        self.gone == self.frames.len() && self.owed == 0 && self.tail.is_empty()
    }

    /// Announces the next chunk of the first read, as far as there is credit. False: there is none to
    /// announce.
    fn announce(&mut self, activity: &ConnectionActivity, workspace: &mut Workspace) -> io::Result<bool> {
        let Some(read) = self.reads.front().filter(|_| self.credit > 0) else { return Ok(false) };
        let id = read.id();
        match read.payload(workspace, self.credit.min(read.left())) {
            Ok(payload) => {
                let len = payload.len() as u64;
                if len > 0 {
                    encode(&StoreMessage::Chunk { id, len }, &mut self.frames)?;
                }
                if len == 0 || len == read.left() {
                    encode(&StoreMessage::ReadEnd { id, bytes: read.sent() + len }, &mut self.tail)?;
                }
                // Before they are sent: a client that has them may query the count at once.
                activity.read(len);
                (self.owed, self.credit) = (len, self.credit - len);
                self.payload = payload;
            }
            Err(error) => encode(&failed(id, &error), &mut self.tail)?,
        }
        Ok(true)
    }

    /// Sends some of the pending data. False: the line accepts no more for now.
    fn send(&mut self, channel: &Channel, workspace: &mut Workspace) -> io::Result<bool> {
        if self.payload.is_empty() && self.owed > 0 {
            self.payload = self.refill(workspace)?;
        }
        let frames = &self.frames[self.gone..];
        let payload = &workspace.output[self.payload.clone()];
        let tail = if payload.len() as u64 == self.owed { &self.tail[..] } else { &[] };
        let sent =
            channel.try_write_vectored(&[IoSlice::new(frames), IoSlice::new(payload), IoSlice::new(tail)]);
        match sent {
            Ok(0) => Err(io::ErrorKind::WriteZero.into()),
            Ok(sent) => {
                self.is_unflushed = true;
                self.advance(sent);
                Ok(true)
            }
            Err(error) if error.kind() == io::ErrorKind::TimedOut => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Reads announced bytes from the file again. If it was truncated meanwhile, this connection ends, and
    /// the client retries.
    fn refill(&self, workspace: &mut Workspace) -> io::Result<Range<usize>> {
        let read = self.reads.front().ok_or(io::ErrorKind::NotFound)?;
        let payload: Result<Range<usize>> = read.payload(workspace, self.owed);
        match payload {
            Ok(payload) if !payload.is_empty() => Ok(payload),
            Ok(_) => Err(io::ErrorKind::UnexpectedEof.into()),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn advance(&mut self, sent: usize) {
        let of_frames = sent.min(self.frames.len() - self.gone);
        self.gone += of_frames;
        let rest = sent - of_frames;
        let of_payload = usize::try_from(self.owed).map_or(rest, |owed| rest.min(owed));
        self.payload.start += of_payload.min(self.payload.len());
        self.owed -= of_payload as u64;
        if let Some(read) = self.reads.front_mut().filter(|_| of_payload > 0) {
            read.advance(of_payload as u64);
        }
        if self.owed == 0 && self.gone == self.frames.len() {
            self.payload = 0..0;
            if !self.tail.is_empty() {
                // The answer is complete with these frames.
                self.reads.pop_front();
                self.frames.clear();
                self.frames.append(&mut self.tail);
                self.gone = rest - of_payload;
            }
        }
    }

    fn flush(&mut self, channel: &Channel) -> io::Result<Said> {
        if !self.is_unflushed {
            return Ok(Said::Nothing);
        }
        match channel.try_flush() {
            Ok(()) => {
                self.is_unflushed = false;
                Ok(Said::Nothing)
            }
            Err(error) if error.kind() == io::ErrorKind::TimedOut => Ok(Said::Blocked),
            Err(error) => Err(error),
        }
    }
}

fn encode(message: &StoreMessage, frames: &mut Vec<u8>) -> io::Result<()> {
    message.encode(frames).map_err(io::Error::other)
}
