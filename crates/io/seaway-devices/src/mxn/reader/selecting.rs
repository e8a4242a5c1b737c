// SPDX-License-Identifier: MIT OR Apache-2.0
//! Readers that want some of the steps only (`seaway_mxn_policy`): they see those joined, as a file of their own.

use seaway_device_api::{Error, ErrorKind, Extent, Operation, Ranks, Result};
use seaway_memory::Spot;
use seaway_messages::{MxnMessage, Policy, Range, Step};
use seaway_roles::stream::bytes::Chosen;

use super::{Inbox, Reader};
use crate::mxn::pieces::{Placed, lay_out};
use crate::mxn::rank_messages::share;

impl Reader {
    /// Collective: rank 0 chooses steps until this program's bytes from `start` to `until` are there, and tells the others.
    pub(super) fn select_in_order(&self, start: u64, until: u64, ranks: &dyn Ranks) -> Result<()> {
        // The same on every rank: all have been told the same choices.
        if self.state().inbox.selected_end().is_none_or(|end| end >= until) {
            return Ok(());
        }
        let chosen = if ranks.rank() == 0 { self.choose(start, until).map(Some) } else { Ok(None) };
        let MxnMessage::Steps { steps, end, .. } = share(ranks, chosen)? else { return Ok(()) };
        // Rank 0 has chosen them itself.
        let steps = if ranks.rank() == 0 { Vec::new() } else { steps };
        self.state().inbox.follow(&steps, end);
        Ok(())
    }

    /// Chooses until the bytes before `until` are there or the stream is over; the choices, as steps.
    fn choose(&self, start: u64, until: u64) -> Result<MxnMessage> {
        let mut chosen = Vec::new();
        loop {
            let Chosen { steps, skipped, ask_from } = self.state().inbox.choose(start, until);
            chosen.extend(steps);
            self.skip(&skipped)?;
            let Some(known) = ask_from else { break };
            let answer = self.ask_for_steps(self.helpers(0), known)?;
            self.must_have_steps(&answer)?;
            self.learn(&answer)?;
            if Inbox::is_last_answer(&answer) {
                break;
            }
        }
        let step = |extent: Extent| Step { start: extent.offset, lengths: vec![(extent.len, 1)] };
        let end = self.state().inbox.knowledge.end;
        Ok(MxnMessage::Steps { id: 0, steps: chosen.into_iter().map(step).collect(), ordered: true, end })
    }

    fn must_have_steps(&self, answer: &MxnMessage) -> Result<()> {
        if !Inbox::has_no_steps(answer) {
            return Ok(());
        }
        let text = "seaway_mxn_policy selects steps, but the writer neither writes with write_ordered nor \
                    calls MPI_File_sync after each step";
        Err(Error::new(ErrorKind::Unsupported, Operation::Read).with_path(&self.party.name).with_detail(text))
    }

    /// Tells the writers what this program passes over.
    fn skip(&self, ranges: &[Range]) -> Result<()> {
        if ranges.is_empty() {
            return Ok(());
        }
        for rank in 0..self.writers().len() {
            if let Some(links) = self.writer_links(rank)? {
                let _ = links[0].send(&MxnMessage::Skip { ranges: ranges.to_vec() });
            }
        }
        Ok(())
    }

    /// Where the reader's bytes are in the stream.
    pub(super) fn select(&self, extents: &[Extent], memory: &[Spot]) -> Result<Vec<Placed>> {
        let start = extents.first().map_or(0, |first| first.offset);
        let until = extents.last().map_or(0, Extent::end);
        if self.state().inbox.selected_end().is_some_and(|end| end < until) {
            let announced = self.state().inbox.announced();
            let in_order = extents.iter().all(|extent| announced.intersection(extent) == Some(*extent));
            if !in_order {
                self.select_alone(start, until)?;
            }
        }
        let state = self.state();
        let mut selected = Vec::new();
        for piece in lay_out(extents, memory) {
            let mut from = 0;
            for extent in state.inbox.selected(piece.extent) {
                let len = usize::try_from(extent.len).unwrap_or(usize::MAX);
                selected.push(Placed { extent, memory: piece.memory.part(from, len) });
                from += len;
            }
        }
        Ok(selected)
    }

    /// Which steps are every n-th each rank can find out by itself; which was the latest it cannot.
    fn select_alone(&self, start: u64, until: u64) -> Result<()> {
        if self.party.options.policy == Policy::Latest {
            let text = "seaway_mxn_policy=latest requires read_ordered: with independent reads, ranks would \
                        not agree on the latest step";
            return Err(Error::new(ErrorKind::Unsupported, Operation::Read)
                .with_path(&self.party.name)
                .with_detail(text));
        }
        self.choose(start, until).map(drop)
    }

    /// Size of the file as this program sees it.
    pub(super) fn selected_size(&self) -> Result<u64> {
        self.select_alone(0, u64::MAX)?;
        Ok(self.state().inbox.selected_end().unwrap_or(0))
    }
}
