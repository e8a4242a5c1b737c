// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`FarQueues`]: the queues of a space for programs of a node that does not have them. Requests are passed on to the agent that
//! has them; the workers' processes are watched here.

use std::io;
use std::sync::Weak;
use std::time::{Duration, Instant};

use seaway_channel::{AgentSocket, CallError, Calls, Secret};
use seaway_messages::{QueueMessage, Service};

use super::attendant::{Attendant, Owner};
use super::conversation::Desk;

/// How long the other agent may take, besides the time that the program wants to wait.
const WITHIN: Duration = Duration::from_secs(20);
/// The longest time that a program waits at once; it asks again.
const LONGEST: u64 = 60_000;

#[derive(Debug)]
pub(crate) struct FarQueues {
    calls: Calls,
    attendant: Attendant,
}

impl FarQueues {
    /// The queues of the agent at `address`.
    pub(crate) fn at(address: &str, secret: &Secret) -> io::Result<Self> {
        let attendant = Attendant::start(Weak::new(), Some(secret.clone()))?;
        Ok(Self { calls: Calls::to(address, Service::Queue, secret.clone()), attendant })
    }

    pub(crate) fn address(&self) -> &str {
        self.calls.address()
    }

    /// Answers the requests of one connection, until that or the one to the other agent ends.
    pub(crate) fn converse(&self, socket: &AgentSocket) -> io::Result<()> {
        let owner = Owner::Daemon(self.address().to_owned());
        Desk { owner, attendant: &self.attendant, ask: |request| self.ask(&request) }.converse(socket)
    }

    /// If this fails, the program sends its request again, through a new connection.
    fn ask(&self, request: &QueueMessage) -> io::Result<QueueMessage> {
        let mut frame = Vec::new();
        request.encode(&mut frame)?;
        let patience = Duration::from_millis(waits(request).min(LONGEST));
        let answered = self.calls.call(&frame, Instant::now() + WITHIN + patience);
        let (kind, body) = answered.map_err(|error| {
            self.calls.forget_idle();
            match error {
                CallError::Interrupted(error) => error,
                CallError::TimedOut => io::ErrorKind::TimedOut.into(),
                CallError::Unreachable(why) => io::Error::new(io::ErrorKind::HostUnreachable, why),
                CallError::Denied(why) => io::Error::new(io::ErrorKind::PermissionDenied, why),
            }
        })?;
        Ok(QueueMessage::decode(kind, &body)?)
    }
}

/// Milliseconds that a request may wait for something to happen.
fn waits(request: &QueueMessage) -> u64 {
    match request {
        QueueMessage::Work { milliseconds, .. }
        | QueueMessage::AwaitRequest { milliseconds, .. }
        | QueueMessage::AwaitDone { milliseconds, .. } => *milliseconds,
        _ => 0,
    }
}
