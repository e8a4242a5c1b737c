// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Passage`]: one relayed connection. What to move and what to wait for is decided by [`Forwarding`].

use std::io::{self, IoSlice, IoSliceMut};
use std::sync::Arc;

use seaway_channel::Channel;
use seaway_roles::relay::{Forwarding, Port, Readiness, Round};

use crate::door::Counted;
use crate::lot::{Interest, Next, Task, Turn};

const BUFFER_BYTES: usize = 128 << 10;

pub(super) struct Passage {
    near: End,
    far: End,
    forwarding: Forwarding,
    _counted: Counted,
}

struct End(Arc<Channel>);

impl Passage {
    pub(super) fn new(near: Arc<Channel>, far: Arc<Channel>, counted: Counted) -> Self {
        Self { near: End(near), far: End(far), forwarding: Forwarding::default(), _counted: counted }
    }

    fn work(&mut self, turn: &mut Turn<'_>) -> io::Result<Next> {
        let buffer = &mut turn.workspace.input;
        if buffer.len() < BUFFER_BYTES {
            buffer.resize(BUFFER_BYTES, 0);
        }
        loop {
            let buffer = &mut turn.workspace.input[..BUFFER_BYTES];
            match self.forwarding.forward(&self.near, &self.far, buffer)? {
                Round::Ended => return Ok(Next::End),
                Round::Moved if turn.is_over() => return Ok(Next::Yield),
                Round::Moved => {}
                Round::Wait { near, far } => {
                    self.near.0.release_buffers();
                    self.far.0.release_buffers();
                    return Ok(Next::Park { channels: [near.into(), far.into()], until: None });
                }
            }
        }
    }
}

impl Port for End {
    fn receive(&self, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        unless_it_would_wait(self.0.try_read_vectored(&mut [IoSliceMut::new(buffer)]))
    }

    fn send(&self, bytes: &[u8]) -> io::Result<Option<usize>> {
        unless_it_would_wait(self.0.try_write_vectored(&[IoSlice::new(bytes)]))
    }

    fn flush(&self) -> io::Result<bool> {
        Ok(unless_it_would_wait(self.0.try_flush())?.is_some())
    }

    fn end_sending(&self) {
        self.0.end_sending();
    }
}

fn unless_it_would_wait<T>(outcome: io::Result<T>) -> io::Result<Option<T>> {
    match outcome {
        Err(error) if error.kind() == io::ErrorKind::TimedOut => Ok(None),
        other => other.map(Some),
    }
}

impl From<Readiness> for Interest {
    fn from(Readiness { readable, writable }: Readiness) -> Self {
        Self { readable, writable }
    }
}

impl Task for Passage {
    fn turn(&mut self, turn: &mut Turn<'_>) -> Next {
        self.work(turn).unwrap_or(Next::End)
    }
}

impl Drop for Passage {
    fn drop(&mut self) {
        self.near.0.shut_down();
        self.far.0.shut_down();
    }
}
