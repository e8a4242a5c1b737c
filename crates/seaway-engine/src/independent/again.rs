// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Again`]: which scattered large pieces were accessed before. Their pages cost more than calls do, but they stay: a
//! program that writes or reads the same array step after step finds them made, and then copies are all there is to do.
//! One that goes through a file, or opens it, accesses it and closes it, never pays for them.

use std::sync::{Mutex, PoisonError};

use seaway_device::Extent;

use crate::strategy::{Direction, Pattern};

/// Arrays of one file that a program comes back to in turn.
const REMEMBERED: usize = 16;
/// A mapping of more would push out what else is mapped.
const MOST_BYTES: u64 = 256 << 20;
/// Pages are made for the gaps too.
const MOST_GAPS_TO_DATA: u64 = 4;

#[derive(Debug, Default)]
pub(crate) struct Again {
    read: Mutex<Vec<Extent>>,
    written: Mutex<Vec<Extent>>,
}

impl Again {
    /// Notes an access, and whether the same bytes were accessed before. `comes_again`: they were, when the file was open
    /// the last time.
    pub(super) fn is_again(&self, direction: Direction, pattern: &Pattern, comes_again: bool) -> bool {
        let sparse = pattern.hull.len / MOST_GAPS_TO_DATA > pattern.bytes;
        if pattern.hull.len > MOST_BYTES || pattern.new_bytes > 0 || sparse {
            return false;
        }
        let known = match direction {
            Direction::Read => &self.read,
            Direction::Write => &self.written,
        };
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        if comes_again || known.contains(&pattern.hull) {
            return true;
        }
        if known.len() == REMEMBERED {
            known.remove(0);
        }
        known.push(pattern.hull);
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(offset: u64, len: u64, new_bytes: u64) -> Pattern {
        Pattern { bytes: len / 2, hull: Extent::new(offset, len), pieces: 4, new_bytes }
    }

    #[test]
    fn the_same_bytes_are_known_again_and_others_are_not() {
        let again = Again::default();
        assert!(!again.is_again(Direction::Write, &access(0, 1 << 20, 0), false));
        assert!(!again.is_again(Direction::Write, &access(1 << 20, 1 << 20, 0), false));
        assert!(!again.is_again(Direction::Read, &access(0, 1 << 20, 0), false), "it was written, not read");
        assert!(again.is_again(Direction::Write, &access(0, 1 << 20, 0), false));
        assert!(again.is_again(Direction::Write, &access(1 << 20, 1 << 20, 0), false));
        assert!(again.is_again(Direction::Write, &access(5 << 20, 1 << 20, 0), true), "before it was opened");
    }

    #[test]
    fn what_grows_or_is_huge_or_sparse_is_not_mapped() {
        let again = Again::default();
        let sparse = Pattern { bytes: 1 << 17, ..access(0, 1 << 20, 0) };
        for _ in 0..2 {
            assert!(!again.is_again(Direction::Read, &sparse, false));
            assert!(!again.is_again(Direction::Write, &access(0, 1 << 20, 1), false));
            assert!(!again.is_again(Direction::Read, &access(0, MOST_BYTES + 1, 0), false));
        }
    }

    #[test]
    fn who_goes_through_a_file_is_forgotten() {
        let again = Again::default();
        for round in 0..2 {
            for step in 0..=REMEMBERED as u64 {
                assert!(
                    !again.is_again(Direction::Write, &access(step << 20, 1 << 20, 0), false),
                    "{round} {step}"
                );
            }
        }
    }
}
