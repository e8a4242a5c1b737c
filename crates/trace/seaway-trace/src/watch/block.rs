// SPDX-License-Identifier: MIT OR Apache-2.0
//! How far the events of one block have been read. Unfinished ones are read again.

use std::collections::HashMap;

use seaway_trace_format::{Call, EVENT_BYTES, Event, Layer};

use super::Traffic;
use crate::read::contents::{Block, BlockPlace};
use crate::read::events;
use crate::read::source::Reader;

#[derive(Debug, Default)]
pub(super) struct Progress {
    /// The first event that has not been read.
    next: u64,
    base: Option<u64>,
    upper_length: u64,
    running: Vec<Started>,
}

/// A call that had not returned.
#[derive(Debug, Clone, Copy)]
struct Started {
    index: u64,
    ticks: u64,
    upper_length: u64,
}

/// What one look at a process has found.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// By number of the file: bytes of the C library, and of devices.
    pub(super) files: HashMap<u32, (Traffic, Traffic)>,
    pub(super) running: Vec<RunningCall>,
}

#[derive(Debug)]
pub(super) struct RunningCall {
    pub(super) thread: u32,
    pub(super) call: Call,
    pub(super) file: u32,
    pub(super) ticks: u64,
}

impl Progress {
    /// Reads up to the first free event: nothing has been written after it yet, unless the thread has
    /// continued in another block.
    pub(super) fn read(
        &mut self,
        reader: &Reader,
        block: &Block,
        shift: u32,
        is_last: bool,
        seen: &mut Seen,
    ) {
        self.read_running(reader, block, seen);
        let mut piece = vec![];
        let mut from = Some(self.next);
        while let Some(begin) = from {
            let Ok(next) = events::read_piece(reader, block, begin, &mut piece) else { return };
            from = next;
            for (index, event) in (begin..).zip(&piece) {
                if event.call == 0 && is_last {
                    self.next = index;
                    return;
                }
                self.see(event, index, block, shift, seen);
            }
            self.next = next.unwrap_or_else(|| block.events());
        }
    }

    fn read_running(&mut self, reader: &Reader, block: &Block, seen: &mut Seen) {
        let BlockPlace::Plain { offset, .. } = block.place else { return };
        for started in std::mem::take(&mut self.running) {
            let at = offset + started.index * EVENT_BYTES as u64;
            if let Ok(Some(event)) = reader.value_at::<Event>(at) {
                self.take(&event, started, block, seen);
            }
        }
    }

    fn see(&mut self, event: &Event, index: u64, block: &Block, shift: u32, seen: &mut Seen) {
        if event.call == Call::Time as u8 {
            self.base = Some(u64::from(event.length) << 32 | u64::from(event.offset_low));
        }
        if event.call == Call::Wide as u8 {
            self.upper_length = u64::from(event.file) << 32;
            return;
        }
        let since = u64::from(event.start).checked_shl(shift).unwrap_or(0);
        let ticks = self.base.unwrap_or(block.began.ticks).wrapping_add(since);
        let upper_length = std::mem::take(&mut self.upper_length);
        self.take(event, Started { index, ticks, upper_length }, block, seen);
    }

    fn take(&mut self, event: &Event, started: Started, block: &Block, seen: &mut Seen) {
        let Some(call) = Call::of_number(event.call).filter(|call| call.info().layer != Layer::Trace) else {
            return;
        };
        if event.duration_in_units().is_none() {
            self.running.push(started);
            let call = RunningCall { thread: block.thread, call, file: event.file, ticks: started.ticks };
            seen.running.push(call);
            return;
        }
        let bytes = started.upper_length | u64::from(event.length);
        let (library, device) = seen.files.entry(event.file).or_default();
        library.calls += 1;
        match call.info().layer {
            Layer::Posix | Layer::Stdio => library.move_bytes(call, bytes),
            Layer::Device => device.move_bytes(call, bytes),
            Layer::MpiIo | Layer::Trace => {}
        }
    }
}
