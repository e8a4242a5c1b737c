// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Channel`]: a link's end of a channel, with the interface of a socket.

use std::io::{self, IoSlice, IoSliceMut};
use std::sync::Arc;
use std::time::Instant;

use rustix::event::PollFlags;
use seaway_messages::{MAX_CHANNEL_BYTES, TrunkMessage};

use super::connection::Trunk;
use super::end::End;

/// Ended when it is dropped.
#[derive(Debug)]
pub(in crate::link) struct Channel {
    trunk: Arc<Trunk>,
    number: u32,
    end: Arc<End>,
}

impl Channel {
    pub(super) fn new(trunk: Arc<Trunk>, number: u32, end: Arc<End>) -> Self {
        Self { trunk, number, end }
    }

    /// Waits for one of `events`, or for the end.
    pub(in crate::link) fn wait(
        &self,
        events: PollFlags,
        deadline: Option<Instant>,
    ) -> io::Result<PollFlags> {
        let (reads, writes) = (events.contains(PollFlags::IN), events.contains(PollFlags::OUT));
        let state = self.end.wait(deadline, |state| {
            (reads && state.is_readable()) || (writes && state.is_writable()) || state.cut.is_some()
        })?;
        let mut ready = PollFlags::empty();
        ready.set(PollFlags::IN, reads && state.is_readable());
        ready.set(PollFlags::OUT, writes && state.is_writable());
        Ok(ready)
    }

    /// Sends what fits the window now. `WouldBlock` if nothing does.
    pub(in crate::link) fn send(&self, slices: &[IoSlice<'_>]) -> io::Result<usize> {
        let mut state = self.end.lock();
        if let Some(why) = &state.cut {
            return Err(io::Error::new(io::ErrorKind::BrokenPipe, over(why)));
        }
        if state.has_ended {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let wanted: usize = slices.iter().map(|slice| slice.len()).sum();
        let fits = wanted.min(usize::try_from(state.credit).unwrap_or(usize::MAX));
        if fits == 0 && wanted > 0 {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let mut source = Source { slices, read: 0 };
        let mut left = u32::try_from(fits).unwrap_or(u32::MAX);
        while left > 0 {
            let len = left.min(MAX_CHANNEL_BYTES);
            // Queued under the lock, so that bytes or an end of another thread cannot come in between.
            self.trunk.send_bytes(self.number, len, |frame| source.take(len, frame));
            (left, state.credit) = (left - len, state.credit - len);
        }
        Ok(fits)
    }

    /// Receives the available bytes; waits if there are none. 0 means the end.
    pub(in crate::link) fn receive(&self, into: &mut [IoSliceMut<'_>]) -> io::Result<usize> {
        if into.iter().all(|slice| slice.is_empty()) {
            return Ok(0);
        }
        let mut state = self.end.wait(None, |state| state.is_readable())?;
        let read = state.read(into)?;
        if let Some(bytes) = state.take_credit() {
            self.trunk.send(&TrunkMessage::Credit { channel: self.number, bytes });
        }
        Ok(read)
    }

    /// Ends this direction: the peer reads what was sent, and then an end.
    pub(in crate::link) fn end_sending(&self) {
        let mut state = self.end.lock();
        if state.has_ended || state.cut.is_some() {
            return;
        }
        state.has_ended = true;
        self.trunk.send(&TrunkMessage::End { channel: self.number });
        let is_over = state.has_other_ended;
        drop(state);
        if is_over {
            self.trunk.forget(self.number);
        }
    }

    /// Ends both directions. What has arrived can still be read; blocked calls return.
    pub(in crate::link) fn shut_down(&self) {
        let is_over = {
            let state = self.end.lock();
            state.has_ended && state.has_other_ended
        };
        if self.end.cut("") && !is_over {
            self.trunk.send(&TrunkMessage::Cut { channel: self.number, text: String::new() });
        }
        self.trunk.forget(self.number);
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        self.shut_down();
    }
}

fn over(why: &str) -> String {
    if why.is_empty() { "the channel is shut down".to_owned() } else { why.to_owned() }
}

/// Bytes in several slices, one after the other.
struct Source<'a, 'b> {
    slices: &'a [IoSlice<'b>],
    /// Of the first slice.
    read: usize,
}

impl Source<'_, '_> {
    /// Appends the next `len` bytes. The caller has checked that they are there.
    fn take(&mut self, len: u32, out: &mut Vec<u8>) {
        let mut left = usize::try_from(len).unwrap_or(usize::MAX);
        while let Some((first, rest)) = self.slices.split_first().filter(|_| left > 0) {
            let some = &first[self.read..];
            let some = &some[..some.len().min(left)];
            out.extend_from_slice(some);
            self.read += some.len();
            left -= some.len();
            if self.read == first.len() {
                (self.slices, self.read) = (rest, 0);
            }
        }
    }
}
