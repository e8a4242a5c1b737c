// SPDX-License-Identifier: MIT OR Apache-2.0
//! Large steps on one host, which readers copy from the writer's memory without a request: when they can be announced on the
//! board, and what follows when readers have taken some.

use seaway_device_api::Extent;
use seaway_messages::{MxnMessage, Range};

use super::serving::Want;
use super::{Action, Outbox};
use crate::stream::bytes::{Line, Memory, RangeSet};

impl<L: Line, M: Memory> Outbox<L, M> {
    /// Readers have taken these bytes from the board. Pending requests for them are answered with `Gone`.
    pub fn pass(&mut self, had: &[Extent], actions: &mut Vec<Action<L, M>>) {
        had.iter().for_each(|&extent| self.store.pass(extent));
        let gone_of = |want: &Want<L>| want.missing.iter().find_map(|extent| self.store.gone(extent));
        let late: Vec<_> = self.wants.iter().filter_map(|(key, want)| Some((*key, gone_of(want)?))).collect();
        for (key, gone) in late {
            let Some(want) = self.wants.get_mut(&key) else { continue };
            want.missing = RangeSet::new();
            let range = Range { offset: gone.offset, len: gone.len };
            actions.push(Action::Send(want.link.clone(), MxnMessage::Gone { id: key.1, range }));
            self.close_want(key, actions);
        }
    }

    /// Whether nothing can be shown any more: readers do not know what to expect, or want to see it again, or not all.
    pub fn shows_no_more(&self) -> bool {
        self.ended.is_some()
            || !self.order.is_kept
            || self.store.is_read_in_parts()
            || self.readers.iter().any(|reader| reader.looks)
    }

    /// Whether readers will come for these bytes and look at the board first: as they do where the next step is like the last,
    /// unless they have asked already.
    pub fn may_be_shown(&self, extent: Extent) -> bool {
        let is_wanted = || self.wants.values().any(|want| want.missing.overlapping(extent).next().is_some());
        !self.shows_no_more()
            && self.order.announced.intersection(&extent) == Some(extent)
            && !self.joined.is_empty()
            && self.store.is_untouched(extent)
            && !is_wanted()
    }
}
