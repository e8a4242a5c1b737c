// SPDX-License-Identifier: MIT OR Apache-2.0
//! One parked or running task, and its place in the epoll set.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, epoll, poll};
use rustix::io::Errno;
use seaway_channel::Channel;

use super::{Interest, Lot, Manners, Next, Task, Turn};

pub(super) struct Entry {
    pub(super) token: u64,
    channels: Vec<Arc<Channel>>,
    manners: Manners,
    state: Mutex<State>,
    /// The events that the set watches each channel for. `None`: none, not even its end, until it is armed
    /// again.
    armed: Mutex<[Option<Interest>; 2]>,
    /// Removed when the task has ended. Locked by the worker that runs it.
    task: Mutex<Option<Box<dyn Task>>>,
    timer: Mutex<Option<Instant>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Parked,
    /// In the ready queue.
    Ready,
    Working,
    /// Something happened that it may not have seen: it gets another turn.
    WorkingAndWoken,
    Ended,
}

impl Entry {
    pub(super) fn new(
        token: u64,
        channels: Vec<Arc<Channel>>,
        manners: Manners,
        task: Box<dyn Task>,
    ) -> Self {
        let (state, task) = (Mutex::new(State::Ready), Mutex::new(Some(task)));
        Self { token, channels, manners, state, armed: Mutex::default(), task, timer: Mutex::default() }
    }

    /// The daemon is about to exit.
    pub(super) fn leave(&self) {
        if self.manners == Manners::CutOff {
            self.channels.iter().for_each(|channel| channel.shut_down());
        }
    }

    /// Registers its channels, without any events yet.
    pub(super) fn register(&self, set: impl AsFd) -> io::Result<()> {
        for (index, channel) in self.channels.iter().enumerate() {
            let fd = channel.descriptor().ok_or(io::ErrorKind::Unsupported)?;
            epoll::add(&set, fd, self.data(index), epoll::EventFlags::ONESHOT)?;
        }
        *self.armed() = [Some(Interest::NONE); 2];
        Ok(())
    }

    /// An event of a channel was delivered, which disarms it.
    pub(super) fn fired(&self, index: usize) {
        if let Some(armed) = self.armed().get_mut(index) {
            *armed = None;
        }
    }

    /// Whether the caller must queue it.
    pub(super) fn wake(&self) -> bool {
        let mut state = self.state();
        match *state {
            State::Parked => {
                *state = State::Ready;
                true
            }
            State::Working => {
                *state = State::WorkingAndWoken;
                false
            }
            State::Ready | State::WorkingAndWoken | State::Ended => false,
        }
    }

    /// False: another worker has it, and will see what happened.
    pub(super) fn begin(&self) -> bool {
        let mut state = self.state();
        match *state {
            State::Parked | State::Ready => {
                *state = State::Working;
                true
            }
            State::Working => {
                *state = State::WorkingAndWoken;
                false
            }
            State::WorkingAndWoken | State::Ended => false,
        }
    }

    pub(super) fn turn(&self, turn: &mut Turn<'_>) -> Next {
        let mut task = self.task.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(task) = task.as_mut() else { return Next::End };
        // A panic must not affect other connections.
        catch_unwind(AssertUnwindSafe(|| task.turn(turn))).unwrap_or(Next::End)
    }

    /// After a turn, when it goes to the queue.
    pub(super) fn ready(&self) {
        let mut state = self.state();
        if *state != State::Ended {
            *state = State::Ready;
        }
    }

    /// False: it was woken meanwhile, and must be queued.
    pub(super) fn park(&self, set: impl AsFd, interests: [Interest; 2]) -> io::Result<bool> {
        let mut state = self.state();
        match *state {
            State::Ended => return Err(io::ErrorKind::BrokenPipe.into()),
            State::WorkingAndWoken => {
                *state = State::Ready;
                return Ok(false);
            }
            _ => *state = State::Parked,
        }
        // Still locked: an event that arrives at once finds it parked.
        let mut armed = self.armed();
        for (index, (channel, interest)) in self.channels.iter().zip(interests).enumerate() {
            // epoll always reports a hangup, even without any interest: once to a task that is not
            // interested.
            if armed[index] == Some(interest) || (armed[index].is_none() && interest == Interest::NONE) {
                continue;
            }
            let fd = channel.descriptor().ok_or(io::ErrorKind::Unsupported)?;
            let mut flags = epoll::EventFlags::ONESHOT;
            flags.set(epoll::EventFlags::IN, interest.readable);
            flags.set(epoll::EventFlags::OUT, interest.writable);
            epoll::modify(&set, fd, self.data(index), flags)?;
            armed[index] = Some(interest);
        }
        Ok(true)
    }

    /// The task is dropped when no worker runs it any more. May be called again.
    pub(super) fn end(&self, set: impl AsFd) {
        let mut state = self.state();
        if *state == State::Ended {
            return;
        }
        let is_at_work = matches!(*state, State::Working | State::WorkingAndWoken);
        *state = State::Ended;
        for fd in self.channels.iter().filter_map(|channel| channel.descriptor()) {
            let _ = epoll::delete(&set, fd);
        }
        drop(state);
        // The worker of a running task drops it when it finds that the entry has ended. That may be the
        // caller.
        let task = match is_at_work {
            true => self.task.try_lock().ok().and_then(|mut task| task.take()),
            false => self.task.lock().unwrap_or_else(PoisonError::into_inner).take(),
        };
        drop(task);
    }

    pub(super) fn set_timer(&self, until: Instant) {
        *self.timer.lock().unwrap_or_else(PoisonError::into_inner) = Some(until);
    }

    pub(super) fn take_timer(&self) -> Option<Instant> {
        self.timer.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn data(&self, index: usize) -> epoll::EventData {
        epoll::EventData::new_u64(self.token * 2 + index as u64)
    }

    fn armed(&self) -> MutexGuard<'_, [Option<Interest>; 2]> {
        self.armed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entry")
            .field("token", &self.token)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

/// Gives a task another turn, from any thread.
#[derive(Debug, Clone)]
pub(crate) struct Waker {
    lot: Weak<Lot>,
    entry: Weak<Entry>,
    token: u64,
}

impl Waker {
    pub(super) fn new(lot: Weak<Lot>, entry: Weak<Entry>, token: u64) -> Self {
        Self { lot, entry, token }
    }

    pub(crate) fn wake(&self) {
        if let (Some(lot), Some(entry)) = (self.lot.upgrade(), self.entry.upgrade()) {
            lot.wake(&entry);
        }
    }

    /// Unique among the tasks of a lot.
    pub(crate) fn number(&self) -> u64 {
        self.token
    }
}

/// Waits until `fd` is ready or hangs up. False: not within `patience`.
pub(super) fn poll_for(fd: BorrowedFd<'_>, interest: Interest, patience: Duration) -> bool {
    let mut events = PollFlags::empty();
    events.set(PollFlags::IN, interest.readable);
    events.set(PollFlags::OUT, interest.writable);
    let patience = Timespec::try_from(patience).unwrap_or_default();
    match poll(&mut [PollFd::from_borrowed_fd(fd, events)], Some(&patience)) {
        Ok(found) => found > 0,
        Err(error) => error == Errno::INTR,
    }
}
