// SPDX-License-Identifier: MIT OR Apache-2.0
//! Closing: the readers learn the size, and the writer stays until they have received everything and acknowledged it.

use seaway_device_api::{Error, ErrorKind, Operation, Ranks, Result};
use seaway_roles::stream::bytes::Drained;

use super::{State, Writer, largest};
use crate::mxn::notice;
use crate::mxn::party::Stage;
use crate::mxn::wait_monitor::WaitMonitor;

impl Writer {
    /// Collective. Returns when every reader has received what it wants. Readers take the goodbye of one rank as a sign that
    /// all ranks have delivered their bytes, so all ranks succeed or none does.
    pub(in crate::mxn) fn end(&self, ranks: &dyn Ranks) -> Result<()> {
        let started: Vec<u64> = self.state().calls.keys().copied().collect();
        let finished = started.into_iter().try_for_each(|call| self.wait_for(call).map(drop));
        // The lock is not held while ranks wait for each other, so that readers are served.
        let (end, has_readers) = {
            let outbox = &mut self.state().outbox;
            (outbox.end(), outbox.begin_close())
        };
        let all = ranks.all_gather(&[&end.to_le_bytes()[..], &[u8::from(has_readers)]].concat())?;
        let ends: Vec<Vec<u8>> = all.iter().map(|told| told.iter().copied().take(8).collect()).collect();
        self.announce_end(largest(&ends), all.iter().any(|told| told.get(8) == Some(&1)));
        let drained = finished.and_then(|()| self.wait_until_drained());
        if drained.is_ok() {
            // Nothing can be lost any more, in whatever order ranks leave.
            self.party.enter(Stage::Closing);
        }
        // Ranks stay until all are done, because the one that watches them must find them.
        let met = ranks.all_gather(&[u8::from(drained.is_ok())]);
        drained?;
        if met?.iter().any(|told| told.first() != Some(&1)) {
            self.party.check(Operation::Close)?;
            let text = "another rank could not deliver its bytes to the readers";
            return Err(Error::new(ErrorKind::PeerLost, Operation::Close)
                .with_path(&self.party.name)
                .with_detail(text));
        }
        Ok(())
    }

    fn announce_end(&self, size: u64, has_readers: bool) {
        self.act(|state, actions| state.outbox.close(size, has_readers, self.party.links(), actions));
    }

    fn wait_until_drained(&self) -> Result<()> {
        let mut monitor = WaitMonitor::new(&self.party);
        let mut state = self.state();
        loop {
            if self.is_drained(&mut state) {
                return Ok(());
            }
            self.party.check(Operation::Close)?;
            if state.outbox.must_ask_for_confirmation() {
                drop(state);
                self.act(|state, actions| state.outbox.ask_for_confirmation(actions));
                state = self.state();
                continue;
            }
            let has_reader = state.outbox.has_readers();
            let offset = state.outbox.end();
            state = self.wait(state);
            drop(state);
            monitor.look_around(&self.party, || self.party.links(), offset, &self.events());
            self.check_for_readers(&monitor, Operation::Close)?;
            if !has_reader {
                let name = &self.party.name;
                monitor.tell_once(|| {
                    format!("rank {} is waiting in close for a reader of {name}", self.party.rank())
                });
            }
            state = self.state();
        }
    }

    /// Whether no reader will request anything more.
    fn is_drained(&self, state: &mut State) -> bool {
        let drained = state.outbox.drain();
        if let Drained::Dropped(bytes) = drained {
            let (name, rank) = (&self.party.name, self.party.rank());
            notice::tell(&format!(
                "{name} was closed without a reader; rank {rank} dropped {bytes} bytes (seaway_mxn_late=drop)"
            ));
        }
        drained != Drained::No
    }
}
