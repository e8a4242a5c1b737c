// SPDX-License-Identifier: MIT OR Apache-2.0
//! Requests bytes before it is known which writers have them: from those that will, if the next step is like the last. They
//! send it as soon as it is written. If the step differs, they say so, and the request is retracted.

use seaway_device_api::{Operation, Result};
use seaway_messages::MxnMessage;

use super::{Reader, unexpected};
use crate::mxn::pieces::Placed;
use crate::mxn::wait_monitor::WaitMonitor;

impl Reader {
    /// What others have of a want that is over, or not as expected; it keeps what has come.
    pub(super) fn take_unexpected(&self, id: u64) -> Result<Vec<Placed>> {
        if self.party.has_failed() {
            return Ok(Vec::new());
        }
        let is_wrong = self.state().inbox.take_unexpected(id);
        if !is_wrong.map_err(|answer| unexpected(&format!("{answer:?}")))? {
            return Ok(Vec::new());
        }
        self.retract(id)?;
        Ok(self.state().inbox.give_up(id))
    }

    /// Waits until nothing more comes by a want.
    fn retract(&self, id: u64) -> Result<()> {
        for link in self.awaited(id) {
            // If it cannot be sent, the link's thread forgets that it was asked.
            let _ = link.send(&MxnMessage::Retract { id });
        }
        let mut monitor = WaitMonitor::new(&self.party);
        let mut state = self.state();
        while state.inbox.want(id).is_some_and(|want| !want.is_over()) {
            self.party.check(Operation::Read)?;
            state = self.wait(state);
            drop(state);
            monitor.look_around(&self.party, || self.awaited(id), 0, &self.events());
            state = self.state();
        }
        Ok(())
    }
}
