// SPDX-License-Identifier: MIT OR Apache-2.0
//! Large pages for memory that is written to streams again and again. The kernel takes bytes out of another process page
//! by page; out of pages of 2 MiB it does so as fast as memory can be copied, out of pages of 4 KiB at little more than
//! half of that. Where the program's large pages are left to its own choice, the second write from a place makes it.

use std::sync::{Mutex, PoisonError};

use seaway_proto::Way;

use super::Writer;
use crate::mxn::pieces::Placed;
use crate::mxn::sys;

/// Less is not worth the copy that it takes.
const LEAST_BYTES: usize = 4 << 20;
/// Places that are remembered.
const MOST_PLACES: usize = 8;

/// Where large writes came from lately.
#[derive(Debug, Default)]
pub(super) struct Sources {
    places: Mutex<Vec<Place>>,
}

#[derive(Debug, PartialEq, Eq)]
struct Place {
    address: usize,
    bytes: usize,
    /// Its pages were made large, or cannot be.
    is_settled: bool,
}

impl Sources {
    /// Whether this is the second write from here.
    fn is_due(&self, address: usize, bytes: usize) -> bool {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = places.iter_mut().find(|place| (place.address, place.bytes) == (address, bytes))
        {
            return !std::mem::replace(&mut known.is_settled, true);
        }
        if places.len() == MOST_PLACES {
            places.remove(0);
        }
        places.push(Place { address, bytes, is_settled: false });
        false
    }
}

impl Writer {
    /// Before readers are told of the bytes: pages that somebody copies from stay as they are.
    pub(super) fn make_pages_large(&self, placed: &[Placed]) {
        let is_large = |piece: &&Placed| piece.len() >= LEAST_BYTES;
        for piece in placed.iter().filter(is_large) {
            if self.party.options.large_pages
                && self.may_be_taken_from_here()
                && self.sources.is_due(piece.address, piece.len())
            {
                sys::make_pages_large(piece.address, piece.len());
            }
        }
    }

    /// Where nobody has come yet, whoever comes is taken for a neighbour: making pages large takes some ten milliseconds,
    /// which are at hand now, and no longer once readers wait.
    fn may_be_taken_from_here(&self) -> bool {
        let links = self.party.links();
        links.is_empty() || links.iter().any(|link| link.way() == Way::ProcessMemory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_write_from_a_place_is_the_one() {
        let sources = Sources::default();
        let due: Vec<bool> = (0..3).map(|_| sources.is_due(4096, LEAST_BYTES)).collect();
        assert_eq!(due, [false, true, false]);
        assert!(!sources.is_due(4096, 2 * LEAST_BYTES), "another length is another place");
    }

    #[test]
    fn places_are_forgotten_in_turn() {
        let sources = Sources::default();
        for index in 0..=MOST_PLACES {
            sources.is_due(index, LEAST_BYTES);
        }
        assert!(!sources.is_due(0, LEAST_BYTES));
        assert!(sources.is_due(MOST_PLACES, LEAST_BYTES));
    }
}
