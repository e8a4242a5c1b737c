// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Copying`]: a long copy out of a writer's memory, shared between the thread of the link and the rank that waits for
//! it anyway.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use seaway_device_api::{Error, Extent, Result};

use super::Reader;
use crate::link::Fetch;
use crate::mxn::Link;
use crate::mxn::party::Neighbours;
use crate::mxn::pieces::part_of;

/// Shorter copies are not worth a second thread.
const LEAST_BYTES: usize = 1 << 20;
/// What one thread takes at a time.
const PART_BYTES: usize = 512 << 10;

#[derive(Debug)]
pub(super) struct Copying {
    link: Arc<Link>,
    parts: Mutex<Vec<Fetch>>,
    /// Parts that are not copied yet, including those that a thread is copying.
    left: AtomicUsize,
    error: Mutex<Option<Error>>,
}

impl Copying {
    /// Copies parts until none is left to take. Whether it has done the last.
    pub(super) fn help(&self) -> bool {
        let mut was_last = false;
        loop {
            let part = self.parts.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let Some(part) = part else { return was_last };
            if let Err(error) = self.link.fetch(&[part]) {
                *self.error.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            }
            was_last = self.left.fetch_sub(1, Ordering::AcqRel) == 1;
        }
    }

    fn is_done(&self) -> bool {
        self.left.load(Ordering::Acquire) == 0
    }
}

impl Reader {
    /// Copies what a link has announced.
    pub(super) fn fetch(&self, link: &Arc<Link>, fetches: &[Fetch]) -> Result<()> {
        let total: usize = fetches.iter().map(|(_, target)| target.len()).sum();
        if total < LEAST_BYTES || !self.has_cores_to_spare() {
            return link.fetch(fetches);
        }
        let parts: Vec<Fetch> = fetches.iter().flat_map(|fetch| cut(*fetch)).rev().collect();
        let left = AtomicUsize::new(parts.len());
        let (parts, error) = (Mutex::new(parts), Mutex::default());
        let copying = Arc::new(Copying { link: link.clone(), parts, left, error });
        self.state().copying.push(copying.clone());
        self.party.changed.notify_all();
        copying.help();
        let mut state = self.state();
        state.copying.retain(|other| !Arc::ptr_eq(other, &copying));
        // The rank that helps is in the middle of its last part.
        while !copying.is_done() {
            state = self.wait(state);
        }
        drop(state);
        let error = copying.error.lock().unwrap_or_else(PoisonError::into_inner).take();
        error.map_or(Ok(()), Err)
    }

    /// Whether a second thread of this rank finds a core. Where the other ranks keep them all busy, a copy in one go takes
    /// fewer calls, and wakes nobody before it is done.
    pub(super) fn has_cores_to_spare(&self) -> bool {
        let Neighbours { ranks, cores } = self.party.neighbours();
        cores > ranks
    }
}

/// A copy in parts.
fn cut((piece, target): Fetch) -> impl DoubleEndedIterator<Item = Fetch> {
    (0..target.len()).step_by(PART_BYTES).map(move |start| {
        let part = target.part(start, PART_BYTES);
        let extent = Extent::new(piece.offset + start as u64, part.len() as u64);
        (part_of(&piece, extent), part)
    })
}
