// SPDX-License-Identifier: MIT OR Apache-2.0
//! Closing: the readers learn the size, and the writer stays until they have had everything.

use std::sync::Arc;

use seaway_device::{Extent, Operation, Ranks, Result};
use seaway_proto::MxnMessage;

use super::serving::Action;
use super::{Presence, State, Writer, largest};
use crate::link::Link;
use crate::mxn::notice;
use crate::mxn::options::Late;
use crate::mxn::vigil::Vigil;

impl Writer {
    /// Collective. Comes back when every reader has had what it wants.
    pub(in crate::mxn) fn end(&self, ranks: &dyn Ranks) -> Result<()> {
        let started: Vec<u64> = self.state().calls.keys().copied().collect();
        let finished = started.into_iter().try_for_each(|call| self.wait_for(call).map(drop));
        // Not held while ranks wait for each other: readers come for their bytes meanwhile.
        let mine = self.state().store.end();
        let size = largest(&ranks.all_gather(&mine.to_le_bytes())?);
        self.announce_end(size);
        let drained = finished.and_then(|()| self.wait_until_drained());
        if drained.is_ok() {
            // Nothing can be lost any more, whoever goes first.
            self.party.set_closing();
        }
        // Until everybody is done: a rank that looks after the others must find them.
        let met = ranks.all_gather(&[]).map(drop);
        drained.and(met)
    }

    fn announce_end(&self, size: u64) {
        self.act(|state, actions| {
            state.ended = Some(size);
            let links: Vec<Arc<Link>> = self.party.links();
            let end = |link: Arc<Link>| Action::Send(link, MxnMessage::End { id: 0, size });
            actions.extend(links.into_iter().map(end));
            state.serve(self, Extent::new(0, u64::MAX), actions);
            state.answer_queries(actions);
            for (link, id) in std::mem::take(&mut state.size_wanted) {
                actions.push(Action::Send(link, MxnMessage::Size { id, size }));
            }
        });
    }

    fn wait_until_drained(&self) -> Result<()> {
        let mut vigil = Vigil::new();
        let mut state = self.state();
        loop {
            if self.is_drained(&mut state) {
                return Ok(());
            }
            self.party.check(Operation::Close)?;
            let has_reader = !state.joined.is_empty();
            let offset = state.store.end();
            state = self.wait(state);
            drop(state);
            vigil.look_around(&self.party, || self.party.links(), offset, &self.events());
            if !has_reader {
                let name = &self.party.name;
                vigil.tell_once(|| {
                    format!("rank {} waits in close for a reader of {name}", self.party.rank())
                });
            }
            state = self.state();
        }
    }

    /// Whether nobody will come for anything any more. Rank 0 stays until every expected reader has come at all: even
    /// of an empty file one learns by opening it.
    fn is_drained(&self, state: &mut State) -> bool {
        let nobody = state.readers.iter().all(|reader| reader.presence == Presence::Expected);
        if nobody && state.joined.is_empty() && self.party.options.late == Late::Drop {
            let left = state.store.drop_oldest(u64::MAX);
            if left > 0 || state.dropped_bytes > 0 {
                let (name, bytes) = (&self.party.name, state.dropped_bytes + left);
                notice::tell(&format!(
                    "{name} was closed without a reader; rank {} dropped {bytes} bytes (seaway_mxn_late=drop)",
                    self.party.rank()
                ));
            }
            return true;
        }
        let all_came = state.readers.iter().all(|reader| reader.presence != Presence::Expected);
        state.store.is_drained() && state.sending == 0 && (all_came || self.party.rank() != 0)
    }
}
