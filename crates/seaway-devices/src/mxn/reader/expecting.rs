// SPDX-License-Identifier: MIT OR Apache-2.0
//! Asking for bytes before it is known who has them: those who will, if the next step is like the last. When it is written,
//! they send it at once. Where it is another step, they say so, and what they were asked for is taken back.

use seaway_device::{Extent, Operation, Result};
use seaway_proto::MxnMessage;

use super::calls::{Want, Whom, hull, wanted_parts};
use super::{Reader, State};
use crate::mxn::pieces::{Placed, parts};
use crate::mxn::ranges::RangeSet;
use crate::mxn::vigil::Vigil;

impl Reader {
    /// Asks those who will have the bytes. `false`: nothing can be expected, and nothing was asked.
    pub(super) fn begin_as_expected(
        &self,
        placed: &[Placed],
        once: bool,
        wants: &mut Vec<u64>,
    ) -> Result<bool> {
        let Some(owners) = self.expected_owners(placed) else { return Ok(false) };
        let id = self.new_want(placed.to_vec(), once, Whom::Expected);
        wants.push(id);
        // Of its number is what they say if it is another step.
        self.state().answers.insert(id, None);
        self.ask(id, &owners)?;
        Ok(true)
    }

    /// Only those that there is a link to: a wrong guess must not cost links.
    fn expected_owners(&self, placed: &[Placed]) -> Option<Vec<(usize, Extent)>> {
        let owners = {
            let state = self.state();
            state.knowledge.expected_owners(hull(placed)?).filter(|_| !state.leaves_behind)?
        };
        let has_link = |rank: usize| self.party.known_link_to(&self.writers()[rank]).is_some();
        owners.iter().all(|(rank, _)| has_link(*rank)).then(|| wanted_parts(&owners, placed))
    }

    /// What others have of a want that is over, or not as expected; it keeps what has come.
    pub(super) fn take_unexpected(&self, id: u64) -> Result<Vec<Placed>> {
        let answer = {
            let mut state = self.state();
            let answer = state.answers.remove(&id).flatten();
            let is_wrong = |want: &Want| want.whom == Whom::Expected && !want.is_served();
            if self.party.has_failed() || !state.wants.get(&id).is_some_and(is_wrong) {
                return Ok(Vec::new());
            }
            answer
        };
        self.learn(&answer.unwrap_or_else(|| self.no_more_steps()))?;
        self.retract(id)?;
        let mut state = self.state();
        let want = state.wants.get_mut(&id).filter(|want| want.gone.is_none());
        Ok(want.map_or_else(Vec::new, Want::give_up_missing))
    }

    /// Waits until nothing more comes by a want.
    fn retract(&self, id: u64) -> Result<()> {
        for link in self.awaited(id) {
            // If it cannot be sent, the link's thread forgets that it was asked.
            let _ = link.send(&MxnMessage::Retract { id });
        }
        let mut vigil = Vigil::new();
        let mut state = self.state();
        while state.wants.get(&id).is_some_and(|want| !want.is_over()) {
            self.party.check(Operation::Read)?;
            state = self.wait(state);
            drop(state);
            vigil.look_around(&self.party, || self.awaited(id), 0, &self.events());
            state = self.state();
        }
        Ok(())
    }
}

impl State {
    /// Somebody has said that a want is not as expected.
    pub(super) fn is_unexpected(&self, want: u64) -> bool {
        self.answers.get(&want).is_some_and(Option::is_some)
    }
}

impl Want {
    /// Keeps what has come. Returns the rest.
    fn give_up_missing(&mut self) -> Vec<Placed> {
        let missing = std::mem::take(&mut self.missing);
        let mut came: RangeSet = self.placed.iter().map(|piece| piece.extent).collect();
        missing.iter().for_each(|extent| came.remove(extent));
        let pick =
            |extents: &RangeSet| extents.iter().flat_map(|extent| parts(&self.placed, extent)).collect();
        let (rest, came) = (pick(&missing), pick(&came));
        self.placed = came;
        rest
    }
}
