// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Queue`]: frames that a trunk has to send. Adding to it never blocks: the windows of the channels keep it short.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rustix::event::PollFlags;

use crate::link::descriptor::Descriptor;

/// Most frames of one call.
const MAX_FRAMES: usize = 64;

#[derive(Debug, Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Each with the bytes behind it.
    frames: VecDeque<Vec<u8>>,
    /// The thread is sending frames that it has taken out.
    is_writing: bool,
    /// Nothing more is added; the thread ends when it has sent the rest.
    is_closed: bool,
}

impl Queue {
    pub(super) fn push(&self, frame: Vec<u8>) {
        let mut state = self.lock();
        if !state.is_closed {
            state.frames.push_back(frame);
            drop(state);
            self.changed.notify_all();
        }
    }

    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Also discards what is left.
    pub(super) fn abandon(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        state.frames.clear();
        drop(state);
        self.changed.notify_all();
    }

    /// Waits until all is sent, at most until `deadline`.
    pub(super) fn wait_until_empty(&self, deadline: Instant) {
        let left = deadline.saturating_duration_since(Instant::now());
        let has_some = |state: &mut State| state.is_writing || !state.frames.is_empty();
        drop(self.changed.wait_timeout_while(self.lock(), left, has_some));
    }

    /// Main function of the thread that sends.
    pub(super) fn send_all(&self, descriptor: &Descriptor) -> io::Result<()> {
        loop {
            let is_idle = |state: &mut State| state.frames.is_empty() && !state.is_closed;
            let waited = self.changed.wait_while(self.lock(), is_idle);
            let mut state = waited.unwrap_or_else(PoisonError::into_inner);
            if state.frames.is_empty() {
                return Ok(());
            }
            let some = state.frames.len().min(MAX_FRAMES);
            let frames: Vec<Vec<u8>> = state.frames.drain(..some).collect();
            state.is_writing = true;
            drop(state);
            let sent = send(descriptor, &frames);
            self.lock().is_writing = false;
            self.changed.notify_all();
            sent?;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn send(descriptor: &Descriptor, frames: &[Vec<u8>]) -> io::Result<()> {
    let mut slices: Vec<IoSlice<'_>> = frames.iter().map(|frame| IoSlice::new(frame)).collect();
    let mut left = slices.as_mut_slice();
    while !left.is_empty() {
        match descriptor.send(left) {
            Ok(sent) => IoSlice::advance_slices(&mut left, sent),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                descriptor.wait(PollFlags::OUT, None)?;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
