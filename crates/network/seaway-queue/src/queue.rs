// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Queue`]: a named queue at a daemon.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use seaway_channel::{CallError, Calls, Secret, random_bytes};
use seaway_messages::{QueueCounts, QueueMessage, QueueTerms, Service};

use crate::error::{QueueError, QueueErrorKind, Result};
use crate::managing::Manager;
use crate::worker::Worker;

/// Before a daemon that could not be reached is tried again.
const PAUSE: Duration = Duration::from_millis(50);

/// Cheap to clone. Connects on first use.
#[derive(Debug, Clone)]
pub struct Queue {
    calls: Arc<Calls>,
    name: String,
}

impl Queue {
    /// The queue `name` of the daemon at `HOST:PORT`.
    pub fn at(address: impl Into<String>, secret: Secret, name: impl Into<String>) -> Self {
        Self { calls: Arc::new(Calls::to(address, Service::Queue, secret)), name: name.into() }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn address(&self) -> &str {
        self.calls.address()
    }

    /// Becomes the manager of this queue; the manager before is fenced.
    pub fn manage(&self, terms: QueueTerms, deadline: Instant) -> Result<Manager> {
        Manager::attach(self.clone(), terms, deadline)
    }

    /// Becomes a worker. `node`: where it runs, for tasks that should run near something.
    pub fn join(&self, node: &str, deadline: Instant) -> Result<Worker> {
        Worker::join(self.clone(), node, deadline)
    }

    pub fn counts(&self, deadline: Instant) -> Result<QueueCounts> {
        self.inspect(deadline).map(|(_, counts)| counts)
    }

    /// The epoch of the present manager, and counts.
    pub(crate) fn inspect(&self, deadline: Instant) -> Result<(u64, QueueCounts)> {
        match self.ask(&QueueMessage::Inspect { queue: self.name.clone() }, deadline)? {
            QueueMessage::Counts { epoch, counts } => Ok((epoch, counts)),
            other => Err(QueueError::unexpected(&other)),
        }
    }

    /// All requests may be sent again: so a daemon that is started anew meanwhile goes unnoticed.
    pub(crate) fn ask(&self, request: &QueueMessage, deadline: Instant) -> Result<QueueMessage> {
        let mut frame = Vec::new();
        let unfit = |error: seaway_messages::WireError| {
            QueueError::new(QueueErrorKind::Argument, format!("the request cannot be sent: {error}"))
        };
        request.encode(&mut frame).map_err(unfit)?;
        let (kind, body) = loop {
            match self.calls.call(&frame, deadline) {
                Ok(answer) => break answer,
                Err(CallError::Unreachable(_) | CallError::Interrupted(_))
                    if Instant::now() + PAUSE < deadline =>
                {
                    self.calls.forget_idle();
                    thread::sleep(PAUSE);
                }
                Err(error) => return Err(QueueError::from_call(self.calls.address(), error)),
            }
        };
        let nonsense = |error: seaway_messages::WireError| {
            QueueError::new(
                QueueErrorKind::Protocol,
                format!(
                    "the queue's daemon sent an invalid message: \
                                                               {error}"
                ),
            )
        };
        match QueueMessage::decode(kind, &body).map_err(nonsense)? {
            QueueMessage::Failed { kind, text } => Err(QueueError::refused(kind, text)),
            answer => Ok(answer),
        }
    }
}

pub(crate) fn random_number() -> Result<u64> {
    let bytes =
        random_bytes().map_err(|error| QueueError::new(QueueErrorKind::Protocol, error.to_string()))?;
    Ok(u64::from_le_bytes(bytes))
}

/// How long the daemon may wait, so that its answer is here before the deadline.
pub(crate) fn patience(deadline: Instant) -> u64 {
    let left = deadline.saturating_duration_since(Instant::now());
    let wait = left - (left / 8).min(Duration::from_millis(50));
    u64::try_from(wait.as_millis()).unwrap_or(u64::MAX)
}
