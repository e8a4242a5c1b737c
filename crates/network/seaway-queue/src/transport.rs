// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Transport`]: how the requests of a queue's clients reach the process that has the queue.

use std::fmt;
use std::time::Instant;

use seaway_channel::{CallError, Calls};

/// Requests from any number of threads, each answered once or lost.
pub trait Transport: fmt::Debug + Send + Sync {
    /// The process that answers, for messages.
    fn address(&self) -> &str;

    /// Sends a frame: kind and body of the frame that answers it.
    fn call(&self, frame: &[u8], deadline: Instant) -> Result<(u16, Vec<u8>), CallError>;

    /// The peer may have restarted: later calls make new connections.
    fn forget_idle(&self);
}

impl Transport for Calls {
    fn address(&self) -> &str {
        self.address()
    }

    fn call(&self, frame: &[u8], deadline: Instant) -> Result<(u16, Vec<u8>), CallError> {
        self.call(frame, deadline)
    }

    fn forget_idle(&self) {
        self.forget_idle();
    }
}
