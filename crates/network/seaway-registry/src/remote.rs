// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`RemoteRegistry`]: the embedded registry of another process, over the network.

use std::time::Instant;

use seaway_channel::{CallError, Calls, Secret};
use seaway_messages::{RegistryMessage, Service, WireError};

use crate::error::{RegistryError, RegistryErrorKind, Result};
use crate::registry::Ask;

#[derive(Debug)]
pub struct RemoteRegistry {
    calls: Calls,
}

impl RemoteRegistry {
    /// The registry of the daemon at `HOST:PORT`. Connects on first use.
    pub fn at(address: impl Into<String>, secret: Secret) -> Self {
        Self { calls: Calls::to(address, Service::Registry, secret) }
    }

    fn ask_once(&self, request: &RegistryMessage, deadline: Instant) -> Result<RegistryMessage> {
        let mut frame = Vec::new();
        let unfit = |error: WireError| {
            RegistryError::new(RegistryErrorKind::Argument, format!("the request cannot be sent: {error}"))
        };
        request.encode(&mut frame).map_err(unfit)?;
        let (kind, body) = self.calls.call(&frame, deadline).map_err(|error| self.failed(error))?;
        RegistryMessage::decode(kind, &body).map_err(|error| {
            let text = format!("the registry at {} sent an invalid message: {error}", self.calls.address());
            RegistryError::new(RegistryErrorKind::Protocol, text)
        })
    }

    fn failed(&self, error: CallError) -> RegistryError {
        let (kind, what) = match error {
            CallError::Unreachable(why) => {
                (RegistryErrorKind::Unreachable, format!("cannot be reached: {why}"))
            }
            CallError::Denied(why) => {
                (RegistryErrorKind::AccessDenied, format!("refused this client: {why}"))
            }
            CallError::TimedOut => (RegistryErrorKind::TimedOut, "did not answer before the deadline".into()),
            CallError::Interrupted(why) => {
                (RegistryErrorKind::Interrupted, format!("ended the connection before it answered: {why}"))
            }
        };
        RegistryError::new(kind, format!("the registry at {} {what}", self.calls.address()))
    }
}

impl Ask for RemoteRegistry {
    fn ask(&self, request: RegistryMessage, deadline: Instant) -> Result<RegistryMessage> {
        let answer = match self.ask_once(&request, deadline) {
            // The daemon may have restarted since the connection was made.
            Err(error) if error.kind == RegistryErrorKind::Interrupted && changes_nothing(&request) => {
                self.calls.forget_idle();
                self.ask_once(&request, deadline)
            }
            other => other,
        }?;
        match answer {
            RegistryMessage::Failed { kind, text } => Err(RegistryError::from_message(kind, text)),
            answer => Ok(answer),
        }
    }
}

/// May be sent twice.
fn changes_nothing(request: &RegistryMessage) -> bool {
    use RegistryMessage::{Get, KeepAlive, List, Watch};
    matches!(request, Get { .. } | List { .. } | Watch { .. } | KeepAlive { .. })
}
