// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`End`]: one end of a channel: bytes that have arrived but were not read, and the remaining credit. The thread that reads
//! the trunk fills it and never waits here; the channel's owner empties it.

use std::collections::VecDeque;
use std::io::{self, IoSliceMut};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use seaway_device_api::ErrorKind;
use seaway_messages::CHANNEL_WINDOW;

use super::connection::Violation;
use crate::link::socket::remaining;

/// Credit is returned after this many bytes: one credit per read would double the number of frames.
const CREDIT_STEP: u32 = CHANNEL_WINDOW / 4;

#[derive(Debug)]
pub(super) struct End {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
pub(super) struct State {
    pub(super) opening: Opening,
    arrived: VecDeque<Vec<u8>>,
    /// How much of the first of them was read.
    first_read: usize,
    /// Bytes in `arrived` that were not read.
    unread: u32,
    /// Read, but not yet credited to the sender.
    uncredited: u32,
    /// What this end may still send.
    pub(super) credit: u32,
    /// The other end sends no more.
    pub(super) has_other_ended: bool,
    /// This end sends no more.
    pub(super) has_ended: bool,
    /// Ended in both directions, with the reason if a process on the path is lost.
    pub(super) cut: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Opening {
    Asked,
    Open,
    Refused(ErrorKind, String),
}

impl End {
    pub(super) fn new(opening: Opening) -> Self {
        let state = State {
            opening,
            arrived: VecDeque::new(),
            first_read: 0,
            unread: 0,
            uncredited: 0,
            credit: CHANNEL_WINDOW,
            has_other_ended: false,
            has_ended: false,
            cut: None,
        };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn settle(&self, opening: Opening) {
        self.lock().opening = opening;
        self.changed.notify_all();
    }

    pub(super) fn push(&self, bytes: Vec<u8>) -> Result<(), Violation> {
        let mut state = self.lock();
        let len = u32::try_from(bytes.len()).map_err(|_| Violation::Window)?;
        if state.has_other_ended || len > CHANNEL_WINDOW - state.unread - state.uncredited {
            return Err(Violation::Window);
        }
        state.unread += len;
        state.arrived.push_back(bytes);
        drop(state);
        self.changed.notify_all();
        Ok(())
    }

    pub(super) fn add_credit(&self, bytes: u32) -> Result<(), Violation> {
        let mut state = self.lock();
        let credit = state.credit.checked_add(bytes).filter(|&credit| credit <= CHANNEL_WINDOW);
        state.credit = credit.ok_or(Violation::Credit)?;
        drop(state);
        self.changed.notify_all();
        Ok(())
    }

    /// The other end has stopped sending. Returns whether this one has, too.
    pub(super) fn end_other(&self) -> bool {
        let mut state = self.lock();
        state.has_other_ended = true;
        let is_over = state.has_ended;
        drop(state);
        self.changed.notify_all();
        is_over
    }

    /// Ends the channel. Returns whether it was open before.
    pub(super) fn cut(&self, why: &str) -> bool {
        let mut state = self.lock();
        let is_first = state.cut.is_none();
        if is_first {
            state.cut = Some(why.to_owned());
        }
        drop(state);
        self.changed.notify_all();
        is_first
    }

    /// Waits until `is_there`, or until `deadline`.
    pub(super) fn wait(
        &self,
        deadline: Option<Instant>,
        is_there: impl Fn(&State) -> bool,
    ) -> io::Result<MutexGuard<'_, State>> {
        let mut state = self.lock();
        while !is_there(&state) {
            state = match deadline {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(deadline) => {
                    let waited = self.changed.wait_timeout(state, remaining(deadline)?);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
        Ok(state)
    }
}

impl State {
    /// Whether a read would return at once.
    pub(super) fn is_readable(&self) -> bool {
        self.unread > 0 || self.has_other_ended || self.cut.is_some()
    }

    /// Whether a send would return at once.
    pub(super) fn is_writable(&self) -> bool {
        self.credit > 0 || self.has_ended || self.cut.is_some()
    }

    /// Takes bytes that have arrived. 0 means the end.
    pub(super) fn read(&mut self, into: &mut [IoSliceMut<'_>]) -> io::Result<usize> {
        if self.unread == 0 {
            return match &self.cut {
                Some(why) if !why.is_empty() => {
                    Err(io::Error::new(io::ErrorKind::ConnectionReset, why.clone()))
                }
                _ => Ok(0),
            };
        }
        let mut total = 0;
        for slice in into {
            let mut filled = 0;
            while filled < slice.len() {
                let Some(first) = self.arrived.front() else { break };
                let rest = &first[self.first_read..];
                let len = rest.len().min(slice.len() - filled);
                slice[filled..filled + len].copy_from_slice(&rest[..len]);
                filled += len;
                self.first_read += len;
                if self.first_read == first.len() {
                    self.arrived.pop_front();
                    self.first_read = 0;
                }
            }
            total += filled;
        }
        // No more than has arrived, which is within the window.
        let read = u32::try_from(total).unwrap_or(u32::MAX);
        self.unread = self.unread.saturating_sub(read);
        self.uncredited += read;
        Ok(total)
    }

    /// The credit to return to the sender, if it is worth a frame.
    pub(super) fn take_credit(&mut self) -> Option<u32> {
        let is_wanted = self.uncredited >= CREDIT_STEP && !self.has_other_ended && self.cut.is_none();
        is_wanted.then(|| std::mem::take(&mut self.uncredited))
    }
}
