// SPDX-License-Identifier: MIT OR Apache-2.0
//! Waiting for the next version of a thing, wherever its home is.

use std::sync::PoisonError;
use std::time::{Duration, Instant};

use seaway_device_api::{Operation, Result};
use seaway_devices::thing::HomeConnection;
use seaway_messages::ThingMessage;

use super::elsewhere::{LOOK_EVERY, PAUSE, WITHIN, unexpected};
use super::home::Home;

impl Home {
    /// The version of a thing of this node, when it is greater than `past`. 0: in vain. `goes_on` is asked now and then.
    pub(super) fn watch(&self, name: &str, past: u64, deadline: Instant, goes_on: impl Fn() -> bool) -> u64 {
        let mut inside = self.lock();
        loop {
            let version = inside.things.get(name).map_or(0, |thing| thing.version());
            if version > past {
                return version;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || !goes_on() {
                return 0;
            }
            let waited = self.changed.wait_timeout(inside, left.min(LOOK_EVERY));
            inside = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// As [`Self::watch`], for a thing of any node.
    pub(super) fn watch_anywhere(
        &self,
        name: &str,
        past: u64,
        deadline: Instant,
        goes_on: impl Fn() -> bool,
    ) -> Result<u64> {
        if self.membership.is_alone() {
            return Ok(self.watch(name, past, deadline, goes_on));
        }
        let mut asked = None;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let turn = left.min(LOOK_EVERY);
            let (found, revision) = self.names.look(name)?;
            let version = match found {
                Some(found) if found.home == self.node() && self.has(name) => {
                    self.watch(name, past, Instant::now() + turn, &goes_on)
                }
                // Being created or deleted.
                Some(found) if found.home == self.node() => {
                    std::thread::sleep(PAUSE.min(left));
                    0
                }
                Some(found) => self.watch_at(&found.home, name, past, turn, &mut asked)?,
                None => {
                    self.names.watch(name, revision, turn)?;
                    0
                }
            };
            if version > past || left.is_zero() || !goes_on() {
                return Ok(version);
            }
        }
    }

    /// Asks another home, on a connection that `asked` keeps for the next time.
    fn watch_at(
        &self,
        node: &str,
        name: &str,
        past: u64,
        turn: Duration,
        asked: &mut Option<HomeConnection>,
    ) -> Result<u64> {
        let address = self.membership.address_of(node)?;
        let connection = match asked.take().filter(|asked| asked.home() == &address) {
            Some(connection) => connection,
            None => self.peers.another(&address)?,
        };
        let (name, patience) = (name.to_owned(), u64::try_from(turn.as_millis()).unwrap_or(0));
        let request = |id| ThingMessage::Watch { id, name, past, patience };
        let answer = connection.ask_within(Operation::Open, turn + WITHIN, request);
        *asked = Some(connection);
        match answer? {
            ThingMessage::VersionIs { version, .. } => Ok(version),
            other => Err(unexpected(&other)),
        }
    }
}
