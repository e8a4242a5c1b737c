// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`NamedLock`]: a lock that this process has in its space. It has a connection of its own, with which it ends.

use std::time::Duration;

use seaway_device_api::{Operation, Result};
use seaway_messages::ThingMessage;

use super::agent::AgentConnection;

#[derive(Debug)]
pub struct NamedLock {
    connection: AgentConnection,
    token: u64,
}

impl NamedLock {
    /// Waits for the lock of this name, no longer than `patience`. `None`: another has it.
    pub fn take(agent: &AgentConnection, name: &str, patience: Option<Duration>) -> Result<Option<Self>> {
        let connection = agent.another()?;
        let request = |id, patience| ThingMessage::Lock { id, name: name.to_owned(), patience };
        let token = connection.in_turns(Operation::Lock, patience, request, |answer| match answer {
            ThingMessage::Locked { token, .. } => Some(*token),
            _ => None,
        })?;
        let timeout = connection.options().timeout;
        connection.set_patience(timeout)?;
        Ok(token.map(|token| Self { connection, token }))
    }

    /// Greater than those of all who had the lock before.
    pub fn token(&self) -> u64 {
        self.token
    }

    /// `PeerLost`: this process does not have it any more.
    pub fn check(&self) -> Result<()> {
        self.connection.ask_done(Operation::Lock, |id| ThingMessage::AskLock { id, token: self.token })
    }

    /// `PeerLost`: it was lost before.
    pub fn release(self) -> Result<()> {
        self.connection.ask_done(Operation::Lock, |id| ThingMessage::Unlock { id, token: self.token })
    }
}
