// SPDX-License-Identifier: MIT OR Apache-2.0
//! A channel's bytes by two pipes, such as the standard input and output of a child.

use std::io::{self, IoSlice, IoSliceMut};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::{Errno, readv, retry_on_intr, writev};

use super::Transport;
use super::deadline::wait_for;

#[derive(Debug)]
pub(super) struct Pipes {
    reading: OwnedFd,
    /// `None` once closed. Locked while sending.
    writing: Mutex<Option<OwnedFd>>,
    /// Readable once the channel is shut down: a pipe itself cannot be shut down while a thread waits on it.
    end: OwnedFd,
}

impl Pipes {
    pub(super) fn new(reading: OwnedFd, writing: OwnedFd) -> io::Result<Self> {
        for pipe in [&reading, &writing] {
            fcntl_setfl(pipe, fcntl_getfl(pipe)? | OFlags::NONBLOCK)?;
        }
        Ok(Self { reading, writing: Mutex::new(Some(writing)), end: eventfd(0, EventfdFlags::CLOEXEC)? })
    }

    /// Waits for `pipe`, or for the shutdown, which returns true.
    fn wait(&self, pipe: &OwnedFd, events: PollFlags, deadline: Option<Instant>) -> io::Result<bool> {
        let mut entries =
            [PollFd::new(pipe, events), PollFd::from_borrowed_fd(self.end.as_fd(), PollFlags::IN)];
        wait_for(&mut entries, deadline)?;
        Ok(entries[1].revents().contains(PollFlags::IN))
    }
}

impl Transport for Pipes {
    fn receive(&self, into: &mut [IoSliceMut<'_>], deadline: Option<Instant>) -> io::Result<usize> {
        loop {
            let ended = self.wait(&self.reading, PollFlags::IN, deadline)?;
            match retry_on_intr(|| readv(&self.reading, into)) {
                Err(Errno::AGAIN) if ended => return Ok(0),
                Err(Errno::AGAIN) => {}
                received => return Ok(received?),
            }
        }
    }

    fn send(&self, slices: &[IoSlice<'_>], deadline: Option<Instant>) -> io::Result<usize> {
        let writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let writing = writing.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
        loop {
            if self.wait(writing, PollFlags::OUT, deadline)? {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            match retry_on_intr(|| writev(writing, slices)) {
                Err(Errno::AGAIN) => {}
                sent => return Ok(sent?),
            }
        }
    }

    fn shut_down(&self) {
        let _ = rustix::io::write(&self.end, &1_u64.to_ne_bytes());
    }

    fn end_sending(&self) {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    fn has_ended(&self) -> bool {
        let mut entries = [PollFd::new(&self.reading, PollFlags::IN)];
        let ready = poll(&mut entries, Some(&Timespec::default()));
        let found = entries[0].revents();
        ready.is_ok() && found.contains(PollFlags::HUP) && !found.contains(PollFlags::IN)
    }
}
