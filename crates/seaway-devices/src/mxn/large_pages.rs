// SPDX-License-Identifier: MIT OR Apache-2.0
//! Large pages for memory that streams are written from, or read into, again and again. The kernel takes bytes out of another
//! process page by page; out of pages of 2 MiB it does so as fast as memory can be copied, out of pages of 4 KiB at little
//! more than half of that. Where the program's large pages are left to its own choice, the second call with a place makes it.

use std::sync::{Mutex, PoisonError};

use super::pieces::Placed;
use super::sys;

/// Less is not worth the copy that it takes.
const LEAST_BYTES: usize = 4 << 20;
/// Places that are remembered.
const MOST_PLACES: usize = 8;

/// Memory of large calls, lately.
#[derive(Debug, Default)]
pub(super) struct Places {
    known: Mutex<Vec<Place>>,
}

#[derive(Debug, PartialEq, Eq)]
struct Place {
    address: usize,
    bytes: usize,
    /// Its pages were made large, or cannot be.
    is_settled: bool,
}

impl Places {
    /// While nobody copies: pages that somebody copies from stay as they are. `helps` is asked for large pieces only.
    pub(super) fn make_pages_large(&self, placed: &[Placed], helps: impl Fn() -> bool) {
        for piece in placed.iter().filter(|piece| piece.len() >= LEAST_BYTES) {
            if helps() && self.is_due(piece.address, piece.len()) {
                sys::make_pages_large(piece.address, piece.len());
            }
        }
    }

    /// Whether this is the second call with this memory.
    fn is_due(&self, address: usize, bytes: usize) -> bool {
        let mut places = self.known.lock().unwrap_or_else(PoisonError::into_inner);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_call_with_a_place_is_the_one() {
        let places = Places::default();
        let due: Vec<bool> = (0..3).map(|_| places.is_due(4096, LEAST_BYTES)).collect();
        assert_eq!(due, [false, true, false]);
        assert!(!places.is_due(4096, 2 * LEAST_BYTES), "another length is another place");
    }

    #[test]
    fn places_are_forgotten_in_turn() {
        let places = Places::default();
        for index in 0..=MOST_PLACES {
            places.is_due(index, LEAST_BYTES);
        }
        assert!(!places.is_due(0, LEAST_BYTES));
        assert!(places.is_due(MOST_PLACES, LEAST_BYTES));
    }
}
