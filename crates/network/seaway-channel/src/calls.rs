// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Calls`]: requests to a service that answers one at a time per connection, from any number of threads.

use std::fmt;
use std::io::{self, IoSlice};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use seaway_device_api::ErrorKind;
use seaway_messages::{Role, Service};

use crate::channel::Channel;
use crate::frames::read_frame;
use crate::secret::Secret;

/// Connections that wait for the next call.
const MAX_IDLE: usize = 8;

/// One connection for each call that is under way, kept for later calls.
pub struct Calls {
    /// `HOST:PORT`.
    address: String,
    service: Service,
    secret: Secret,
    idle: Mutex<Vec<Channel>>,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum CallError {
    /// Nothing was sent.
    Unreachable(String),
    /// Nothing was sent: the secrets differ, or the service does not exist there.
    Denied(String),
    /// The request may have been carried out, or may still be.
    TimedOut,
    /// The request may have been carried out.
    Interrupted(io::Error),
}

impl Calls {
    /// Connects on first use.
    pub fn to(address: impl Into<String>, service: Service, secret: Secret) -> Self {
        Self { address: address.into(), service, secret, idle: Mutex::default() }
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// Sends a frame: kind and body of the frame that answers it.
    pub fn call(&self, frame: &[u8], deadline: Instant) -> Result<(u16, Vec<u8>), CallError> {
        let channel = self.connection(deadline)?;
        let answer = exchange(&channel, frame).map_err(|error| match error.kind() {
            io::ErrorKind::TimedOut => CallError::TimedOut,
            _ => CallError::Interrupted(error),
        })?;
        let mut idle = self.idle();
        if idle.len() < MAX_IDLE {
            idle.push(channel);
        }
        Ok(answer)
    }

    /// The peer may have restarted: later calls make new connections.
    pub fn forget_idle(&self) {
        self.idle().clear();
    }

    /// An idle connection, or a new one.
    fn connection(&self, deadline: Instant) -> Result<Channel, CallError> {
        while let Some(channel) = self.idle().pop() {
            if !channel.has_ended() {
                channel.set_deadline(Some(deadline));
                return Ok(channel);
            }
        }
        let unreachable = |error: &dyn fmt::Display| CallError::Unreachable(error.to_string());
        let channel = Channel::connect(&self.address, deadline).map_err(|error| unreachable(&error))?;
        channel.set_deadline(Some(deadline));
        match channel.authenticate(Role::Client, self.service, &self.secret) {
            Ok(_) => Ok(channel),
            Err(error) if error.kind() == ErrorKind::AccessDenied => {
                Err(CallError::Denied(error.to_string()))
            }
            Err(error) => Err(unreachable(&error)),
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Channel>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Calls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Calls")
            .field("address", &self.address)
            .field("service", &self.service)
            .finish_non_exhaustive()
    }
}

fn exchange(channel: &Channel, frame: &[u8]) -> io::Result<(u16, Vec<u8>)> {
    channel.write_all_vectored(&[IoSlice::new(frame)])?;
    read_frame(&mut &*channel)?.ok_or(io::ErrorKind::UnexpectedEof.into())
}
