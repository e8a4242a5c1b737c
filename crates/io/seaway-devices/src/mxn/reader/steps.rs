// SPDX-License-Identifier: MIT OR Apache-2.0
//! Steps of a stream that is written in order: rank 0 asks for them when a collective read begins and tells the others; a rank
//! whose part was not written then asks the writers it knows.

use std::ops::Range;

use seaway_device_api::{Ranks, Result};
use seaway_messages::{MxnMessage, Policy};

use super::{Reader, unexpected};
use crate::mxn::rank_messages::share;

impl Reader {
    /// Collective: each rank is about to read its length, in rank order.
    pub(in crate::mxn) fn will_read_in_order(
        &self,
        start: u64,
        lengths: &[u64],
        ranks: &dyn Ranks,
    ) -> Result<()> {
        let total: u64 = lengths.iter().sum();
        let is_wanted = self.state().inbox.announce(start, lengths, ranks.rank(), self.writers().len());
        if self.party.options.policy != Policy::All {
            return self.select_in_order(start, start + total, ranks);
        }
        if is_wanted {
            let told = match ranks.rank() {
                0 => self.ask_for_steps(self.helpers(0), start).map(Some),
                _ => Ok(None),
            };
            let answer = share(ranks, told)?;
            if !self.state().inbox.told(&answer) {
                return Err(unexpected(&format!("{answer:?}")));
            }
        }
        self.forget_steps_below(start);
        Ok(())
    }

    fn forget_steps_below(&self, start: u64) {
        if self.party.options.lost == crate::mxn::options::Lost::Fail {
            self.state().inbox.knowledge.forget_below(start);
        }
    }

    /// Which writers to ask for steps.
    pub(super) fn helpers(&self, one: usize) -> Range<usize> {
        self.state().inbox.helpers(one, self.writers().len())
    }

    /// Asks writers which steps there are from `offset` on; waits until there is one, or there will be none.
    pub(super) fn ask_for_steps(&self, writers: Range<usize>, offset: u64) -> Result<MxnMessage> {
        let links = self.links_to_writers(writers)?;
        let answer = self.request(&links, |id| MxnMessage::StepsFrom { id, offset })?;
        Ok(answer.unwrap_or_else(|| self.state().inbox.no_more_steps()))
    }

    pub(super) fn learn(&self, answer: &MxnMessage) -> Result<()> {
        match self.state().inbox.learn(answer) {
            true => Ok(()),
            false => Err(unexpected(&format!("{answer:?}"))),
        }
    }
}
