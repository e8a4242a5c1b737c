// SPDX-License-Identifier: MIT OR Apache-2.0
//! Readers that want some of the steps only (`seaway_mxn_policy`): they see those joined, as a file of their own.

use seaway_device::{Error, ErrorKind, Extent, Operation, Ranks, Result};
use seaway_proto::{MxnMessage, Policy, Range, Step};

use super::Reader;
use crate::mxn::pieces::{Placed, lay_out};
use crate::mxn::telling::share;

impl Reader {
    /// Collective: rank 0 chooses steps until this program's bytes from `start` to `until` are there, and tells the others.
    pub(super) fn select_in_order(&self, start: u64, until: u64, ranks: &dyn Ranks) -> Result<()> {
        // The same on every rank: all have been told the same choices.
        if self.state().selection.as_ref().is_none_or(|selection| selection.end() >= until) {
            return Ok(());
        }
        let chosen = if ranks.rank() == 0 { self.choose(start, until).map(Some) } else { Ok(None) };
        let MxnMessage::Steps { steps, end, .. } = share(ranks, chosen)? else { return Ok(()) };
        let mut state = self.state();
        if let (true, Some(selection)) = (ranks.rank() != 0, &mut state.selection) {
            for step in steps {
                let len = step.lengths.first().map_or(0, |(length, _)| *length);
                selection.append(Extent::new(step.start, len));
            }
        }
        state.knowledge.end = end;
        Ok(())
    }

    /// Chooses until the bytes before `until` are there or the stream is over; the choices, as steps.
    fn choose(&self, start: u64, until: u64) -> Result<MxnMessage> {
        let mut chosen = Vec::new();
        loop {
            let (is_enough, known, end) = {
                let mut state = self.state();
                let state = &mut *state;
                let Some(selection) = &mut state.selection else { break };
                selection.offer(state.knowledge.steps());
                chosen.extend(selection.choose(until));
                let known = state.knowledge.known_until();
                state.knowledge.forget_below(known);
                // Nobody asks for what was chosen before all is.
                state.leaves_behind |= start < selection.end() && selection.end() < until;
                (selection.end() >= until, known, state.knowledge.end)
            };
            self.skip()?;
            if is_enough || end.is_some_and(|end| known >= end) {
                break;
            }
            let answer = self.ask_for_steps(self.helpers(0), known)?;
            let is_last =
                matches!(&answer, MxnMessage::Steps { steps, end: Some(_), .. } if steps.is_empty());
            self.must_have_steps(&answer)?;
            self.learn(&answer)?;
            if is_last {
                break;
            }
        }
        let step = |extent: Extent| Step { start: extent.offset, lengths: vec![(extent.len, 1)] };
        let end = self.state().knowledge.end;
        Ok(MxnMessage::Steps { id: 0, steps: chosen.into_iter().map(step).collect(), ordered: true, end })
    }

    fn must_have_steps(&self, answer: &MxnMessage) -> Result<()> {
        let MxnMessage::Steps { steps, ordered: false, end: None, .. } = answer else { return Ok(()) };
        if !steps.is_empty() {
            return Ok(());
        }
        let text = "seaway_mxn_policy chooses among steps, but the writer neither writes with write_ordered nor \
                    calls MPI_File_sync after each step";
        Err(Error::new(ErrorKind::Unsupported, Operation::Read).with_path(&self.party.name).with_detail(text))
    }

    /// Tells the writers what this program passes over.
    fn skip(&self) -> Result<()> {
        let skipped = self.state().selection.as_mut().map(|selection| selection.take_skipped());
        let ranges: Vec<Range> = skipped
            .unwrap_or_default()
            .into_iter()
            .map(|extent| Range { offset: extent.offset, len: extent.len })
            .collect();
        if ranges.is_empty() {
            return Ok(());
        }
        for rank in 0..self.writers().len() {
            if let Some(links) = self.writer_links(rank)? {
                let _ = links[0].send(&MxnMessage::Skip { ranges: ranges.clone() });
            }
        }
        Ok(())
    }

    /// Where the reader's bytes are in the stream.
    pub(super) fn select(&self, extents: &[Extent], memory: &[(usize, usize)]) -> Result<Vec<Placed>> {
        let start = extents.first().map_or(0, |first| first.offset);
        let until = extents.last().map_or(0, Extent::end);
        if self.state().selection.as_ref().is_some_and(|selection| selection.end() < until) {
            let announced = self.state().announced;
            let in_order = extents.iter().all(|extent| announced.intersection(extent) == Some(*extent));
            if !in_order {
                self.select_alone(start, until)?;
            }
        }
        let state = self.state();
        let Some(selection) = &state.selection else { return Ok(lay_out(extents, memory)) };
        let mut selected = Vec::new();
        for piece in lay_out(extents, memory) {
            let mut address = piece.address;
            for extent in selection.map(piece.extent) {
                selected.push(Placed { extent, address });
                address += usize::try_from(extent.len).unwrap_or(usize::MAX);
            }
        }
        Ok(selected)
    }

    /// Which steps are every n-th each rank can find out by itself; which was the latest it cannot.
    fn select_alone(&self, start: u64, until: u64) -> Result<()> {
        if self.party.options.policy == Policy::Latest {
            let text = "seaway_mxn_policy=latest is for read_ordered: ranks that read by themselves would not \
                        agree on what is the latest step";
            return Err(Error::new(ErrorKind::Unsupported, Operation::Read)
                .with_path(&self.party.name)
                .with_detail(text));
        }
        self.choose(start, until).map(drop)
    }

    /// Size of the file as this program sees it.
    pub(super) fn selected_size(&self) -> Result<u64> {
        self.select_alone(0, u64::MAX)?;
        Ok(self.state().selection.as_ref().map_or(0, |selection| selection.end()))
    }
}
