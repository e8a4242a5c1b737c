// SPDX-License-Identifier: MIT OR Apache-2.0
//! Taking what writers on this host show of a step that is as expected, without asking for it. The rest is asked for.

use std::sync::Arc;
use std::time::Instant;

use seaway_device::Extent;
use seaway_proto::Piece;

use super::Reader;
use super::calls::{hull, wanted_parts};
use super::knowledge::Owners;
use crate::link::{Fetch, Found, Link};
use crate::mxn::party::LOOK;
use crate::mxn::pieces::{Placed, part_of, parts};
use crate::mxn::ranges::RangeSet;

impl Reader {
    /// Bytes that were taken, and what is left to ask for.
    pub(super) fn take_offered(&self, placed: Vec<Placed>, once: bool) -> (u64, Vec<Placed>) {
        // With cores to spare, two threads copy what is asked for; here one does, and nobody else is woken.
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
        let mut state = self.state();
        state.taken += taken;
        state.offered_until = until;
        (taken, left.iter().flat_map(|extent| parts(&placed, extent)).collect())
    }

    /// Who will show which part, if the next step is like the last. Nobody, where more is known.
    fn expected_offers(&self, placed: &[Placed]) -> Vec<(Arc<Link>, Extent)> {
        let Some(hull) = hull(placed) else { return Vec::new() };
        let owners = {
            let state = self.state();
            let knowledge = &state.knowledge;
            match knowledge.owners(hull) {
                // Who goes back hears that the bytes are gone: they may still be shown.
                Owners::Until(known)
                    if known <= hull.offset && state.offered_until <= hull.offset && !state.leaves_behind =>
                {
                    knowledge.expected_offers(hull)
                }
                _ => return Vec::new(),
            }
        };
        let link = |rank: usize| self.party.known_link_to(&self.writers()[rank]);
        wanted_parts(&owners, placed)
            .into_iter()
            .filter_map(|(rank, part)| Some((link(rank).filter(|link| link.board().is_some())?, part)))
            .collect()
    }

    /// Waits for a part, but not so long that nobody would know of a reader that waits for ever.
    fn take_part(&self, link: &Arc<Link>, part: Extent, placed: &[Placed]) -> Found {
        let Some(board) = link.board() else { return Found::Elsewhere };
        let latest = Instant::now() + LOOK;
        let mut slept_on = None;
        loop {
            let found = board.take(part, |address| link.fetch(&fetches(placed, part, address)).is_ok());
            let Found::NotYet(news) = found else { return found };
            // One of those who sleep is woken at a time: the news are for another.
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
    let fetch = |piece: Placed| (part_of(&shown, piece.extent), piece.address, piece.len());
    parts(placed, part).map(fetch).collect()
}

#[cfg(test)]
mod tests;
