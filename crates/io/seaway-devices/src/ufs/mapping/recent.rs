// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Recent`]: the file that this process opened last, and how often in a row. File format libraries work
//! this way: open, access an array, close, and again in the next step. The pages of such a file are faulted
//! in once and kept after close.
//!
//! A mapping keeps its file alive. If the file is deleted after it was closed, its space is freed when the
//! process opens another file, deletes one through Seaway, or ends. Hence: one file, not a large one, and
//! only if it existed, with its bytes, several times before.

use std::sync::{Arc, Mutex, PoisonError};

use super::kept::{FileId, KeptMappings};
use super::policy::Openings;

static RECENT: Mutex<Recent> = Mutex::new(Recent(None));

/// Records that this process has opened a file. True: its mappings will be kept after close.
pub(in crate::ufs) fn opened(file: FileId, size: u64) -> bool {
    RECENT.lock().unwrap_or_else(PoisonError::into_inner).opened(file, size)
}

/// Records that the file with these mappings was closed.
pub(in crate::ufs) fn closed(file: FileId, mappings: Option<Arc<KeptMappings>>) {
    RECENT.lock().unwrap_or_else(PoisonError::into_inner).closed(file, mappings);
}

/// A file was deleted, possibly the one whose mappings are kept.
pub(in crate::ufs) fn forget() {
    RECENT.lock().unwrap_or_else(PoisonError::into_inner).0 = None;
}

#[derive(Debug)]
struct Recent(Option<File>);

#[derive(Debug)]
struct File {
    id: FileId,
    /// Ranks of this process that have it open.
    users: usize,
    openings: Openings,
    mappings: Option<Arc<KeptMappings>>,
}

impl Recent {
    fn opened(&mut self, id: FileId, size: u64) -> bool {
        let serves = Openings::count(size);
        match &mut self.0 {
            Some(file) if file.id == id && (serves || file.users > 0) => {
                if file.users == 0 {
                    file.openings.add();
                }
                file.users += 1;
                file.openings.are_enough() && serves
            }
            other => {
                *other = Some(File { id, users: 1, openings: Openings::first(size), mappings: None });
                false
            }
        }
    }

    fn closed(&mut self, id: FileId, mappings: Option<Arc<KeptMappings>>) {
        let Some(file) = self.0.as_mut().filter(|file| file.id == id) else { return };
        file.users = file.users.saturating_sub(1);
        if file.openings.are_enough() && mappings.is_some() {
            file.mappings = mappings;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::policy::POLICY;
    use super::super::sys::Pages;
    use super::*;

    const THIS: FileId = (1, 2);
    const OTHER: FileId = (1, 3);

    /// Opens and closes a file; returns whether its mappings were kept since the last time, and whether they
    /// will be.
    fn open_and_close(recent: &mut Recent, id: FileId, size: u64) -> (bool, bool) {
        let is_there =
            |recent: &Recent| recent.0.as_ref().is_some_and(|file| file.id == id && file.mappings.is_some());
        let before = is_there(recent);
        let outlive = recent.opened(id, size);
        recent.closed(id, Some(KeptMappings::of(id, Pages::ToBeWritten)));
        assert_eq!(is_there(recent), before || outlive);
        (before, outlive)
    }

    #[test]
    fn mappings_of_a_repeatedly_opened_file_are_kept() {
        let mut recent = Recent(None);
        for _ in 1..POLICY.openings_before_keeping {
            assert_eq!(open_and_close(&mut recent, THIS, 1000), (false, false));
        }
        assert_eq!(open_and_close(&mut recent, THIS, 1000), (false, true));
        assert_eq!(open_and_close(&mut recent, THIS, 1000), (true, true));
        assert_eq!(open_and_close(&mut recent, OTHER, 1000), (false, false));
        assert_eq!(open_and_close(&mut recent, THIS, 1000), (false, false), "another file came between");
    }

    #[test]
    fn mappings_of_new_and_large_files_are_not_kept() {
        for size in [0, POLICY.largest_kept_file_bytes + 1] {
            let mut recent = Recent(None);
            for _ in 0..2 * POLICY.openings_before_keeping {
                assert_eq!(open_and_close(&mut recent, THIS, size), (false, false));
            }
        }
    }

    #[test]
    fn ranks_of_one_process_open_a_file_once() {
        let mut recent = Recent(None);
        for _ in 0..2 * POLICY.openings_before_keeping {
            assert!(!recent.opened(THIS, 1000));
        }
    }
}
