// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Relay`]: one hop towards a daemon, for clients that cannot reach it directly. It copies bytes both ways
//! without interpreting them: authentication and encryption are end to end.

mod passage;

use std::io::{self, IoSlice};
use std::sync::Arc;
use std::time::{Duration, Instant};

use seaway_channel::{Channel, read_frame};
use seaway_device_api::ErrorKind;
use seaway_messages::{RelayMessage, Service as Kind};

use self::passage::Passage;
use crate::door::{Admitted, Service};
use crate::lot::Manners;
use crate::pool::Pool;

/// Threads that resolve and connect to targets.
const MAX_CONNECTING: usize = 12;
/// The only request must arrive within this time, and its answer be taken.
const ASK_WITHIN: Duration = Duration::from_secs(10);
/// Upper limit for connecting to a target.
const CONNECT_WITHIN: Duration = Duration::from_secs(60);

/// Connects authenticated clients to their targets.
#[derive(Debug)]
pub struct Relay {
    /// `HOST:PORT` with `*` as a wildcard; empty: everywhere.
    allowed: Vec<String>,
    pool: Arc<Pool>,
}

impl Relay {
    /// A relay to these targets only: `HOST:PORT`, where either may be `*`. Empty: everywhere.
    pub fn to(allowed: Vec<String>) -> Self {
        Self { allowed, pool: Pool::new("seaway-connect", MAX_CONNECTING) }
    }

    /// Connects to the other end, and forwards bytes from then on.
    fn pass(&self, admitted: Admitted) -> io::Result<()> {
        let Admitted { channel: near, lot, counted } = admitted;
        near.set_deadline(Some(Instant::now() + ASK_WITHIN));
        let question =
            read_frame(&mut &*near)?.and_then(|(kind, body)| RelayMessage::decode(kind, &body).ok());
        let Some(RelayMessage::Connect { to, milliseconds }) = question else {
            return answer(
                &near,
                &refusal(ErrorKind::Argument, "a relay only accepts requests to connect".into()),
            );
        };
        let patience = Duration::from_millis(milliseconds.into()).min(CONNECT_WITHIN);
        let far = match self.connect(&to, patience) {
            Ok(far) => Arc::new(far),
            Err(refusal) => {
                near.set_deadline(Some(Instant::now() + ASK_WITHIN));
                return answer(&near, &refusal);
            }
        };
        near.set_deadline(Some(Instant::now() + ASK_WITHIN));
        answer(&near, &RelayMessage::Connected)?;
        // From here on the ends talk to each other, with their own encryption.
        near.end_seal()?;
        near.set_deadline(None);
        let channels = vec![Arc::clone(&near), Arc::clone(&far)];
        lot.enter(channels, Manners::CutOff, |_| Box::new(Passage::new(near, far, counted)))
    }

    fn connect(&self, to: &str, patience: Duration) -> Result<Channel, RelayMessage> {
        if !self.leads_to(to) {
            return Err(refusal(
                ErrorKind::AccessDenied,
                format!("it does not forward to {to}; see its option --allow"),
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
}

impl Service for Relay {
    fn kind(&self) -> Kind {
        Kind::Relay
    }

    fn serve(self: Arc<Self>, admitted: Admitted) {
        let relay = Arc::clone(&self);
        // The client sees the connection end; nothing else needs the reason.
        let _ = self.pool.run(move || _ = relay.pass(admitted));
    }

    /// The answer to the request that it is about to send.
    fn refuse(&self, channel: &Channel, reason: &str) {
        let _ = answer(channel, &refusal(ErrorKind::Io, reason.into()));
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
