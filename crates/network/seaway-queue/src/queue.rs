// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Queue`]: a named queue at a daemon.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use seaway_channel::{CallError, Calls, Secret, random_bytes};
use seaway_messages::{QueueCounts, QueueMessage, QueueStatus, QueueTerms, Service};

use crate::error::{QueueError, QueueErrorKind, Result};
use crate::managing::Manager;
use crate::transport::Transport;
use crate::worker::Worker;

/// Before a daemon that could not be reached is tried again.
const PAUSE: Duration = Duration::from_millis(50);
/// A long wait is made of shorter ones, so that a daemon that has stopped is noticed.
const TURN: Duration = Duration::from_secs(30);
/// How long a daemon may be silent while a caller waits for longer than that.
const SILENCE: Duration = Duration::from_secs(60);

/// Cheap to clone. Connects on first use.
#[derive(Debug, Clone)]
pub struct Queue {
    calls: Arc<dyn Transport>,
    name: String,
}

impl Queue {
    /// The queue `name` of the daemon at `HOST:PORT`.
    pub fn at(address: impl Into<String>, secret: Secret, name: impl Into<String>) -> Self {
        Self::by(Arc::new(Calls::to(address, Service::Queue, secret)), name)
    }

    /// The queue `name` of the daemon or agent that answers there.
    pub fn by(calls: Arc<dyn Transport>, name: impl Into<String>) -> Self {
        Self { calls, name: name.into() }
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

    /// Deletes the queue; callers that wait for it get an error. Without `force`, only one that has no workers and no unfinished
    /// tasks.
    pub fn remove(&self, force: bool, deadline: Instant) -> Result<()> {
        match self.ask(&QueueMessage::Remove { queue: self.name.clone(), force }, deadline)? {
            QueueMessage::Done => Ok(()),
            other => Err(QueueError::unexpected(&other)),
        }
    }

    /// Terms and counts.
    pub fn status(&self, deadline: Instant) -> Result<QueueStatus> {
        // Of all names that begin with this one, it is the first.
        let first = list(&self.calls, &self.name, deadline)?.into_iter().next();
        let missing = || {
            let text = format!("there is no queue {:?}", self.name);
            QueueError::new(QueueErrorKind::NoSuchQueue, text)
        };
        first.filter(|found| found.name == self.name).ok_or_else(missing)
    }

    /// The epoch of the present manager, and counts.
    pub(crate) fn inspect(&self, deadline: Instant) -> Result<(u64, QueueCounts)> {
        match self.ask(&QueueMessage::Inspect { queue: self.name.clone() }, deadline)? {
            QueueMessage::Counts { epoch, counts } => Ok((epoch, counts)),
            other => Err(QueueError::unexpected(&other)),
        }
    }

    /// All requests may be sent again: so callers do not notice that a daemon restarts.
    pub(crate) fn ask(&self, request: &QueueMessage, deadline: Instant) -> Result<QueueMessage> {
        ask(&*self.calls, request, deadline)
    }
}

/// All queues whose names begin with `prefix`, in order.
pub fn list(calls: &Arc<dyn Transport>, prefix: &str, deadline: Instant) -> Result<Vec<QueueStatus>> {
    let (mut all, mut after) = (Vec::<QueueStatus>::new(), String::new());
    loop {
        match ask(&**calls, &QueueMessage::List { prefix: prefix.to_owned(), after }, deadline)? {
            QueueMessage::Listed { queues, more } => {
                all.extend(queues);
                match all.last().filter(|_| more) {
                    Some(last) => after = last.name.clone(),
                    None => return Ok(all),
                }
            }
            other => return Err(QueueError::unexpected(&other)),
        }
    }
}

fn ask(calls: &dyn Transport, request: &QueueMessage, deadline: Instant) -> Result<QueueMessage> {
    let mut frame = Vec::new();
    let unfit = |error: seaway_messages::WireError| {
        QueueError::new(QueueErrorKind::Argument, format!("the request cannot be sent: {error}"))
    };
    request.encode(&mut frame).map_err(unfit)?;
    let mut first = true;
    let (kind, body) = loop {
        match calls.call(&frame, deadline) {
            Ok(answer) => break answer,
            Err(CallError::Unreachable(_) | CallError::Interrupted(_))
                if std::mem::take(&mut first) || Instant::now() + PAUSE < deadline =>
            {
                calls.forget_idle();
                thread::sleep(PAUSE);
            }
            Err(error) => return Err(QueueError::from_call(calls.address(), error)),
        }
    };
    let nonsense = |error: seaway_messages::WireError| {
        QueueError::new(
            QueueErrorKind::Protocol,
            format!("the queue's daemon sent an invalid message: {error}"),
        )
    };
    match QueueMessage::decode(kind, &body).map_err(nonsense)? {
        QueueMessage::Failed { kind, text } => Err(QueueError::refused(kind, text)),
        answer => Ok(answer),
    }
}

/// Asks repeatedly until there is something, or `None` at the deadline. A daemon that is silent for too long is an error.
pub(crate) fn in_turns<T>(
    deadline: Instant,
    mut once: impl FnMut(Instant) -> Result<Option<T>>,
) -> Result<Option<T>> {
    let mut heard = Instant::now();
    loop {
        match once(deadline.min(Instant::now() + TURN)) {
            Ok(None) => heard = Instant::now(),
            // A busy machine answers late; the request is sent again.
            Err(error) if error.kind == QueueErrorKind::TimedOut && heard.elapsed() < SILENCE => {}
            outcome => return outcome,
        }
        if Instant::now() >= deadline {
            return Ok(None);
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
