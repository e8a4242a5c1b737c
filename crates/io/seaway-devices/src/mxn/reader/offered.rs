// SPDX-License-Identifier: MIT OR Apache-2.0
//! Taking what writers on this host show of a step that is as expected, without asking for it. The rest is asked for.

use std::sync::Arc;
use std::time::Instant;

use seaway_device_api::Extent;
use seaway_messages::Piece;
use seaway_roles::stream::bytes::RangeSet;

use super::Reader;
use crate::link::{Fetch, Found};
use crate::mxn::LEAST_OFFERED_BYTES;
use crate::mxn::Link;
use crate::mxn::party::LOOK;
use crate::mxn::pieces::{Placed, part_of, parts};

impl Reader {
    /// Bytes that were taken, and what is left to ask for.
    pub(super) fn take_offered(&self, placed: Vec<Placed>, once: bool) -> (u64, Vec<Placed>) {
        // With idle cores, two threads copy what was requested; here one does, without waking another.
        if !once || self.has_cores_to_spare() || !self.is_in_order(&placed) {
            return (0, placed);
        }
        let mut left: RangeSet = placed.iter().map(|piece| piece.extent).collect();
        let (mut taken, mut until) = (0, 0);
        for (link, part) in self.expected_offers(&placed) {
            match self.take_part(&link, part, &placed) {
                Found::Had => {
                    left.remove(part);
                    (taken, until) = (taken + part.len, part.end());
                }
                Found::Elsewhere => {}
                Found::NotYet(_) => break,
            }
        }
        if taken == 0 {
            return (0, placed);
        }
        self.state().inbox.took_offered(taken, until);
        (taken, left.iter().flat_map(|extent| parts(&placed, extent)).collect())
    }

    /// Which writers will announce which part, if the next step is like the last. Empty if the owners are known.
    fn expected_offers(&self, placed: &[Placed]) -> Vec<(Arc<Link>, Extent)> {
        let offers = self.state().inbox.expected_offers(placed, LEAST_OFFERED_BYTES);
        let link = |rank: usize| self.party.known_link_to(&self.writers()[rank]);
        let shown = |(rank, part)| Some((link(rank).filter(|link| link.board().is_some())?, part));
        offers.into_iter().filter_map(shown).collect()
    }

    /// Waits for a part, but only briefly: writers must learn of a reader that waits for long.
    fn take_part(&self, link: &Arc<Link>, part: Extent, placed: &[Placed]) -> Found {
        let Some(board) = link.board() else { return Found::Elsewhere };
        let latest = Instant::now() + LOOK;
        let mut slept_on = None;
        loop {
            let found = board.take(part, |address| link.fetch(&fetches(placed, part, address)).is_ok());
            let Found::NotYet(news) = found else { return found };
            // One sleeper is woken at a time: this news is for another.
            if slept_on.replace(news).is_some_and(|before| before != news) {
                board.wake_another();
            }
            let left = latest.saturating_duration_since(Instant::now());
            if left.is_zero() || self.party.has_failed() {
                return found;
            }
            board.sleep(news, left);
        }
    }
}

/// `part`, which begins at `address` in the writer's memory, goes to where it is placed.
fn fetches(placed: &[Placed], part: Extent, address: u64) -> Vec<Fetch> {
    let shown = Piece { offset: part.offset, len: part.len, address, window: None };
    let fetch = |piece: Placed| (part_of(&shown, piece.extent), piece.memory);
    parts(placed, part).map(fetch).collect()
}

#[cfg(test)]
mod tests;
