// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Outgoing`]: the sending half of a link.
//!
//! Any thread may send. One at a time writes to the socket and also sends what others have queued meanwhile. The link's own
//! thread never waits for room: it would not read in that time, and if the peer did the same, both would deadlock.

use std::io::{self, IoSlice};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rustix::event::PollFlags;

use super::socket::Socket;

/// Most slices of one call.
const MAX_SLICES: usize = 1024;

#[derive(Debug, Default)]
pub(super) struct Outgoing {
    state: Mutex<State>,
    /// Signalled when no thread is writing.
    free: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Whole frames, except for the first, part of which may have been sent.
    queue: Vec<u8>,
    /// A thread is writing.
    busy: bool,
    broken: bool,
}

/// How a sender waits for room.
#[derive(Debug, Clone, Copy)]
pub(super) enum Patience<'a> {
    /// Leaves what does not fit in the queue, for `flush`.
    Never,
    Until(Instant),
    /// Waits as long as the peer makes progress.
    WhileMoving(&'a dyn Progress),
}

pub(super) trait Progress: std::fmt::Debug {
    /// Bytes were sent or received.
    fn made(&self);

    /// When a peer that has taken nothing from now on is taken for lost.
    fn deadline(&self) -> Option<Instant>;
}

impl Outgoing {
    pub(super) fn send(&self, socket: &Socket, frame: &[u8], patience: Patience<'_>) -> io::Result<()> {
        let mut state = self.usable()?;
        state.queue.extend_from_slice(frame);
        if state.busy {
            // The thread that is writing sends it as well.
            return Ok(());
        }
        state.busy = true;
        self.write_queue(socket, state, patience)
    }

    /// Sends a frame and its payload, and returns when the memory is no longer needed.
    pub(super) fn send_with_payload(
        &self,
        socket: &Socket,
        frame: &[u8],
        payload: &[IoSlice<'_>],
        progress: &dyn Progress,
    ) -> io::Result<()> {
        let mut state = self.usable()?;
        while state.busy {
            state = self.free.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.broken {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        state.busy = true;
        let mut first = std::mem::take(&mut state.queue);
        drop(state);
        first.extend_from_slice(frame);
        let slices: Vec<IoSlice<'_>> =
            std::iter::once(IoSlice::new(&first)).chain(payload.iter().copied()).collect();
        let sent = send_slices(socket, slices, progress);
        let state = self.lock();
        match sent {
            Ok(()) => self.write_queue(socket, state, Patience::WhileMoving(progress)),
            Err(error) => Err(self.give_up(state, error)),
        }
    }

    /// Sends what `Patience::Never` has left, if that is possible now. Whether something is still left.
    pub(super) fn flush(&self, socket: &Socket) -> io::Result<bool> {
        let mut state = self.lock();
        if !state.busy && !state.queue.is_empty() {
            state.busy = true;
            self.write_queue(socket, state, Patience::Never)?;
            state = self.lock();
        }
        // What is left behind a busy thread is that thread's.
        Ok(!state.busy && !state.queue.is_empty())
    }

    /// Waits until no thread is writing, at most until `deadline`.
    pub(super) fn wait_until_free(&self, deadline: Instant) {
        let left = deadline.saturating_duration_since(Instant::now());
        drop(self.free.wait_timeout_while(self.lock(), left, |state| state.busy && !state.broken));
    }

    /// With `state.busy` set by the caller: writes until the queue is empty.
    fn write_queue<'a>(
        &'a self,
        socket: &Socket,
        mut state: MutexGuard<'a, State>,
        patience: Patience<'_>,
    ) -> io::Result<()> {
        while !state.queue.is_empty() {
            let bytes = std::mem::take(&mut state.queue);
            drop(state);
            let outcome = send_bytes(socket, &bytes, patience);
            state = self.lock();
            match outcome {
                Ok(sent) if sent == bytes.len() => {}
                Ok(sent) => {
                    state.queue.splice(0..0, bytes[sent..].iter().copied());
                    break;
                }
                Err(error) => return Err(self.give_up(state, error)),
            }
        }
        state.busy = false;
        drop(state);
        // Wakes threads that say goodbye as well as threads that send.
        self.free.notify_all();
        Ok(())
    }

    fn give_up(&self, mut state: MutexGuard<'_, State>, error: io::Error) -> io::Error {
        (state.busy, state.broken) = (false, true);
        drop(state);
        self.free.notify_all();
        error
    }

    fn usable(&self) -> io::Result<MutexGuard<'_, State>> {
        let state = self.lock();
        if state.broken { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(state) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns how much was sent: all, unless `Patience::Never`.
fn send_bytes(socket: &Socket, bytes: &[u8], patience: Patience<'_>) -> io::Result<usize> {
    let mut sent = 0;
    while sent < bytes.len() {
        match (socket.send(&[IoSlice::new(&bytes[sent..])]), patience) {
            (Ok(more), _) => sent += more,
            (Err(error), _) if error.kind() != io::ErrorKind::WouldBlock => return Err(error),
            (Err(_), Patience::Never) => break,
            (Err(_), Patience::Until(deadline)) => {
                socket.wait(PollFlags::OUT, Some(deadline))?;
            }
            (Err(_), Patience::WhileMoving(progress)) => wait_for_room(socket, progress)?,
        }
    }
    Ok(sent)
}

fn send_slices(socket: &Socket, mut slices: Vec<IoSlice<'_>>, progress: &dyn Progress) -> io::Result<()> {
    let mut left = slices.as_mut_slice();
    IoSlice::advance_slices(&mut left, 0);
    while !left.is_empty() {
        match socket.send(&left[..left.len().min(MAX_SLICES)]) {
            Ok(sent) => IoSlice::advance_slices(&mut left, sent),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                wait_for_room(socket, progress)?;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn wait_for_room(socket: &Socket, progress: &dyn Progress) -> io::Result<()> {
    socket.wait(PollFlags::OUT, progress.deadline())?;
    progress.made();
    Ok(())
}
