// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`AgentCalls`]: requests to the work queues of a space, over connections to the node's agent.

use std::io;
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use seaway_channel::AgentSocket;
use seaway_device_api::ErrorKind;
use seaway_devices::thing::{SpaceOptions, enter_queues};
use seaway_queue::{CallError, Transport};

/// Connections that wait for the next call.
const MAX_IDLE: usize = 8;
/// The kernel takes no shorter time for none at all.
const LEAST: Duration = Duration::from_millis(1);

/// One connection for each call that is under way, kept for later calls. An agent that has ended is started anew.
#[derive(Debug)]
pub(crate) struct AgentCalls {
    options: SpaceOptions,
    /// For people.
    address: String,
    idle: Mutex<Idle>,
}

#[derive(Debug, Default)]
struct Idle {
    /// The process that made the connections. A child after a fork must not use them.
    process: u32,
    sockets: Vec<AgentSocket>,
}

impl AgentCalls {
    pub(crate) fn new(options: SpaceOptions) -> Self {
        let address = format!("space {}", options.space);
        Self { options, address, idle: Mutex::default() }
    }

    fn connection(&self) -> Result<AgentSocket, CallError> {
        while let Some(socket) = self.idle().sockets.pop() {
            // Nothing is on its way to an idle connection but its end.
            if !socket.wait(Duration::ZERO) {
                return Ok(socket);
            }
        }
        enter_queues(&self.options).map_err(|error| match error.kind() {
            ErrorKind::PeerLost => CallError::Unreachable(error.to_string()),
            // It will not change its mind.
            _ => CallError::Denied(error.to_string()),
        })
    }

    fn idle(&self) -> MutexGuard<'_, Idle> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.process != process::id() {
            *idle = Idle { process: process::id(), sockets: Vec::new() };
        }
        idle
    }
}

impl Transport for AgentCalls {
    fn address(&self) -> &str {
        &self.address
    }

    fn call(&self, frame: &[u8], deadline: Instant) -> Result<(u16, Vec<u8>), CallError> {
        let socket = self.connection()?;
        let exchange = || {
            let patience = deadline.saturating_duration_since(Instant::now()).max(LEAST);
            socket.set_patience(Some(patience))?;
            socket.send(frame, None)?;
            socket.receive()
        };
        let (kind, body, _) = exchange().map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => CallError::TimedOut,
            _ => CallError::Interrupted(error),
        })?;
        let mut idle = self.idle();
        if idle.sockets.len() < MAX_IDLE {
            idle.sockets.push(socket);
        }
        Ok((kind, body))
    }

    fn forget_idle(&self) {
        self.idle().sockets.clear();
    }
}
