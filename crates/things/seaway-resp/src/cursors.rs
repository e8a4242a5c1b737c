// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Cursors`]: where scans go on. Redis' cursors are numbers; a scan of names goes on behind a name.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// Scans that can go on at a time; the one that was idle for longest is forgotten.
const MOST: usize = 4096;

#[derive(Debug, Default)]
pub(crate) struct Cursors(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    last: u64,
    behind: VecDeque<(u64, String)>,
}

impl Cursors {
    /// A number for "behind this name". The same scan may be repeated: a cursor is not used up.
    pub(crate) fn store(&self, name: &str) -> u64 {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.last += 1;
        let cursor = known.last;
        known.behind.push_back((cursor, name.to_owned()));
        if known.behind.len() > MOST {
            known.behind.pop_front();
        }
        cursor
    }

    /// The name behind which a scan goes on; 0 is the beginning.
    pub(crate) fn find(&self, cursor: u64) -> Option<String> {
        if cursor == 0 {
            return Some(String::new());
        }
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = known.behind.binary_search_by_key(&cursor, |(number, _)| *number).ok()?;
        known.behind.get(at).map(|(_, name)| name.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_are_found_until_too_many_came_after_them() {
        let cursors = Cursors::default();
        assert_eq!(cursors.find(0).as_deref(), Some(""));
        assert_eq!(cursors.find(1), None);
        let first = cursors.store("a");
        assert_eq!(cursors.find(first).as_deref(), Some("a"));
        let last = (0..MOST).map(|number| cursors.store(&number.to_string())).last().unwrap();
        assert_eq!(cursors.find(first), None);
        assert_eq!(cursors.find(last).as_deref(), Some("4095"));
    }
}
