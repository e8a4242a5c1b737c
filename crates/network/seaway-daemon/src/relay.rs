// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Relay`]: a step on the way to a daemon, for those who cannot reach it themselves. It copies bytes both ways and
//! understands none of them: what is proved and encrypted is so between the ends.

use std::collections::HashMap;
use std::io::{self, IoSlice};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use seaway_device::ErrorKind;
use seaway_proto::{RelayMessage, Service as Kind};
use seaway_wire::{Channel, read_frame};

use crate::door::Service;

/// Two of these for each connection, whatever passes through it.
const BUFFER_BYTES: usize = 256 << 10;
const STACK_BYTES: usize = 64 << 10;
/// The one question must come within this time, and its answer leave.
const ASK_WITHIN: Duration = Duration::from_secs(10);
/// No asker is waited for longer than this.
const CONNECT_WITHIN: Duration = Duration::from_secs(60);

/// Connects those who have proved the secret to where they want to go.
#[derive(Debug, Default)]
pub struct Relay {
    /// `HOST:PORT` with `*` for any; empty: everywhere.
    allowed: Vec<String>,
    passages: Mutex<Passages>,
}

/// The two ends of each connection, to end it by.
#[derive(Debug, Default)]
struct Passages {
    ends: HashMap<u64, [Arc<Channel>; 2]>,
    next: u64,
    closed: bool,
}

impl Relay {
    /// One that leads to these places alone: `HOST:PORT`, where either may be `*`. Empty: everywhere.
    pub fn to(allowed: Vec<String>) -> Self {
        Self { allowed, passages: Mutex::default() }
    }

    fn pass(&self, near: Channel) -> io::Result<()> {
        near.set_deadline(Some(Instant::now() + ASK_WITHIN));
        let question =
            read_frame(&mut &near)?.and_then(|(kind, body)| RelayMessage::decode(kind, &body).ok());
        let Some(RelayMessage::Connect { to, milliseconds }) = question else {
            return answer(
                &near,
                &refusal(ErrorKind::Argument, "a relay is asked to connect, and nothing else".into()),
            );
        };
        let patience = Duration::from_millis(milliseconds.into()).min(CONNECT_WITHIN);
        let far = match self.connect(&to, patience) {
            Ok(far) => far,
            Err(refusal) => {
                near.set_deadline(Some(Instant::now() + ASK_WITHIN));
                return answer(&near, &refusal);
            }
        };
        near.set_deadline(Some(Instant::now() + ASK_WITHIN));
        answer(&near, &RelayMessage::Connected)?;
        near.set_deadline(None);
        self.copy_both(Arc::new(near), Arc::new(far))
    }

    fn connect(&self, to: &str, patience: Duration) -> Result<Channel, RelayMessage> {
        if !self.leads_to(to) {
            return Err(refusal(
                ErrorKind::AccessDenied,
                format!("it does not lead to {to}; its --allow says where"),
            ));
        }
        Channel::connect(to, Instant::now() + patience).map_err(|error| {
            let kind = if error.kind() == io::ErrorKind::PermissionDenied {
                ErrorKind::AccessDenied
            } else {
                ErrorKind::Io
            };
            refusal(kind, format!("{to} cannot be reached from there: {error}"))
        })
    }

    fn leads_to(&self, to: &str) -> bool {
        let Some((host, port)) = to.rsplit_once(':') else { return false };
        let fits = |pattern: &str, value: &str| pattern == "*" || pattern.eq_ignore_ascii_case(value);
        let allows = |place: &String| {
            place.rsplit_once(':').is_some_and(|(hosts, ports)| fits(hosts, host) && fits(ports, port))
        };
        self.allowed.is_empty() || self.allowed.iter().any(allows)
    }

    fn copy_both(&self, near: Arc<Channel>, far: Arc<Channel>) -> io::Result<()> {
        let Some(number) = self.enter([Arc::clone(&near), Arc::clone(&far)]) else { return Ok(()) };
        let (from, to) = (Arc::clone(&far), Arc::clone(&near));
        let back = Builder::new()
            .name("seaway-relay".into())
            .stack_size(STACK_BYTES)
            .spawn(move || copy_all(&from, &to));
        if let Ok(back) = back {
            copy_all(&near, &far);
            let _ = back.join();
        }
        self.lock().ends.remove(&number);
        Ok(())
    }

    /// `None`: the relay is about to end.
    fn enter(&self, ends: [Arc<Channel>; 2]) -> Option<u64> {
        let mut passages = self.lock();
        if passages.closed {
            return None;
        }
        let number = passages.next;
        passages.next += 1;
        passages.ends.insert(number, ends);
        Some(number)
    }

    fn lock(&self) -> MutexGuard<'_, Passages> {
        self.passages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Service for Relay {
    fn kind(&self) -> Kind {
        Kind::Relay
    }

    fn serve(&self, channel: Channel) {
        // Whoever asked sees the connection end; nobody else needs to know why.
        let _ = self.pass(channel);
    }

    /// What passes through has no end that a relay could wait for.
    fn leave(&self) {
        let mut passages = self.lock();
        passages.closed = true;
        passages.ends.values().flatten().for_each(|end| end.shut_down());
    }
}

/// Copies until `from` ends. An end passes on as one; an error ends both ways.
fn copy_all(from: &Channel, to: &Channel) {
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return to.end_sending(),
            Ok(received) if to.write_all_vectored(&[IoSlice::new(&buffer[..received])]).is_ok() => {}
            _ => {
                from.shut_down();
                return to.shut_down();
            }
        }
    }
}

fn refusal(kind: ErrorKind, text: String) -> RelayMessage {
    RelayMessage::Refused { kind: kind.code(), text }
}

fn answer(near: &Channel, message: &RelayMessage) -> io::Result<()> {
    let mut frame = Vec::new();
    message.encode(&mut frame).map_err(io::Error::other)?;
    near.write_all_vectored(&[IoSlice::new(&frame)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relay_leads_where_it_is_allowed_to() {
        let check = |allowed: &[&str], to: &str, expected: bool| {
            let relay = Relay::to(allowed.iter().map(|&place| place.to_owned()).collect());
            assert_eq!(relay.leads_to(to), expected, "{to} by {allowed:?}");
        };
        check(&[], "ocean:7117", true);
        check(&[], "ocean", false);
        check(&["ocean:7117"], "Ocean:7117", true);
        check(&["ocean:7117"], "ocean:22", false);
        check(&["ocean:*", "*:7117"], "ocean:22", true);
        check(&["ocean:*", "*:7117"], "lake:7117", true);
        check(&["ocean:*", "*:7117"], "lake:22", false);
        check(&["[::1]:7117"], "[::1]:7117", true);
    }
}
